"""The checks of the exercises: right answers pass whatever the seed, and wrong ones are told what is wrong."""

import dataclasses

import numpy as np
import pytest
from scipy import stats
from solutions import SOLUTIONS

from rffviz.foundation.validation import Refusal
from rffviz.samplers.orthogonal import haar_rows
from rffviz.teaching import CHECKS, Mark, check


def written(name, *changes):
    """A solution as a function, with parts of its text replaced by others."""
    text = SOLUTIONS[name]
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    room = {"np": np}
    exec(text, room)
    return room[name]


def test_there_is_a_solution_to_every_check():
    assert list(SOLUTIONS) == list(CHECKS)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(4, 20), marks=pytest.mark.release)], ids=str)
@pytest.mark.parametrize("name", CHECKS)
def test_a_right_answer_passes_whatever_the_seed(name, seeds):
    marks = [check(name, written(name), seed) for seed in seeds]
    assert [mark.sentence for mark in marks if not mark.passed] == []
    assert all(mark.sentence.startswith("Passed: ") and mark.sentence.endswith(".") for mark in marks)


COS_SIN = "np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(len(W))"
MATERN = "rng.standard_normal((n_freqs, d)) * np.sqrt(2 * nu / u) / length_scale"
CAUCHY = "rng.standard_cauchy((n_freqs, d)) / length_scale"
LINE = "np.polyfit(np.log(n_freqs), np.log(errors), 1)"
COUNT = "int(np.ceil(2 * np.log(2 / (1 - confidence)) / epsilon**2))"
READ = "int(np.ceil(np.exp((np.log(epsilon) - a) / b)))"
LENGTHS = "np.sqrt(rng.chisquare(d, d))[:, None]"
MEANS = "np.var([np.cos(draw(rng) @ delta).mean() for _ in range(n_draws)], ddof=1)"
DUAL = "(K + len(y) * ridge * np.eye(len(y)), y)"
ANGLES = "angles = X @ W.T"

WRONG = [
    ("paired_map", COS_SIN, COS_SIN.replace("len(W)", "2 * len(W)"), "The scale is 1/√(2m)"),
    ("paired_map", COS_SIN, "np.sqrt(2) * " + COS_SIN, "The scale is √(2/m)"),
    ("paired_map", "np.sqrt(len(W))", "len(W)", "The scale is 1/m"),
    ("paired_map", " / np.sqrt(len(W))", "", "The scale is missing"),
    ("paired_map", "len(W)", "len(X)", "The scale has √n"),
    ("paired_map", ANGLES, "angles = np.radians(X @ W.T)", "as degrees"),
    ("paired_map", ANGLES, "angles = np.degrees(X @ W.T)", "into degrees"),
    ("paired_map", ANGLES, "angles = 2 * np.pi * X @ W.T", "a factor 2π"),
    ("paired_map", "np.sin", "np.cos", "the sine is missing"),
    ("paired_map", "np.cos", "np.sin", "the cosine is missing"),
    ("paired_map", COS_SIN, "np.cos(angles) * np.sqrt(2 / len(W))", "one number for each frequency"),
    ("paired_map", COS_SIN, "np.hstack([np.cos(angles), np.sin(angles) / np.sqrt(len(W))])", "Only one half"),
    ("paired_map", COS_SIN, f"({COS_SIN}).T", "points as columns"),
    ("paired_map", COS_SIN, "np.exp(1j * np.hstack([angles, angles]))", "complex"),
    ("paired_map", "X @ W.T", "X @ W", "frequencies as columns"),
    ("paired_map", ANGLES, "angles, W = X @ W, W.T", "frequencies as columns"),
    ("paired_map", "np.sin(angles)", "np.sin(angles + 0.1)", "is wrong at"),
    ("laplacian_frequencies", CAUCHY, "rng.laplace(size=(n_freqs, d)) / length_scale", "the names swap"),
    ("laplacian_frequencies", CAUCHY, "rng.laplace(size=(n_freqs, d)) * length_scale", "1/ℓ, too"),
    ("laplacian_frequencies", "/ length_scale", "* length_scale", "scaled by ℓ where it must be 1/ℓ"),
    ("laplacian_frequencies", " / length_scale", "", "The length scale is not used"),
    ("laplacian_frequencies", "standard_cauchy", "standard_normal", "These frequencies are normal"),
    (
        "laplacian_frequencies",
        CAUCHY,
        "rng.normal(size=(n_freqs, d)) / np.abs(rng.normal(size=(n_freqs, 1))) / length_scale",
        "draw the coordinates independently",
    ),
    (
        "laplacian_frequencies",
        "rng.standard_cauchy((n_freqs, d))",
        "np.ones(d) * rng.standard_cauchy((n_freqs, 1))",
        "the same number",
    ),
    ("laplacian_frequencies", CAUCHY, CAUCHY + " / (2 * np.pi)", "divided by 2π"),
    ("laplacian_frequencies", CAUCHY, f"({CAUCHY}).T", "as columns"),
    ("laplacian_frequencies", CAUCHY, CAUCHY.replace("rng", "np.random.default_rng()"), "take all random numbers"),
    ("laplacian_frequencies", CAUCHY, CAUCHY.replace("rng", "np.random.default_rng(0)"), "seed nothing inside"),
    ("laplacian_frequencies", CAUCHY, "np.abs(" + CAUCHY + ")", "draws from another spectrum"),
    ("matern_frequencies", "(n_freqs, 1)", "(n_freqs, d)", "one χ² for each coordinate"),
    ("matern_frequencies", ", (n_freqs, 1)", "", "one u for all of them"),
    ("matern_frequencies", " * np.sqrt(2 * nu / u)", "", "These frequencies are normal"),
    ("matern_frequencies", "chisquare(2 * nu", "chisquare(nu", "The χ² has ν degrees of freedom"),
    ("matern_frequencies", "2 * nu", "nu", "in the χ² and under the root"),
    ("matern_frequencies", "np.sqrt(2 * nu / u)", "np.sqrt(nu / u)", "stands ν/u"),
    ("matern_frequencies", "np.sqrt(2 * nu / u)", "np.sqrt(1 / u)", "stands 1/u"),
    ("matern_frequencies", "np.sqrt(2 * nu / u)", "(2 * nu / u)", "The root is forgotten"),
    ("matern_frequencies", "np.sqrt(2 * nu / u)", "np.sqrt(u / (2 * nu))", "upside down"),
    ("matern_frequencies", "/ length_scale", "* length_scale", "scaled by ℓ where it must be 1/ℓ"),
    ("matern_frequencies", MATERN, CAUCHY, "which gives the Laplacian kernel"),
    ("matern_frequencies", "2 * nu", "1", "with ν = ½"),
    ("slope", LINE, "np.polyfit(n_freqs, errors, 1)", "without logarithms"),
    ("slope", LINE, "np.polyfit(np.log(n_freqs), errors, 1)", "Only n_freqs"),
    ("slope", LINE, "np.polyfit(n_freqs, np.log(errors), 1)", "Only the errors"),
    ("slope", LINE, "np.polyfit(np.log(errors), np.log(n_freqs), 1)", "The axes are swapped"),
    ("slope", LINE, "-" + LINE, "The sign is missing"),
    ("slope", "[0]", "[1]", "This is the intercept"),
    ("slope", "[0]", "", "shape (2,)"),
    (
        "slope",
        LINE + "[0]",
        "np.log(errors[-1] / errors[0]) / np.log(n_freqs[-1] / n_freqs[0])",
        "the first and the last",
    ),
    ("slope", "np.log(errors)", "np.log10(errors)", "different bases"),
    ("slope", "np.log(n_freqs)", "np.log10(n_freqs)", "different bases"),
    ("frequencies_for", READ, READ.replace("ceil", "floor"), "rounded down"),
    ("frequencies_for", READ, "np.exp((np.log(epsilon) - a) / b)", "not whole"),
    ("frequencies_for", READ, "int(n_freqs[-1])", "the largest number of frequencies tried"),
    ("frequencies_for", READ, "int(np.ceil(n_freqs[-1] * errors[-1] / epsilon))", "as 1/m"),
    (
        "frequencies_for",
        READ,
        "np.ceil(np.exp(np.log(n_freqs).mean() + 2 * (np.log(errors).mean() - np.log(epsilon))))",
        "taken to be −1/2",
    ),
    ("frequencies_for", READ, "np.ceil(n_freqs[-1] * (errors[-1] / epsilon) ** 2)", "from the last error on"),
    ("hoeffding_count", "np.log(2 / (1 - confidence))", "np.log(1 / (1 - confidence))", "The 2 before"),
    ("hoeffding_count", "(1 - confidence)", "confidence", "are swapped"),
    ("hoeffding_count", "np.log(", "np.log10(", "base 10"),
    ("hoeffding_count", "2 * np.log", "8 * np.log", "random phase"),
    ("hoeffding_count", "2 * np.log", "0.5 * np.log", "values in [0, 1]"),
    ("hoeffding_count", "2 * np.log", "np.log", "mε² where"),
    ("hoeffding_count", "epsilon**2", "epsilon", "not squared"),
    ("hoeffding_count", "ceil", "floor", "round up"),
    ("hoeffding_count", COUNT, "2 * np.log(2 / (1 - confidence)) / epsilon**2", "round it up"),
    ("orthogonal_frequencies", f"{LENGTHS} * Q", "Q * np.sqrt(rng.chisquare(d, d))", "scale the columns"),
    ("orthogonal_frequencies", f"{LENGTHS} * Q", "rng.standard_normal((d, d))", "The first 16 rows are not orthogonal"),
    ("orthogonal_frequencies", LENGTHS, "np.sqrt(d)", "All norms are √d"),
    ("orthogonal_frequencies", f"{LENGTHS} * Q", "Q", "All frequencies have the norm 1:"),
    ("orthogonal_frequencies", LENGTHS, "rng.chisquare(d, d)[:, None]", "take the root"),
    ("orthogonal_frequencies", LENGTHS, "np.abs(rng.standard_normal(d))[:, None]", "of one-dimensional"),
    ("orthogonal_frequencies", LENGTHS, "np.sqrt(rng.chisquare(d))", "one length for each block"),
    ("orthogonal_frequencies", LENGTHS, "rng.uniform(1, 6, d)[:, None]", "do not follow χ_d"),
    ("orthogonal_frequencies", "* Q", "* np.eye(d)", "Every block has the same directions"),
    (
        "orthogonal_frequencies",
        "np.linalg.qr(rng.standard_normal((d, d)))",
        "(np.eye(d), 0)",
        "same directions",
    ),
    ("repaired", "S @ Q", "Q @ S", "scale the columns"),
    ("variance", MEANS, MEANS.replace("var", "std"), "standard deviation"),
    (
        "variance",
        MEANS,
        "np.var([np.cos(draw(rng) @ delta) for _ in range(n_draws)])",
        "variance of one cosine",
    ),
    ("variance", MEANS, MEANS + " / n_draws", "divided by the number of draws"),
    ("variance", ".mean()", ".sum()", "The sum of the cosines"),
    ("variance", "np.var([", "2.5 * np.var([", "is wrong"),
    ("variance", MEANS, "np.mean([np.cos(draw(rng) @ delta).mean() ** 2 for _ in range(n_draws)])", "the mean square"),
    ("variance", "draw(rng)", "draw(np.random.default_rng(0))", "The variance is 0"),
    ("ridge_weights", "n * ridge", "ridge", "not multiplied by n"),
    ("ridge_weights", "n * ridge", "ridge / n", "divided by n"),
    ("ridge_weights", "n * ridge", "width * ridge", "number of features"),
    ("ridge_weights", "n * ridge", "n * ridge**2", "is squared"),
    ("ridge_weights", "n * ridge", "2 * n * ridge", "is doubled"),
    ("ridge_weights", "n * ridge", "n * ridge / 2", "is halved"),
    ("ridge_weights", "+ n", "- n", "the wrong sign"),
    ("ridge_weights", " * np.eye(width)", "", "the diagonal alone"),
    ("ridge_weights", "Z.T @ y", "Z.T @ (y - y.mean())", "The mean of y"),
    ("ridge_weights", "Z.T @ Z + n * ridge", "Z.T @ Z / n + ridge", "Zᵀy is not"),
    ("ridge_weights", "return ", "return Z @ ", "one weight for each feature"),
    ("kernel_ridge", "len(y) * ridge", "ridge", "not multiplied by n"),
    ("kernel_ridge", "len(y) * ridge", "0", "The penalty is missing"),
    ("kernel_ridge", "return ", "return K @ ", "fitted values"),
    (
        "kernel_ridge",
        DUAL,
        "(K @ K + len(y) * ridge * np.eye(len(y)), K @ y)",
        "KᵀK",
    ),
    ("smallest_enough", "np.argmax(enough)", "np.argmin(np.median(errors, axis=0))", "the smallest error"),
    ("smallest_enough", "np.median", "np.min", "luckiest"),
    ("smallest_enough", "np.median", "np.max", "unluckiest"),
    ("smallest_enough", "np.median", "np.mean", "The mean over seeds"),
    ("smallest_enough", "n_freqs[np.argmax(enough)]", "np.argmax(enough)", "a position in n_freqs"),
    ("smallest_enough", "(1 + tolerance) * exact", "tolerance + exact", "it is a fraction of it"),
    ("smallest_enough", " if enough.any() else None", "", "must return None"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "old", "new", "said"), WRONG, ids=[f"{name}: {said}" for name, _, _, said in WRONG])
def test_a_wrong_answer_is_told_what_is_wrong(name, old, new, said, capsys):
    for seed in (0, 1):
        mark = check(name, written(name, (old, new)), seed)
        assert not mark.passed and said in mark.sentence, mark.sentence
    assert capsys.readouterr().out.splitlines()[-1] == mark.sentence


def test_every_exercise_knows_three_mistakes_and_more():
    for name in CHECKS:
        known = [each for each in WRONG if each[0] == name]
        assert len(known) >= 3 or name == "repaired", name


@pytest.mark.slow
def test_blocks_that_share_their_lengths_or_lean_to_the_axes_are_found():
    def same_lengths(n_freqs, d, rng):
        norms = np.sqrt(rng.chisquare(d, d))[:, None]
        blocks = [norms * haar_rows(d, d, rng) for _ in range(n_freqs // d + 1)]
        return np.vstack(blocks)[:n_freqs]

    def near_the_axes(n_freqs, d, rng):
        blocks = []
        for _ in range(n_freqs // d + 1):
            Q, _ = np.linalg.qr(np.eye(d) + 0.05 * rng.standard_normal((d, d)))
            blocks.append(np.sqrt(rng.chisquare(d, d))[:, None] * Q)
        return np.vstack(blocks)[:n_freqs]

    def one_block(n_freqs, d, rng):
        return np.vstack(
            [np.sqrt(rng.chisquare(d, d))[:, None] * haar_rows(d, d, rng), rng.standard_normal((n_freqs - d, d))]
        )

    assert "same norms" in check("orthogonal_frequencies", same_lengths).sentence
    assert "biased" in check("orthogonal_frequencies", near_the_axes).sentence
    assert "a later one has not" in check("orthogonal_frequencies", one_block).sentence


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "Give the function itself, without parentheses"),
        (lambda *_: None, "returns nothing: is it written"),
        (lambda *_: ..., "is not written yet"),
        (lambda: 0, "raised TypeError"),
        (lambda *_: [[1, 2], [3]], "must return"),
        (lambda *_: "text", "must return"),
        (lambda *_: np.zeros((2, 3, 4)), "must return"),
    ],
    ids=["no function", "nothing", "dots", "arguments", "ragged", "text", "shape"],
)
def test_no_function_and_no_result_gets_past_a_sentence(name, answer, said):
    mark = check(name, answer)
    assert not mark.passed and said in mark.sentence and len(mark.sentence) < 300, mark.sentence


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("error", [NotImplementedError("fill in"), ZeroDivisionError("by zero"), SystemExit(1)])
def test_what_an_answer_raises_is_told(name, error):
    def answer(*_):
        raise error

    said = "is not written yet" if isinstance(error, NotImplementedError) else f"raised {type(error).__name__}"
    assert said in check(name, answer).sentence


@pytest.mark.parametrize("value", [np.nan, np.inf, 0.0, -1.0, 1e300])
@pytest.mark.parametrize("name", CHECKS)
def test_constant_answers_do_not_pass_and_raise_nothing(name, value):
    shapes = {
        "paired_map": lambda X, W: np.full((len(X), 2 * len(W)), value),
        "ridge_weights": lambda Z, y, ridge: np.full(Z.shape[1], value),
        "kernel_ridge": lambda K, y, ridge: np.full(len(y), value),
    }
    if name.endswith("_frequencies") or name == "repaired":
        answer = lambda n_freqs, d, *_: np.full((n_freqs, d), value)  # noqa: E731
    else:
        answer = shapes.get(name, lambda *_: value)
    assert not check(name, answer).passed


def test_an_answer_cannot_spoil_what_it_is_tried_on():
    def in_place(X, W):
        X *= 2
        W *= 0.5
        angles = X @ W.T
        return np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(len(W))

    assert check("paired_map", in_place) == check("paired_map", written("paired_map"))


def test_a_mark_is_frozen_and_mistakes_of_a_notebook_are_refused():
    mark = check("slope", written("slope"))
    assert isinstance(mark, Mark) and mark.passed
    with pytest.raises(dataclasses.FrozenInstanceError):
        mark.passed = False
    with pytest.raises(Refusal, match=r"^name must be one of paired_map, .*, got 'steepness'"):
        check("steepness", len)
    with pytest.raises(Refusal, match=r"^seed must be"):
        check("slope", len, -1)


def _interleaved(X, W):
    rows = [[f(x @ w) for w in W for f in (np.sin, np.cos)] for x in X]
    return (np.array(rows) / len(W) ** 0.5).astype(np.float32).tolist()


def _student_t(n_freqs, d, length_scale, nu, rng):
    distribution = stats.multivariate_t(shape=np.eye(d) / length_scale**2, df=2 * nu)
    return distribution.rvs(n_freqs, random_state=rng)


def _group(n_freqs, d, rng):
    Q = stats.ortho_group.rvs(d, size=-(-n_freqs // d), random_state=rng).reshape(-1, d)[:n_freqs]
    return Q * np.linalg.norm(rng.standard_normal((n_freqs, d)), axis=1, keepdims=True)


def _read_off(epsilon, n_freqs, errors):
    line = stats.linregress(np.log10(n_freqs), np.log10(errors))
    return np.ceil(10 ** ((np.log10(epsilon) - line.intercept) / line.slope))


def _counted(epsilon, confidence):
    m = 1
    while 2 * np.exp(-m * epsilon**2 / 2) > 1 - confidence:
        m += 1
    return m


def _by_formula(draw, delta, n_draws, rng):
    estimates = np.array([np.cos(draw(rng) @ delta).sum() / len(draw(rng)) for _ in range(n_draws)])
    return (estimates**2).mean() - estimates.mean() ** 2


def _augmented(Z, y, ridge):
    n, width = Z.shape
    tall = np.vstack([Z, np.sqrt(n * ridge) * np.eye(width)])
    return np.linalg.lstsq(tall, np.concatenate([y, np.zeros(width)]), rcond=None)[0]


def _first(n_freqs, errors, exact, tolerance):
    for at, m in enumerate(n_freqs):
        if sorted(errors[:, at])[len(errors) // 2] <= exact + exact * tolerance:
            return m
    return None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("paired_map", _interleaved),
        ("laplacian_frequencies", lambda n, d, scale, rng: np.tan(np.pi * (rng.random((n, d)) - 0.5)) / scale),
        ("matern_frequencies", _student_t),
        ("slope", lambda n_freqs, errors: stats.linregress(np.log2(n_freqs), np.log2(errors)).slope),
        ("frequencies_for", _read_off),
        ("hoeffding_count", _counted),
        ("orthogonal_frequencies", _group),
        ("variance", _by_formula),
        ("ridge_weights", _augmented),
        ("kernel_ridge", lambda K, y, ridge: np.linalg.inv(K + len(y) * ridge * np.eye(len(y))) @ y),
        ("smallest_enough", _first),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_right_answer_passes_however_it_is_written(name, answer):
    assert [mark.sentence for mark in (check(name, answer, seed) for seed in range(3)) if not mark.passed] == []
