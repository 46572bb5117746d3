"""What the papers' pages are opened with: nothing kept, or some of it."""

import pytest

from rffviz.papers import Cell, Measured, Record, Results, results

MC, HALTON, MM = (Cell("table2", "wine_quality", name, 50) for name in ("MC", "HALTON", "MM"))


@pytest.fixture
def nothing_kept(fresh_machine, monkeypatch, tmp_path):
    """Nothing kept, neither data folder nor cache, and no way out."""
    monkeypatch.setattr(results, "KEPT", tmp_path)


@pytest.fixture
def some_kept(nothing_kept, tmp_path):
    file = Results(tmp_path / "table2.json")
    for cell, values in ((MC, (0.30, 0.31, 0.32)), (HALTON, (0.26, 0.265, 0.27)), (MM, ())):
        record = Record(cell, refused="" if values else "It is not defined here.")
        for seed, value in enumerate(values):
            record = record.plus(seed, Measured(value, 2.0, {"d": 11}))
        file.add(record)
