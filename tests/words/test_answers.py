"""What phones may answer, and what is made of the answers, against other ways to compute it."""

import math

import numpy as np
import pytest

from rffviz.explorer.words.answers import CHOICE, CURVE, NUMBER, Answers, Asked, Scale, distance, median_curve, on_grid
from rffviz.explorer.words.scenes import SCENES
from rffviz.foundation.validation import Refusal

VOTE = Asked(CHOICE, "Which?", ("a", "b", "c"))
SLIDER = Asked(NUMBER, "How many?", x=Scale(1, 4096, log=True, title="D"))
PEN = Asked(CURVE, "Draw it.", x=Scale(1, 100, log=True, title="D"), y=Scale(0, 2, title="error"))


@pytest.mark.parametrize(
    ("asked", "given", "kept"),
    [
        (VOTE, 0, 0),
        (VOTE, 2, 2),
        (VOTE, None, None),
        (SLIDER, 1, 1.0),
        (SLIDER, 4096, 4096.0),
        (SLIDER, 123.456, 123.5),
        (PEN, [[0, 0], [1, 1]], [[0.0, 0.0], [1.0, 1.0]]),
        (PEN, [[0.12345678, 0.5], [0.2, 0.25]], [[0.1235, 0.5], [0.2, 0.25]]),
    ],
)
def test_an_answer_is_kept_as_it_was_meant(asked, given, kept):
    assert asked.checked(given) == kept
    assert Asked.of(asked.plain()) == asked


@pytest.mark.parametrize(
    ("asked", "given", "says"),
    [
        *[(VOTE, bad, "from 0 to 2") for bad in (3, -1, 1.0, True, "0", [0], {}, math.nan)],
        *[(SLIDER, bad, "from 1 to 4096") for bad in (0.5, 5000, math.nan, math.inf, "9", True, [5])],
        *[(PEN, bad, "2 to 64 points") for bad in ([], [[0, 0]], "x", 3, [[k / 64, 0] for k in range(65)])],
        *[
            (PEN, [[0, 0], bad], "two numbers from 0 to 1")
            for bad in ([1, 1.1], [-0.1, 0], [math.nan, 0], [1], [1, 1, 1], "ab", ["a", 0], [True, 0], 1)
        ],
        (PEN, [[0.5, 0], [0.5, 1]], "increasing x"),
        (PEN, [[0.5, 0], [0.50001, 1]], "increasing x"),  # equal as it would be kept
        (Asked(), 0, "none is asked"),
        (Asked(), None, "none is asked"),
    ],
)
def test_anything_else_is_refused_in_one_short_sentence(asked, given, says):
    with pytest.raises(Refusal, match=says) as refused:
        asked.checked(given)
    assert len(str(refused.value)) < 160


def test_a_scale_goes_to_shares_and_back():
    for scale in (Scale(1, 4096, log=True), Scale(-3, 5)):
        for share in (0, 0.25, 1):
            assert scale.share(scale.at(share)) == pytest.approx(share, abs=1e-12)
    assert Scale(1, 100, log=True).share(10) == pytest.approx(0.5)


def test_curves_are_interpolated_as_numpy_does_and_not_beyond_their_ends():
    rng = np.random.default_rng(0)
    for _ in range(50):
        x = np.sort(rng.choice(1000, rng.integers(2, 12), replace=False)) / 1000
        y = rng.random(len(x))
        found = on_grid(np.column_stack([x, y]).tolist())
        steps = np.linspace(0, 1, len(found))
        inside = (steps >= x[0] - 1e-9) & (steps <= x[-1] + 1e-9)
        assert [each is not None for each in found] == inside.tolist()
        expected = np.interp(steps[inside], x, y)
        np.testing.assert_allclose([each for each in found if each is not None], expected, atol=1e-12)


def test_the_median_curve_is_the_median_at_each_place_and_is_drawn_where_half_of_them_are():
    curves = [[[0, 0.1], [1, 0.1]], [[0, 0.5], [1, 0.5]], [[0, 0.9], [1, 0.9]], [[0.5, 0.2], [1, 0.2]]]
    median = dict((round(x, 6), y) for x, y in median_curve(curves))
    assert median[0.0] == pytest.approx(0.5) and median[1.0] == pytest.approx(0.35)
    assert median_curve([]) == [] and [x for x, _ in median_curve([[[0.4, 1], [0.6, 1]]])] == pytest.approx(
        [13 / 32, 14 / 32, 15 / 32, 0.5, 17 / 32, 18 / 32, 19 / 32]
    )
    assert distance(curves[0], curves[2]) == pytest.approx(0.8)
    assert distance([[0, 0], [0.1, 0]], [[0.8, 1], [1, 1]]) == math.inf


def test_counts_medians_and_shares_are_those_of_a_loop():
    rng = np.random.default_rng(1)
    rounds = tuple(tuple(None if v == 3 else int(v) for v in rng.integers(0, 4, n)) for n in (17, 30))
    answers = Answers(VOTE, rounds, (1,))
    for r, one in enumerate(rounds):
        assert answers.counts[r] == tuple(sum(1 for each in one if each == i) for i in range(3))
        assert answers.unsure[r] == sum(1 for each in one if each is None)
        assert answers.share_right[r] == pytest.approx(sum(each == 1 for each in one) / len(one))
    numbers = Answers(SLIDER, ((1.0, 5.0, None, 9.0, 100.0), (None,)))
    assert numbers.medians == (7.0, None)


def test_each_scene_asks_in_one_way_and_its_truth_can_be_answered():
    axes = Scale(1, 100, log=True, title="D"), Scale(0.1, 10, log=True)
    kinds = [scene.asked(axes).kind for scene in SCENES]
    assert {CHOICE, NUMBER, CURVE} <= set(kinds) and "" not in kinds
    for scene in SCENES:
        asked = scene.asked(axes)
        assert asked.question == scene.question
        if asked.kind == CURVE:
            assert asked.y.title == scene.curve and scene.asked(None).kind == ""
        if asked.kind == NUMBER and scene.right[0].isdigit():
            assert asked.checked(float(scene.right[0])) == float(scene.right[0])
