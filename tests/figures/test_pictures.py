"""Figures show the record's numbers, in words and traces, in light and dark, wide and narrow."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.datasets import load, standardize
from rffviz.figures.theme import DARK, LIGHT, THEMES, blank
from rffviz.kernels import Gaussian, Laplacian, Matern, RationalQuadratic
from rffviz.measure import convergence, error_curve
from rffviz.samplers import SAMPLERS
from rffviz.studies.weights import weight_maps
from rffviz.theory import BOUNDS
from rffviz.views.adaptive.weights.picture import weight_maps_picture
from rffviz.views.convergence.beside.picture import beside_picture
from rffviz.views.convergence.curve.picture import convergence_picture
from rffviz.words.numbers import count, kernel_words, listed, measured, number, of_seeds, plural

LOOKS = [LIGHT, DARK, replace(LIGHT, narrow=True)]


@pytest.fixture(scope="module")
def report():
    X = standardize(load("diabetes").X).X[:120]
    curves = [
        error_curve(X, Gaussian(4.0), name, [16, 64, 256, 1024], range(5))
        for name in ("monte_carlo", "sobol", "orthogonal")
    ]
    return convergence(curves, X, 256, 0.1)


def convergence_of(report):
    return lambda theme: convergence_picture(report, theme)


def weights():
    data, kernel = load("tilted", n_points=120), Gaussian(2.0)
    found = weight_maps(data.X, kernel, 60, "sample", (0.1, 0.01), labels=data.y, n_grid=11)
    return found, lambda theme: weight_maps_picture(found, theme)


@pytest.mark.slow
@pytest.mark.parametrize("theme", LOOKS, ids=["light", "dark", "narrow"])
def test_a_weight_map_is_complete(theme):
    picture = weights()[1](theme)
    assert picture.figure.layout.paper_bgcolor == theme.paper
    assert len(picture.title) > 20 and len(picture.subtitle) > 30 and len(picture.alt) > 60
    assert picture.reading.endswith(".") and picture.reading == picture.scrub.readings[picture.scrub.start]
    assert len({len(column) for column in picture.columns.values()}) == 1
    for trace in [*picture.figure.data, *(trace for frame in picture.figure.frames for trace in frame.data)]:
        for values in (trace.x, trace.y, getattr(trace, "z", None)):
            if isinstance(values, np.ndarray):
                assert values.dtype == np.float32
    frame = picture.figure.frames[picture.scrub.start]  # the frame shown first is the figure as it is drawn
    for trace, index in zip(frame.data, frame.traces, strict=True):
        key = "z" if trace.type == "heatmap" else "y"
        assert np.array_equal(trace[key], picture.figure.data[index][key])


def test_convergence_lines_and_bands_are_the_curves(report):
    figure = convergence_of(report)(LIGHT).figure
    for curve in report.curves:
        label = SAMPLERS[curve.sampler].label
        (line,) = [t for t in figure.data if t.name == label]
        assert np.allclose(line.y, np.median(curve.errors, axis=0), rtol=1e-6)
        assert line.line.color == LIGHT.scheme(curve.sampler)[0]
    bands = [t for t in figure.data if t.fill == "toself"]
    assert len(bands) == 2  # the deterministic scheme has none
    top = np.quantile(report.curves[0].errors, 0.9, axis=0)
    assert np.allclose(bands[0].y[:4], top, rtol=1e-6)


def test_convergence_says_what_the_bound_is_worth(report):
    words = convergence_of(report)(LIGHT)
    (promise,) = report.promises
    assert (
        f"With 95 % confidence the Rahimi & Recht bound promises Monte Carlo an error of at most {measured(promise.at)}"
        in words.reading
    )
    assert ("says nothing" in words.reading) == (promise.at >= 2)
    assert "line: median over 5 seeds, band: 10–90 % of them; Sobol' is deterministic: no band" in words.subtitle
    notes = " ".join(a.text for a in words.figure.layout.annotations)
    assert "promised for Monte Carlo only" in notes and "says nothing" in notes
    assert count(promise.needed) in notes


def test_convergence_ratio_in_the_title_is_promised_over_measured(report):
    ratio = report.promises[0].needed / report.needed[0]
    assert f"{ratio:.0f} times" in convergence_of(report)(LIGHT).title


def test_an_error_that_is_there_from_the_start_is_said_as_a_limit(report):
    """Of curves that begin below epsilon nothing is known but that they need no more than the smallest D tried."""
    easy = convergence(report.curves, standardize(load("diabetes").X).X[:120], 256, 1.5, bounds=())
    picture = convergence_picture(easy, LIGHT)
    assert easy.reached_at_once == {curve.sampler for curve in report.curves}
    assert picture.title.endswith("is within an error of 1.5 already at the smallest D tried, 16")
    assert any("<b>D ≤ 16</b>" in note.text for note in picture.figure.layout.annotations)
    assert not report.reached_at_once and "at least" not in convergence_of(report)(LIGHT).title
    bounded = convergence(report.curves, standardize(load("diabetes").X).X[:120], 256, 1.5)
    assert "asks for at least" in convergence_picture(bounded, LIGHT).title


@pytest.mark.slow
def test_every_promise_has_its_ring_and_its_name_in_a_row_of_its_own(report):
    X = standardize(load("diabetes").X).X[:120]
    every = convergence(report.curves, X, 256, 0.1, bounds=tuple(BOUNDS))
    assert len(every.promises) > 1
    figure = convergence_picture(every, LIGHT).figure
    notes = {note.text: note for note in figure.layout.annotations}
    shown = [notes[f"{BOUNDS[p.name].label}: <b>D ≈ {count(p.needed)}</b>"] for p in every.promises]
    assert len({note.yshift for note in shown}) == len(shown)
    assert [note.font.color for note in shown] == [LIGHT.promise(promise.name)[0] for promise in every.promises]


def test_without_a_bound_no_bound_is_drawn():
    X = standardize(load("diabetes").X).X[:60]
    curve = error_curve(X, Laplacian(8.0), "monte_carlo", [16, 64], [0])
    picture = convergence_picture(convergence([curve], X, 64, 0.05), LIGHT)
    assert all("bound" not in (t.name or "") for t in picture.figure.data)
    assert "infinite" in picture.reading


def test_weight_map_is_the_record(report):
    found, build = weights()
    picture = build(LIGHT)
    heat = picture.figure.data[-1]
    assert np.allclose(heat.z, found.maps[1].weights / found.maps[1].weights.max(), rtol=1e-6)
    assert np.allclose(picture.figure.frames[0].data[0].z.max(), 1)
    assert picture.figure.frames[0].name == "prior"
    assert sum(picture.columns["weight_lambda_0.1"]) == pytest.approx(1)


def test_same_scheme_has_the_same_look_and_known_ones_differ():
    for theme in THEMES.values():
        looks = [theme.scheme(name) for name in SAMPLERS]
        assert len(set(looks)) == len(looks)
        assert theme.scheme("a_scheme_of_ones_own") == theme.scheme("a_scheme_of_ones_own")


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda t: t.name)
def test_colours_of_lines_and_words_stand_out(theme):
    """Contrast of at least 4.5 to 1, by the formula of WCAG 2."""
    for colour in (theme.ink, theme.muted, theme.bound, theme.exact, *theme.hues.values()):
        lighter, darker = sorted((luminance(colour), luminance(theme.paper)), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, colour


def test_type_is_large_enough_for_the_last_row():
    layout = blank(LIGHT).layout
    for axis in (layout.xaxis, layout.yaxis):
        assert axis.tickfont.size >= 16 and axis.title.font.size >= 18


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.1, "0.1"),
        (0.0973, "0.097"),
        (1.5, "1.5"),
        (123.4, "123"),
        (99373, "99,373"),
        (0, "0"),
        (float("inf"), "∞"),
        (float("nan"), "–"),
        (3.2e-6, "3.2 × 10⁻⁶"),
    ],
)
def test_number_in_words(value, words):
    assert number(value) == words


@pytest.mark.parametrize(
    ("value", "words"), [(0.1, "0.10"), (0.0973, "0.097"), (1.5, "1.50"), (123.4, "123"), (2.0, "2.00"), (0.0, "0")]
)
def test_measured_values_keep_their_digits(value, words):
    assert measured(value) == words


def test_counts_and_plurals():
    assert count(99373.2) == "99,373" and count(float("inf")) == "∞" and count(1.234e12) == "1.23 × 10¹²"
    assert plural(1, "seed") == "1 seed" and plural(1200, "seed") == "1,200 seeds"
    assert plural(1, "frequency") == "1 frequency" and plural(2, "frequency") == "2 frequencies"
    assert of_seeds(3, 20) == "the first 3 of 20 seeds" and of_seeds(20, 20) == "20 seeds"
    assert [listed("abc"[:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b, and c"]
    assert listed(["a", "b, c", "d"]) == "a; b, c; and d" and listed(["a, b", "c"]) == "a, b and c"


@pytest.mark.parametrize(
    ("kernel", "words"),
    [
        (Gaussian(4.153), "Gaussian, ℓ = 4.15"),
        (Matern(length_scale=1.0, nu=2.5), "Matérn, ν = 2.5, ℓ = 1"),
        (RationalQuadratic(length_scale=0.5, alpha=0.25), "rational quadratic, α = 0.25, ℓ = 0.5"),
    ],
)
def test_a_kernel_is_named_with_all_its_parameters(kernel, words):
    assert kernel_words(kernel) == words


def test_figures_side_by_side_have_the_same_axes(report):
    X = standardize(load("diabetes").X).X[:120]
    curve = error_curve(X, Laplacian(3.0), "monte_carlo", [16, 64], [0])
    other = convergence([curve], X, 64, 0.1)
    alone = convergence_picture(other, LIGHT).figure.layout
    picture = beside_picture({"A": other, "B": report}, LIGHT)
    both = picture.figure.layout
    assert both.xaxis.range == both.xaxis2.range and both.yaxis.range == both.yaxis2.range
    assert both.xaxis.range != alone.xaxis.range and both.height <= 430
    assert both.yaxis.domain == both.yaxis2.domain and both.xaxis.domain[1] < both.xaxis2.domain[0]
    names = [trace.name for trace in picture.figure.data if trace.showlegend]
    assert len(set(names)) == len(names) > 1
    for letter, each in (("A", other), ("B", report)):
        need = f"{each.reached[0][0]:,.0f}" if each.reached else ""
        said = (f"{letter} needs {need}", f"{letter} {need}") if need else (f"{letter} does not reach it",)
        assert any(words in picture.title for words in said)
    drawn = [each.main_promise.needed for each in (other, report) if each.main_promise]
    assert ("the bound asks" in picture.title) == (len(drawn) == 2)
