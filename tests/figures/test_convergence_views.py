"""The views of convergence show their records' numbers, in words, traces and frames, in every look."""

import json
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rffviz.datasets import Points
from rffviz.figures.theme import DARK, LIGHT
from rffviz.kernels import Cauchy, Gaussian, Laplacian
from rffviz.measure import convergence, error_curve, exceedance
from rffviz.samplers import SAMPLERS
from rffviz.studies.maps import map_comparison
from rffviz.studies.pairs import kernel_matrices, pair_errors
from rffviz.studies.profile import kernel_profile
from rffviz.views.convergence.curve.picture import convergence_picture
from rffviz.views.convergence.exceedance.picture import exceedance_picture
from rffviz.views.convergence.maps.picture import maps_picture
from rffviz.views.convergence.matrices.picture import matrices_picture
from rffviz.views.convergence.pairs.picture import agreement_picture, residual_picture
from rffviz.views.start.profile.picture import profile_picture
from rffviz.words.numbers import count, kernel_words, measured

LOOKS = {"light": LIGHT, "dark": DARK, "narrow": replace(LIGHT, narrow=True)}
X = Points(np.random.default_rng(0).standard_normal((70, 2)), "cloud", 90, note="Twenty are left out.")
CLOUD = "cloud, 70 of 90 points, d = 2"
SIZES = [16, 64, 256]
MANY_SIZES = [16, 32, 64, 128, 256, 384, 512, 768, 1024, 2048]


def shares(
    epsilon=0.1, samplers=("monte_carlo", "sobol", "orthogonal"), kernel=None, seeds=range(8), sizes=SIZES, **options
):
    curves = [error_curve(X, kernel or Gaussian(1.5), name, sizes, seeds) for name in samplers]
    return exceedance(curves, X, 64, epsilon, **options)


def curves_of(names=("monte_carlo", "sobol", "orthogonal")):
    return [error_curve(X, Gaussian(1.5), name, SIZES, range(5)) for name in names]


CASES = {
    "profile": (profile_picture, lambda: replace(kernel_profile(Gaussian(), [1, 8, 64], n_points=21), shown=8)),
    "convergence": (convergence_picture, lambda: convergence(curves_of(), X, 64, 0.1)),
    "convergence-many": (convergence_picture, lambda: convergence(curves_of(list(SAMPLERS)[:8]), X, 64, 0.1)),
    "exceedance": (exceedance_picture, shares),
    "exceedance-bounds": (exceedance_picture, lambda: shares(bounds=("rahimi_recht", "sutherland_schneider"))),
    "exceedance-silent": (exceedance_picture, lambda: shares(0.01, ("sobol",), Laplacian())),
    "maps": (maps_picture, lambda: map_comparison(Gaussian(2.0), 3, n_seeds=20)),
    "maps-loses": (maps_picture, lambda: map_comparison(Cauchy(), 1, n_seeds=20)),
    "matrices": (matrices_picture, lambda: replace(kernel_matrices(X, Gaussian(), MANY_SIZES), shown=256)),
    "agreement": (agreement_picture, lambda: replace(pair_errors(X, Gaussian(), SIZES), shown=64)),
    "residuals": (residual_picture, lambda: replace(pair_errors(X, Laplacian(), SIZES), shown=64)),
    "residuals-binned": (
        residual_picture,
        lambda: replace(pair_errors(X, Cauchy(), SIZES, "sobol_scrambled"), shown=64),
    ),
    "agreement-offset": (agreement_picture, lambda: pair_errors(X, Cauchy(), [32], map="offset")),
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


def colours_of(layout):
    return [layout[axis] for axis in layout.to_plotly_json() if axis.startswith("coloraxis")]


def words_of(made):
    readings = made.scrub.readings if made.scrub else ()
    return (made.title, made.subtitle, made.reading, made.alt, *readings)


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_every_picture_is_complete(name, look):
    made = picture(name, look)
    assert made.figure.layout.paper_bgcolor == LOOKS[look].paper
    assert len(made.title) > 20 and len(made.subtitle) > 30 and len(made.alt) > 60
    for said in words_of(made):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", said))
    assert all(said.endswith(".") for said in (made.reading, made.alt))
    lengths = {len(column) for column in made.columns.values()}
    assert len(lengths) == 1 and lengths.pop() > 1
    assert "nan" not in made.csv().split("\n", len(made.provenance))[-1]


@pytest.mark.parametrize("look", LOOKS)
def test_type_is_large_enough_for_the_last_row(name, look):
    layout = picture(name, look).figure.layout
    axes = [layout[axis] for axis in layout if re.fullmatch(r"[xy]axis\d*", axis)]
    for axis in axes:
        if axis.visible is not False:
            assert axis.tickfont.size >= 16 and axis.title.font.size >= 18
    assert all(note.font.size >= 16 for note in layout.annotations)
    assert layout.font.size >= 16
    for axis in colours_of(layout):
        assert axis.colorbar.tickfont.size >= 16


@pytest.mark.slow
def test_every_number_sent_to_the_browser_is_single_precision(name):
    figure = picture(name).figure
    for trace in [*figure.data, *(trace for frame in figure.frames for trace in frame.data)]:
        bars = getattr(trace, "error_y", None)
        kept = [trace.x, trace.y, trace.customdata, getattr(trace, "z", None)]
        kept += [bars.array, bars.arrayminus] if bars is not None else []
        for values in kept:
            if values is not None:
                assert isinstance(values, np.ndarray) and values.dtype == np.float32


def test_frames_and_scrub_agree(name):
    made = picture(name)
    names = [frame.name for frame in made.figure.frames]
    if made.scrub is None:
        assert names == []
        return
    record = record_of(name)
    scrub = made.scrub
    assert names == list(scrub.names) == [str(m) for m in record.n_freqs]
    assert list(scrub.values) == [f"D = {count(m)}" for m in record.n_freqs]
    assert len(scrub.readings) == len(names) == len(set(names)) and scrub.label == "D, frequencies"
    assert scrub.readings[scrub.start] == made.reading
    frame = made.figure.frames[scrub.start]
    for trace, index in zip(frame.data, frame.traces, strict=True):
        drawn = made.figure.data[index]
        assert drawn.type == trace.type
        for part in ("x", "y", "z"):
            if part in trace and trace[part] is not None:
                assert np.array_equal(trace[part], drawn[part], equal_nan=True)


def test_what_it_is_about_is_said(name):
    made, about = picture(name), record_of(name).about
    assert kernel_words(about.kernel) in made.subtitle and f"kernel: {about.kernel}" in made.provenance
    if about.n_points:  # the maps are compared along a line, without points
        assert made.subtitle.startswith(CLOUD) and "Twenty are left out." in made.notes
        assert made.provenance[0] == f"data: {CLOUD}. Twenty are left out."


def test_csv_holds_the_columns_under_its_provenance(name):
    made = picture(name)
    lines = made.csv().splitlines()
    head = [line for line in lines if line.startswith("# ")]
    assert len(head) == len(made.provenance)
    assert len(lines) - len(head) - 1 == len(next(iter(made.columns.values())))


# --- how often --------------------------------------------------------------------------------------------------------


def traces(figure, start):
    return [trace for trace in figure.data if (trace.name or "").startswith(start)]


@pytest.mark.parametrize("look", LOOKS)
def test_markers_and_bars_are_the_shares_and_their_intervals(look):
    report = record_of("exceedance")
    figure = picture("exceedance", look).figure
    for share in report.shares:
        (line,) = traces(figure, SAMPLERS[share.sampler].label)
        assert np.allclose(line.y, share.share)
        assert np.array_equal(line.customdata[:, 0], SIZES)
        # schemes stand side by side, within a fifth of the way to the next number of frequencies
        assert (np.abs(np.log(line.x / SIZES)) < 0.2 * np.log(4)).all()
        if share.randomised:
            assert np.allclose(line.y + line.error_y.array, share.high, atol=1e-6)
            assert np.allclose(line.y - line.error_y.arrayminus, share.low, atol=1e-6)
        else:
            assert line.error_y.array is None and "deterministic" in line.name


def test_bound_is_clipped_for_drawing_alone():
    report = record_of("exceedance")
    made = picture("exceedance")
    (ceiling,) = report.ceilings
    (line,) = traces(made.figure, "Rahimi & Recht")
    speaks = ceiling.values < 1
    assert np.allclose(line.y[speaks], ceiling.values[speaks], rtol=1e-6)
    assert (line.y[~speaks] > 1).all() and (line.y < made.figure.layout.yaxis.range[1]).all()
    assert np.allclose(line.customdata, ceiling.values, rtol=1e-6) and ceiling.values.max() > 100
    (strip,) = made.figure.layout.shapes
    assert strip.y0 == 1 and strip.y1 == made.figure.layout.yaxis.range[1]
    notes = " ".join(note.text for note in made.figure.layout.annotations)
    assert "says nothing" in notes and "promised for Monte Carlo only" in notes and count(ceiling.needed) in notes
    rows = zip(made.columns["series"], made.columns["probability"], strict=True)
    kept = [value for series, value in rows if series == "rahimi_recht bound"]
    assert kept == list(ceiling.values)


@pytest.mark.parametrize("read_at", SIZES)
def test_reading_counts_the_seeds(read_at):
    report = replace(record_of("exceedance"), read_at=read_at)
    said = exceedance_picture(report, LIGHT).reading
    g = SIZES.index(read_at)
    carlo = report.shares[0]
    assert f"At D = {read_at} the error is 0.1 or more in {carlo.exceeded[g]} of 8 seeds of Monte Carlo" in said
    assert f"({100 * carlo.low[g]:.0f}–{100 * carlo.high[g]:.0f} %)" in said
    assert f"it is {'0.1 or more' if report.shares[1].exceeded[g] else 'below 0.1'} for Sobol'" in said
    assert f"says nothing before D = {count(report.ceilings[0].speaks_from)}" in said
    assert "promised for Monte Carlo only" in said and count(report.ceilings[0].needed) in said


def test_title_says_from_where_no_seed_errs_and_where_some_still_do():
    never = shares(0.5, ("monte_carlo",))
    clear = next(m for m, hits in zip(SIZES, never.shares[0].exceeded, strict=True) if hits == 0)
    said = exceedance_picture(never, LIGHT).title
    assert said.startswith(f"From D = {clear} no seed of Monte Carlo reaches an error of 0.5; promised")
    assert said.endswith(f"promised from D = {count(never.ceilings[0].needed)} (Rahimi & Recht)")
    still = shares(0.01, ("monte_carlo",))
    assert "At D = 256, 100 % of the seeds of Monte Carlo still have an error" in exceedance_picture(still, LIGHT).title
    fixed = shares(0.5, ("sobol",))
    said = exceedance_picture(fixed, LIGHT).title
    assert "Sobol' does not reach an error of 0.5" in said and "promised" not in said


def test_silent_bounds_and_first_seeds_are_said():
    made = picture("exceedance-silent")
    assert "σ_p², is infinite" in made.reading and not made.figure.layout.shapes
    both = shares(0.01, ("sobol",), Laplacian(), bounds=("rahimi_recht", "sutherland_schneider"))
    said = exceedance_picture(both, LIGHT)
    assert said.reading.count("Rahimi & Recht and Sutherland & Schneider promise nothing here: the Laplacian") == 1
    assert said.reading.count("is infinite") == 1 and "".join(said.provenance).count("is infinite") == 1
    report = shares(samplers=("monte_carlo",))
    some = exceedance_picture(replace(report, about=replace(report.about, seeds=tuple(range(20)))), LIGHT)
    assert "share of the first 8 of 20 seeds, bars: its 95 % interval (Clopper–Pearson)" in some.subtitle
    assert "Sobol' is deterministic: 0 or 1, with no interval" in picture("exceedance").subtitle


# --- paired and offset ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["maps", "maps-loses"])
def test_lines_are_the_formulas_and_markers_the_measurements(case):
    record = record_of(case)
    figure = picture(case).figure
    offset_line, offset_marks, paired_line, paired_marks = figure.data[:4]
    for spread, line, marks in (
        (record.paired, paired_line, paired_marks),
        (record.offset, offset_line, offset_marks),
    ):
        assert np.allclose(line.y, spread.line, atol=1e-7) and np.allclose(marks.y, spread.measured, atol=1e-7)
        assert np.allclose(marks.error_y.array, 2 * spread.standard_error, atol=1e-7)
        assert line.line.color == marks.marker.color
    assert paired_line.line.color != offset_line.line.color


def test_paired_wins_everywhere_is_said_and_nothing_is_shaded():
    made = picture("maps")
    assert made.title == "Paired features have the smaller error, above all at short distances"
    assert "k(2δ) < 2k(δ)²" in made.reading and not made.figure.layout.shapes


@pytest.mark.parametrize("look", LOOKS)
def test_where_paired_loses_is_shaded_and_said(look):
    record = record_of("maps-loses")
    made = picture("maps-loses", look)
    assert made.title == "Beyond 2.5 ℓ the offset map has the smaller error, by at most 0.22 %"
    assert f"{100 * record.largest_excess:.2g}" == "0.22"
    assert "Beyond 2.5 ℓ, where" in made.reading and "k(2δ) > 2k(δ)²" in made.reading
    shaded = [shape for shape in made.figure.layout.shapes if shape.type == "rect"]
    assert [(s.x0, s.x1) for s in shaded] == [record.paired_loses[0]] * 2
    assert {s.yref.split()[0] for s in shaded} == {"y", "y2"}
    assert any("k(2δ) > 2k(δ)²" in note.text for note in made.figure.layout.annotations)
    excess = made.figure.data[-1]
    assert excess.yaxis == "y2"
    assert np.allclose(excess.y, 100 * (record.paired.line / record.offset.line - 1), atol=1e-4)


def test_a_stretch_between_two_distances_is_said_as_one():
    record = replace(record_of("maps-loses"), paired_loses=((1.5, 2.0), (4.0, 6.0)), largest_excess=1e-6)
    said = maps_picture(record, LIGHT).title
    assert said == "Between 1.5 ℓ and 2 ℓ and beyond 4 ℓ the offset map has the smaller error, by less than 0.01 %"


# --- pair by pair -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS)
def test_heat_maps_are_the_matrices(look):
    record = record_of("matrices")
    made = picture("matrices", look)
    exact, approximate, error = made.figure.data
    assert np.allclose(exact.z, record.exact, atol=1e-6)
    assert (approximate.coloraxis, exact.coloraxis, error.coloraxis) == ("coloraxis", "coloraxis", "coloraxis2")
    for g, frame in enumerate(made.figure.frames):
        assert np.allclose(frame.data[0].z, record.approximate[g], atol=1e-6)
        assert np.allclose(frame.data[1].z, record.approximate[g] - record.exact, atol=1e-6)
        assert measured(record.largest[g]) in made.scrub.readings[g]
        assert measured(record.rms[g]) in made.scrub.readings[g]
    assert made.scrub.redraw


def test_error_colours_are_symmetric_fixed_and_hold_every_frame():
    record = record_of("matrices")
    axis = picture("matrices").figure.layout.coloraxis2
    assert axis.cmin == -axis.cmax == -record.largest.max()
    places = [place for place, _ in axis.colorscale]
    assert np.allclose(places, [1 - place for place in reversed(places)]) and places == sorted(places)
    values = picture("matrices").figure.layout.coloraxis
    assert values.cmin <= record.approximate.min() and values.cmax >= record.approximate.max()


def test_heat_map_frames_stay_under_two_megabytes():
    assert record_of("matrices").exact.shape == (60, 60) and len(MANY_SIZES) == 10
    assert len(picture("matrices").figure.to_json()) < 2e6


@pytest.mark.parametrize("case", ["agreement", "residuals", "residuals-binned"])
def test_points_and_bands_are_the_records(case):
    record = record_of(case)
    made = picture(case)
    residual = case != "agreement"
    dots, band, _ = made.figure.data
    along = record.over_distance if residual else record.over_kernel
    assert np.allclose(dots.x, record.distance if residual else record.exact, atol=1e-6)
    assert np.allclose(band.x, [*along.along, *along.along[::-1]], atol=1e-6)
    for g, frame in enumerate(made.figure.frames):
        values = record.approximate[g] - (record.exact if residual else 0)
        level = 0 * along.along if residual else along.along
        half = 2 * along.sigma / np.sqrt(record.n_freqs[g])
        assert np.allclose(frame.data[0].y, values, atol=1e-6)
        assert np.allclose(frame.data[1].y, [*(level + half), *(level - half)[::-1]], atol=1e-6)
        assert f"{100 * record.inside[g]:.0f} % of the 200 pairs are inside ±2σ" in made.scrub.readings[g]
        low, high = made.figure.layout.yaxis.range
        assert all(low <= part.y.min() and part.y.max() <= high for part in frame.data)
    assert not made.scrub.redraw and {trace.type for trace in made.figure.data} == {"scatter"}


def test_residual_axis_is_symmetric():
    low, high = picture("residuals").figure.layout.yaxis.range
    assert low == -high
    assert picture("residuals").figure.layout.xaxis.title.text == "distance ‖x − y‖₁"
    assert picture("residuals-binned").figure.layout.xaxis.title.text == "distance ‖x − y‖"


def test_what_the_band_promises_is_said():
    carlo, other = picture("residuals"), picture("residuals-binned")
    assert "About 95 % is expected, but all pairs share their frequencies" in carlo.reading
    assert "promised for Monte Carlo only" not in carlo.reading
    assert "About 95 % is promised for Monte Carlo only: Sobol', scrambled may do better or worse" in other.reading
    assert "of Monte Carlo" in other.title
    assert "each pair has its own" in other.subtitle and "each pair has its own" not in carlo.subtitle
    shares = [f"{100 * share:.0f}" for share in record_of("residuals").inside]
    assert f"{min(shares, key=int)} to {max(shares, key=int)} % of the errors" in carlo.title


def test_titles_say_how_far_the_error_falls():
    for case, values in (("matrices", "rms"), ("agreement", "largest")):
        record = record_of(case)
        first, last = (measured(getattr(record, values)[g]) for g in (0, -1))
        assert f"falls from {first} at D = 16 to {last} at D = {count(record.n_freqs[-1])}" in picture(case).title
    assert "largest error" in picture("agreement-offset").title and "at D = 32" in picture("agreement-offset").title


def test_a_move_of_the_scatter_plots_is_small():
    """At the default number of pairs, with eight numbers of frequencies."""
    record = pair_errors(X, Gaussian(), MANY_SIZES[:8])
    for draw in (agreement_picture, residual_picture):
        assert len(draw(record, LIGHT).figure.to_json()) < 60_000


# --- side by side -----------------------------------------------------------------------------------------------------


def axes_of(made):
    layout = made.figure.layout
    colours = [(axis.cmin, axis.cmax) for axis in colours_of(layout)]
    return json.dumps([layout.xaxis.range, layout.yaxis.range, colours])


@pytest.mark.slow
def test_figures_side_by_side_have_the_same_axes():
    other = Gaussian(0.5)
    for draw, first, second in (
        (exceedance_picture, record_of("exceedance"), shares(0.1, ("monte_carlo",), other, sizes=[8, 64])),
        (exceedance_picture, record_of("exceedance"), shares(0.1, ("sobol",), Laplacian())),  # no bound in it
        (matrices_picture, record_of("matrices"), kernel_matrices(X, other, SIZES, map="offset")),
        (agreement_picture, record_of("agreement"), pair_errors(X.X[:20], other, SIZES, map="offset")),
        (residual_picture, record_of("agreement"), pair_errors(3 * X.X, other, SIZES, map="offset")),
    ):
        one, two = draw(first, LIGHT, [second]), draw(second, LIGHT, [first])
        assert axes_of(one) == axes_of(two)
        assert axes_of(draw(first, LIGHT)) != axes_of(draw(second, LIGHT))
