"""Curves of the maps of kernels that are not shift invariant: their numbers, and the figure and words of them."""

import dataclasses
from functools import cache

import numpy as np
import pytest

from rffviz.datasets import Points
from rffviz.explorer.figures.theme import DARK, LIGHT
from rffviz.explorer.views.features.other_kernels.picture import other_kernels_picture
from rffviz.explorer.views.features.other_kernels.words import other_kernels_words
from rffviz.explorer.words.numbers import count, measured, times
from rffviz.features import OTHER_KERNELS, OTHER_MAPS
from rffviz.foundation.validation import Refusal
from rffviz.measure import METRICS
from rffviz.studies.other_kernels import LEAST_ERROR, OtherCurve, other_kernel_study
from tests.views.looks import cells, check_readouts

RAW = np.random.default_rng(0).standard_normal((40, 4)) + 0.3
POINTS = Points(RAW, "cloud", 40)
SIZES = (16, 64, 257)


@cache
def study(kernel, n_seeds=6, **options):
    return other_kernel_study(POINTS, kernel, n_features=SIZES, seeds=range(n_seeds), **options)


@pytest.mark.slow
@pytest.mark.parametrize("kernel", OTHER_KERNELS)
def test_errors_are_those_of_each_map_by_hand(kernel):
    found, metric = study(kernel), METRICS["relative_frobenius"]
    X = OTHER_KERNELS[kernel].prepared(RAW)
    K = OTHER_KERNELS[kernel].of(X, None, 3)
    assert [curve.map for curve in found.curves] == [n for n, entry in OTHER_MAPS.items() if entry.kernel == kernel]
    for curve in found.curves:
        for g, size in enumerate(SIZES):
            Z = curve.entry.make(size, 4, 3, 5).fit_transform(X)
            assert curve.n_features[g] == Z.shape[1]
            assert curve.errors[5, g] == pytest.approx(metric.of(Z @ Z.T, K), rel=1e-4, abs=1e-6)
        spread = np.ptp(curve.errors, axis=0)
        assert (spread > 0).all() == curve.entry.randomised


@pytest.mark.parametrize("kernel", ["polynomial", "arc_cosine_0", "arc_cosine_1"])
def test_errors_of_unbiased_maps_fall_as_those_of_independent_draws(kernel):
    """Of few features: a sketch of many has no two of the polynomial's terms in one place, and is exact."""
    found = other_kernel_study(RAW, kernel, 3, (8, 16, 32, 64), range(40))
    for curve in found.curves:
        if curve.entry.unbiased:
            assert curve.floor == 0
            assert curve.slope.value == pytest.approx(-0.5, abs=4.5 * curve.slope.standard_error)


def test_the_biased_map_ends_at_its_floor():
    found = other_kernel_study(RAW, "polynomial", 1, (16, 4096), range(8))
    (curve,) = (each for each in found.curves if not each.entry.unbiased)
    X = OTHER_KERNELS["polynomial"].prepared(RAW)
    Z, K = curve.entry.make(100_000, 4, 1, 0).fit_transform(X), OTHER_KERNELS["polynomial"].of(X, None, 1)
    assert curve.floor == pytest.approx(np.linalg.norm(Z @ Z.T - K) / np.linalg.norm(K), rel=0.1)
    assert curve.floor > 0.5 * curve.median[-1] and curve.median[0] > 1.5 * curve.floor > curve.floor


def test_the_claim_is_read_from_the_numbers():
    found = study("polynomial")
    sphere, sketch = found.curves
    worse = dataclasses.replace(sphere, n_features=sketch.n_features, errors=sketch.errors * [2, 2, 0.5])
    better = dataclasses.replace(worse, errors=sketch.errors / 2)
    lost = dataclasses.replace(worse, errors=sketch.errors * 2)
    for curve, says in (
        (worse, "only with 257 or more features"),
        (better, "at every number"),
        (lost, "does not hold"),
    ):
        words = other_kernels_words(dataclasses.replace(found, curves=(curve, sketch)))
        assert any(says in note and "claim" in note for note in words["notes"])


@pytest.mark.slow
@pytest.mark.parametrize("look", [LIGHT, DARK, dataclasses.replace(LIGHT, narrow=True)])
@pytest.mark.parametrize("kernel", OTHER_KERNELS)
def test_the_picture_has_the_numbers(kernel, look):
    found = study(kernel)
    picture = other_kernels_picture(found, look)
    for curve in found.curves:
        (drawn,) = (trace for trace in picture.figure.data if trace.name == curve.entry.label)
        np.testing.assert_allclose(drawn.y, np.maximum(curve.median, LEAST_ERROR), rtol=1e-5)
        assert curve.entry.label in " ".join(picture.notes).lower()
    check_readouts([picture.readout])
    cell = cells(picture.readout)
    for curve in found.curves:
        name, random = curve.entry.label, curve.entry.randomised
        low, high = np.quantile(curve.errors[:, -1], [0.1, 0.9])
        assert cell[name, "features"] == count(curve.n_features[-1])
        assert cell[name, "error"] == measured(np.median(curve.errors[:, -1]))
        assert cell[name, "10–90 %"] == (f"{measured(low)}–{measured(high)}" if random else "–")
        assert cell[name, "slope"] == ("–" if curve.slope is None else f"{curve.slope.value:+.2f}".replace("-", "−"))
        assert (cell[name, "bias floor"] == measured(curve.floor)) == random
    if len(found.curves) == 2 and found.apart:
        one, other = sorted(np.median(curve.errors[:, -1]) for curve in found.curves)
        assert picture.title.endswith(f"is {times(other / one)} smaller") and found.lead == pytest.approx(other / one)
    dotted = [trace for trace in picture.figure.data if trace.line.dash == "dot"]
    assert len(dotted) == sum(curve.floor > 1e-6 for curve in found.curves)
    assert len(picture.columns["error"]) == sum(curve.errors.size for curve in found.curves)
    assert "no spectrum" in " ".join(picture.notes)
    demands = {"any": "40 points", "sphere": "unit sphere", "non_negative": "none is negative"}
    assert demands[found.entry.rows] in picture.subtitle


def test_one_size_or_one_seed_still_has_words():
    found = other_kernel_study(RAW, "arc_cosine_1", n_features=[8], seeds=[0])
    words = other_kernels_words(found)
    assert found.curves[0].slope is None and words["readout"].rows[0][3:5] == ("–", "–")
    assert isinstance(found.curves[0], OtherCurve)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"kernel": "gaussian"}, "kernel must be one of polynomial"),
        ({"metric": "nonsense"}, "metric must be one of"),
        ({"n_features": [8, 8]}, "n_features must be increasing"),
        ({"degree": 0}, "degree must be a whole number"),
        ({"seeds": []}, "seeds must hold at least one seed"),
        ({"X": np.ones((5, 2)), "kernel": "intersection"}, "kernel is not 0 everywhere"),
    ],
)
def test_what_is_refused(asked, message):
    with pytest.raises(Refusal, match=message):
        other_kernel_study(**{"X": RAW, **asked})
