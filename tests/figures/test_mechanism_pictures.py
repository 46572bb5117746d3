"""The pictures a lecture begins with show their records' numbers, in words, traces and frames, in every look."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rffviz.figures.theme import DARK, LIGHT
from rffviz.kernels import Gaussian, Laplacian, Matern, RationalQuadratic
from rffviz.studies.binning import binned_pair
from rffviz.studies.circle import wrapped_points
from rffviz.studies.handles import Handles
from rffviz.studies.own_kernel import own_kernel
from rffviz.studies.spectrum import kernel_spectra
from rffviz.studies.spectrum_plane import plane_spectrum
from rffviz.studies.two_points import two_points
from rffviz.views.features.binning.picture import grids_picture
from rffviz.views.features.circle.picture import circle_picture
from rffviz.views.features.two_points.picture import two_points_picture
from rffviz.views.kernel.own_kernel.picture import own_kernel_picture
from rffviz.views.kernel.spectrum.picture import spectra_picture
from rffviz.views.kernel.spectrum_plane.picture import plane_spectrum_picture
from rffviz.words.numbers import measured, number

LOOKS = {"light": LIGHT, "dark": DARK, "narrow": replace(LIGHT, narrow=True)}
PAIR = [Gaussian(2.0), Laplacian(2.0)]
SIZES = [1, 4, 16, 64]

CASES = {
    "spectrum": (spectra_picture, lambda: replace(kernel_spectra([Gaussian()], SIZES), shown=4)),
    "spectrum-pole": (spectra_picture, lambda: kernel_spectra([RationalQuadratic(alpha=0.05)], SIZES)),
    "spectrum-tail": (spectra_picture, lambda: kernel_spectra([Matern(nu=0.1)], [1, 2048], scale="log")),
    "spectrum-pair": (spectra_picture, lambda: replace(kernel_spectra(PAIR, SIZES), shown=16)),
    "spectrum-pair-log": (spectra_picture, lambda: kernel_spectra(PAIR, SIZES, scale="log")),
    "plane": (plane_spectrum_picture, lambda: replace(plane_spectrum(Gaussian(0.7), SIZES), shown=4)),
    "plane-log": (plane_spectrum_picture, lambda: plane_spectrum(Laplacian(), SIZES, scale="log")),
    "plane-pole": (plane_spectrum_picture, lambda: plane_spectrum(RationalQuadratic(alpha=0.05), SIZES)),
    "own": (own_kernel_picture, lambda: replace(own_kernel("2*exp(-r)", SIZES), shown=16)),
    "own-dragged": (
        own_kernel_picture,
        lambda: own_kernel(Handles((0.6, 0.4, 0.2, 0.1, 0.1, 0, 0, 0)), SIZES),
    ),
    "own-none": (own_kernel_picture, lambda: own_kernel("r < 1", SIZES)),
    "own-in-three": (own_kernel_picture, lambda: own_kernel("exp(-r)", SIZES, d=3)),
    "own-none-in-three": (own_kernel_picture, lambda: own_kernel("max(0, 1 - r)", SIZES, d=3)),
    "own-wild": (own_kernel_picture, lambda: own_kernel("1 - r", SIZES)),
    "circle": (circle_picture, lambda: replace(wrapped_points(Gaussian(), 1.3), shown=3)),
    "circle-fast": (circle_picture, lambda: wrapped_points(Matern(1.0, nu=0.2), 0.0, random_state=1)),
    "grids": (grids_picture, lambda: replace(binned_pair(1.0, 0.6, SIZES), shown=4)),
    "grids-apart": (grids_picture, lambda: binned_pair(0.05, 6.0, SIZES, 1)),
    "pair": (two_points_picture, lambda: replace(two_points(Gaussian(), 1.3, SIZES), shown=4)),
    "pair-offset": (two_points_picture, lambda: two_points(Laplacian(), 0.7, SIZES, "offset", 3)),
    "pair-equal": (two_points_picture, lambda: two_points(Gaussian(), 0.0, SIZES)),
}


@cache
def record_of(name):
    return CASES[name][1]()


@cache
def picture(name, look="light"):
    return CASES[name][0](record_of(name), LOOKS[look])


@pytest.fixture(params=CASES)
def name(request):
    return request.param


def trace(made, name):
    return next(trace for trace in made.figure.data if trace.name == name)


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_every_picture_is_complete(name, look):
    made = picture(name, look)
    assert made.figure.layout.paper_bgcolor == LOOKS[look].paper
    assert look == "narrow" or made.figure.layout.height <= 400
    assert len(made.title) > 20 and len(made.subtitle) > 30 and len(made.alt) > 60
    readings = made.scrub.readings if made.scrub else ()
    for said in (made.title, made.subtitle, made.reading, made.alt, *readings, *made.notes):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", said))
    assert all(said.endswith(".") for said in (made.reading, made.alt, *made.notes))
    lengths = {len(column) for column in made.columns.values()}
    assert len(lengths) == 1 and lengths.pop() > 1
    assert not {"nan", "inf"} & set(re.split(r"\W+", made.csv().split("\n", len(made.provenance))[-1]))


@pytest.mark.parametrize("look", LOOKS)
def test_type_is_large_enough_for_the_last_row(name, look):
    layout = picture(name, look).figure.layout
    for axis in (layout[axis] for axis in layout if re.fullmatch(r"[xy]axis\d*", axis)):
        if axis.visible is not False:
            assert axis.tickfont.size >= 16 and axis.title.font.size >= 18
    assert all(note.font.size >= 16 for note in layout.annotations)
    assert layout.font.size >= 16 and (layout.legend.font.size or 16) >= 16


@pytest.mark.slow
def test_every_number_sent_to_the_browser_is_single_precision(name):
    figure = picture(name).figure
    for trace in [*figure.data, *(trace for frame in figure.frames for trace in frame.data)]:
        for values in (trace.x, trace.y, trace.customdata, getattr(trace, "z", None)):
            if values is not None and len(values):
                assert isinstance(values, np.ndarray) and values.dtype == np.float32
                assert not np.isinf(values).any()


def test_frames_and_scrub_agree(name):
    made = picture(name)
    scrub = made.scrub
    if scrub is None:
        assert name.startswith("own-") and not made.figure.frames
        return
    assert [frame.name for frame in made.figure.frames] == list(scrub.names)
    assert len(scrub.readings) == len(scrub.names) == len(set(scrub.names)) == len(scrub.values)
    assert scrub.readings[scrub.start] == made.reading
    frame = made.figure.frames[scrub.start]
    for trace, index in zip(frame.data, frame.traces, strict=True):
        drawn = made.figure.data[index]
        assert drawn.type == trace.type
        for key in ("x", "y", "z"):
            if key in drawn and trace[key] is not None:
                assert np.array_equal(drawn[key], trace[key], equal_nan=True)


# --- a kernel beside its spectrum -------------------------------------------------------------------------------------


def test_kernel_estimate_density_and_frequencies_are_the_records():
    made, spectra = picture("spectrum"), record_of("spectrum")
    kind = spectra.kinds[0]
    assert np.allclose(trace(made, "k, the kernel").y, kind.exact, atol=1e-6)
    assert np.allclose(trace(made, "k̂, the mean of D waves").y, kind.approximate[1], atol=1e-6)
    dots = trace(made, "a frequency drawn")
    assert np.allclose(dots.x, kind.drawn[:4]) and np.allclose(dots.y, (kind.share * kind.height)[:4])
    assert [len(frame.data[-1].x) for frame in made.figure.frames] == SIZES
    waves = [frame.data[0].y.reshape(8, -1)[:, :-1] for frame in made.figure.frames]  # without the gaps between them
    assert [int(np.isfinite(each).all(axis=1).sum()) for each in waves] == [1, 4, 8, 8]
    assert np.allclose(waves[3], kind.waves, atol=1e-6)


def test_readings_and_titles_are_computed_from_the_record():
    made, (kind,) = picture("spectrum"), record_of("spectrum").kinds
    for g, m in enumerate(SIZES):
        assert f"at most {measured(kind.largest[g])} away" in made.scrub.readings[g]
        assert number(max(map(abs, kind.drawn[:m]))) in made.scrub.readings[g]
    pair = picture("spectrum-pair")
    first, second = record_of("spectrum-pair").kinds
    assert number(first.fast) in pair.title and number(second.fast) in pair.title


def test_a_kink_and_crossed_names_are_said():
    notes = " ".join(picture("spectrum-pair").notes)
    assert "falls as |ω| to the power −2, so even the mean of |ω| is infinite and k has a kink at 0" in notes
    assert "Laplacian kernel has a Cauchy spectrum, and the Cauchy kernel has a Laplace spectrum" in notes
    assert "Mind the names" not in " ".join(picture("spectrum").notes)
    nu = {0.4: "kink at 0", 0.8: "no second derivative at 0", 1.5: "k has a second derivative at 0"}
    for value, words in nu.items():
        assert words in spectra_picture(kernel_spectra([Matern(nu=value)], [2]), LIGHT).notes[0]


def test_on_logarithmic_axes_the_frequencies_stand_on_the_density():
    made, spectra = picture("spectrum-pair-log"), record_of("spectrum-pair-log")
    dots = trace(made, "a frequency drawn, Laplacian")
    assert np.allclose(dots.y, Laplacian(2.0).spectral_density(dots.x[:, None]), rtol=1e-3)
    assert made.figure.layout.xaxis2.type == made.figure.layout.yaxis2.type == "log"
    assert len(dots.x) == spectra.n_freqs[-1]


# --- in the plane -----------------------------------------------------------------------------------------------------


def test_the_plane_shows_kernel_estimates_and_frequencies():
    made, found = picture("plane"), record_of("plane")
    kernel, density, estimate, _, points = made.figure.data
    assert np.allclose(kernel.z, found.exact, atol=1e-6) and np.allclose(estimate.z, found.approximate[1], atol=1e-6)
    assert np.array_equal(points.x, found.W[:4, 0].astype(np.float32)) and density.z.max() == 1
    assert [len(frame.data[2].x) for frame in made.figure.frames] == SIZES
    for g in range(len(SIZES)):
        assert measured(found.largest[g]) in made.scrub.readings[g]


def test_a_round_kernel_is_called_round_and_another_is_not():
    assert "is round" in picture("plane").title
    assert f"{measured(np.exp(-1))} along an axis" in picture("plane-log").title
    assert f"{measured(np.exp(-np.sqrt(2)))} on a diagonal" in picture("plane-log").title


# --- a kernel of one's own --------------------------------------------------------------------------------------------


def test_a_function_that_is_no_kernel_is_called_so_and_its_negative_mass_is_shaded():
    made, found = picture("own-none"), record_of("own-none")
    assert "r < 1 is not positive definite" in made.title and "No frequencies are drawn" in made.reading
    assert measured(found.negative) in made.reading and measured(found.positive) in made.reading
    below = trace(made, "negative mass")
    assert below.y.min() == pytest.approx(found.density.min(), rel=1e-6) and below.y.max() == 0
    assert not any(each.name == "a frequency drawn" for each in made.figure.data)
    assert any("p < 0 somewhere" in note.text for note in made.figure.layout.annotations)


def test_a_kernel_of_ones_own_is_drawn_from():
    made, found = picture("own"), record_of("own")
    assert (
        "is positive definite in every dimension" in made.title
        and "It is divided by that" in made.notes[0]
        and "is 2 at" in made.notes[0]
    )
    assert np.allclose(trace(made, "k̂, the mean of D waves").y, found.approximate[2], atol=1e-6)
    assert [len(frame.data[1].x) for frame in made.figure.frames] == SIZES
    assert all(measured(gap) in said for gap, said in zip(found.largest, made.scrub.readings, strict=True))


# --- a point on the circle --------------------------------------------------------------------------------------------


def test_points_lie_on_the_circle_at_their_angles_and_on_both_waves():
    made, found = picture("circle"), record_of("circle")
    for j, frame in enumerate(made.figure.frames):
        assert np.allclose(frame.data[0].z, found.waves[j], atol=1e-6)
        for letter, angle in zip("xy", found.angles[j], strict=False):
            *_, on_circle = (each for each in frame.data if each.name == letter)
            assert (on_circle.x[0], on_circle.y[0]) == pytest.approx((np.cos(angle), np.sin(angle)), abs=1e-6)
        cosine, sine = (next(each for each in frame.data if each.name == wave) for wave in ("cos", "sin"))
        place, *_ = (each for each in frame.data if each.name == "x")
        assert np.interp(place.x[0], cosine.x, cosine.y) == pytest.approx(np.cos(found.angles[j, 0]), abs=1e-3)
        assert np.interp(place.x[0], sine.x, sine.y) == pytest.approx(np.sin(found.angles[j, 0]), abs=1e-3)
        assert measured(found.products[j]).replace("-", "−") in made.scrub.readings[j]
    assert made.scrub.start == 2


def test_waves_too_fast_to_draw_are_named():
    assert "too fast to be drawn" in picture("circle-fast").notes[0] and not picture("circle").notes


# --- two points -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pair", "pair-offset"])
def test_bars_are_features_and_their_products(name):
    made, found = picture(name), record_of(name)
    for frame, m in zip(made.figure.frames, SIZES, strict=True):
        first, second, product, dot = frame.data
        assert np.allclose(first.y, found.features[0, :m].ravel()[:20], atol=1e-6)
        assert np.allclose(product.y, first.y * second.y, atol=1e-5)
        assert (dot.x[0], dot.y[0]) == pytest.approx((m, found.inner[m - 1]), rel=1e-6)
    assert np.allclose(trace(made, "z(x)·z(y)").y, found.inner, atol=1e-6)
    assert np.allclose(trace(made, "k(x − y)").y, found.exact, atol=1e-6)


def test_the_reading_of_two_points_compares_inner_product_and_kernel():
    made, found = picture("pair-offset"), record_of("pair-offset")
    for g, m in enumerate(SIZES):
        said = made.scrub.readings[g]
        assert f"z(x)·z(y) is {measured(found.inner[m - 1])} and k(x − y) is {measured(found.exact)}" in said
        assert f"z(x)·z(x) is {measured(found.squared_length[m - 1])}, where k(0) is 1" in said
        assert ("1 feature for" in said) == (m == 1)
    assert "standard deviations" not in picture("pair-equal").reading


# --- random binning ---------------------------------------------------------------------------------------------------


def test_the_bins_shown_are_those_of_the_last_grid_and_hold_their_points():
    made, found = picture("grids"), record_of("grids")
    for frame, n_grids in zip(made.figure.frames, SIZES, strict=True):
        _, first, second, dot = frame.data
        for box, point in zip((first, second), found.pair, strict=True):
            assert box.x.min() - 1e-6 <= point[0] <= box.x.max() + 1e-6
            assert box.y.min() - 1e-6 <= point[1] <= box.y.max() + 1e-6
        assert (np.array_equal(first.x, second.x) and np.array_equal(first.y, second.y)) or not found.met[n_grids - 1]
        assert (dot.x[0], dot.y[0]) == pytest.approx((n_grids, found.share[n_grids - 1]))
    for n_grids, said in zip(SIZES, made.scrub.readings, strict=True):
        assert ("share a bin" in said) == found.met[n_grids - 1]
        assert f"met in {found.met[:n_grids].sum()} of" in said
    assert "Gaussian kernel cannot be binned" in made.notes[0]
