"""Learning step by step as a picture: its words are its numbers, its frames its states, in every look."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rffviz.adaptive import choose_landmarks
from rffviz.datasets import Points
from rffviz.explorer.figures.enlarge import without_answer
from rffviz.explorer.figures.picture import ANSWER
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.adaptive.learning.picture import FREQUENCIES, _tick, learning_picture
from rffviz.explorer.words.numbers import count, measured, number
from rffviz.kernels import Gaussian
from rffviz.studies.learning import learning_progress
from rffviz.studies.plane import SeenLearning, plane_view, principal_plane, wave_over
from tests.views.looks import LOOKS, cells, check_readouts

pytestmark = pytest.mark.slow

KERNEL = Gaussian(1.5)


@cache
def cloud(d):
    return np.random.default_rng(2).standard_normal((70, d)) * np.resize([1.5, 0.5, 1.0], d)


@cache
def progress(d=2, optimizer="quasi_newton"):
    points = Points(cloud(d), "cloud", 70)
    landmarks = choose_landmarks(points, 30, "sample", 0)
    return [step.record for step in learning_progress.steps(points, landmarks, KERNEL, 12, 15, 0.1, optimizer)]


def picture(theme=LIGHT, d=2, optimizer="quasi_newton", wave=None, change=None, step=-1):
    found = progress(d, optimizer)[step]
    if change is not None:
        found = replace(found, **change)
    view = plane_view(found, cloud(d), principal_plane(cloud(d)))
    shown = None if wave is None else wave_over(found, cloud(d), view, wave)
    labels = np.where(cloud(d)[:, 0] > 0, 1, -1)
    at = found.kept[-1].step.iteration
    return found, view, shown, learning_picture(SeenLearning(found, view, labels, shown, at), theme)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("d", "wave"), [(2, None), (2, 3), (4, None), (4, 1)])
def test_every_picture_is_complete(look, d, wave):
    *_, made = picture(LOOKS[look], d, wave=wave)
    assert made.figure.layout.paper_bgcolor == LOOKS[look].paper
    assert len(made.title) > 20 and len(made.subtitle) > 30 and len(made.alt) > 60
    check_readouts(made.scrub.readouts)
    for words in (made.title, made.subtitle, made.alt, *made.notes):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", words))
    assert len({len(column) for column in made.columns.values()}) == 1
    assert all(note.font.size >= 15 for note in made.figure.layout.annotations)
    for trace in [*made.figure.data, *(trace for frame in made.figure.frames for trace in frame.data)]:
        for values in (trace.x, trace.y, getattr(trace, "z", None)):
            assert not isinstance(values, np.ndarray) or values.dtype == np.float32


@pytest.mark.release
@pytest.mark.parametrize("optimizer", ["quasi_newton", "algorithm1"])
def test_frames_are_the_kept_states(optimizer):
    found, view, _, made = picture(optimizer=optimizer)
    iterations = [each.step.iteration for each in found.kept]
    assert [frame.name for frame in made.figure.frames] == list(made.scrub.names) == [str(i) for i in iterations]
    assert made.scrub.start == len(iterations) - 1 and made.scrub.readouts[-1] == made.readout
    place = [trace.name for trace in made.figure.data].index(FREQUENCIES)
    for index, frame in enumerate(made.figure.frames):
        moved = dict(zip(frame.traces, frame.data, strict=True))[place]
        np.testing.assert_allclose(np.column_stack([moved.x, moved.y]), view.frequencies[index], rtol=1e-6)
        np.testing.assert_allclose(moved.marker.color, view.shares[index], rtol=1e-6)
        start, path = (
            view.frequencies[0],
            next(trace for trace in frame.data if trace.x is not None and len(trace.x) == 3 * 12),
        )
        ends = np.column_stack([path.x, path.y]).reshape(12, 3, 2)[:, :2]
        np.testing.assert_allclose(ends, np.stack([start, view.frequencies[index]], axis=1), rtol=1e-6)
    last = made.figure.data[place]
    np.testing.assert_array_equal(last.x, made.figure.frames[-1].data[0].x)
    path = next(trace for trace in made.figure.data if trace.name == "from their random start")
    assert len(path.x) == 3 * 12 and path.showlegend


def test_a_draft_has_no_frames():
    *_, made = picture(step=2)
    assert not made.figure.frames and made.scrub is None


@pytest.mark.release
def test_the_wave_is_of_the_chosen_frequency():
    found, view, wave, made = picture(wave=2)
    order = np.argsort(-found.last.step.p, kind="stable")
    W = found.last.step.W[order[1]] @ view.plane.basis
    heat = next(trace for trace in made.figure.data if trace.name == "wave")
    across, up = np.meshgrid(heat.x, heat.y)
    np.testing.assert_allclose(heat.z, np.cos(W[0] * across + W[1] * up), atol=1e-4)
    ring = next(trace for trace in made.figure.data if trace.name == "chosen")
    np.testing.assert_allclose([ring.x[0], ring.y[0]], view.frequencies[-1][1], rtol=1e-5)
    assert "ringed frequency" in made.subtitle and wave.rank == 2
    assert not any(trace.name == "wave" for trace in picture(d=4, wave=2)[3].figure.data)  # there it colours the points


@pytest.mark.parametrize(
    ("outside", "words"), [(0, None), (1, "1 of 12 frequencies lies outside"), (2, "2 of 12 frequencies lie outside")]
)
def test_frequencies_outside_the_picture_are_told(outside, words):
    found, view, *_ = picture()
    told = learning_picture(SeenLearning(found, replace(view, outside=outside)), LIGHT).subtitle
    assert (words in told) if words else ("outside" not in told)


@pytest.mark.release
def test_titles_say_what_learning_was_worth():
    found, *_, made = picture()
    worth = count(float(f"{found.worth_of(found.last):.2g}"))
    assert found.worth_of(found.last) > 1.5 * 12
    assert made.title == f"12 learned frequencies match about {worth} random ones"
    first = learning_picture(SeenLearning(found, picture()[1], None, None, 0), LIGHT)
    assert first.scrub.start == 0 and first.title == f"After 15 iterations: {made.title}"
    error = found.last.data_error * 12**0.5
    gains, harms = "Learning gains little: the error is 1.0×", "Learning increases the error to 2.0×"
    for factor, words in ((1.0, gains), (0.5, harms)):
        *_, made = picture(change={"random_error": error * factor})
        assert made.title == f"{words} that of random frequencies"


@pytest.mark.release
@pytest.mark.parametrize("look", LOOKS)
def test_the_number_of_random_frequencies_is_read_off_where_their_line_has_the_error(look):
    found, *_, made = picture(LOOKS[look])
    traces = {trace.name: trace for trace in made.figure.data}
    reading, learned, line = traces["shown"], traces["learned"], traces["random, expected: c/√D"]
    assert (learned.x[0], learned.y[0]) == (12, found.last.data_error) and reading.meta == learned.meta == ANSWER
    assert reading.x[0] == 12 and reading.x[1] == reading.x[2] and {*reading.y[:2]} == {*learned.y}
    slope, start = np.polyfit(np.log(line.x), np.log(line.y), 1)  # where the drawn line has the learned error
    assert slope == pytest.approx(-0.5, rel=1e-4)
    assert np.log(reading.x[1]) == pytest.approx((np.log(learned.y[0]) - start) / slope, rel=1e-4)
    assert "".join(reading.text) == f"\u00a0<b>{count(float(f'{reading.x[1]:.2g}'))}</b>"
    assert reading.text[2] and reading.y[2] == pytest.approx(0.1 * learned.y[0]) and "right" in reading.textposition
    low, high = made.figure.layout.xaxis3.range
    assert low < np.log10(12) < np.log10(reading.x[1]) < high
    np.testing.assert_allclose(traces["random, measured"].y, found.random_errors, rtol=1e-6)
    hidden = {trace.name for trace in without_answer(made).figure.data if trace.visible is False}
    assert hidden == {"shown", "learned"}


def test_the_reading_does_not_pass_the_number_that_is_read_off():
    found, *_ = picture()
    for worth in (1.7, 3.0, 5000.0):  # times the learned ones
        *_, made = picture(change={"random_error": found.last.data_error * (worth * 12) ** 0.5})
        (x,) = [trace.x for trace in made.figure.data if trace.name == "shown"]
        assert (np.diff(x) >= 0).all() and x[-1] == pytest.approx(worth * 12, rel=1e-4)


@pytest.mark.release
def test_the_axes_tell_nothing_of_the_answer():
    found, *_ = picture()
    looks = set()
    for factor in (1.0, 0.1, 0.01):
        kept = tuple(replace(each, data_error=factor * each.data_error) for each in found.kept[1:])
        layout = picture(change={"kept": (found.kept[0], *kept)})[3].figure.layout
        looks.add((layout.xaxis3.range, layout.yaxis3.range, layout.xaxis3.ticktext, layout.yaxis3.ticktext))
    assert len(looks) == 1


@pytest.mark.release
@pytest.mark.parametrize(("random", "error"), [(0.0, 1e-9), (0.3, 0.0), (1e6, 1e-7), (1e-9, 1.0)])
def test_extreme_errors_stay_in_the_picture(random, error):
    found, *_ = picture()
    kept = tuple(replace(each, data_error=error) for each in found.kept)
    *_, made = picture(change={"kept": kept, "random_error": random})
    (reading,) = [trace for trace in made.figure.data if trace.name == "shown"]
    high = made.figure.layout.xaxis3.range[1]
    assert np.isfinite([*reading.x, *reading.y]).all() and max(reading.x) <= 10**high * 1.001
    assert not {"nan", "inf", "None"} & set(re.split(r"\W+", f"{made.title} {made.alt}"))
    if error == 0:
        assert made.title == "12 learned frequencies match any number of random ones"


def test_nothing_is_read_off_where_learning_gains_nothing():
    found, *_ = picture()
    *_, made = picture(change={"random_error": found.last.data_error * 12**0.5})
    (reading,) = [trace for trace in made.figure.data if trace.name == "shown"]
    assert len(reading.x) == 1 and reading.text[0] == ""


def test_colour_bar_and_legend_stand_at_the_foot_at_every_height():
    layout = picture()[3].figure.layout
    for each in (layout.coloraxis.colorbar, layout.legend):
        assert (each.yref, each.yanchor) == ("container", "bottom") and 0 <= each.y < 0.05


@pytest.mark.release
def test_readouts_are_the_kept_states():
    found, _, wave, made = picture(wave=2)
    random = f"random, {len(found.monte_carlo)} draws"
    mean = np.sqrt(np.mean(found.monte_carlo**2))
    for index, (kept, readout) in enumerate(zip(found.kept, made.scrub.readouts, strict=True)):
        cell = cells(readout)
        assert readout.columns[0] == f"iteration {kept.step.iteration}"
        assert cell["learned", "data error"] == f"{measured(100 * kept.data_error)} %"
        assert cell["learned", "landmark error"] == f"{measured(100 * kept.step.relative_error)} %"
        worth = found.worth_of(kept)
        assert cell["learned", "random equivalent"] == count(float(f"{worth:.2g}"))
        length = 2 * np.pi / np.linalg.norm(wave.frequencies[index])
        assert cell["learned", "ringed wavelength"] == number(length)
        assert cell[random, "data error"] == f"{measured(100 * mean)} %"
        low, high = (measured(100 * f(found.monte_carlo)) for f in (np.min, np.max))
        assert cell[random, "range"] == f"{low} %–{high} %"
    assert np.isinf(replace(wave, frequencies=np.zeros((1, 2))).wavelengths).all()


def test_over_fitting_is_told_at_its_iteration():
    found, *_, made = picture()
    assert not found.over_fits and "over-fit" not in made.notes[0]
    *others, last = found.kept
    kept = (*others, replace(last, data_error=2 * found.best.data_error))
    _, _, _, made = picture(change={"kept": kept})
    best = min(kept, key=lambda each: each.data_error)
    assert made.notes[0].startswith(f"The error on the data was smallest, {measured(100 * best.data_error)} %, at ")
    assert f"at iteration {best.step.iteration}; later iterations over-fit the landmarks" in made.notes[0]


@pytest.mark.release
def test_the_luck_of_the_start_is_told():
    errors = np.array([0.3, 0.2, 0.4, 0.5])
    for start, said in ((0.1, "is the smallest of them"), (0.3, "is number 2 from below"), (0.9, "is the largest of")):
        drawn = np.append(start, errors[1:])
        found, *_, made = picture(change={"monte_carlo": drawn})
        assert found.rank_of_start == np.argsort(drawn).tolist().index(0) + 1
        assert any("the first of 4 random draws" in note and said in note for note in made.notes)
    *_, alone = picture(change={"monte_carlo": errors[:1]})
    assert not any("random draws" in note for note in alone.notes)


@pytest.mark.parametrize(("reach", "tick"), [(0.18, 0.1), (1.0, 0.5), (1.1, 1.0), (9.9, 5.0), (2.2, 2.0)])
def test_the_axes_of_the_frequencies_have_a_number_on_both_sides_of_0(reach, tick):
    assert _tick(reach) == pytest.approx(tick)
    *_, made = picture()
    for axis in (made.figure.layout.xaxis2, made.figure.layout.yaxis2):
        low, zero, high = axis.tickvals
        assert axis.range[0] < low == -high < zero == 0 and axis.ticktext == (f"−{high:g}", "0", f"{high:g}")
