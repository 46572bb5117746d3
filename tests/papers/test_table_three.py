"""Table 3 as a table: its cells, and what a seed gives for them by another hand."""

import dataclasses

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.svm import LinearSVC

from rffviz.adaptive import AdaptiveFourierFeatures, AlignedFourierFeatures
from rffviz.datasets import Dataset
from rffviz.features import RandomFourierFeatures
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.papers import table3
from rffviz.papers.cell import Cell
from rffviz.papers.published import LI_TABLE_3
from rffviz.papers.table3 import TABLE_3, SuperviseSettings, table3_measure

QUICK = SuperviseSettings(decay=0.03, eta=1.0, n_iterations=3)


def small(task, n=150):
    rng = np.random.default_rng(1)
    X = rng.standard_normal((n, 3)) * [1, 30, 0.1]
    y = np.sin(2 * X[:, 0]) + X[:, 1] / 30 + 0.2 * rng.standard_normal(n)
    return Dataset("small", "small", X, y if task == "regression" else np.where(y > 0, 1, -1), task, "made here")


def cell(method, size=12):
    return Cell("table3", "small", method, size)


def split_by_hand(data, seed):
    """A third to test, z-scores of the rest."""
    order = np.random.default_rng(seed).permutation(data.n)
    test, train = np.sort(order[: round(data.n / 3)]), np.sort(order[round(data.n / 3) :])
    mean, scale = data.X[train].mean(axis=0), data.X[train].std(axis=0)
    return (data.X[train] - mean) / scale, data.y[train], (data.X[test] - mean) / scale, data.y[test]


def test_the_table_is_the_printed_one():
    assert {(c.dataset, c.method): TABLE_3.published.get(c) for c in TABLE_3.cells} == LI_TABLE_3
    assert len(TABLE_3.cells) == 72 and {c.size for c in TABLE_3.cells} == {200}
    assert set(TABLE_3.published) < set(TABLE_3.cells) and set(TABLE_3.units) == {c.dataset for c in TABLE_3.cells}
    assert TABLE_3.units["cpu"] == "RMSE" and TABLE_3.units["adult"] == "% wrong"
    assert TABLE_3.data["adult"] == "adult" and not TABLE_3.without


@pytest.mark.slow
def test_ridge_regression_by_hand():
    data = small("regression")
    found = table3_measure(cell("HALTON"), 4, data)
    X, y, X_test, y_test = split_by_hand(data, 4)
    features = RandomFourierFeatures(Gaussian(1.5**0.5), 12, "halton_scrambled", random_state=4).fit(X)
    Z = features.transform(X).astype(np.float64)
    rows = np.random.default_rng(4).permutation(len(X))
    held_out = []
    for ridge in table3.RIDGES:
        missed = 0.0
        for fold in np.array_split(rows, 3):
            rest = np.setdiff1d(rows, fold)
            model = machine(Z[rest], y[rest], ridge)
            missed += np.sum((model(Z[fold]) - y[fold]) ** 2)
        held_out.append(missed)
    ridge = table3.RIDGES[int(np.argmin(held_out))]
    assert found.details["ridge"] == ridge and (found.details["n_train"], found.details["n_test"]) == (100, 50)
    error = np.sqrt(np.mean((machine(Z, y, ridge)(features.transform(X_test)) - y_test) ** 2))
    assert found.value == pytest.approx(error, rel=1e-5)
    assert found.settings["scheme"] == "halton_scrambled" and found.settings["n_freqs"] == 12


def machine(Z, y, ridge):
    model = Ridge(len(y) * ridge, fit_intercept=False).fit(Z, y - y.mean())
    return lambda at: model.predict(at) + y.mean()


def test_support_vector_machine_by_hand():
    data = small("binary")
    found = table3_measure(cell("MC"), 2, data)
    X, y, X_test, y_test = split_by_hand(data, 2)
    features = RandomFourierFeatures(Gaussian(1.5**0.5), 12, random_state=2).fit(X)
    C = 1 / (2 * len(y) * found.details["ridge"])
    model = LinearSVC(
        C=C, dual=False, tol=1e-10, intercept_scaling=1000, max_iter=100_000
    )  # b is then hardly penalised
    wrong = np.mean(model.fit(features.transform(X), y).predict(features.transform(X_test)) != y_test)
    assert found.value == pytest.approx(100 * wrong) and 0 < found.value < 40


@pytest.mark.release
@pytest.mark.parametrize("method", ["WEIGHT", "SAMPLE", "ALIGN", "SUPERVISE"])
@pytest.mark.parametrize("task", ["regression", "binary"])
def test_a_seed_gives_one_value_and_another_seed_another(method, task):
    data = small(task)
    one, again, other = (table3_measure(cell(method, 5), seed, data, QUICK) for seed in (0, 0, 1))
    assert one.value == again.value != other.value
    assert one.settings == again.settings == other.settings and one.details == again.details
    assert one.seconds > 0 and one.settings["n_freqs"] == 5


@pytest.mark.slow
def test_learned_features_are_those_of_the_method(monkeypatch):
    fitted = []
    for kind in (AdaptiveFourierFeatures, AlignedFourierFeatures):
        fit = kind.fit
        monkeypatch.setattr(
            kind, "fit", lambda self, X, y=None, fit=fit: (fitted.append((self, len(X))), fit(self, X, y))[1]
        )
    data = small("regression")
    found = table3_measure(cell("CLUSTER", 5), 0, data)
    [(features, n)] = fitted  # once, on the whole training part
    assert (features.landmarks, features.n_landmarks, features.n_freqs, n) == ("kmeans", 5, 5, 100)
    assert found.settings["landmarks"] == "kmeans" and found.settings["n_landmarks"] == 5
    fitted.clear()
    found = table3_measure(cell("ALIGN", 5), 0, data)
    assert max(n for _, n in fitted[:-1]) < 70 and fitted[-1][1] == 100  # the folds never see what they are judged on
    assert fitted[-1][0].rho == found.details["rho"] and len(fitted) == 3 * len(table3.ALIGN_RHOS) + 1


@pytest.mark.release
def test_the_test_part_chooses_nothing():
    data = small("regression")
    order = np.random.default_rng(0).permutation(data.n)[:50]
    X, y = data.X.copy(), data.y.copy()
    X[order], y[order] = 1e5, -1e5
    absurd = dataclasses.replace(data, X=X, y=y)
    clean, poisoned = (table3_measure(cell("ALIGN"), 0, each) for each in (data, absurd))
    assert clean.details == poisoned.details and poisoned.value > 1000 * clean.value


@pytest.mark.slow
def test_rows_of_covertype_are_drawn_by_the_seed(monkeypatch):
    asked = []

    def made(name, **options):
        asked.append((name, options))
        return small("binary")

    monkeypatch.setattr(table3, "load", made)
    table3_measure(Cell("table3", "covtype", "MC", 5), 7)
    table3_measure(Cell("table3", "adult", "MC", 5), 7)
    assert asked == [
        ("covtype", {"allow_download": False, "random_state": 7}),
        ("adult", {"allow_download": False}),
    ]


def test_what_is_refused():
    with pytest.raises(Refusal, match="n_freqs must be"):
        table3_measure(cell("MM", 1), 0, small("regression"))
    with pytest.raises(Refusal, match=r"method must be one of .*, got 'NEAREST'"):
        table3_measure(cell("NEAREST"), 0, small("regression"))
    with pytest.raises(Refusal, match="seed must be"):
        table3_measure(cell("MC"), -1, small("regression"))
    with pytest.raises(Refusal, match="dataset must be one of"):
        table3_measure(cell("MC"), 0)
