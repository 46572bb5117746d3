"""Lines and bands are the curves, and the title says what the bound is worth."""

import numpy as np
import pytest

from rffviz.datasets import load, standardize
from rffviz.figures.theme import LIGHT
from rffviz.kernels import Gaussian, Laplacian
from rffviz.measure import convergence, error_curve
from rffviz.samplers import SAMPLERS
from rffviz.theory import BOUNDS
from rffviz.views.convergence.curve.picture import convergence_picture
from rffviz.words.numbers import count, measured


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


def test_convergence_lines_and_bands_are_the_curves(report):
    figure = convergence_of(report)(LIGHT).figure
    assert figure.layout.xaxis.type == figure.layout.yaxis.type == "log"
    low, high = (10**end for end in figure.layout.xaxis.range)
    assert low <= report.curves[0].n_freqs[0] and report.curves[0].n_freqs[-1] <= high
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
