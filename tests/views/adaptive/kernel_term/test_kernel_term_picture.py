"""The kernel term's gain is told with its spread over splits."""

from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
from different_steps import different

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.adaptive.kernel_term.picture import kernel_term_picture
from rffviz.explorer.words.numbers import measured
from rffviz.kernels import Gaussian
from rffviz.studies.kernel_term import kernel_term_study
from tests.views.looks import LOOKS, cells, check_readouts

pytestmark = pytest.mark.slow  # the studies they draw


@cache
def kernel_term(n_splits=3):
    rng = np.random.default_rng(1)
    splits = []
    for _ in range(n_splits):
        A = rng.standard_normal((60, 2))
        y = np.sin(2 * A[:, 0])
        splits.append(SimpleNamespace(X_train=A[:30], y_train=y[:30], X_test=A[30:], y_test=y[30:]))
    return different(kernel_term_study.steps(splits, "regression", Gaussian(1.0), 8, (0, 1, 10)))


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("step", [3, 9], ids=["first-split", "all"])
def test_kernel_term_picture(look, step):
    study = kernel_term()[step].record
    made = kernel_term_picture(study, LOOKS[look])
    eta, gain, spread = study.gain()
    at = list(study.etas).index(eta)
    means = study.test_errors[study.whole].mean(axis=0)
    check_readouts([made.readout])
    cell, best = cells(made.readout), f"η = {eta:g}, best"
    kernel = study.kernel_errors[study.whole].mean(axis=0)
    for row, g in (("η = 0", 0), (best, at)):
        assert cell[row, "test error"] == measured(means[g]) and cell[row, "kernel error"] == measured(kernel[g])
    told = f"{'−' if gain < 0 else ''}{measured(abs(gain))}"
    assert cell[best, "gain ± SD"] == (f"{told} ± {measured(spread)}" if step == 9 else told)
    assert (step == 9) == (not np.isnan(spread)) and f"the test error by {measured(abs(gain))}" in made.title
    assert ("On one split" in made.title) == (step == 3)
    assert ("within chance" in made.title) == (step == 9 and not study.clear)
    assert "γ = 0.1 for every η" in made.subtitle and len(made.columns["eta"]) == step
    thick = [trace for trace in made.figure.data if trace.line.width == 4]
    np.testing.assert_allclose(thick[0].y, means, rtol=1e-6)
    np.testing.assert_allclose(thick[1].y, study.kernel_errors[study.whole].mean(axis=0), rtol=1e-6)


def test_kernel_term_title_is_of_one_eta():
    study = kernel_term()[8].record
    errors = np.array([[0.9, 0.5, 0.95], [0.91, 0.51, 0.96], [0.92, 0.52, 0.97]])
    kernel = np.array([[0.5, 0.2, 0.1]] * 3)
    made = kernel_term_picture(replace(study, test_errors=errors, kernel_errors=kernel), LIGHT)
    assert made.title == "The regularizer (η = 1) lowers the test error by 0.40"
    cell = cells(made.readout)
    assert (cell["η = 0", "kernel error"], cell["η = 1, best", "kernel error"]) == ("0.50", "0.20")
    worse = kernel_term_picture(replace(study, test_errors=errors[:, [1, 0, 2]], kernel_errors=kernel), LIGHT)
    assert worse.title == "The regularizer (η = 1) raises the test error by 0.40, within chance"
    assert cells(worse.readout)["η = 1, best", "gain ± SD"].startswith("−0.40 ± ")
