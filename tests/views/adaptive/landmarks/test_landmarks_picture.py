"""Lines are means over seeds, and words on landmarks are the record's numbers."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.adaptive import LANDMARK_KINDS, Optimizer, choose_landmarks
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.adaptive.landmarks.picture import landmark_sizes_picture, landmark_study_picture
from rffviz.explorer.words.numbers import measured, times
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian
from rffviz.measure import relative_error
from rffviz.studies.landmarks import landmark_study
from tests.views.adaptive.adaptive_records import KERNEL, X, landmark_steps, picture, record_of
from tests.views.looks import cells

pytestmark = pytest.mark.slow  # the studies they draw


class DrawnAlone(Optimizer):
    """It learns nothing: plain Monte Carlo features under other seeds than the landmarks'."""

    def fit(self, X, kernel, n_freqs, kind, n_landmarks, random_state):
        yield
        features = RandomFourierFeatures(kernel, n_freqs, random_state=random_state + 1000).fit(X)
        features.landmarks_ = choose_landmarks(X, n_landmarks, kind, random_state)
        return features


@pytest.mark.release
def test_lines_are_means_and_bands_the_range_over_seeds():
    study, figure = record_of("landmarks"), picture("landmarks").figure
    for k, kind in enumerate(("sampled points", "k-means centres", "points nearest to the centres")):
        (solid,) = [trace for trace in figure.data if trace.name == f"{kind}, on all points"]
        (dashed,) = [trace for trace in figure.data if trace.name == f"{kind}, between landmarks"]
        naive = [np.mean([study.errors[k, s, g] for s in range(3)]) for g in range(len(study.n_landmarks))]
        np.testing.assert_allclose(solid.y, naive, rtol=1e-6)
        np.testing.assert_allclose(solid.x, study.n_landmarks)
        there = np.sqrt(np.mean(study.on_landmarks[k] ** 2, axis=0)) * np.mean(study.drawn_errors)
        np.testing.assert_allclose(dashed.y, there, rtol=1e-6)
        assert (solid.line.dash, dashed.line.dash) == ("solid", "dash") and solid.line.color == dashed.line.color
    carlo, *bands = [trace for trace in figure.data if trace.fill == "toself"]
    assert set(carlo.y) == {np.float32(study.drawn_errors.min()), np.float32(study.drawn_errors.max())}
    for k, band in enumerate(bands):
        edges = [*study.errors[k].max(axis=0), *study.errors[k].min(axis=0)[::-1]]
        np.testing.assert_allclose(band.y, edges, rtol=1e-6)
    assert len(bands) == 3
    (level,) = [trace for trace in figure.data if trace.name == "Monte Carlo"]
    np.testing.assert_allclose(level.y, np.mean(study.drawn_errors), rtol=1e-6)
    assert level.line.color == LIGHT.scheme("monte_carlo")[0]


@pytest.mark.release
def test_words_on_landmarks_are_the_records_numbers():
    study, made = record_of("landmarks"), picture("landmarks")
    g = study.n_landmarks.tolist().index(10)
    k = int(study.errors[:, :, g].mean(axis=1).argmin())
    error, carlo = study.errors[k, :, g].mean(), study.drawn_errors.mean()
    assert carlo / error > 1.2
    least = study.errors.mean(axis=1).min(axis=0)
    enough = study.n_landmarks[np.argmax(least < 1.2 * least.min())]
    assert made.title == f"{enough} landmarks are enough: more hardly lower the error of learning"
    cell, end = cells(made.readout), study.n_landmarks[-1]
    over = np.sqrt((study.on_points[:, :, 0] ** 2).mean(axis=1) / (study.on_landmarks[:, :, 0] ** 2).mean(axis=1))
    assert made.readout.columns[0] == "n = 10"
    for row, each in enumerate(study.kinds):
        name, errors = LANDMARK_KINDS[each], study.errors[row, :, g]
        assert cell[name, "error"] == measured(errors.mean())
        assert cell[name, "range"] == f"{measured(errors.min())}–{measured(errors.max())}"
        assert cell[name, "gain"] == times(carlo / errors.mean())
        assert cell[name, f"n = {end}"] == measured(study.errors[row, :, -1].mean())
        assert cell[name, "all points ÷ landmarks, n = 2"] == times(over[row])
    assert cell["Monte Carlo", "error"] == measured(carlo)
    low, high = study.drawn_errors.min(), study.drawn_errors.max()
    assert cell["Monte Carlo", "range"] == f"{measured(low)}–{measured(high)}"
    factors = np.sqrt((study.on_points[:, :, 0] ** 2).mean(axis=1) / (study.on_landmarks[:, :, 0] ** 2).mean(axis=1))
    assert factors.max() > 1000 and study.chance[factors.argmax(), 0] < 1e-4
    assert made.notes[0].endswith(f"are over-fitted, by {times(factors.max())}.")
    ten = replace(study, on_landmarks=study.on_points / 10.3)
    said = "The fit to 2 landmarks may be chance: random features can come as close."
    assert landmark_study_picture(ten, LIGHT).notes[0] == said
    many = replace(ten, freedom=np.full_like(study.freedom, 20.0))
    assert landmark_study_picture(many, LIGHT).notes[0].endswith("are over-fitted, by 10×.")
    ticks = picture("landmarks").figure.layout.xaxis.ticktext
    assert ticks == tuple(f"{n}<br>{words}" for n, words in zip((2, 10, 50), ("D/5", "D", "5D"), strict=True))


@pytest.mark.release
def test_a_study_midway_says_so():
    assert "mean and range so far of up to 1 of 3 seeds" in picture("landmarks-first-fit").subtitle
    assert "mean and range of 3 seeds" in picture("landmarks").subtitle
    one = record_of("landmarks-one-seed")
    assert landmark_study_picture(one, LIGHT).subtitle.endswith("one seed")
    drawn = replace(one, drawn_seeds=(0, 1), drawn_errors=np.array([0.2, 0.3]))
    assert landmark_study_picture(drawn, LIGHT).subtitle.endswith("one seed, 2 for Monte Carlo")
    more = replace(record_of("landmarks"), drawn_seeds=range(5), drawn_errors=np.linspace(0.2, 0.3, 5))
    made = landmark_study_picture(more, LIGHT)
    assert made.subtitle.endswith("mean and range of 3 seeds, of 5 for Monte Carlo")
    assert made.columns["seed"][:5] == [0, 1, 2, 3, 4] and made.columns["landmarks"][:5] == ["monte_carlo"] * 5
    rows = picture("landmarks-first-fit").columns
    assert rows["landmarks"] == ["monte_carlo"] * 3 + ["sample"] and rows["n_landmarks"][3] == 2


@pytest.mark.release
def test_with_all_points_as_landmarks_nothing_is_over_fitted():
    study = landmark_steps(10, (0,), n_landmarks=(60,))[-1].record
    made = landmark_study_picture(study, LIGHT)
    assert made.notes[0] == "The fit to 60 landmarks holds for all points."
    assert made.title.startswith("With all 60 points the error is ")
    rounded = replace(study, errors=study.errors * 1e-7, on_landmarks=study.on_landmarks / 100)
    assert "over-fitted" not in landmark_study_picture(rounded, LIGHT).notes[0]  # single precision, not fitting


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.release) for seed in range(2, 12))])
def test_features_that_learned_nothing_are_not_called_over_fitted(seed):
    """The few landmarks' pairs with themselves are met by any features."""
    Y = np.random.default_rng(0).standard_normal((100, 11))

    learner = DrawnAlone("drawn_alone", "nothing", None)
    steps = landmark_study.steps(Y, Gaussian(5.5**0.5), 50, [seed], (2, 10), learner=learner)
    *_, step = steps
    made = landmark_study_picture(step.record, LIGHT)
    assert "over-fitted" not in made.notes[0] and "about that of Monte Carlo" in made.title


@pytest.mark.release
def test_landmarks_that_are_one_point_are_said_to_be():
    study = record_of("landmarks")
    unknown = np.full_like(study.errors, np.nan)
    made = landmark_study_picture(replace(study, on_landmarks=unknown, freedom=unknown), LIGHT)
    assert made.notes[0] == "All 2 landmarks are the same point, so nothing is fitted to them."
    assert {cell for (_, column), cell in cells(made.readout).items() if column.startswith("all points ÷")} == {"–"}
    assert "nan" not in made.csv()


@pytest.mark.release
def test_a_line_at_rounding_leaves_the_figure():
    """One pair of landmarks can be fitted to rounding: six powers of ten would flatten all other lines."""
    study = record_of("landmarks")
    study = replace(study, on_landmarks=np.full_like(study.on_landmarks, 1e-6))
    layout = landmark_study_picture(study, LIGHT).figure.layout
    low, high = layout.yaxis.range
    assert low < np.log10(study.errors.min()) and high - low < 4
    numbers = [note for note in layout.annotations if note.text.startswith("↓")]
    assert [note.text for note in numbers] == [f"↓ {measured(1e-6 * study.drawn_mean)}"] * study.errors[:, 0].size
    assert {note.y for note in numbers} == {low} and len({(note.x, note.yshift) for note in numbers}) == len(numbers)
    first = min(note.x for note in numbers)  # left of it there is no line: its numbers have an eighth of the axis
    assert {note.xanchor for note in numbers if note.x == first} == {"right"}
    assert first - layout.xaxis.range[0] > np.diff(layout.xaxis.range) / 8


@pytest.mark.parametrize(
    ("clustered", "title"),
    [
        (0.0012, "10 landmarks are enough: more hardly lower the error of learning"),  # one kind alone gains by more
        (0.0024, "The error still falls at 50 landmarks"),
    ],
)
def test_the_title_is_of_the_median_rule_and_a_note_of_those_whose_error_rises(clustered, title):
    study = landmark_steps(10, (0,), n_landmarks=(2, 10, 50))[-1].record
    mean = np.array([[0.1, 0.01, 0.0004], [0.1, clustered, 0.0011], [0.1, 0.001, 0.01]])
    errors = np.repeat(mean[:, None], study.errors.shape[1], axis=1)
    made = landmark_study_picture(replace(study, errors=errors), LIGHT)
    assert made.title == title
    errors[:, :, 2][1:] = np.nan  # two kinds at 50 landmarks are still to come
    draft = landmark_study_picture(replace(study, errors=errors), LIGHT)
    assert draft.title == "The error still falls at 10 landmarks"
    rises = [note for note in made.notes if "rises" in note]
    said = "the error rises from 0.0010 at 10 landmarks to 0.010 at 50."
    assert rises == [f"With points nearest to the centres {said}"]


def test_learning_that_loses_is_said_to():
    """Two landmarks of sampled points cannot show what three dimensions hold."""
    study = record_of("landmarks")
    worse = replace(study, errors=study.errors * 20)
    made = landmark_study_picture(worse, LIGHT)
    assert "larger than for Monte Carlo" in made.title and "smaller" not in made.title


@pytest.mark.release
def test_names_at_the_ends_keep_apart_and_near_their_lines():
    for case in ("landmarks", "landmarks-crowded"):
        layout = picture(case).figure.layout
        low, high = layout.yaxis.range
        names = sorted(note.y for note in layout.annotations if note.text.startswith("<b>"))
        assert len(names) == 4
        assert min(np.diff(names)) >= 0.055 * (high - low) and low < names[0] and names[-1] < high


@pytest.mark.release
def test_ticks_keep_apart():
    study = landmark_steps(10, (0,), n_landmarks=(2, 50, 51), kinds=("sample",))[-1].record
    assert landmark_study_picture(study, LIGHT).figure.layout.xaxis.tickvals == (2, 51)


def test_kinds_of_landmarks_are_called_the_same_everywhere():
    study, made = record_of("landmarks"), picture("landmarks")
    at_ends = {note.text.replace("<br>", " ") for note in made.figure.layout.annotations}
    assert {f"<b>{LANDMARK_KINDS[kind]}</b>" for kind in study.kinds} <= at_ends


@pytest.mark.release
def test_sizes_are_drawn_by_landmarks_a_frequency():
    studies, figure = record_of("sizes"), picture("sizes").figure
    for study in studies:
        (line,) = [trace for trace in figure.data if trace.name == f"D = {study.n_freqs}, learned"]
        np.testing.assert_allclose(line.x, study.n_landmarks / study.n_freqs, rtol=1e-6)
        np.testing.assert_allclose(line.y, study.errors[0].mean(axis=0), rtol=1e-6)
        (level,) = [trace for trace in figure.data if trace.name == f"D = {study.n_freqs}, Monte Carlo"]
        np.testing.assert_allclose(level.y, study.drawn_errors.mean(), rtol=1e-6)
        assert line.line.color == level.line.color
    assert len({trace.line.color for trace in figure.data if trace.name}) == 3
    layout = figure.layout
    assert layout.xaxis.ticktext == ("D/5", "D", "5D") and layout.xaxis.tickvals == (1 / 5, 1, 5)


@pytest.mark.release
def test_words_on_sizes_are_the_records_numbers():
    studies, made = record_of("sizes"), picture("sizes")
    ratios = []
    for study in studies:
        g = study.n_landmarks.tolist().index(study.n_freqs)
        error, carlo = study.errors[0, :, g].mean(), study.drawn_errors.mean()
        ratios.append(carlo / error)
        cell, row = cells(made.readout), f"D = {study.n_freqs}"
        assert cell[row, "n, landmarks"] == f"{study.n_freqs}" and cell[row, "error"] == measured(error)
        assert cell[row, "Monte Carlo"] == measured(carlo) and cell[row, "gain"] == times(carlo / error)
        last = f"{measured(study.errors[0, :, -1].mean())} (n = {study.n_landmarks[-1]})"
        assert cell[row, "error at most n"] == last
    said = f"With D landmarks the error is at least {times(min(ratios))} smaller than for Monte Carlo"
    assert made.title == said
    worse = [replace(study, errors=study.errors * 30) for study in studies]
    said = f"the error is up to {times(30 / min(ratios))} larger than for Monte Carlo"
    assert landmark_sizes_picture(worse, LIGHT).title == f"With D landmarks {said}"


def gained(r, ratio, counts):
    """A study of one seed whose error is Monte Carlo's over `ratio` for all of these numbers of landmarks."""
    study = landmark_steps(5, (0,), n_landmarks=(2,), kinds=("kmeans",))[-1].record
    study = replace(study, n_freqs=r, n_landmarks=np.array(counts), drawn_seeds=(0,))
    study = replace(study, about=replace(study.about, seeds=(0,)))
    study, one = replace(study, drawn_errors=np.array([0.3])), np.ones((1, 1, len(counts)))
    return replace(study, errors=0.3 / ratio * one, on_landmarks=one, on_points=one, freedom=one)


@pytest.mark.release
@pytest.mark.parametrize(
    ("studies", "title"),
    [
        ([(5, 2.0, (5, 10)), (10, 10.0, (10, 50))], "With D landmarks the error is at least 2.0× smaller than"),
        ([(5, 4.0, (1, 5))], "With D landmarks the error is 4.0× smaller than"),
        ([(5, 4.0, (5,)), (200, 9.0, (8, 150))], "With D landmarks (D = 5) the error is 4.0× smaller than"),
        ([(200, 9.0, (8, 150))], "With 150 landmarks the error is 9.0× smaller than"),
        ([(50, 2.0, (2,)), (100, 3.0, (4,))], "With about D landmarks the error is at least 2.0× smaller than"),
        ([(5, 1 / 1.5, (5,)), (10, 10.0, (10,))], "With D landmarks the error is up to 1.5× larger than"),
        ([(5, 0.5, (5,)), (10, 0.25, (10,))], "With D landmarks the error is up to 4.0× larger than"),
        ([(5, 1.1, (5,)), (10, 0.9, (10,))], "With D landmarks the error is about that of Monte Carlo"),
        ([(5, 1.1, (5,)), (10, 3.0, (10,))], "With D landmarks the error is at most about that of Monte Carlo"),
        ([(5, 3e6, (5,)), (10, 1.0, (10,))], "With D landmarks the error is at most about that of Monte Carlo"),
        ([(5, 3e6, (5,)), (10, 8.0, (10,))], "With D landmarks the error is at least 8.0× smaller than"),
        ([(5, 3e6, (5,))], "With D landmarks the error is at rounding, below Monte Carlo"),
    ],
)
def test_titles_of_sizes_speak_of_what_was_measured(studies, title):
    made = landmark_sizes_picture([gained(*study) for study in studies], LIGHT)
    assert made.title == (f"{title} for Monte Carlo" if title.endswith("than") else title)
    for n_freqs, _, counts in studies:
        nearest = min(counts, key=lambda n: abs(np.log(n / n_freqs)))
        assert cells(made.readout)[f"D = {n_freqs}", "n, landmarks"] == f"{nearest}"


@pytest.mark.parametrize(
    ("ratio", "words"),
    [
        (1.3, "1.3× smaller than for"),
        (12.3, "12× smaller than for"),
        (987.0, "987× smaller than for"),
        (12345.0, "12,345× smaller than for"),
        (3518039.0, "at rounding, below"),
        (1.0, "about that of"),
        (0.5, "2.0× larger than for"),
    ],
)
def test_ratios_have_two_digits_and_stop_at_rounding(ratio, words):
    made = landmark_study_picture(gained(5, ratio, (5,)), LIGHT)
    assert made.title == f"With 5 landmarks the error is {words} Monte Carlo"
    assert cells(made.readout)["Monte Carlo", "error"] == "0.30"


def test_the_key_of_the_lines_stands_above_the_plot():
    (key,) = [note for note in picture("landmarks").figure.layout.annotations if note.text.startswith("solid")]
    assert (key.yref, key.y, key.yanchor) == ("paper", 1, "bottom") and picture(
        "landmarks"
    ).figure.layout.margin.t >= 36


@pytest.mark.release
def test_the_untouched_transformer_is_as_random_as_it_says():
    """The flat line is the error of as many Monte Carlo frequencies, not of the learner's start."""
    study = record_of("landmarks-one-seed")
    drawn = RandomFourierFeatures(KERNEL, 12, random_state=4).fit(X)
    assert study.drawn_errors[0] == pytest.approx(relative_error(drawn, X, KERNEL), rel=1e-12)


def test_sizes_are_told_in_multiples_of_the_features():
    axis = picture("sizes-midway").figure.layout.xaxis
    assert (axis.tickvals, axis.ticktext) == ((0.2, 1, 5), ("D/5", "D", "5D"))
