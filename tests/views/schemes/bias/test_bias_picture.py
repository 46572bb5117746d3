"""Bias and variance are the record's."""

import numpy as np

from rffviz.diagnose import bias_and_variance, given_frequencies
from rffviz.kernels import Gaussian
from rffviz.views.schemes.bias.picture import bias_picture
from rffviz.words.numbers import measured
from tests.views.schemes.schemes_records import alone, made, record


def test_bias_and_variance_are_the_records():
    report, picture = record("bias", 2), made("bias", 2)
    drawn = [trace for trace in picture.figure.data if trace.showlegend]
    np.testing.assert_allclose(np.concatenate([t.y for t in drawn]), report.mean_error, rtol=1e-5, atol=1e-9)
    assert picture.title.startswith("No bias found") and f"{abs(report.z[report.worst]):.1f}" in picture.reading
    off = bias_and_variance(
        lambda seed: given_frequencies(1.5 * np.random.default_rng(seed).standard_normal((64, 2))),
        Gaussian(),
        2,
        64,
        25,
    )
    assert f"on average k̂ is too small, by up to {measured(np.abs(off.mean_error).max())}, at" in (
        alone(bias_picture, off).title
    )
    assert "One fixed value" in made("bias", 2, scheme="sobol").title
