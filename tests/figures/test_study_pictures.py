"""The studies of learned features show their records' numbers, in words, lines and bars, in every look."""

import re
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
from different_steps import different

from rffviz.adaptive import LANDMARK_KINDS, OPTIMIZERS, Optimizer, choose_landmarks
from rffviz.datasets import Points
from rffviz.features import RandomFourierFeatures
from rffviz.figures.theme import DARK, LIGHT
from rffviz.kernels import Gaussian, Laplacian, RationalQuadratic
from rffviz.measure import relative_error
from rffviz.samplers import draw
from rffviz.studies.kernel_term import kernel_term_study
from rffviz.studies.landmarks import landmark_study
from rffviz.studies.norms import radial_study
from rffviz.views.adaptive.kernel_term.picture import kernel_term_picture
from rffviz.views.adaptive.landmarks.picture import landmark_sizes_picture, landmark_study_picture
from rffviz.views.adaptive.norms.picture import radial_study_picture
from rffviz.words.numbers import count, measured

pytestmark = pytest.mark.slow  # the studies they draw

LOOKS = {"light": LIGHT, "dark": DARK, "narrow": replace(LIGHT, narrow=True)}
X = np.random.default_rng(0).standard_normal((60, 3))
POINTS = Points(X, "cloud", 60)
KERNEL = Gaussian(2.0)


def landmark_steps(r=10, seeds=range(3), **options):
    learner = OPTIMIZERS["algorithm1"]
    return different(landmark_study.steps(POINTS, KERNEL, r, seeds, learner=learner, **options))


def sizes(n_freqs=(5, 10, 11), seeds=range(3)):
    return [landmark_steps(r, seeds, kinds=("kmeans",))[-1].record for r in n_freqs]


class Untouched(Optimizer):
    """It learns nothing: frequencies and weights are draws of the scheme it is called by."""

    def fit(self, X, kernel, n_freqs, kind, n_landmarks, random_state):
        yield
        sample = draw(self.name, kernel, X.shape[1], n_freqs, np.random.default_rng(random_state))
        landmarks = choose_landmarks(X, n_landmarks, kind, random_state)
        return SimpleNamespace(frequencies_=sample.W, weights_=sample.weights, landmarks_=landmarks)


IMPORTANCE = Untouched("importance", "nothing", None)


class DrawnAlone(Optimizer):
    """It learns nothing: plain Monte Carlo features under other seeds than the landmarks'."""

    def fit(self, X, kernel, n_freqs, kind, n_landmarks, random_state):
        yield
        features = RandomFourierFeatures(kernel, n_freqs, random_state=random_state + 1000).fit(X)
        features.landmarks_ = choose_landmarks(X, n_landmarks, kind, random_state)
        return features


def radial_steps(kernel=KERNEL, learner=OPTIMIZERS["algorithm1"], r=10, seeds=range(3)):
    return different(radial_study.steps(POINTS, kernel, r, 20, seeds, "kmeans", learner))


CASES = {
    "landmarks": (landmark_study_picture, lambda: landmark_steps()[-1].record),
    "landmarks-one-seed": (landmark_study_picture, lambda: landmark_steps(12, [4], kinds=("nearest",))[-1].record),
    "landmarks-first-fit": (landmark_study_picture, lambda: landmark_steps()[1].record),
    "landmarks-midway": (landmark_study_picture, lambda: landmark_steps()[13].record),
    "landmarks-crowded": (landmark_study_picture, lambda: landmark_steps(n_landmarks=(55, 58, 60))[-1].record),
    "sizes": (landmark_sizes_picture, lambda: sizes()),
    "sizes-one": (landmark_sizes_picture, lambda: sizes((10,), range(1))),
    "sizes-midway": (
        landmark_sizes_picture,
        lambda: [landmark_steps(5, kinds=("kmeans",))[2].record, landmark_steps(10, kinds=("kmeans",))[1].record],
    ),
    "lengths": (radial_study_picture, lambda: radial_steps()[-1].record),
    "lengths-one-seed": (radial_study_picture, lambda: next(step.record for step in radial_steps() if step.done)),
    "lengths-laplacian": (radial_study_picture, lambda: radial_steps(Laplacian(2.0))[-1].record),
    "lengths-draws": (
        radial_study_picture,
        lambda: radial_steps(learner=IMPORTANCE)[-1].record,
    ),
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


@pytest.mark.parametrize("look", LOOKS)
def test_every_picture_is_complete(name, look):
    made = picture(name, look)
    assert made.figure.layout.paper_bgcolor == LOOKS[look].paper
    assert len(made.title) > 20 and len(made.subtitle) > 30 and len(made.alt) > 60
    for said in (made.title, made.subtitle, made.reading, made.alt):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", said))
    assert made.reading.endswith(".") and made.alt.endswith(".") and made.scrub is None
    lengths = {len(column) for column in made.columns.values()}
    assert len(lengths) == 1 and lengths.pop() > 1
    assert "nan" not in made.csv()


@pytest.mark.parametrize("look", LOOKS)
def test_type_is_large_enough_for_the_last_row(name, look):
    layout = picture(name, look).figure.layout
    axes = [layout[axis] for axis in layout if re.fullmatch(r"[xy]axis\d*", axis)]
    assert axes and all(axis.tickfont.size >= 16 and axis.title.font.size >= 18 for axis in axes)
    assert all(note.font.size >= 16 for note in layout.annotations) and layout.font.size >= 16


def test_every_number_sent_to_the_browser_is_single_precision(name):
    for trace in picture(name).figure.data:
        for values in (trace.x, trace.y):
            assert isinstance(values, np.ndarray) and values.dtype == np.float32 and np.isfinite(values).all()


def test_csv_holds_the_columns_under_its_provenance(name):
    made = picture(name)
    lines = made.csv().splitlines()
    head = [line for line in lines if line.startswith("# ")]
    assert len(head) == len(made.provenance)
    assert len(lines) - len(head) - 1 == len(next(iter(made.columns.values())))


def test_every_trace_is_named_somewhere(name):
    """On a phone in the legend; where there is room, at the lines' ends or in the legend."""
    narrow = picture(name, "narrow").figure
    assert narrow.layout.showlegend
    named = [trace for trace in narrow.data if trace.name]
    assert {trace.name for trace in named if trace.showlegend} == {trace.name for trace in named}


# --- numbers of landmarks ---------------------------------------------------------------------------------------------


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
    (level,) = [trace for trace in figure.data if trace.name == "Monte Carlo, nothing learned"]
    np.testing.assert_allclose(level.y, np.mean(study.drawn_errors), rtol=1e-6)
    assert level.line.color == LIGHT.scheme("monte_carlo")[0]


def test_words_on_landmarks_are_the_records_numbers():
    study, made = record_of("landmarks"), picture("landmarks")
    g = study.n_landmarks.tolist().index(10)
    k = int(study.errors[:, :, g].mean(axis=1).argmin())
    error, carlo = study.errors[k, :, g].mean(), study.drawn_errors.mean()
    assert carlo / error > 1.2
    assert made.title.startswith(
        f"10 landmarks bring the error to {measured(error)}, {carlo / error:.2g} times smaller"
    )
    few = study.errors[:, :, 0].mean(axis=1).min()
    assert made.title.endswith(f"; 2 leave it at {measured(few)}")
    low, high = study.errors[k, :, g].min(), study.errors[k, :, g].max()
    assert f"error of {measured(error)} ({measured(low)}–{measured(high)} over 3 seeds) on all points" in made.reading
    assert f"smaller than Monte Carlo's, which is {measured(carlo)}" in made.reading and "n = r," in made.reading
    factors = np.sqrt((study.on_points[:, :, 0] ** 2).mean(axis=1) / (study.on_landmarks[:, :, 0] ** 2).mean(axis=1))
    assert factors.max() > 1000 and study.chance[factors.argmax(), 0] < 1e-4
    assert made.reading.endswith("So few landmarks are over-fitted, more than a thousandfold.")
    ten = replace(study, on_landmarks=study.on_points / 10.3)
    assert landmark_study_picture(ten, LIGHT).reading.endswith(
        "On so few landmarks features that learned nothing can come as close, so this may be luck."
    )
    many = replace(ten, freedom=np.full_like(study.freedom, 20.0))
    assert landmark_study_picture(many, LIGHT).reading.endswith("So few landmarks are over-fitted, by a factor of 10.")
    ticks = picture("landmarks").figure.layout.xaxis.ticktext
    assert ticks == tuple(f"{n}<br>{words}" for n, words in zip((2, 10, 50), ("r/5", "r", "5r"), strict=True))


def test_a_study_midway_says_so():
    assert "mean and range so far of up to 1 of 3 seeds" in picture("landmarks-first-fit").subtitle
    assert "mean and range of 3 seeds" in picture("landmarks").subtitle
    one = record_of("landmarks-one-seed")
    assert landmark_study_picture(one, LIGHT).subtitle.endswith("one seed")
    drawn = replace(one, drawn_seeds=(0, 1), drawn_errors=np.array([0.2, 0.3]))
    assert landmark_study_picture(drawn, LIGHT).subtitle.endswith("one seed, 2 for Monte Carlo")
    made = landmark_study_picture(landmark_steps(drawn_seeds=range(5))[-1].record, LIGHT)
    assert made.subtitle.endswith("mean and range of 3 seeds, of 5 for Monte Carlo")
    assert made.columns["seed"][:5] == [0, 1, 2, 3, 4] and made.columns["landmarks"][:5] == ["monte_carlo"] * 5
    rows = picture("landmarks-first-fit").columns
    assert rows["landmarks"] == ["monte_carlo"] * 3 + ["sample"] and rows["n_landmarks"][3] == 2


def test_with_all_points_as_landmarks_nothing_is_over_fitted():
    study = landmark_steps(10, [0], n_landmarks=(60,))[-1].record
    made = landmark_study_picture(study, LIGHT)
    assert made.reading.endswith("What is learned on the landmarks holds for all points.")
    assert ";" not in made.title
    rounded = replace(study, errors=study.errors * 1e-7, on_landmarks=study.on_landmarks / 100)
    assert "over-fitted" not in landmark_study_picture(rounded, LIGHT).reading  # single precision, not fitting


@pytest.mark.parametrize("seed", range(12))
def test_features_that_learned_nothing_are_not_called_over_fitted(seed):
    """The few landmarks' pairs with themselves are met by any features."""
    Y = np.random.default_rng(0).standard_normal((100, 11))

    learner = DrawnAlone("drawn_alone", "nothing", None)
    steps = landmark_study.steps(Y, Gaussian(5.5**0.5), 50, [seed], (2, 10), learner=learner)
    *_, step = steps
    made = landmark_study_picture(step.record, LIGHT)
    assert "over-fitted" not in made.reading and "about the same as Monte Carlo's" in made.title


def test_landmarks_that_are_one_point_are_said_to_be():
    study = record_of("landmarks")
    unknown = np.full_like(study.errors, np.nan)
    made = landmark_study_picture(replace(study, on_landmarks=unknown, freedom=unknown), LIGHT)
    assert made.reading.endswith("All 2 landmarks are the same point, so nothing is fitted to them.")
    assert "nan" not in made.csv()


def test_a_line_at_rounding_leaves_the_figure():
    """One pair of landmarks can be fitted to rounding: six powers of ten would flatten all other lines."""
    study = record_of("landmarks")
    study = replace(study, on_landmarks=np.full_like(study.on_landmarks, 1e-6))
    low, high = landmark_study_picture(study, LIGHT).figure.layout.yaxis.range
    assert low < np.log10(study.errors.min()) and high - low < 4


def test_learning_that_loses_is_said_to():
    """Two landmarks of sampled points cannot show what three dimensions hold."""
    study = record_of("landmarks")
    worse = replace(study, errors=study.errors * 20)
    made = landmark_study_picture(worse, LIGHT)
    assert "larger than Monte Carlo's" in made.title and "smaller" not in made.title


def test_names_at_the_ends_keep_apart_and_near_their_lines():
    for case in ("landmarks", "landmarks-crowded"):
        layout = picture(case).figure.layout
        low, high = layout.yaxis.range
        names = sorted(note.y for note in layout.annotations if note.text.startswith("<b>"))
        assert len(names) == 4
        assert min(np.diff(names)) >= 0.055 * (high - low) and low < names[0] and names[-1] < high


def test_ticks_keep_apart():
    study = landmark_steps(10, [0], n_landmarks=(2, 50, 51), kinds=("sample",))[-1].record
    assert landmark_study_picture(study, LIGHT).figure.layout.xaxis.tickvals == (2, 51)


def test_kinds_of_landmarks_are_called_the_same_everywhere():
    study = landmark_steps()[-1].record
    made = landmark_study_picture(study, LIGHT)
    at_ends = {note.text.replace("<br>", " ") for note in made.figure.layout.annotations}
    assert {f"<b>{LANDMARK_KINDS[kind]}</b>" for kind in study.kinds} <= at_ends


def test_sizes_are_drawn_by_landmarks_a_frequency():
    studies, figure = record_of("sizes"), picture("sizes").figure
    for study in studies:
        (line,) = [trace for trace in figure.data if trace.name == f"r = {study.n_freqs}, learned"]
        np.testing.assert_allclose(line.x, study.n_landmarks / study.n_freqs, rtol=1e-6)
        np.testing.assert_allclose(line.y, study.errors[0].mean(axis=0), rtol=1e-6)
        (level,) = [trace for trace in figure.data if trace.name == f"r = {study.n_freqs}, Monte Carlo"]
        np.testing.assert_allclose(level.y, study.drawn_errors.mean(), rtol=1e-6)
        assert line.line.color == level.line.color
    assert len({trace.line.color for trace in figure.data if trace.name}) == 3
    layout = figure.layout
    assert layout.xaxis.ticktext == ("r/5", "r", "5r") and layout.xaxis.tickvals == (1 / 5, 1, 5)


def test_words_on_sizes_are_the_records_numbers():
    studies, made = record_of("sizes"), picture("sizes")
    ratios = []
    for study in studies:
        g = study.n_landmarks.tolist().index(study.n_freqs)
        error, carlo = study.errors[0, :, g].mean(), study.drawn_errors.mean()
        ratios.append(carlo / error)
        assert f"with r = {study.n_freqs} it is {measured(error)}" in made.reading
        assert f"and Monte Carlo's is {measured(carlo)}" in made.reading
    assert f"{min(ratios):.2g} to " in made.title and f"{max(ratios):.2g} times smaller" in made.title
    worse = [replace(study, errors=study.errors * 30) for study in studies]
    said = f"the error is {30 / max(ratios):.2g} to {30 / min(ratios):.2g} times larger than Monte Carlo's"
    assert landmark_sizes_picture(worse, LIGHT).title == f"With as many landmarks as frequencies {said}"


def gained(r, ratio, counts):
    """A study of one seed whose error is Monte Carlo's over `ratio` for all of these numbers of landmarks."""
    study = replace(record_of("sizes")[0], n_freqs=r, n_landmarks=np.array(counts), drawn_seeds=(0,))
    study = replace(study, about=replace(study.about, seeds=(0,)))
    study, one = replace(study, drawn_errors=np.array([0.3])), np.ones((1, 1, len(counts)))
    return replace(study, errors=0.3 / ratio * one, on_landmarks=one, on_points=one, freedom=one)


@pytest.mark.parametrize(
    ("studies", "title"),
    [
        (
            [(5, 2.0, (5, 10)), (10, 10.0, (10, 50))],
            "With as many landmarks as frequencies the error is 2 to 10 times smaller than Monte Carlo's",
        ),
        (
            [(5, 4.0, (1, 5))],
            "With as many landmarks as frequencies the error is 4 times smaller than Monte Carlo's",
        ),
        (
            [(5, 4.0, (5,)), (200, 9.0, (8, 150))],
            "With as many landmarks as frequencies (r = 5) the error is 4 times smaller than Monte Carlo's",
        ),
        ([(200, 9.0, (8, 150))], "With 150 landmarks (r = 200) the error is 9 times smaller than Monte Carlo's"),
        (
            [(50, 2.0, (2,)), (100, 3.0, (4,))],
            "With 2 landmarks (r = 50) and 4 (r = 100) the error is 2 to 3 times smaller than Monte Carlo's",
        ),
        (
            [(5, 1 / 1.5, (5,)), (10, 10.0, (10,))],
            "With as many landmarks as frequencies the error is from 1.5 times larger than Monte Carlo's to 10 times "
            "smaller",
        ),
        (
            [(5, 0.5, (5,)), (10, 0.25, (10,))],
            "With as many landmarks as frequencies the error is 2 to 4 times larger than Monte Carlo's",
        ),
        (
            [(5, 1.1, (5,)), (10, 0.9, (10,))],
            "With as many landmarks as frequencies the error is about the same as Monte Carlo's",
        ),
        (
            [(5, 1.1, (5,)), (10, 3.0, (10,))],
            "With as many landmarks as frequencies the error is from about the same as Monte Carlo's to 3 times "
            "smaller",
        ),
        (
            [(5, 3e6, (5,)), (10, 1.0, (10,))],
            "With as many landmarks as frequencies the error is from about the same as Monte Carlo's to the level of "
            "rounding",
        ),
        (
            [(5, 3e6, (5,)), (10, 8.0, (10,))],
            "With as many landmarks as frequencies the error is from 8 times smaller than Monte Carlo's to the level "
            "of rounding",
        ),
        (
            [(5, 3e6, (5,))],
            "With as many landmarks as frequencies the error is at the level of rounding, below Monte Carlo's",
        ),
    ],
)
def test_titles_of_sizes_speak_of_what_was_measured(studies, title):
    made = landmark_sizes_picture([gained(*study) for study in studies], LIGHT)
    assert made.title == title
    for r, _, counts in studies:
        nearest = min(counts, key=lambda n: abs(np.log(n / r)))
        assert re.search(f"with r = {r} it is [^;]* from {nearest} landmarks", made.reading)


@pytest.mark.parametrize(
    ("ratio", "words"),
    [
        (1.3, "1.3 times smaller than"),
        (12.3, "12 times smaller than"),
        (987.0, "990 times smaller than"),
        (12345.0, "12,000 times smaller than"),
        (3518039.0, "at the level of rounding, below"),
        (1.0, "about the same as"),
        (0.5, "2 times larger than"),
    ],
)
def test_ratios_have_two_digits_and_stop_at_rounding(ratio, words):
    made = landmark_study_picture(gained(5, ratio, (5,)), LIGHT)
    assert made.title.endswith(f", {words} Monte Carlo's")
    assert f", {words} Monte Carlo's, which is 0.30" in made.reading


# --- lengths ----------------------------------------------------------------------------------------------------------


def test_bars_are_shares_and_lines_densities_of_a_bin():
    study, figure = record_of("lengths"), picture("lengths").figure
    counted, weighted = [trace for trace in figure.data if trace.type == "bar"]
    np.testing.assert_allclose(counted.y, study.counted.shares, rtol=1e-6)
    np.testing.assert_allclose(weighted.y, study.weighted.shares, rtol=1e-6)
    assert counted.xaxis == "x" and weighted.xaxis == "x2"
    laws = {(trace.xaxis, trace.legendgroup): trace for trace in figure.data if trace.type == "scatter"}
    assert set(laws) == {("x", "kernel"), ("x", "claim"), ("x2", "kernel")}
    width = study.edges[1] - study.edges[0]
    for (_, group), line in laws.items():
        law = study.kernel_law if group == "kernel" else study.claim_law
        middles = study.edges[:-1] + width / 2
        np.testing.assert_allclose(np.interp(middles, line.x, line.y), law.shares, atol=2e-3)  # of a bin at its middle


def test_words_on_lengths_are_the_records_numbers():
    study, made = record_of("lengths"), picture("lengths")
    for value in (study.between, study.counted.from_claim, study.weighted.from_kernel, study.total_weight):
        assert measured(value) in made.reading
    assert f"{count(study.n_used)} independent draws" in made.reading
    assert f"than {measured(1.358 / study.n_used**0.5)}, which" in made.reading
    found, law = study.counted, study.claim_law
    assert f"80 % within {measured(found.low)}–{measured(found.high)}" in made.title
    assert f"{measured(law.low)}–{measured(law.high)}" in made.title
    ratio = (found.high - found.low) / (law.high - law.low)
    assert found.from_claim > study.scatter  # so the difference is worth a title
    assert abs(found.median - law.median) <= 0.25 * (law.high - law.low)
    assert ("vary less" in made.title) == (ratio < 1 / 1.1) and ("vary more" in made.title) == (ratio > 1.1)
    assert made.columns["claim"] == list(law.shares)


@pytest.mark.parametrize(("factor", "how"), [(0.5, "shorter"), (1.5, "longer")])
def test_lengths_that_lie_elsewhere_are_said_to(factor, how):
    study = record_of("lengths")
    counted = study.counted
    moved = replace(counted, low=counted.low * factor, median=counted.median * factor, high=counted.high * factor)
    title = radial_study_picture(replace(study, counted=moved), LIGHT).title
    assert title.startswith(f"Learned frequencies are {how} than the best draws: 80 % within ")


def test_lengths_that_lie_as_the_law_does_are_said_to():
    study = record_of("lengths")
    law = study.claim_law
    same = replace(study.counted, low=law.low, median=law.median, high=law.high)
    title = radial_study_picture(replace(study, counted=same), LIGHT).title
    both = f"{measured(law.low)}–{measured(law.high)}"
    assert title == (
        f"Learned frequencies vary in length as much as the best draws: 80 % lie within {both}, theirs within {both}"
    )
    assert picture("lengths").subtitle.endswith("3 seeds together")
    assert picture("lengths-one-seed").subtitle.endswith("the first of 3 seeds")


def test_draws_from_the_claim_are_found_near_it():
    """Thirty draws: nearer to q than 19 in 20 such sets, under these seeds; the title follows the numbers."""
    study = record_of("lengths-draws")
    assert study.counted.from_claim <= study.scatter
    assert "no more than" in picture("lengths-draws").reading


def test_a_difference_of_lengths_is_claimed_only_where_draws_do_not_keep_to_it():
    """Sets of 30 draws differ in range by more than a tenth about every second time, and that says nothing."""
    told = 0
    for first in range(0, 24, 3):
        steps = radial_steps(learner=IMPORTANCE, seeds=range(first, first + 3))
        study = steps[-1].record
        made, within = radial_study_picture(study, LIGHT), study.counted.from_claim <= study.scatter
        assert (
            made.title.startswith(
                "By their lengths, learned frequencies cannot be told from the best draws: 80 % lie within "
            )
            == within
        )
        assert ("no more than" in made.reading) == within
        told += not within
    assert told <= 2  # of 8 sets, each with a chance of 1 in 20


def test_without_the_claim_a_difference_is_told_by_the_kernels_law():
    study = record_of("lengths-laplacian")
    for distance, said in ((study.scatter, True), (1.01 * study.scatter, False)):
        weighted = replace(study.weighted, from_kernel=distance)
        title = radial_study_picture(replace(study, weighted=weighted), LIGHT).title
        assert ("cannot be told from those of the kernel" in title) == said


@pytest.mark.parametrize("look", LOOKS)
def test_an_infinite_density_leaves_the_figure(look):
    """The rational quadratic law of lengths with α < ½ has no bound at 0; its bins' shares have."""
    study = radial_steps(RationalQuadratic(2.0, alpha=0.1))[-1].record
    figure = radial_study_picture(study, LOOKS[look]).figure
    tallest = max(study.kernel_law.shares.max(), study.weighted.shares.max(), study.counted.shares.max())
    assert figure.layout.yaxis.range == pytest.approx((0, 1.08 * tallest))
    (line,) = [trace for trace in figure.data if trace.type == "scatter"]
    assert line.y.max() > 1.08 * tallest


def test_other_kernels_have_the_panel_with_p_alone():
    study, made = record_of("lengths-laplacian"), picture("lengths-laplacian")
    assert [trace.type for trace in made.figure.data] == ["bar", "scatter"]
    np.testing.assert_allclose(made.figure.data[0].y, study.weighted.shares, rtol=1e-6)
    assert "Claim" not in made.reading + made.title and "claim" not in made.columns
    assert "those of the kernel" in made.title
    beyond = 1 - study.kernel_law.shares.sum()
    assert beyond > 0.02 and f"Beyond the figure lie {100 * beyond:.2g} % of p" in made.reading
    assert "Beyond" not in picture("lengths").reading


def test_the_untouched_transformer_is_as_random_as_it_says():
    """The flat line is the error of as many Monte Carlo frequencies, not of the learner's start."""
    study = record_of("landmarks-one-seed")
    drawn = RandomFourierFeatures(KERNEL, 12, random_state=4).fit(X)
    assert study.drawn_errors[0] == pytest.approx(relative_error(drawn, X, KERNEL), rel=1e-12)


# --- the kernel term --------------------------------------------------------------------------------------------------


@cache
def kernel_term(n_splits=3):
    rng = np.random.default_rng(1)
    splits = []
    for _ in range(n_splits):
        A = rng.standard_normal((60, 2))
        y = np.sin(2 * A[:, 0])
        splits.append(SimpleNamespace(X_train=A[:30], y_train=y[:30], X_test=A[30:], y_test=y[30:]))
    return different(kernel_term_study.steps(splits, "regression", Gaussian(1.0), 8, (0, 1, 10)))


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("step", [3, 9], ids=["first-split", "all"])
def test_kernel_term_picture(look, step):
    study = kernel_term()[step].record
    made = kernel_term_picture(study, LOOKS[look])
    eta, gain, spread = study.gain()
    at = list(study.etas).index(eta)
    means = study.test_errors[study.whole].mean(axis=0)
    assert f"mean test error is {measured(means[0])}. With η = {eta:g}" in made.reading
    assert f"{measured(means[at])}: {measured(abs(gain))} {'less' if gain >= 0 else 'more'}" in made.reading
    assert ("±" in made.reading) == (step == 9) == (not np.isnan(spread))
    assert ("On one split" in made.title) == (step == 3)
    assert ("beyond chance" in made.title) == (step == 9 and not study.clear)
    assert "γ = 0.1 for every η" in made.subtitle and len(made.columns["eta"]) == step
    thick = [trace for trace in made.figure.data if trace.line.width == 4]
    np.testing.assert_allclose(thick[0].y, means, rtol=1e-6)
    np.testing.assert_allclose(thick[1].y, study.kernel_errors[study.whole].mean(axis=0), rtol=1e-6)


def test_kernel_term_title_is_of_one_eta():
    study = kernel_term()[8].record
    errors = np.array([[0.9, 0.5, 0.95], [0.91, 0.51, 0.96], [0.92, 0.52, 0.97]])
    kernel = np.array([[0.5, 0.2, 0.1]] * 3)
    made = kernel_term_picture(replace(study, test_errors=errors, kernel_errors=kernel), LIGHT)
    assert "lowers the test error by 0.40 here; the kernel error falls from 0.50 to 0.20 at η = 1" in made.title
    made = kernel_term_picture(replace(study, test_errors=errors, kernel_errors=1 - kernel), LIGHT)
    assert "the kernel error rises from 0.50 to 0.80 at η = 1" in made.title and "rises" in made.reading
