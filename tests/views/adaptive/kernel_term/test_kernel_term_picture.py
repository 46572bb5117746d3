"""The kernel term's gain is told with its spread over splits."""

from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
from different_steps import different

from rffviz.figures.theme import LIGHT
from rffviz.kernels import Gaussian
from rffviz.studies.kernel_term import kernel_term_study
from rffviz.views.adaptive.kernel_term.picture import kernel_term_picture
from rffviz.words.numbers import measured
from tests.views.looks import LOOKS

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
    assert f"mean test error is {measured(means[0])}. With η = {eta:g}" in made.reading
    assert f"{measured(means[at])}: {measured(abs(gain))} {'less' if gain >= 0 else 'more'}" in made.reading
    assert ("±" in made.reading) == (step == 9) == (not np.isnan(spread))
    assert ("On one split" in made.title) == (step == 3)
    assert ("beyond chance" in made.title) == (step == 9 and not study.clear)
    assert "γ = 0.1 for every η" in made.subtitle and len(made.columns["eta"]) == step
    thick = [trace for trace in made.figure.data if trace.line.width == 4]
    np.testing.assert_allclose(thick[0].y, means, rtol=1e-6)
    np.testing.assert_allclose(thick[1].y, study.kernel_errors[study.whole].mean(axis=0), rtol=1e-6)


def test_kernel_term_title_is_of_one_eta():
    study = kernel_term()[8].record
    errors = np.array([[0.9, 0.5, 0.95], [0.91, 0.51, 0.96], [0.92, 0.52, 0.97]])
    kernel = np.array([[0.5, 0.2, 0.1]] * 3)
    made = kernel_term_picture(replace(study, test_errors=errors, kernel_errors=kernel), LIGHT)
    assert "lowers the test error by 0.40 here; the kernel error falls from 0.50 to 0.20 at η = 1" in made.title
    made = kernel_term_picture(replace(study, test_errors=errors, kernel_errors=1 - kernel), LIGHT)
    assert "the kernel error rises from 0.50 to 0.80 at η = 1" in made.title and "rises" in made.reading
