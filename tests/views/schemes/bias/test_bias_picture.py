"""Bias and variance are the record's."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.diagnose import Samples, bias_and_variance, diagnose, given_frequencies
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.schemes.bias.picture import bias_picture
from rffviz.explorer.words.numbers import measured
from rffviz.kernels import Gaussian, Laplacian
from rffviz.theory import orthogonal_gain, orthogonal_variance
from tests.views.schemes.schemes_records import alone, cells, made, record

EXACT = "exact, ℓ and 3ℓ"


def apart(report, factor):
    """The record with so many times the variance along the axis."""
    times = np.where(report.on("axis"), factor, 1.0)
    return replace(report, **{name: times * getattr(report, name) for name in ("ratio", "ratio_low", "ratio_high")})


@pytest.mark.slow
def test_bias_and_variance_are_the_records():
    report, picture = record("bias", 2), made("bias", 2)
    drawn = [trace for trace in picture.figure.data if trace.mode == "markers"]
    np.testing.assert_allclose(drawn[0].y, report.ratio[report.on("oblique")], rtol=1e-5, atol=1e-9)
    assert len(drawn) == 1 and "dots: measured along an oblique direction" in picture.subtitle  # its two lines agree
    assert picture.figure.layout.yaxis.title.text == "variance ÷ that<br>of Monte Carlo"
    assert picture.title.startswith("No bias found")
    said = cells(picture)
    assert said["max |z|"] == f"{abs(report.z[report.worst]):.1f}"
    assert f"|z| up to {report.threshold:.1f}" in picture.subtitle
    assert said["measured over"] == "25 seeds" and said[EXACT] == "1×"
    assert f"{measured(report.ratios[0])} to {measured(report.ratios[1])}" in picture.alt
    for column, at in (
        ("variance, near (k ≥ 0.5)", report.exact >= 0.5),
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
    assert cells(picture)["max |bias|"] == largest
    drawn = [trace for trace in picture.figure.data if trace.name and not trace.fill]
    np.testing.assert_allclose(np.concatenate([t.y for t in drawn]), off.mean_error, rtol=1e-5, atol=1e-9)
    assert picture.figure.layout.yaxis.title.text == "mean of k̂ − k"
    fixed = made("bias", 2, scheme="sobol")
    assert fixed.title.startswith("Every seed gives the same estimate") and cells(fixed)["max |z|"] == "–"
    assert cells(fixed)["measured over"] == "every seed" and cells(fixed)[EXACT] == "–"


@pytest.mark.slow
def test_the_legend_names_the_bands_once():
    off = bias_and_variance(
        lambda seed: given_frequencies(1.5 * np.random.default_rng(seed).standard_normal((64, 2))),
        Gaussian(),
        2,
        64,
        25,
    )
    for picture, words in ((made("bias", 2), "confidence band"), (alone(bias_picture, off), "expected by chance")):
        named = [trace.name for trace in picture.figure.data if trace.fill and trace.showlegend is not False]
        assert named == [words]
    report = apart(record("bias", 2), 99.0)
    both = bias_picture(Samples({"A": report, "B": report}), LIGHT).figure.data
    dots = [(t.name, t.marker.symbol, t.showlegend is not False) for t in both if t.mode == "markers"]
    filled, opened = "circle", ("along the first axis", "circle-open")
    assert dots == [
        ("A Monte Carlo", filled, True),
        (*opened, True),
        ("B Monte Carlo", filled, True),
        (*opened, False),
    ]
    opened = next(t.y for t in both if t.name == opened[0])
    np.testing.assert_allclose(opened, report.ratio[report.on("axis")], rtol=1e-5)


@pytest.mark.parametrize("factor", [0.01, 0.5, 1.0, 2.0, 99.0])
def test_lines_agree_where_each_ratio_lies_in_the_intervals_of_both(factor):
    report = apart(record("bias", 2), factor)
    oblique, axis = (np.flatnonzero(report.on(line)) for line in ("oblique", "axis"))
    met = [
        report.ratio_low[i] <= report.ratio[j] <= report.ratio_high[i]
        for a, b in zip(oblique, axis, strict=True)
        for i, j in ((a, b), (b, a))
    ]
    assert report.lines_agree == all(met) == (0.1 < factor < 9)
    elsewhere = replace(report, distance=np.where(report.on("axis"), 1.5, 1.0) * report.distance)
    assert not elsewhere.lines_agree


@pytest.mark.slow
def test_orthogonal_frequencies_show_the_exact_ratio_beside_the_measured_one():
    report, picture = record("bias", 4, scheme="orthogonal"), made("bias", 4, scheme="orthogonal")
    gain = orthogonal_gain("orthogonal", Gaussian(1.3), 4, 64)
    assert cells(picture)[EXACT] == f"{measured(gain.near)}× and {measured(gain.far)}×"
    assert "line: exact ratio" in picture.subtitle
    (drawn,) = [trace for trace in picture.figure.data if trace.name == "Orthogonal, exact for d = 4"]
    for distance, exact in ((drawn.x, drawn.y), (report.distance, picture.columns["exact_ratio"])):
        ratio = orthogonal_variance(distance, 4, 64, 1.3) / orthogonal_variance(distance, 1, 64, 1.3)
        np.testing.assert_allclose(exact, ratio, rtol=1e-4)
    (plane,) = [trace for trace in picture.figure.data if trace.name == "Orthogonal, exact for d = 2"]
    ratio = orthogonal_variance(plane.x, 2, 64, 1.3) / orthogonal_variance(plane.x, 1, 64, 1.3)
    np.testing.assert_allclose(plane.y, ratio, rtol=1e-4)
    flat = [trace for trace in made("bias", 2, scheme="orthogonal").figure.data if "d = 2" in (trace.name or "")]
    assert len(flat) == 1  # it is the exact line there
    marks = {note.text: note.x for note in picture.figure.layout.annotations}
    near, far = marks["near: k ≥ 0.5"], marks["far: k ≤ 0.1"]
    assert near == max(x for x, k in zip(report.distance, report.exact, strict=True) if k >= 0.5)
    assert far == min(x for x, k in zip(report.distance, report.exact, strict=True) if k <= 0.1)
    assert not made("bias", 2, kernel=Laplacian()).figure.layout.annotations  # whose lines have other distances
    inside = (report.ratio_low <= report.exact_ratio) & (report.exact_ratio <= report.ratio_high)
    assert inside[report.tested].all()  # the simultaneous interval of the measured ratio holds it
    assert not [trace for trace in made("bias", 2).figure.data if (trace.name or "").count(", exact")]


@pytest.mark.slow
def test_the_least_ratio_names_its_line_where_the_lines_differ():
    report = record("bias", 2)
    axis, neither = apart(report, 0.01), apart(report, 100.0)
    assert (report.least_line, axis.least_line, neither.least_line) == ("", "axis", "")
    least = measured(axis.ratios[0])
    assert axis.spreads_less
    said = alone(bias_picture, axis).title
    assert said == f"No bias found; {least}× the variance of Monte Carlo along the first axis"
    judged = diagnose("monte_carlo", Gaussian(), 2, 64, 25)
    said = bias_picture(Samples({"A": axis, "B": report}, {"A": judged, "B": judged}), LIGHT).title
    assert said == f"A's variance along the first axis is down to {least}× that of Monte Carlo"
