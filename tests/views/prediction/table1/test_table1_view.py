"""A row of the table of 2007."""

import numpy as np
import pytest

from rffviz.datasets import Dataset
from tests.views.opening import captions, opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


def test_row_of_the_table_needs_its_data():
    app = opened("prediction", view="table1", row="cpu")
    assert len(app.warning) == 1 and "RFFVIZ_DATA" in app.warning[0].value and not app.dataframe


def test_row_of_the_table_is_a_table(monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 1, (80, 3))
    data = Dataset("small", "Small", X, X.sum(axis=1), "regression", "made here", split=np.arange(80) % 4 // 3)
    monkeypatch.setattr("rffviz.views.prediction.table1.view.load", lambda name, **_: data)
    app = opened("prediction", view="table1", n_splits="1")
    table = app.dataframe[0].value
    assert list(table["size"]) == ["300 frequencies", "350 grids", "60 points"]
    assert "has the smallest error here" in app.header[0].value and "Small, 60 points to train" in captions(app)
    assert "Figure (HTML)" not in {button.label for button in app.get("download_button")}
