"""Kernel PCA against scikit-learn's, kernel k-means against naive distances, features against exact limits."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.decomposition import KernelPCA

from rffviz.datasets import load
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.studies.unsupervised import _renamed, unsupervised


def found(**changes):
    data = load("moons", n_points=90)
    asked = {"X": data.X, "kernel": Gaussian(0.5), "n_freqs": (4, 64, 2048), "labels": data.y} | changes
    last = unsupervised(**asked)
    return last


def test_exact_components_are_scikit_learns():
    one = found()
    theirs = KernelPCA(2, kernel="precomputed").fit_transform(Gaussian(0.5)(one.X))
    for axis in (0, 1):
        ours = one.exact_scores[:, axis]
        sign = np.sign(ours @ theirs[:, axis])
        np.testing.assert_allclose(ours, sign * theirs[:, axis], atol=1e-7)


def test_exact_clusters_cannot_be_bettered_by_moving_a_point():
    """At a minimum of k-means no point is nearer to another centre: distances from the kernel alone, naively."""
    one = found()
    K = Gaussian(0.5)(one.X)
    for i in range(len(K)):
        distance = []
        for cluster in range(2):
            members = np.flatnonzero(one.exact_clusters == cluster)
            distance.append(K[i, i] - 2 * K[i, members].mean() + K[np.ix_(members, members)].mean())
        assert np.argmin(distance) == one.exact_clusters[i]


def test_features_approach_the_exact():
    one = found()
    assert one.alike[-1] > 0.98 > one.alike[0] and (one.alike <= 1 + 1e-9).all()
    np.testing.assert_allclose(one.variances[-1], one.exact_variances, atol=0.02)
    gaps = np.sqrt(np.mean((one.scores - one.exact_scores) ** 2, axis=(1, 2)))
    assert gaps[-1] < gaps[0] / 3
    assert one.truth_agreement.shape == (4,) and np.isfinite(one.truth_agreement).all()
    assert np.isnan(found(labels=None).truth_agreement).all()


def test_clusters_of_features_are_the_exact_ones_where_those_are_plain():
    data = load("blobs", n_points=90, noise=0.4)
    one = found(X=data.X, n_clusters=4, n_freqs=(1, 512), kernel=Gaussian(1.5), labels=None)
    assert one.agreement[-1] == 1 > one.agreement[0]
    np.testing.assert_array_equal(one.clusters[-1], one.exact_clusters)


def test_the_figure_starts_near_the_number_asked_for():
    for shown, start in ((50, 1), (3, 0), (10**6, len(found().n_freqs) - 1)):
        assert replace(found(), shown=shown).start == start


def test_a_single_frequency_has_a_plane():
    one = found(n_freqs=(1,), n_clusters=3)
    assert one.scores.shape == (1, 90, 2) and len(np.unique(one.clusters)) == 3


def test_numbers_of_clusters_are_matched():
    exact = np.array([0, 0, 1, 1, 2, 2])
    np.testing.assert_array_equal(_renamed(np.array([2, 2, 0, 0, 1, 1]), exact, 3), exact)
    np.testing.assert_array_equal(_renamed(np.array([1, 1, 1, 0, 2, 2]), exact, 3), [0, 0, 0, 1, 2, 2])


@pytest.mark.parametrize(
    "changes, said",
    [
        ({"X": np.zeros((2, 2))}, "X must"),
        ({"X": np.zeros((3001, 1))}, "X must hold at most 3,000 points for the exact matrix, got 3,001"),
        ({"n_freqs": (8, 4)}, "n_freqs must be increasing whole numbers of at least 1, got"),
        ({"n_clusters": 1}, "n_clusters must be a whole number from 2 to 90, got 1"),
    ],
)
def test_refusals(changes, said):
    with pytest.raises(ValueError, match=f"^{said}"):
        found(**changes)


@pytest.mark.parametrize(("length", "rounded"), [(1e-6, "0"), (1e8, "1")])
def test_a_kernel_that_tells_no_points_apart_is_refused(length, rounded):
    said = (
        f"^length_scale must be one at which k tells the points of X apart, got .*: k rounds to {rounded} at every pair"
    )
    with pytest.raises(Refusal, match=said):
        found(kernel=Gaussian(length))


def test_features_that_are_constant_have_no_variance():
    """One frequency of an unshifted lattice is ω = 0."""
    one = found(n_freqs=(1, 64), sampler="lattice")
    assert (one.variances[0] == 0).all() and one.variances[1].sum() > 0.5
