"""No name that comes from elsewhere is a formula in what is exported as a table, and numbers stay numbers."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rffviz.datasets import standardize
from rffviz.datasets.uploads import read_csv
from rffviz.explorer.figures.picture import Column, Picture, Table
from rffviz.explorer.words.readout import Readout
from rffviz.explorer.words.spreadsheet import no_formula

ROOT = Path(__file__).parents[2]
HOSTILE = (
    '=HYPERLINK("http://evil.example","x")',
    "@SUM(1,1)",
    "+1+cmd|' /C calc'!A0",
    "-1+1",
    "\t=1+1",
    "\r=1+1",
    "a,=1+1",
    "a;=1+1",
    "a\t@x",
    'a","=1+1',
    "a\n=1+1",
    "＝1+1",
)
NUMBERS = [-1.5, -2, np.float32(-3), np.int64(-4), "-5", "-1e-3", -np.inf, None, True, 7, 8, 9]


def formulas(text, separator):
    """The cells that a spreadsheet with this separator would compute."""
    cells = [cell for row in csv.reader(text.splitlines(), delimiter=separator) for cell in row]
    return [cell for cell in cells if re.match(r"[\s\"]*[=+\-@＝＋－＠]", cell) and not is_number(cell)]


def is_number(cell):
    try:
        float(cell)
    except ValueError:
        return False
    return True


def picture(names):
    columns = {"name": names, "number": NUMBERS[: len(names)], **{name: [1.0] * len(names) for name in names}}
    table = Table([Column("name", names)])
    return Picture(
        "p", "t", "s", None, "a", "r", columns, [*names, *(f"data: {name}, 5 rows" for name in names)], None, (), table
    )


def test_what_is_looked_for_is_found_where_nothing_guards():
    assert (
        formulas('a,"=1"\n', ",") == ["=1"] and formulas("# a;@x\n", ";") == ["@x"] and not formulas("-1.5,-inf", ",")
    )


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_of_an_export_is_a_formula(separator):
    assert formulas(picture(HOSTILE).csv(), separator) == []


def test_numbers_stay_numbers_and_names_can_be_read_back():
    rows = [line for line in picture([f"n{k}" for k in range(12)]).csv().splitlines() if not line.startswith("#")]
    assert [row.split(",")[1] for row in rows[1:]] == "-1.5 -2 -3 -4 -5 -1e-3 -inf  True 7 8 9".split(" ")
    assert all(line.startswith("# ") for line in picture(HOSTILE).csv().splitlines()[: 2 * len(HOSTILE)])


@pytest.mark.release
@example("-1", "x")
@given(st.text("=+-@,;\t\r\n\"' a1＝", max_size=12), st.text(max_size=5))
def test_no_text_is_a_formula_and_what_is_guarded_stays(hostile, text):
    safe = no_formula(hostile + text)
    assert no_formula(safe) == safe
    for cell in re.split(r"[,;\t\r\n]", safe):
        assert not re.match(r"[\s\"]*[=+\-@＝]", cell) or is_number(cell.lstrip('" '))


def test_the_columns_of_a_file_of_ones_own_are_no_formulas_in_its_export():
    """From the reader of uploads through scaling to the words that an export begins with."""
    content = '"=HYPERLINK(""http://evil.example"")",@SUM,+1+cmd,b\n1,2,3,0\n2,1,5,1\n3,3,3,0\n'
    data = read_csv(content, "-1+cmd.csv")
    scaled = standardize(data.X, feature_names=data.feature_names)
    columns = {name: list(column) for name, column in zip(data.feature_names, scaled.X.T, strict=True)}
    made = Picture("p", "", "", None, "", Readout(), columns, (f"data: {data.label}", *data.notes))
    assert formulas(made.csv(), ",") == []


@pytest.mark.slow
def test_tables_are_written_in_one_place():
    writers = r"csv\.(?:Dict)?[wW]riter|to_csv|savetxt|download_button\(|\.dataframe\(|data_editor\("
    found = {
        (str(path.relative_to(ROOT)), *set(re.findall(writers, path.read_text(encoding="utf-8"))))
        for path in (ROOT / "rffviz").rglob("*.py")
        if re.search(writers, path.read_text(encoding="utf-8"))
    }
    assert {name for name, *_ in found} == {
        "rffviz/explorer/figures/picture.py",
        "rffviz/explorer/web/chart.py",
        "rffviz/explorer/web/jobs/longer_export.py",  # pages of HTML
        "rffviz/explorer/web/lecture/edit.py",
        "rffviz/explorer/web/room/lecturer.py",  # the votes of the line below
        "rffviz/explorer/web/room/routes.py",  # names of scenes through no_formula, and numbers
    }
