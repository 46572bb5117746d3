"""The published numbers: a few read off the page again, and facts that hold for all of them."""

import numpy as np
import pytest

from rffviz.datasets.tables import TABLES
from rffviz.papers.published import LI_TABLE_1, LI_TABLE_2, LI_TABLE_3, METHODS, RAHIMI_RECHT_TABLE_1
from rffviz.samplers import SAMPLERS


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        (("wine_quality", 100, "MC"), 0.19),
        (("wine_quality", 50, "CLUSTER"), 0.13),
        (("parkinsons", 200, "CLUSTER"), 0.01),
        (("cpu", 100, "WEIGHT"), 0.10),
        (("adult", 50, "MM"), 0.89),
        (("covtype", 200, "DIGIT"), 0.09),
        (("mnist01", 100, "LATTICE"), None),
        (("mnist01", 200, "CLUSTER"), 0.10),
    ],
)
def test_table_2_cells_as_printed(cell, value):
    assert LI_TABLE_2[cell] == value


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        (("wine_quality", "SUPERVISE"), 0.697),
        (("parkinsons", "ALIGN"), 6.895),
        (("cpu", "SUPERVISE"), 3.687),
        (("adult", "WEIGHT"), 16.10),
        (("mnist01", "LATTICE"), None),
        (("mnist01", "MC"), 0.757),
    ],
)
def test_table_3_cells_as_printed(cell, value):
    assert LI_TABLE_3[cell] == value


def test_tables_are_whole():
    assert len(LI_TABLE_2) == 6 * 3 * 10 and len(LI_TABLE_3) == 6 * 12
    assert [key for key, value in LI_TABLE_2.items() if value is None] == [
        ("mnist01", r, "LATTICE") for r in (50, 100, 200)
    ]
    assert {method for _, _, method in LI_TABLE_2} == set(METHODS) - {"NEAREST", "ALIGN", "SUPERVISE"}
    assert {method for _, method in LI_TABLE_3} == set(METHODS) - {"NEAREST"}


def test_the_text_of_the_paper_holds_in_its_table():
    """In every row SAMPLE or CLUSTER has the lowest error, be it with another."""
    for dataset in LI_TABLE_1:
        for n_freqs in (50, 100, 200):
            row = {method: value for (d, r, method), value in LI_TABLE_2.items() if (d, r) == (dataset, n_freqs)}
            least = min(value for value in row.values() if value is not None)
            assert least in (row["SAMPLE"], row["CLUSTER"])


def test_errors_fall_as_the_root_of_the_number_of_frequencies():
    """Monte Carlo from r = 50 to 200: a half, up to the printed digits and the luck of few seeds."""
    ratios = [LI_TABLE_2[dataset, 200, "MC"] / LI_TABLE_2[dataset, 50, "MC"] for dataset in LI_TABLE_1]
    assert np.mean(ratios) == pytest.approx(0.5, abs=0.06)


def test_datasets_and_schemes_are_those_of_the_project():
    for name, (task, d, n) in LI_TABLE_1.items():
        table = TABLES[name]
        assert (table.task, len(table.columns), table.n) == (task, d, n)
    for method in METHODS.values():
        if method.scheme:
            assert method.scheme in SAMPLERS and SAMPLERS[method.replicated_as].randomised
    assert METHODS["DIGIT"].scheme == "digital_net" and METHODS["MM"].scheme == "moment_matching"


def test_rahimi_and_recht_s_table():
    rows = {(row.dataset, row.method): row for row in RAHIMI_RECHT_TABLE_1}
    assert len({row.dataset for row in RAHIMI_RECHT_TABLE_1}) == 5 and len(rows) == 20
    assert rows["CPU", "fourier"].error_percent == 3.6 and rows["CPU", "fourier"].n_freqs == 300
    assert rows["Forest Cover", "binning"].n_grids == 50 and rows["Forest Cover", "exact"].seconds == 44 * 3600
    assert [row.error_percent for row in RAHIMI_RECHT_TABLE_1 if (row.dataset, row.method) == ("KDDCUP99", "cvm")] == [
        6.2,
        18,
    ]
    assert rows["KDDCUP99", "exact"].seconds is None
