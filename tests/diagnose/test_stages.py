"""The steps of a scheme: right ones pass as often as is said, and a wrong one is named first."""

import argparse

import numpy as np
import pytest
from scipy import stats as distributions

from rffviz.diagnose import command, stage_verdicts, stages
from rffviz.diagnose.sample import ALARM
from rffviz.diagnose.stages import _judged
from rffviz.kernels import Gaussian, Laplacian, Matern
from rffviz.samplers.stages import listening, stage

KERNEL = Gaussian(1.5)
SHORT = {"n_freqs": 64, "seeds": 40}


def chained(wrong=""):
    """A scheme in three steps, one of them wrong."""

    @stage("normals")
    def normals(n_freqs, d, rng):
        g = rng.standard_normal((n_freqs, d))
        return {"normals": 1.1 * g, "kurtosis": np.sign(g) * np.abs(g) ** 0.5 / 0.8932}.get(wrong, g)

    @stage("directions")
    def directions(g):
        if wrong == "cube":
            g = g / (1 + np.abs(g)).max(axis=1, keepdims=True)
            return g / np.abs(g).sum(axis=1, keepdims=True)
        if wrong == "axis":
            g = g * np.array([1.3, *np.ones(g.shape[1] - 1)])
        return g / np.linalg.norm(g, axis=1, keepdims=True)

    def mine(kernel, d, n_freqs, rng):
        norms = kernel.sample_radius(n_freqs, d, rng) * (2**0.5 if wrong == "norms" else 1)
        W = directions(normals(n_freqs, d, rng))
        W *= stage("norms")(lambda: norms)()[:, None]  # in place: the step before keeps what it gave
        return W

    return mine


@pytest.mark.release
@pytest.mark.parametrize(
    ("wrong", "first", "says"),
    [
        ("normals", "normals", "Mean of g² is off by +0.2"),
        ("kurtosis", "normals", "Mean of g⁴ is off by -"),
        ("cube", "directions", "Rows do not have norm 1"),
        ("axis", "directions", "mean of s"),
        ("norms", "norms", "u = P"),
    ],
)
def test_the_first_wrong_step_is_named(wrong, first, says):
    found = stages(chained(wrong), KERNEL, 5, **SHORT)
    assert [each.stage for each in found.stages] == ["normals", "directions", "norms", "frequencies"]
    assert found.first_error.stage == first and says in found.first_error.sentence
    assert [line.split()[0] for line in str(found).splitlines() if "← first" in line] == [first]
    if wrong == "norms":  # what comes before is right
        assert [each.status for each in found.stages] == ["fine", "fine", "fault", "fault"]


@pytest.mark.release
@pytest.mark.parametrize("kernel", [KERNEL, Matern(1.5, nu=1.5)], ids=["gaussian", "matern"])
@pytest.mark.parametrize(
    ("scheme", "names"),
    [
        (chained(), ["normals", "directions", "norms"]),
        ("orthogonal", ["directions", "norms"]),
        ("sobol_scrambled", ["uniforms"]),
        ("fastfood", ["normals", "signs", "norms"]),
        ("rom", ["signs", "uniforms"]),
    ],
)
def test_right_steps_pass(scheme, names, kernel):
    found = stages(scheme, kernel, 5, **SHORT, random_state=3)
    assert [each.stage for each in found.stages] == [*names, "frequencies"]
    assert found.first_error is None, found
    assert found.report.ok


@pytest.mark.release
def test_a_right_step_fails_as_rarely_as_is_said():
    rng = np.random.default_rng(0)
    made = {
        "uniforms": lambda: rng.random((32, 4)),
        "normals": lambda: rng.standard_normal((32, 4)),
        "signs": lambda: np.sign(rng.standard_normal((32, 4))),
        "norms": lambda: KERNEL.sample_radius(32, 4, rng)[:, None],
    }
    for name, draw in made.items():
        p = np.array([_judged(name, [draw() for _ in range(40)], KERNEL, 4).p_value for _ in range(150)])
        # Bonferroni is conservative; 4.5 standard deviations of a share of 150
        assert (p < 0.05).mean() <= 0.05 + 4.5 * (0.05 * 0.95 / 150) ** 0.5, name
        assert p.min() > ALARM / 10, name


@pytest.mark.parametrize(
    ("name", "rows", "says"),
    [
        ("uniforms", [[0.0, 0.5]], "Values lie outside (0, 1): from 0 to 0.5."),
        ("signs", [[0.0, 1.0]], "Values other than ±1."),
        ("norms", [[-1.0]], "Norms below 0."),
        ("normals", [[np.nan, 1.0]], "A value is not finite."),
    ],
)
def test_what_no_right_step_gives(name, rows, says):
    verdict = _judged(name, [np.array(rows)] * 3, KERNEL, 2)
    assert (verdict.status, verdict.sentence) == ("fault", says)


@pytest.mark.slow
def test_without_listening_a_step_is_a_plain_function_and_names_are_checked():
    rows = np.ones((2, 3))
    assert stage("directions")(lambda: rows)() is rows
    with listening() as heard:
        stage("norms", 8)(lambda: [1.0, 2.0])()
    assert [(name, d, array.tolist()) for name, d, array in heard] == [("norms", 8, [1.0, 2.0])]
    with pytest.raises(ValueError, match=r"name must be one of .*uniforms.*, got 'norm'"):
        stage("norm")
    assert [each.stage for each in stages(np.random.default_rng(0).standard_normal((64, 3)), Gaussian(), 3).stages] == [
        "frequencies"
    ]
    same = stages("sobol", Laplacian(1.0), 3, 64, seeds=5).stages[0]
    assert (same.stage, same.status, same.sentence) == ("uniforms", "unknown", "Every seed gives the same.")


@pytest.mark.slow
def test_the_command_prints_them(capsys):
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert (
        command.run(parser.parse_args(["orthogonal", "-d", "4", "-n", "32", "--seeds", "20", "--stages"]), parser) == 0
    )
    assert capsys.readouterr().out.split()[:2] == ["directions", "OK"]
    with pytest.raises(SystemExit):
        command.run(parser.parse_args(["orthogonal", "-d", "4", "--stages", "--json"]), parser)


@pytest.mark.release
@pytest.mark.parametrize("d", [1, 2, 3])
def test_histograms_are_those_of_the_distribution_functions(d):
    """Counted value by value, with scipy's distribution functions; trials before the first draw do not count."""
    kernel, n, seeds, heard = Gaussian(1.5), 40, 3, []

    def mine(kernel, d, n_freqs, rng):
        g = rng.standard_normal((n_freqs, d))
        made = {"normals": g, "directions": g / np.linalg.norm(g, axis=1, keepdims=True)}
        made |= {"norms": kernel.sample_radius(n_freqs, d, rng)}
        for name, rows in made.items():
            stage(name)(lambda rows=rows: rows)()
        heard.append(made | {"frequencies": made["directions"] * made["norms"][:, None]})
        return heard[-1]["frequencies"]

    found = stage_verdicts(mine, kernel, d, n, seeds)
    heard = [made for made in heard if made["normals"].shape == (n, d)]
    assert len(heard) == seeds and len(found) == 4
    cdf = {
        "normals": distributions.norm.cdf,
        "directions": distributions.beta(max(d - 1, 1) / 2, max(d - 1, 1) / 2, -1, 2).cdf,
        "norms": distributions.chi(d, scale=1 / 1.5).cdf,
        "frequencies": distributions.norm(scale=1 / 1.5).cdf,
    }
    for verdict in found:
        assert verdict.coordinate is None
        if d == 1 and verdict.stage == "directions":
            below = np.mean([made["directions"] < 0 for made in heard])
            assert verdict.density[:10].mean() == pytest.approx(2 * below)
            continue
        counts = np.zeros(20)
        for made in heard:
            for x in made[verdict.stage].ravel():
                counts[min(int(20 * cdf[verdict.stage](x)), 19)] += 1
        np.testing.assert_allclose(verdict.density, counts * 20 / counts.sum(), rtol=1e-12)


def test_the_coordinate_that_deviates_is_shown():
    found = {each.stage: each for each in stage_verdicts(chained("axis"), KERNEL, 5, 128, 30)}
    assert found["normals"].coordinate is None
    assert found["directions"].coordinate == found["frequencies"].coordinate == 0
    assert found["directions"].density[[0, -1]].min() > 1.5 > 1 > found["directions"].density[10]


@pytest.mark.release
def test_frequencies_count_as_their_weights():
    """Importance sampling draws from another density than p, and its weights make up for it."""
    X = np.random.default_rng(0).standard_normal((200, 2))
    *_, found = stage_verdicts("importance", KERNEL, 2, 2_000, 30, X=X)
    n = 2_000 * 30 * 2
    # w² has mean below 2: a count of n/20 deviates by sqrt(2 · 20/n) of itself; of 20 none by 3.5 times that, at 99 %
    np.testing.assert_allclose(found.density, 1, atol=3.5 * (2 * 20 / n) ** 0.5)
    assert found.coordinate is None


@pytest.mark.slow
def test_a_stage_whose_shape_depends_on_the_seed_is_not_tested():
    @stage("normals")
    def normals(columns, n_freqs, rng):
        return rng.standard_normal((n_freqs, columns))

    def mine(kernel, d, n_freqs, rng):
        normals(int(rng.integers(2, 9)), n_freqs, rng)
        return kernel.sample(n_freqs, d, rng)

    found = stages(mine, KERNEL, 3, **SHORT)
    assert [each.status for each in found.stages] == ["unknown", "fine"]
    assert found.stages[0].sentence == "Its number of coordinates depends on the seed."
