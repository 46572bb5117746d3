"""The looks that a figure has, and pairs of cases and looks that cover both."""

import re
from dataclasses import replace

import pytest

from rffviz.explorer.figures.theme import DARK, LIGHT

LOOKS = {"light": LIGHT, "dark": DARK, "narrow": replace(LIGHT, narrow=True)}


def covered(cases):
    """Every case in every look, for `pytest.mark.parametrize`.

    Daily are, of the cases of one picture ("maps", "maps-loses"), the first in the light, the next on a phone and so
    on, and the only case in both.
    """
    found, kinds = [], [case.partition("-")[0] for case in cases]
    for k, (case, kind) in enumerate(zip(cases, kinds, strict=True)):
        daily = ("light", "narrow") if kinds.count(kind) == 1 else ("light", "narrow")[kinds[:k].count(kind) % 2]
        found += [pytest.param(case, look, marks=() if look in daily else pytest.mark.release) for look in LOOKS]
    return found


def check_title(title):
    """A headline of at most 14 words, without a full stop; signs such as = and % are no words."""
    assert 20 < len(title) and len(re.findall(r"\S*\w\S*", title)) <= 14 and not title.endswith("."), title


def check_readouts(readouts):
    """Small tables with the same columns and rows at every position, every cell with a text that is a number's."""
    first = readouts[0]
    for readout in readouts:
        assert 2 <= len(readout.columns) <= 6 and 1 <= len(readout.rows) <= 6
        assert list(readout.columns[1:]) == list(first.columns[1:])
        assert [row[0] for row in readout.rows] == [row[0] for row in first.rows]
        for row in (readout.columns, *readout.rows):
            assert len(row) == len(readout.columns) and all(isinstance(cell, str) and cell for cell in row)
            assert not {"nan", "inf", "None"} & {word for cell in row for word in re.split(r"\W+", cell)}


def cells(readout):
    """The cells of a readout by row and column."""
    return {
        (row[0], column): cell
        for row in readout.rows
        for column, cell in zip(readout.columns[1:], row[1:], strict=True)
    }
