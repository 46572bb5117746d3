"""Lines and bands are the curves, and the title gives the measured D beside that of the bound."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.datasets import load, standardize
from rffviz.explorer.figures.enlarge import enlarged, without_answer
from rffviz.explorer.figures.standalone import listed_html
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.convergence.curve import picture as curve_picture
from rffviz.explorer.views.convergence.curve.picture import convergence_picture
from rffviz.explorer.words.about import scheme_label
from rffviz.explorer.words.guarantees import bound_name
from rffviz.explorer.words.numbers import count, measured, number
from rffviz.kernels import Gaussian, Laplacian
from rffviz.measure import convergence, error_curve
from rffviz.samplers import SAMPLERS
from rffviz.theory import BOUNDS
from tests.views.looks import check_title


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


@pytest.mark.release
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
    top = np.quantile(report.curves[0].errors, 0.9, axis=0, method="median_unbiased")
    assert np.allclose(bands[0].y[:4], top, rtol=1e-6)


def cells_of(picture):
    return {name: dict(zip(picture.readout.columns[1:], cells, strict=True)) for name, *cells in picture.readout.rows}


@pytest.mark.release
def test_the_readout_holds_the_records_numbers(report):
    picture = convergence_of(report)(LIGHT)
    where, *columns = picture.readout.columns
    assert (where, *columns) == ("D = 256", "median error", "10–90 %", "D for ε = 0.1,\n95 % of 5 seeds", "slope")
    cells = cells_of(picture)
    for reading, need, slope in zip(report.readings, report.needed, report.slopes, strict=True):
        one = cells[SAMPLERS[reading.sampler].label]
        assert one["median error"] == measured(reading.median)
        assert one["D for ε = 0.1,\n95 % of 5 seeds"] == ("–" if np.isnan(need) else count(need))
        spread = f"{measured(reading.low)}–{measured(reading.high)}" if reading.sampler != "sobol" else "–"
        assert one["10–90 %"] == spread and one["slope"].startswith(f"−{abs(slope.value):.2f}")
    (guarantee,) = report.guarantees
    bound = cells["Rahimi & Recht bound, 95 %"]
    assert bound["median error"] == f"{measured(guarantee.at)}{', vacuous' * (guarantee.at >= 2)}"
    assert bound["D for ε = 0.1,\n95 % of 5 seeds"] == count(guarantee.needed)
    assert "line: median over 5 seeds, band: 10–90 % of them; Sobol' is deterministic: no band" in picture.subtitle
    notes = " ".join(a.text for a in picture.figure.layout.annotations)
    assert "proved for i.i.d. sampling only" in notes and "bound is vacuous here" in notes
    assert count(guarantee.needed) in notes


@pytest.mark.release
def test_the_title_gives_the_measured_and_the_required_number(report):
    needed = (
        f"{float(f'{report.needed[0]:.2g}'):,.0f} frequencies; the Rahimi & Recht bound requires "
        f"{count(report.guarantees[0].needed)}"
    )
    assert abs(report.slopes[0].value + 0.5) < 0.05
    assert convergence_of(report)(LIGHT).title == f"Monte Carlo, as 1/√D: error 0.1 takes ≈ {needed}"


@pytest.mark.release
def test_a_bound_is_drawn_to_where_it_reaches_epsilon_clear_of_the_names(report):
    (guarantee,) = report.guarantees
    (drawn,) = [t for t in convergence_of(report)(LIGHT).figure.data if "Rahimi" in (t.name or "")]
    shown = guarantee.curve.n_freqs <= guarantee.needed
    assert np.allclose(drawn.x, guarantee.curve.n_freqs[shown]) and np.allclose(drawn.y, guarantee.curve.values[shown])


@pytest.mark.slow
def test_half_of_a_presented_page_has_two_names_in_a_row(report):
    """Less room for the names, and shorter ones."""
    made = {
        presented: convergence_of(report)(replace(LIGHT, narrow=True, presented=presented)).figure
        for presented in (False, True)
    }
    rows = [sum(bool(trace.name) for trace in figure.data) for figure in made.values()]
    assert rows[0] == rows[1] and made[False].layout.margin.b - made[True].layout.margin.b == 26 * (rows[0] // 2)
    shown = [sum(bool(trace.showlegend) for trace in figure.data) for figure in made.values()]
    assert shown[1] == shown[0] - 1  # ε stands at its line
    assert made[True].layout.margin.b == 70 + 26 * -(-shown[1] // 2)
    assert any(note.text == "ε = 0.1" for note in made[True].layout.annotations)
    names = [next(trace.name for trace in figure.data if "Rahimi" in (trace.name or "")) for figure in made.values()]
    assert names == ["Rahimi & Recht (i.i.d. sampling only)", "Rahimi & Recht (i.i.d.)"]


@pytest.mark.slow
def test_an_error_that_is_there_from_the_start_is_said_as_a_limit(report):
    """Of curves that begin below epsilon nothing is known but that they need no more than the smallest D tried."""
    easy = convergence(report.curves, standardize(load("diabetes").X).X[:120], 256, 1.5, bounds=())
    picture = convergence_picture(easy, LIGHT)
    assert easy.reached_at_once == {curve.sampler for curve in report.curves} and [*picture.sizes] == [
        ("dimension", "setting", "")
    ]
    assert picture.title.endswith("reaches ε = 1.5 at D ≤ 16")
    assert {cells["D for ε = 1.5,\nmedian of 5 seeds"] for cells in cells_of(picture).values()} == {"≤ 16"}
    assert any("<b>D ≤ 16</b>" in note.text for note in picture.figure.layout.annotations)
    assert not report.reached_at_once and "≤" not in convergence_of(report)(LIGHT).title
    points = standardize(load("diabetes").X).X[:120]
    least = min(float(curve.median[-1]) for curve in report.curves)
    last = count(report.curves[0].n_freqs[-1])
    told = convergence_picture(convergence(report.curves, points, 256, 1e-3), LIGHT)
    assert told.title == f"No scheme reaches ε = 0.001: the smallest error is {number(least)} at D = {last}"
    check_title(told.title)
    late = replace(
        report.curves[0], errors=report.curves[0].errors * np.array([np.nan, *[1] * 3])
    )  # not defined at first
    told_late = convergence_picture(convergence([late, *report.curves[1:]], points, 256, 1e-3), LIGHT)
    assert told_late.title == told.title
    carlo = next(curve for curve in report.curves if curve.sampler == "monte_carlo")
    between = float(carlo.median[-1] + carlo.errors[:, -1].max()) / 2  # the median reaches it, not all of the seeds
    few = convergence([carlo], points, 256, between, 0.999)
    assert not few.reached and carlo.median[-1] < between
    title = convergence_picture(few, LIGHT).title
    assert title == f"No scheme has 99.9 % of its seeds below ε = {number(between)} by D = {last}"
    check_title(title)
    notes = {note.text: note for note in told.figure.layout.annotations}
    assert "ε = 0.001" in notes and "D = 256" not in notes  # its place is on the line at ε
    names = [note for text, note in notes.items() if text.startswith("<b>") and note.bgcolor]
    assert len(names) == len(report.curves) and {note.bgcolor for note in names} == {LIGHT.paper}
    bounded = convergence(report.curves, standardize(load("diabetes").X).X[:120], 256, 1.5)
    assert "takes ≤ 16 frequencies; the" in convergence_picture(bounded, LIGHT).title


def labels(picture):
    return [note.text for note in picture.figure.layout.annotations]


@pytest.mark.release
def test_the_target_error_and_the_readouts_d_are_named_in_the_figure(report):
    assert "ε = 0.1" in labels(convergence_of(report)(LIGHT))
    assert "ε = 0.08" in labels(convergence_picture(replace(report, epsilon=0.08), LIGHT))
    figure = convergence_of(report)(LIGHT).figure
    (tick,) = [shape for shape in figure.layout.shapes if shape.x0 == shape.x1 == report.n_freqs]
    (name,) = [note for note in figure.layout.annotations if note.text == "D = 256"]
    assert name.x == pytest.approx(np.log10(tick.x0)) and (tick.y0, name.y) == (0, figure.layout.yaxis.range[0])
    assert "D = 64" in labels(convergence_picture(replace(report, n_freqs=64), LIGHT))


@pytest.mark.slow
def test_the_number_of_a_bound_that_has_no_free_place_is_in_the_legend(report, monkeypatch):
    monkeypatch.setattr(curve_picture, "free_beside", lambda *_: None)
    picture = convergence_of(report)(LIGHT)
    (main,) = report.guarantees
    named = [trace for trace in picture.figure.data if trace.name and f"D ≈ {count(main.needed)}" in trace.name]
    assert len(named) == 1 and named[0].showlegend is not False and picture.figure.layout.showlegend
    assert not any(count(main.needed) in said for said in labels(picture))
    asked = without_answer(picture).figure
    assert [trace.visible for trace in asked.data if trace.name == named[0].name] == [False]


@pytest.mark.slow
def test_a_name_does_not_cover_the_one_below_it_where_a_figure_is_enlarged(report):
    """A box of 1.3 times the font stands 0.65 below its middle, capitals 0.36 above theirs."""
    first, sobol, last = report.curves
    given = convergence_picture(replace(report, curves=(first, sobol, replace(last, errors=first.errors))), LIGHT)
    names = [f"<b>{scheme_label(curve.sampler)}</b>" for curve in (first, last)]
    for factor, growth in ((1.0, 1.0), (2.0, 1.6), (3.0, 1.2)):
        layout = enlarged(given, factor, round(growth * given.figure.layout.height)).figure.layout
        one, other = (note for note in layout.annotations if note.text in names)
        share = abs(one.y - other.y) / np.diff(layout.yaxis.range)[0]
        height = layout.height - layout.margin.t - layout.margin.b
        assert share * height >= (0.65 + 0.36) * one.font.size, factor


@pytest.mark.release
def test_what_the_measured_ring_stands_for_is_in_the_legend_where_its_label_is_short(report):
    for narrow in (True, False):
        figure = convergence_picture(report, replace(LIGHT, narrow=narrow)).figure
        assert len([trace for trace in figure.data if trace.name == "95 % of 5 seeds"]) == narrow


@pytest.mark.slow
def test_a_single_bound_has_a_ring_and_a_number_in_its_colour(report):
    (guarantee,) = report.guarantees
    figure, colour = convergence_of(report)(LIGHT).figure, LIGHT.guarantee(guarantee.name)[0]
    rings = [
        trace.marker.line.color for trace in figure.data if trace.mode == "markers" and trace.x[0] == guarantee.needed
    ]
    said = [note.font.color for note in figure.layout.annotations if note.text.startswith("guaranteed")]
    assert rings == said == [colour]
    measured = report.reached[0][0]
    given = {("dimension", "setting", ""): 10, ("D of Monte Carlo", "measured", "sup paired 0.95"): measured}
    given |= {
        (f"D of {SAMPLERS[curve.sampler].label}", "measured", "sup paired 0.95"): m for m, curve in report.reached
    }
    given["D by Rahimi & Recht", "bound", "sup paired"] = guarantee.needed
    assert convergence_of(report)(LIGHT).sizes == given and measured > 0
    other = convergence(report.curves[1:], standardize(load("diabetes").X).X[:120], 256, 0.1, bounds=())
    assert not given.keys() & convergence_picture(other, LIGHT).sizes.keys() - {("dimension", "setting", "")}


@pytest.mark.slow
def test_names_are_placed_on_the_axes_that_both_sides_share(report):
    far = convergence(report.curves, standardize(load("diabetes").X).X[:120], 256, 0.01)
    alone, both = (convergence_picture(report, LIGHT, beside=beside) for beside in ((), [far]))
    assert both.figure.layout.xaxis.range[1] > alone.figure.layout.xaxis.range[1] + 1
    assert both.figure.layout.xaxis.range == convergence_picture(far, LIGHT, beside=[report]).figure.layout.xaxis.range
    (epsilon,) = [trace for trace in both.figure.data if trace.name == "ε"]
    assert np.log10(epsilon.x[1]) == pytest.approx(both.figure.layout.xaxis.range[1])


@pytest.mark.release
def test_every_bound_has_its_ring_and_its_row(report):
    X = standardize(load("diabetes").X).X[:120]
    every = convergence(report.curves, X, 256, 0.1, bounds=tuple(BOUNDS))
    assert len(every.guarantees) > 2
    picture = convergence_picture(every, LIGHT)
    rings = [trace for trace in picture.figure.data if trace.mode == "markers"]
    for guarantee in every.guarantees:
        (ring,) = [t for t in rings if t.hovertemplate.startswith(f"{BOUNDS[guarantee.name].label}: <b>D ≈")]
        assert ring.x[0] == guarantee.needed and ring.marker.line.color == LIGHT.guarantee(guarantee.name)[0]
        cells = cells_of(picture)[f"{bound_name(guarantee.name)}, 95 %"]
        assert cells["D for ε = 0.1,\n95 % of 5 seeds"] == count(guarantee.needed)
    assert not any("guaranteed" in note.text for note in picture.figure.layout.annotations)


@pytest.mark.slow
def test_without_a_bound_no_bound_is_drawn():
    X = standardize(load("diabetes").X).X[:60]
    curve = error_curve(X, Laplacian(8.0), "monte_carlo", [16, 64], [0])
    picture = convergence_picture(convergence([curve], X, 64, 0.05), LIGHT)
    assert all("bound" not in (t.name or "") for t in picture.figure.data)
    assert "infinite" in " ".join(picture.notes)
    assert picture.title == "The bound guarantees nothing: σ_p is infinite for the Laplacian kernel"
    both = convergence([curve], X, 64, 0.05, bounds=("rahimi_recht", "sutherland_schneider"))
    assert convergence_picture(both, LIGHT).title.startswith("The bounds guarantee nothing")
    bounds = ["Rahimi & Recht: no finite bound", "Sutherland & Schneider: no finite bound"]
    (said,) = [each for each in convergence_picture(both, LIGHT).figure.layout.annotations if "finite" in each.text]
    assert said.text == "<br>".join(bounds) and said.font.color == LIGHT.bound
    narrow = convergence_picture(both, replace(LIGHT, narrow=True)).figure
    assert [each.name for each in narrow.data if "finite" in (each.name or "")] == bounds
    assert narrow.layout.showlegend is not False and not any(
        "finite" in each.text for each in narrow.layout.annotations
    )
    assert "bound:" not in listed_html(picture.notes, picture.provenance)
    without = convergence([curve], X, 64, 0.05, bounds=())
    assert "guarantee" not in convergence_picture(without, LIGHT).title
    assert not [each for each in convergence_picture(without, LIGHT).figure.layout.annotations if "finite" in each.text]


@pytest.mark.slow
@pytest.mark.parametrize(("error", "said"), [(0.0042, "−0.498 ± 0.004"), (0.012, "−0.50 ± 0.01"), (np.nan, "−0.50")])
def test_a_slope_has_the_digits_of_its_standard_error(report, error, said):
    slopes = tuple(replace(slope, value=-0.498, standard_error=error) for slope in report.slopes)
    picture = convergence_picture(replace(report, slopes=slopes), LIGHT)
    assert cells_of(picture)["Monte Carlo"]["slope"] == said


@pytest.mark.release
@pytest.mark.parametrize("looser", [400, 5000])
def test_the_axis_holds_the_number_of_the_headline(report, looser):
    """In 64 dimensions a bound on all of space requires 400 times as many frequencies as one on pairs."""
    pairs, uniform = (replace(report.guarantees[0], name=name) for name in ("cramer_pairs", "rahimi_recht"))
    guarantees = replace(pairs, needed=1300), replace(uniform, needed=1300 * looser)
    made = convergence_picture(replace(report, guarantees=guarantees), LIGHT)
    assert made.title.endswith(f"requires {count(1300 * looser)}")
    assert 10 ** made.figure.layout.xaxis.range[1] > 1300 * looser
    assert any(count(1300 * looser) in note.text for note in made.figure.layout.annotations)
