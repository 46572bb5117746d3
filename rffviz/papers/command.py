"""`python -m rffviz reproduce TABLE`: measure a paper's table here and print it beside the published one.

`supervise-settings` chooses the settings of Table 3, column SUPERVISE, again, and prints them beside those stored.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from rffviz.papers import error_command, table2_command
from rffviz.papers.options import add_shared, at_hand
from rffviz.papers.supervised import (
    SUPERVISE_GRIDS,
    SUPERVISE_SETTINGS,
    SuperviseSettings,
    choose_supervise_settings,
)

SUMMARY = "measure a table of the papers here, and print it beside the published one"
_SETTINGS = "Li et al. 2019, Table 3, column SUPERVISE: its settings, chosen again on the training parts"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The tables, each with its own options."""
    tables = parser.add_subparsers(dest="table", required=True, metavar="TABLE")

    def add(name, summary, measure):
        one = tables.add_parser(name, help=summary, description=summary)
        one.set_defaults(measure=measure, parser=one)
        return one

    for name, table in error_command.TABLES.items():
        add_shared(add(name, f"{table.name}: {table.summary}", error_command.run), table.data)
    table2_command.add_arguments(add("table2", table2_command.SUMMARY, table2_command.run))
    add_shared(add("supervise-settings", _SETTINGS, _choose_settings), SUPERVISE_GRIDS, measures=False)


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Measure what was asked for; 0 where all was measured or refused with a reason, 2 where data are missing."""
    return arguments.measure(arguments, arguments.parser)


def _choose_settings(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Choose for the datasets asked for; 0 whether the choices are the stored ones or not, 2 where data are missing."""
    here, missing = at_hand(arguments.dataset, arguments.download)
    start = time.perf_counter()
    for name in here:
        best, tried = choose_supervise_settings(name, 0, _announced(name))
        for settings, error in tried:
            print(f"{name}  held-out error {error:.4g}  {_as_stored(settings)}", file=sys.stderr)
        print(f"[{time.perf_counter() - start:.0f} s]", file=sys.stderr, flush=True)
        stored = SUPERVISE_SETTINGS[name]
        beside = "as stored" if best == stored else f"stored: {_as_stored(stored)}"
        print(f'"{name}": {_as_stored(best)},  # {beside}', flush=True)
    return 2 if missing else 0


def _announced(name: str) -> Iterator[SuperviseSettings]:
    """The grid of a dataset; each of its settings is printed before it is tried."""
    for settings in SUPERVISE_GRIDS[name]:
        print(f"{name}  trying {_as_stored(settings)}", file=sys.stderr, flush=True)
        yield settings


def _as_stored(settings: SuperviseSettings) -> str:
    """As written in the dictionary of settings."""
    return f"SuperviseSettings(decay={settings.decay}, eta={settings.eta}, n_iterations={settings.n_iterations})"
