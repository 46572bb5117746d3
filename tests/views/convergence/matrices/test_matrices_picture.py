"""Heat maps are the matrices, with colours that hold every frame; points and bands over pairs are the records."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from rffviz.datasets import Points, load, some_points
from rffviz.explorer.figures.axes import on_common_axes
from rffviz.explorer.figures.enlarge import enlarged
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.convergence.matrices.picture import estimates_picture, matrices_picture, pairs_picture
from rffviz.explorer.words.numbers import measured
from rffviz.kernels import Gaussian
from rffviz.studies.pairs import kernel_matrices, pair_errors
from rffviz.studies.scaled import scaled_points
from tests.views.convergence.convergence_records import MANY_SIZES, SIZES, X, picture, record_of
from tests.views.looks import LOOKS


@pytest.mark.slow
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
        assert made.scrub.readouts[g].columns[1:] == ("RMS error", "largest error")
        assert made.scrub.readouts[g].rows == (("Monte Carlo", measured(record.rms[g]), measured(record.largest[g])),)
    assert made.scrub.redraw


@pytest.mark.slow
def test_error_colours_are_symmetric_fixed_and_hold_every_frame():
    record = record_of("matrices")
    axis = picture("matrices").figure.layout.coloraxis2
    assert axis.cmin == -axis.cmax == -record.largest.max()
    assert f"±{measured(record.largest.max())}, the largest at any D" in picture("matrices").subtitle
    places = [place for place, _ in axis.colorscale]
    assert np.allclose(places, [1 - place for place in reversed(places)]) and places == sorted(places)
    eighth = int(np.argmin(np.abs(np.array(places) - (0.5 + 0.5 / 8))))  # of the largest error: half as deep
    assert axis.colorscale[eighth] == (pytest.approx(0.5625), LIGHT.soft(LIGHT.hues["amber"], 0.5))
    values = picture("matrices").figure.layout.coloraxis
    assert values.cmin <= record.approximate.min() and values.cmax >= record.approximate.max()


def test_the_contrast_of_classes_is_said_where_there_are_two():
    record = kernel_matrices(some_points(scaled_points(load("iris")), 60), Gaussian(0.6), SIZES, "monte_carlo")
    inside, between = [], []
    for i, one in enumerate(record.classes):
        for j, other in enumerate(record.classes[:i]):
            (inside if one == other else between).append(record.exact[i, j])
    assert record.contrast == pytest.approx(np.mean(inside) - np.mean(between), rel=1e-12)
    for readout in matrices_picture(record, LIGHT).scrub.readouts:
        assert readout.columns[-1] == "contrast of classes in K" and readout.rows[0][-1] == measured(record.contrast)
    for classes in ((), ("a",) * 60, tuple(map(str, range(60)))):
        other = replace(record, classes=classes)
        assert np.isnan(other.contrast) and "contrast" not in matrices_picture(other, LIGHT).subtitle


def test_heat_map_frames_stay_under_two_megabytes():
    assert record_of("matrices").exact.shape == (60, 60) and len(MANY_SIZES) == 10
    assert len(picture("matrices").figure.to_json()) < 2e6


@pytest.mark.release
def test_the_kernel_keeps_its_colours_and_the_error_ends_at_its_largest():
    X, kernel = load("iris").X, Gaussian(0.6)
    few, many = (kernel_matrices(X, kernel, sizes, "monte_carlo") for sizes in ((1, 4, 256), (4, 256)))
    assert few.approximate.min() < -0.9 and many.approximate.min() > -0.9
    looks = [matrices_picture(record, LIGHT).figure.layout for record in (few, many)]
    assert [(look.coloraxis.cmin, look.coloraxis.cmax) for look in looks] == [(-1, 1)] * 2
    ends = [(look.coloraxis2.cmin, look.coloraxis2.cmax) for look in looks]
    assert ends == [(-record.largest.max(), record.largest.max()) for record in (few, many)]
    assert looks[0].coloraxis2.colorscale == looks[1].coloraxis2.colorscale


@pytest.mark.slow
def test_an_error_above_2_is_within_the_colours():
    record = record_of("matrices")
    beyond = replace(record, largest=record.largest + 3)
    axis = matrices_picture(beyond, LIGHT).figure.layout.coloraxis2
    assert axis.cmin == -axis.cmax == -beyond.largest.max()


PAIRS = ["pairs", "pairs-binned", "pairs-offset"]


@pytest.mark.slow
@pytest.mark.parametrize("case", PAIRS)
def test_points_and_bands_are_the_records(case):
    record, made = record_of(case), picture(case)
    errors = record.approximate - record.exact
    agreement = record.exact, record.approximate, record.over_kernel, record.over_kernel.along
    residual = record.distance, errors, record.over_distance, 0 * record.over_distance.along
    for panel, (place, values, along, level) in enumerate((agreement, residual)):
        dots, band, exact = made.figure.data[3 * panel : 3 * panel + 3]
        axes = made.figure.get_subplot(1, panel + 1)
        assert {trace.yaxis for trace in (dots, band, exact)} == {axes.yaxis.plotly_name.replace("axis", "")}
        assert np.allclose(dots.x, place, atol=1e-6)
        assert np.allclose(band.x, [*along.along, *along.along[::-1]], atol=1e-6)
        assert np.allclose(exact.y, 0 if panel else exact.x)
        for g, frame in enumerate(made.figure.frames):
            half = 2 * along.sigma / np.sqrt(record.n_freqs[g])
            assert frame.traces == (0, 1, 3, 4)
            points, area = frame.data[2 * panel : 2 * panel + 2]
            assert np.allclose(points.y, values[g], atol=1e-6)
            assert np.allclose(area.y, [*(level + half), *(level - half)[::-1]], atol=1e-6)
            low, high = frame.layout.yaxis2.range if panel else axes.yaxis.range
            assert all(low < part.y.min() and part.y.max() < high for part in (points, area))
    assert not made.scrub.redraw and {trace.type for trace in made.figure.data} == {"scatter"}


@pytest.mark.slow
@pytest.mark.parametrize("case", PAIRS)
def test_the_readout_of_pairs_is_the_records(case):
    record, made = record_of(case), picture(case)
    for g, readout in enumerate(made.scrub.readouts):
        ((_, *cells),) = readout.rows
        assert readout.columns[1:] == ("RMS error", "largest error", "within Monte Carlo ± 2 SD", "normal errors")
        share = f"{100 * record.inside[g]:.0f} %"
        assert cells == [measured(record.rms[g]), measured(record.largest[g]), share, "95 %"]


@pytest.mark.slow
@pytest.mark.parametrize("case", PAIRS)
def test_the_axis_of_residuals_follows_d(case):
    record, made = record_of(case), picture(case)
    reaches = [frame.layout.yaxis2.range for frame in made.figure.frames]
    assert all(low == -high for low, high in reaches)
    c = [high * np.sqrt(m) for m, (_, high) in zip(record.n_freqs, reaches, strict=True)]
    assert np.allclose(c, c[0]) and made.figure.layout.yaxis2.range == reaches[record.start]
    assert "±c/√D" in made.figure.layout.yaxis2.title.text
    assert any(note.endswith("it ends at ±c/√D, with one c for all D.") for note in made.notes)
    large = enlarged(made, 2.0, 900)
    assert [frame.layout.yaxis2.range for frame in large.figure.frames] == reaches


@pytest.mark.release
def test_pairs_side_by_side_have_the_same_axes_at_every_d():
    one, two = (
        pairs_picture(pair_errors(data, kernel, SIZES), LIGHT).figure
        for data, kernel in ((X, Gaussian()), (3 * X.X, Gaussian(0.5)))
    )
    first, second = (on_common_axes(each, [one, two]) for each in (one, two))
    for axis in ("xaxis", "yaxis", "xaxis2", "yaxis2"):
        assert first.layout[axis].range == second.layout[axis].range
    for g in range(len(SIZES)):
        reaches = [each.frames[g].layout.yaxis2.range for each in (one, two, first, second)]
        assert reaches[2] == reaches[3] == max(reaches[:2], key=max)


def test_the_distance_is_that_of_the_kernel():
    assert picture("pairs").figure.layout.xaxis2.title.text == "distance ‖x − y‖<sub>1</sub>"
    assert picture("pairs-binned").figure.layout.xaxis2.title.text == "distance ‖x − y‖"


def test_what_the_band_means_is_noted():
    carlo, other = picture("pairs"), picture("pairs-binned")
    assert "All pairs share their frequencies, so their errors are correlated." in carlo.notes
    assert any("The band is that of i.i.d. sampling; Sobol', scrambled" in note for note in other.notes)
    assert "each pair has its own" in other.subtitle and "each pair has its own" not in carlo.subtitle


def test_titles_are_read_at_the_d_shown_first():
    matrices, pairs = record_of("matrices"), record_of("pairs-binned")
    said = f"At D = 256 the RMS error of the kernel matrix is {measured(matrices.rms[matrices.start])}"
    assert picture("matrices").title == said
    share = f"{100 * pairs.inside[pairs.start]:.0f} %"
    assert picture("pairs-binned").title == f"At D = 64, {share} of Sobol', scrambled errors lie within ± 2 SD"
    assert "At D = 32" in picture("pairs-offset").title


@pytest.mark.release
def test_a_record_gets_its_own_picture():
    for case in ("matrices", "pairs"):
        assert estimates_picture(record_of(case), LIGHT).figure == picture(case).figure


@pytest.mark.slow
def test_a_move_of_the_scatter_plots_is_small():
    """At the default number of pairs, with eight numbers of frequencies."""
    record = pair_errors(X, Gaussian(), MANY_SIZES[:8])
    assert len(pairs_picture(record, LIGHT).figure.to_json()) < 120_000


@pytest.mark.release
def test_brackets_are_the_runs_of_the_species():
    data = load("iris")
    points = some_points(scaled_points(data), 60)
    record = kernel_matrices(points, Gaussian(1.0), (4, 64), "monte_carlo")
    wanted = {name: [] for name in data.class_names}
    for row, index in enumerate(record.rows):  # one by one, from the data themselves
        name = data.class_names[int(data.y[np.flatnonzero((scaled_points(data).X == points.X[index]).all(axis=1))[0]])]
        wanted[name].append(row)
    figure = matrices_picture(record, LIGHT).figure
    brackets = {
        trace.hovertemplate.removesuffix("<extra></extra>"): trace for trace in figure.data if trace.type == "scatter"
    }
    assert set(brackets) == set(wanted) and {note.text for note in figure.layout.annotations} >= set(wanted)
    for name, rows in wanted.items():
        ends = np.array(brackets[name].y).reshape(-1, 3)
        held = [row for row in range(60) if any(low < row < high for low, high, _ in ends)]
        assert held == rows
    assert all(figure.layout[f"xaxis{i or ''}"].range[0] < -0.5 for i in ("", 2, 3))
    assert not matrices_picture(kernel_matrices(points.X, Gaussian(1.0), (4,)), LIGHT).figure.data[3:]
    digits = scaled_points(load("digits"))  # more classes than colours
    assert len(set(digits.classes)) == 10 and kernel_matrices(digits, Gaussian(1.0), (4,)).classes == ()


@pytest.mark.slow
def test_long_names_of_classes_are_cut_where_there_is_no_room():
    names = ["a name of many letters", "another", "one more name"]
    classes = np.array(names, dtype=object)[np.repeat([0, 1, 2], 10)]
    cloud = np.random.default_rng(0).standard_normal((30, 2)) + np.repeat([0, 9, 18], 10)[:, None]
    figure = matrices_picture(kernel_matrices(Points(cloud, "", 30, classes=classes), Gaussian(), (4,)), LIGHT).figure
    beside = [note for note in figure.layout.annotations if note.textangle == -90]
    assert {note.text for note in beside} == {"a name of…", "another", "one more …"}
    ends = sorted((note.y, len(note.text)) for note in beside)
    assert all(b - a >= 0.032 * 30 * (n + m) / 2 for (a, n), (b, m) in pairwise(ends))
