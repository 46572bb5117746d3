"""Sums of blocks of rows, merged in any order, against one pass over all rows."""

import functools
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.frozen import FrozenEstimator
from sklearn.preprocessing import FunctionTransformer

from rffviz.features import NystromFeatures, RandomBinningFeatures, RandomFourierFeatures
from rffviz.kernels import Gaussian, Laplacian
from rffviz.predict import FeatureRidge, FeatureRidgeClassifier
from rffviz.predict import normal_equations as equations_module
from rffviz.predict.sameness import same

FOURIER = RandomFourierFeatures(Gaussian(1.5), 20, random_state=0)


@pytest.fixture
def data():
    """Blocks whose targets have means far apart, as sorted rows give them."""
    rng = np.random.default_rng(3)
    X = rng.uniform(-2, 2, (400, 3))
    Y = np.stack([np.sin(2 * X[:, 0]) + 40, 1e3 * np.abs(X).sum(axis=1)], axis=1)
    order = np.argsort(Y[:, 1])
    return X[order], Y[order] + 0.1 * rng.standard_normal(Y.shape)


def blocks(n, cuts, rng):
    parts = np.split(np.arange(n), np.sort(rng.choice(np.arange(1, n), cuts, replace=False)))
    return [parts[i] for i in rng.permutation(len(parts))]


def merged_at_random(models, rng):
    """Any two of those that are left, until one is."""
    models = list(models)
    while len(models) > 1:
        one, other = (models.pop(rng.integers(len(models))) for _ in range(2))
        models.append(one.merge(other))
    return models[0]


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(("ridge", "rounding"), [(1e-2, 2e-4), (1e-5, 1e-8)], ids=["single", "double"])
@pytest.mark.parametrize("targets", [slice(None), 1], ids=["several targets", "one"])
def test_any_tree_over_any_blocks_is_one_pass(data, dtype, ridge, rounding, targets):
    """`rounding` of the products of features: below λ = 10⁻⁴ they are made in double precision."""
    X, Y = data[0].astype(dtype), data[1][:, targets]
    whole = FeatureRidge(FOURIER, ridge).fit(X, Y)
    for seed in range(4):
        rng = np.random.default_rng(seed)
        parts = [clone(whole).partial_fit(X[rows], Y[rows]) for rows in blocks(400, 9, rng)]
        merged = merged_at_random(parts, rng)
        scale = np.abs(whole.coef_).max()
        np.testing.assert_allclose(merged.coef_, whole.coef_, rtol=0, atol=rounding * scale)
        np.testing.assert_allclose(merged.target_mean_, whole.target_mean_, rtol=1e-13)
        assert merged.coef_.shape == whole.coef_.shape and merged.coef_.dtype == np.float64
        assert isinstance(merged.target_mean_, float) == isinstance(whole.target_mean_, float)
        np.testing.assert_allclose(merged.predict(X), whole.predict(X), atol=rounding * np.ptp(Y))


def test_chunks_and_merging_are_the_same_sum(data):
    X, Y = data
    left = FeatureRidge(FOURIER, 1e-5).partial_fit(X[:100], Y[:100]).partial_fit(X[100:150], Y[100:150])
    right = FeatureRidge(FOURIER, 1e-5).partial_fit(X[150:300], Y[150:300])
    merged = left.merge(right).partial_fit(X[300:], Y[300:])
    whole = FeatureRidge(FOURIER, 1e-5).fit(X, Y)
    np.testing.assert_allclose(merged.coef_, whole.coef_, rtol=0, atol=1e-8 * np.abs(whole.coef_).max())


def test_neither_model_is_changed_by_what_becomes_of_the_merged_one(data):
    X, Y = data
    one, other = (FeatureRidge(FOURIER, 1e-5).partial_fit(X[half], Y[half]) for half in (slice(200), slice(200, 400)))
    before = [pickle.dumps(model) for model in (one, other)]
    merged = one.merge(other)
    merged.partial_fit(X, Y)
    assert [pickle.dumps(model) for model in (one, other)] == before
    np.testing.assert_array_equal(one.merge(other).coef_, one.merge(other).coef_)


def test_nothing_is_solved_before_the_weights_are_asked_for(data, monkeypatch):
    X, Y = data
    solved = []

    def solve(*arguments):
        solved.append(1)
        return really(*arguments)

    really = equations_module.solve_shifted
    monkeypatch.setattr(equations_module, "solve_shifted", solve)
    parts = [FeatureRidge(FOURIER, 1e-3).partial_fit(X[i::4], Y[i::4]) for i in range(4)]
    merged = functools.reduce(FeatureRidge.merge, parts)
    assert not solved
    values = merged.predict(X)
    np.testing.assert_array_equal(merged.predict(X), values)
    assert len(solved) == 1
    merged.partial_fit(X, Y).coef_  # noqa: B018  more rows, other weights
    assert len(solved) == 2


def test_weights_are_those_of_the_ridge_they_were_summed_under(data):
    X, Y = data
    model = FeatureRidge(FOURIER, 1e-2).partial_fit(X, Y)
    expected = clone(model).partial_fit(X, Y).coef_
    np.testing.assert_array_equal(model.set_params(ridge=1.0).coef_, expected)


def test_a_model_that_has_seen_nothing_has_no_weights():
    assert not hasattr(FeatureRidge(random_state=0), "coef_")


def test_pickled_models_merge(data):
    X, Y = data
    parts = [FeatureRidge(FOURIER, 1e-5).partial_fit(X[i::3], Y[i::3]) for i in range(3)]
    expected = parts[0].merge(parts[1]).merge(parts[2])
    travelled = [pickle.loads(pickle.dumps(model)) for model in parts]
    merged = pickle.loads(pickle.dumps(travelled[0].merge(travelled[1]))).merge(parts[2])
    np.testing.assert_array_equal(merged.coef_, expected.coef_)


@pytest.mark.parametrize("names", [["no", "yes"], ["a", "b", "c"]], ids=["two", "three"])
def test_classes_merge_where_a_block_holds_one_class(names):
    rng = np.random.default_rng(0)
    X = rng.uniform(-2, 2, (300, 2))
    y = np.array(names)[np.digitize(X[:, 0], [0, 1][: len(names) - 1])]
    parts = [FeatureRidgeClassifier(FOURIER, 1e-5).partial_fit(X[y == name], y[y == name], names) for name in names]
    merged, whole = merged_at_random(parts, rng), FeatureRidgeClassifier(FOURIER, 1e-5).fit(X, y)
    np.testing.assert_allclose(merged.decision_function(X), whole.decision_function(X), atol=1e-6)
    assert list(merged.classes_) == names and merged.coef_.shape == whole.coef_.shape


def test_sparse_features_of_one_frozen_map_merge(data):
    X, Y = data
    features = FrozenEstimator(RandomBinningFeatures(Laplacian(2.0), 20, random_state=0).fit(X))
    parts = [FeatureRidge(features, 1e-3).partial_fit(X[i::3], Y[i::3]) for i in range(3)]
    merged = pickle.loads(pickle.dumps(parts[0])).merge(parts[1]).merge(parts[2])
    whole = FeatureRidge(features, 1e-3).fit(X, Y)
    np.testing.assert_allclose(merged.predict(X), whole.predict(X), atol=1e-5 * np.ptp(Y))


# --- what is the same -------------------------------------------------------------------------------------------------


def shifted(by):
    return FunctionTransformer(lambda X: X + by)


def test_maps_are_the_same_part_by_part(data):
    X, _ = data
    fitted = RandomFourierFeatures(Gaussian(1.5), 20, "sorf", random_state=np.random.default_rng(1)).fit(X)
    travelled = pickle.loads(pickle.dumps(fitted))
    assert same(fitted, travelled)
    travelled.random_state.random()  # what has been drawn stays
    assert same(fitted, travelled)
    assert same(fitted, clone(fitted).set_params(random_state=fitted.random_state).fit(X)) is False  # drawn again
    assert same(FOURIER.fit(X), clone(FOURIER).fit(X[::2]))  # it does not look at the data
    assert not same(FOURIER.fit(X), clone(FOURIER).set_params(map="offset").fit(X))
    assert not same(FOURIER.fit(X), clone(FOURIER).set_params(random_state=5).fit(X))
    assert not same(
        NystromFeatures(n_landmarks=9, random_state=0).fit(X[:200]),
        NystromFeatures(n_landmarks=9, random_state=0).fit(X[200:]),
    )
    assert same(shifted(1), shifted(1)) and not same(shifted(1), shifted(2))
    assert same([functools.partial(max, 1), {1, 2}, None], [functools.partial(max, 1), {2, 1}, None])
    assert not same(functools.partial(max, 1), functools.partial(max, 2))
    assert not same(np.zeros(3), np.zeros(3, dtype=np.float32)) and not same(1, 1.0) and not same({"a": 1}, {"b": 1})


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (lambda X, Y: Y, r"a FeatureRidge, got ndarray\.$"),
        (
            lambda X, Y: FeatureRidgeClassifier(FOURIER).partial_fit(X, Y[:, 0] > 40),
            "a FeatureRidge, got FeatureRidgeClassifier",
        ),
        (lambda X, Y: FeatureRidge(FOURIER), "a model that has seen rows by partial_fit, got one "),
        (
            lambda X, Y: FeatureRidge(FOURIER).fit(X, Y),
            "a model that has seen rows by partial_fit, got one ",
        ),
        (lambda X, Y: FeatureRidge(FOURIER, 0.1).partial_fit(X, Y), r"of ridge = 0\.001 as this model is, got 0\.1\.$"),
        (
            lambda X, Y: FeatureRidge(FOURIER).partial_fit(X, Y[:, 0]),
            r"of targets of shape \(2,\) .*, got \(\)",
        ),
        (
            lambda X, Y: FeatureRidge(RandomFourierFeatures(Gaussian(1.5), 20, random_state=1)).partial_fit(X, Y),
            "of the same fitted feature map, .*, got another RandomFourierFeatures",
        ),
        (lambda X, Y: FeatureRidge(FOURIER).partial_fit(X[:, :2], Y), "of the same fitted feature map"),
    ],
)
def test_what_is_not_merged(data, other, said):
    X, Y = data
    model = FeatureRidge(FOURIER).partial_fit(X, Y)
    with pytest.raises(ValueError, match=f"^other must be {said}"):
        model.merge(other(X, Y))


def test_what_else_is_not_merged(data):
    X, Y = data
    with pytest.raises(ValueError, match=r"^the model must have seen rows by partial_fit to be merged, got one that "):
        FeatureRidge(FOURIER).merge(FeatureRidge(FOURIER).partial_fit(X, Y))
    one, other = (FeatureRidgeClassifier(FOURIER).partial_fit(X, start + np.arange(400) % 2) for start in (0, 1))
    with pytest.raises(ValueError, match=r"^other must be of the classes \[.*0.*1.*\], got \[.*1.*2.*\]"):
        one.merge(other)
