"""How long learned frequencies are: laws by numerical integration, learned measures by naive loops."""

import math
from dataclasses import fields
from types import SimpleNamespace

import numpy as np
import pytest
from different_steps import different
from scipy import integrate, stats

from rffviz.adaptive import OPTIMIZERS, Optimizer, choose_landmarks
from rffviz.adaptive.transformer import finish
from rffviz.explorer.views.adaptive.norms.words import radial_study_words
from rffviz.kernels import KERNELS, Gaussian, Laplacian, Matern
from rffviz.samplers import draw
from rffviz.studies.norms import radial_study
from rffviz.theory import optimal_radius_pdf

pytestmark = pytest.mark.slow

KERNEL = Gaussian(1.6)


def cloud(n=40, d=3):
    return np.random.default_rng(5).standard_normal((n, d)) * np.resize([1.0, 0.7, 1.3], d)


class Given(Optimizer):
    """It learns nothing: frequencies and weights are `steps(seed)`."""

    def fit(self, X, kernel, n_freqs, kind, n_landmarks, random_state):
        W, p = self.steps(random_state)
        for iteration in (0, 25, 49, 50):
            yield SimpleNamespace(iteration=iteration, W=W * (1 + iteration), p=p)
        landmarks = choose_landmarks(X, n_landmarks, kind, random_state)
        return SimpleNamespace(frequencies_=W, weights_=p, landmarks_=landmarks, random_state=random_state)


def given(draw_of):
    return Given("given", "nothing", draw_of)


def tilted(seed, r=7, d=3):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((r, d)) / 1.3, rng.uniform(0.2, 1.0, r)


# --- the study's laws -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [1, 3])
def test_laws_are_their_densities_integrated(d):
    study = radial_study(cloud(d=d), KERNEL, 7, 5, [0], learner=given(lambda seed: tilted(seed, d=d)))
    assert study.variance == pytest.approx(2 * np.mean([np.var(column) for column in cloud(d=d).T]), rel=1e-14)
    densities = {
        "kernel_norms": lambda t: stats.chi(d).pdf(t),
        "claim_norms": lambda t: float(optimal_radius_pdf(KERNEL, t / 1.6, d, study.variance)) / 1.6,
    }
    for name, density in densities.items():
        distribution = getattr(study, name)
        for g in (0, 500, 1500, len(study.norms) - 1):
            below = integrate.quad(density, 0, study.norms[g], epsabs=1e-12)[0]
            assert distribution.cdf[g] == pytest.approx(below, abs=1e-7)
            if g:
                assert distribution.density[g] == pytest.approx(density(study.norms[g]), rel=1e-10)
        for b in (0, 3, 11):
            share = integrate.quad(density, study.edges[b], study.edges[b + 1], epsabs=1e-12)[0]
            assert distribution.shares[b] == pytest.approx(share, abs=1e-6)
        for level, at in ((0.1, distribution.low), (0.5, distribution.median), (0.9, distribution.high)):
            assert integrate.quad(density, 0, at, epsabs=1e-12)[0] == pytest.approx(level, abs=1e-6)
    assert study.between == pytest.approx(np.abs(study.kernel_norms.cdf - study.claim_norms.cdf).max(), rel=1e-14)
    assert study.claim_norms.median < study.kernel_norms.median  # the claim thins out long frequencies


@pytest.mark.release
@pytest.mark.parametrize("name", KERNELS)
def test_every_kernel_has_its_own_law_and_only_the_gaussian_has_the_claims(name):
    kernel = KERNELS[name](2.0)
    study = radial_study(cloud(), kernel, 7, 5, [0], learner=given(tilted))
    distribution = study.kernel_norms
    assert np.isfinite(distribution.density).all() and (np.diff(distribution.cdf) >= -1e-9).all()
    assert distribution.low < distribution.median < distribution.high
    for level, at in ((0.1, distribution.low), (0.5, distribution.median), (0.9, distribution.high)):
        assert float(kernel.radius_cdf(np.array([at / 2.0]), 3)[0]) == pytest.approx(level, abs=1e-6)
    gaussian = name == "gaussian"
    assert (study.claim_norms is not None) == (study.between is not None) == gaussian
    assert (study.counted.from_claim is not None) == (study.weighted.from_claim is not None) == gaussian


# --- what was learned -------------------------------------------------------------------------------------------------


def test_learned_measures_are_those_of_a_naive_loop():
    study = radial_study(cloud(), KERNEL, 7, 5, [3, 4], learner=given(tilted))
    pairs = []
    for seed in (3, 4):
        W, p = tilted(seed)
        pairs += [(math.sqrt(sum(w * w for w in row)) * 1.6, pj) for row, pj in zip(W, p, strict=True)]
    total = sum(p for _, p in pairs)
    assert study.total_weight == pytest.approx(total / 2, rel=1e-14)
    for found, masses in (
        (study.counted, [1 / len(pairs) for _ in pairs]),
        (study.weighted, [p / total for _, p in pairs]),
    ):
        norms = [t for t, _ in pairs]
        for b, share in enumerate(found.shares):
            inside = [study.edges[b] <= t < study.edges[b + 1] for t in norms]
            assert share == pytest.approx(sum(m for m, here in zip(masses, inside, strict=True) if here), abs=1e-12)

        def up_to(t, masses=masses, norms=norms):
            return sum(m for m, other in zip(masses, norms, strict=True) if other <= t)

        for level, at in ((0.1, found.low), (0.5, found.median), (0.9, found.high)):
            assert at in norms
            assert up_to(at) >= level - 1e-12 and up_to(at * (1 - 1e-9)) < level
        for cdf, distance in (
            (stats.chi(3).cdf, found.from_kernel),
            (lambda t: np.interp(t, study.norms, study.claim_norms.cdf), found.from_claim),
        ):
            sides = [(up_to(t) - cdf(t), up_to(t * (1 - 1e-12)) - cdf(t)) for t in norms]
            assert distance == pytest.approx(max(abs(side) for both in sides for side in both), abs=1e-6)


def test_a_frequency_without_weight_is_no_feature():
    def with_nothing(seed):
        W, p = tilted(seed)
        return np.vstack([W, 3 * W[:2]]), np.concatenate([p, [0.0, 0.0]])

    plain = radial_study(cloud(), KERNEL, 7, 5, [3], learner=given(tilted))
    padded = radial_study(cloud(), KERNEL, 9, 5, [3], learner=given(with_nothing))
    assert (plain.n_used, padded.n_used) == (7, 7)
    np.testing.assert_array_equal(plain.counted.shares, padded.counted.shares)
    for field in {each.name for each in fields(plain.weighted)} - {"shares"}:
        assert getattr(plain.weighted, field) == getattr(padded.weighted, field)


def test_draws_of_the_claim_follow_q_counted_and_p_weighted():
    """The scheme "importance" draws from q and weights by p/q: what is to be compared with what.

    Kolmogorov's distance of m draws exceeds 2/√m with probability below 10⁻³; the weights vary by no more than √2.
    """
    X, m = np.random.default_rng(1).standard_normal((50, 2)) * 0.8, 100_000
    kernel = Gaussian(2.5)

    def importance(seed):
        sample = draw("importance", kernel, 2, m, np.random.default_rng(seed), X=X)
        return sample.W, sample.weights

    study = radial_study(X, kernel, m, 5, [0], learner=given(importance))
    assert study.counted.from_claim < 2 / math.sqrt(m) < 0.25 * study.between
    assert study.weighted.from_kernel < 2 * math.sqrt(2) / math.sqrt(m)
    assert study.counted.from_kernel > 0.5 * study.between and study.weighted.from_claim > 0.5 * study.between


def test_the_record_grows_seed_by_seed():
    steps = different(radial_study.steps(cloud(), KERNEL, 7, 5, [3, 4], learner=given(tilted)))
    assert [(step.done, step.total) for step in steps] == [(0, 2), (0, 2), (0, 2), (1, 2), (2, 2)]
    assert steps[0].record is None
    assert [step.record.seeds for step in steps[1:]] == [(3,), (3,), (3,), (3, 4)]
    assert [step.record.iteration for step in steps[1:]] == [25, 50, None, None]
    assert steps[2].record.counted.median == pytest.approx(51 * steps[3].record.counted.median)
    assert "the first of 2 seeds, after 25 iterations" in radial_study_words(steps[1].record)["subtitle"]
    assert "iterations" not in radial_study_words(steps[3].record)["subtitle"]
    del steps[1:3]
    alone = radial_study(cloud(), KERNEL, 7, 5, [3], learner=given(tilted))
    np.testing.assert_array_equal(steps[1].record.counted.shares, alone.counted.shares)


@pytest.mark.parametrize("kernel", [Laplacian(1.0), Matern(1.0, nu=0.2)], ids=lambda kernel: kernel.name)
def test_a_heavy_tail_does_not_stretch_the_axis(kernel):
    study = radial_study(cloud(), kernel, 7, 5, [3], learner=given(tilted))
    assert study.norms[-1] <= 5 * study.kernel_norms.median * (1 + 1e-9)
    assert study.kernel_norms.cdf[-1] < 0.995


def test_in_many_dimensions_the_bins_are_where_the_lengths_are():
    """χ_d lies within a few units of √d: bins from 0 would hold all of it in one or two."""
    d = 600
    study = radial_study(cloud(d=d), KERNEL, 7, 5, [3], learner=given(lambda seed: tilted(seed, d=d)))
    assert (study.kernel_norms.shares > 0.02).sum() >= 8
    assert study.edges[0] < np.sqrt(d) - 2 and study.kernel_norms.shares.sum() > 0.98
    assert study.claim_norms.cdf[-1] == pytest.approx(1, abs=0.01) and study.claim_norms.cdf[0] < 0.01
    low = radial_study(cloud(), KERNEL, 7, 5, [3], learner=given(tilted))
    assert low.edges[0] == 0


@pytest.mark.parametrize("learner", OPTIMIZERS.values(), ids=OPTIMIZERS)
def test_learners_are_taken_as_they_are(learner):
    study = radial_study(cloud(), KERNEL, 5, 12, [2], "kmeans", learner)
    features = finish(learner.fit(cloud(), KERNEL, 5, "kmeans", 12, 2))
    assert study.learner == learner.label and study.kind == "kmeans" and study.n_landmarks == 12
    assert study.total_weight == pytest.approx(features.weights_.sum(), rel=1e-12)
    used = np.linalg.norm(features.frequencies_, axis=1)[features.weights_ > 0] * 1.6
    assert study.n_used == len(used) and study.counted.median == pytest.approx(np.sort(used)[(len(used) - 1) // 2])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_freqs": 0}, "n_freqs must be a whole number of at least 1, got 0"),
        ({"n_landmarks": 1}, "n_landmarks must be a whole number from 2 to 40, got 1"),
        ({"n_landmarks": 41}, "n_landmarks must be a whole number from 2 to 40, got 41"),
        ({"seeds": ()}, "seeds must hold at least one seed, got none"),
        ({"seeds": (-1,)}, "seeds must be a whole number of at least 0, got -1"),
        ({"kind": "corner"}, "kind must be one of sample, kmeans, nearest, got 'corner'"),
        ({"kernel": "rbf"}, "kernel must be a kernel of rffviz.kernels, got 'rbf'"),
        ({"X": np.ones((1, 2))}, "X must hold at least 2 points, got 1"),
    ],
)
def test_refusals(change, message):
    arguments = {"X": cloud(), "kernel": KERNEL, "n_freqs": 5, "n_landmarks": 6, "seeds": (0,)}
    with pytest.raises(ValueError, match=message):
        next(radial_study.steps(**(arguments | change)))
