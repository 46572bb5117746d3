"""Bias and variance are the record's."""

import numpy as np

from rffviz.diagnose import bias_and_variance, given_frequencies
from rffviz.kernels import Gaussian
from rffviz.views.schemes.bias.picture import bias_picture
from rffviz.words.numbers import measured
from tests.views.schemes.schemes_records import alone, cells, made, record


def test_bias_and_variance_are_the_records():
    report, picture = record("bias", 2), made("bias", 2)
    drawn = [trace for trace in picture.figure.data if trace.showlegend]
    np.testing.assert_allclose(np.concatenate([t.y for t in drawn]), report.mean_error, rtol=1e-5, atol=1e-9)
    assert picture.title.startswith("No bias found")
    said = cells(picture)
    assert said["largest |z|"] == f"{abs(report.z[report.worst]):.1f}" and said["limit"] == f"{report.threshold:.1f}"
    assert f"{measured(report.ratios[0])} to {measured(report.ratios[1])}" in picture.alt
    for column, at in (
        ("variance / Monte Carlo, near (k ≥ 0.5)", report.exact >= 0.5),
        ("far (k ≤ 0.1)", report.exact <= 0.1),
    ):
        assert said[column] == f"{measured(np.mean(report.ratio[at & report.tested]))}×"
    off = bias_and_variance(
        lambda seed: given_frequencies(1.5 * np.random.default_rng(seed).standard_normal((64, 2))),
        Gaussian(),
        2,
        64,
        25,
    )
    largest, picture = measured(np.abs(off.mean_error).max()), alone(bias_picture, off)
    assert picture.title == f"Biased: k̂ is up to {largest} too small on average"
    assert cells(picture)["largest |mean k̂ − k|"] == largest
    fixed = made("bias", 2, scheme="sobol")
    assert fixed.title.startswith("Every seed gives the same estimate") and cells(fixed)["largest |z|"] == "–"
