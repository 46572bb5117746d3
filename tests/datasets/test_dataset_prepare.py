"""Scaling, choosing rows and splitting."""

import numpy as np
import pandas as pd
import pytest
from sklearn.preprocessing import StandardScaler

from rffviz.datasets import Dataset, choose_rows, load, some_points, standardize, train_test
from rffviz.studies.scaled import scaled_points


def made(n=30, **more):
    rng = np.random.default_rng(5)
    fields = dict(
        name="made",
        label="Made",
        X=rng.normal(3.0, 2.0, (n, 3)),
        y=rng.normal(size=n),
        task="regression",
        source="Made for a test.",
        feature_names=("a", "b", "c"),
    )
    return Dataset(**{**fields, **more})


def test_standardize_is_scikit_learns_with_the_references_statistics():
    rng = np.random.default_rng(0)
    train, other = rng.normal(50, [1, 20, 1e-6], (40, 3)), rng.normal(50, 3, (7, 3))
    scaler = StandardScaler().fit(train)
    np.testing.assert_allclose(standardize(train).X, scaler.transform(train), rtol=1e-6)
    result = standardize(other, reference=train)
    np.testing.assert_allclose(result.X, scaler.transform(other))
    np.testing.assert_allclose(result.mean, scaler.mean_)
    np.testing.assert_allclose(result.scale, scaler.scale_)
    assert result.kept.tolist() == [0, 1, 2] and result.note == ""


def test_constant_columns_are_left_out_and_named():
    X = np.column_stack([np.full(9, 0.1), np.arange(9.0), np.zeros(9), np.full(9, 1e300)])
    result = standardize(X, feature_names=("soil", "height", "sky", "sea"))
    assert result.kept.tolist() == [1]
    assert result.note == "Left out, being constant: 3 columns (soil, sky, sea)."
    assert standardize(X[:, :2]).note == "Left out, being constant: x1."
    assert standardize(pd.DataFrame(X[:, :2], columns=["soil", "height"])).note == "Left out, being constant: soil."
    assert standardize(pd.DataFrame(X[:, :2])).note == "Left out, being constant: x1."
    np.testing.assert_allclose(result.X.std(), 1.0)


def test_a_column_constant_in_the_reference_only_is_left_out():
    reference = np.array([[1.0, 5.0], [2.0, 5.0]])
    result = standardize([[1.5, 7.0]], reference=reference)
    np.testing.assert_array_equal(result.X, [[0.0]])


def test_a_column_that_varies_by_rounding_alone_is_constant():
    column = np.full(100, 1.0)
    column[::2] += 2.0**-52
    assert standardize(np.column_stack([column, np.arange(100.0)])).kept.tolist() == [1]


def test_a_long_constant_column_is_seen_through_the_rounding_of_its_mean():
    n = 200_000
    X = np.column_stack([np.full(n, 0.1), np.arange(n)])
    assert X[:, 0].std() > 0 or X.std(axis=0)[0] > 8 * np.finfo(float).eps * 0.1  # what rounding makes of it
    assert standardize(X).kept.tolist() == [1]


def test_many_constant_columns_are_counted():
    note = standardize(np.column_stack([np.zeros((4, 20)), np.arange(4.0)])).note
    assert "20 columns" in note and note.endswith("x8 and 12 more).")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: standardize(np.ones((1, 2))), "X must hold at least 2 points, got 1"),
        (
            lambda: standardize(np.ones((3, 2)), np.ones((1, 2))),
            "reference must hold at least 2 points, got 1",
        ),
        (lambda: standardize(np.full((5, 2), 3.0)), "X must vary in at least one column, got 2 constant columns"),
        (
            lambda: standardize(np.eye(2), np.ones((5, 2))),
            "reference must vary in at least one column",
        ),
        (lambda: standardize(np.ones((5, 1))), "got 1 constant column\\."),
        (lambda: standardize([[1.0], [np.nan]]), "X must be finite, got nan in row 1, column 0"),
        (lambda: standardize(np.eye(3), np.eye(2)), "as many columns as reference, 2, got 3"),
        (lambda: standardize([[1e200], [-1e200]]), "X must hold values whose squares are finite"),
        (lambda: standardize(np.eye(2), feature_names=("a",)), "feature_names must hold one name"),
        (lambda: standardize("words"), "X must be"),
    ],
)
def test_standardize_refuses(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_choose_rows_is_nested_without_replacement_and_shuffled():
    small, large = choose_rows(100, 10, 3), choose_rows(100, 60, 3)
    np.testing.assert_array_equal(large[:10], small)
    assert len(np.unique(large)) == 60
    assert not np.array_equal(small, np.sort(small)) and not np.array_equal(small, choose_rows(100, 10, 4))
    np.testing.assert_array_equal(np.sort(choose_rows(100, 100)), np.arange(100))


@pytest.mark.slow
def test_every_row_is_as_likely():
    chosen = np.bincount(np.concatenate([choose_rows(10, 3, seed) for seed in range(2000)]), minlength=10)
    # Binomial(2000, 0.3): four standard deviations.
    assert np.abs(chosen - 600).max() < 4 * np.sqrt(2000 * 0.3 * 0.7)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: choose_rows(3, 4), "n_points must be a whole number from 1 to 3, got 4"),
        (lambda: choose_rows(3, 0), "n_points must be"),
        (lambda: choose_rows(3, 2, "seed"), "random_state must be a whole number of at least 0, got 'seed'"),
        (lambda: choose_rows(0, 1), "n_rows must be"),
    ],
)
def test_choosing_rows_refuses(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_train_test_is_two_to_one_with_training_statistics():
    data = made(31)
    parts = train_test(data, random_state=1)
    assert (len(parts.X_train), len(parts.X_test)) == (21, 10)
    rows = np.concatenate([parts.train_index, parts.test_index])
    np.testing.assert_array_equal(np.sort(rows), np.arange(31))
    np.testing.assert_allclose(parts.X_train.mean(axis=0), 0.0, atol=1e-12)
    np.testing.assert_allclose(parts.X_train.std(axis=0), 1.0)
    assert np.abs(parts.X_test.mean(axis=0)).max() > 1e-3
    by_hand = (data.X[parts.test_index] - data.X[parts.train_index].mean(0)) / data.X[parts.train_index].std(0)
    np.testing.assert_allclose(parts.X_test, by_hand)
    np.testing.assert_array_equal(parts.y_test, data.y[parts.test_index])
    np.testing.assert_array_equal(parts.y_train, data.y[parts.train_index])
    assert parts.note == "21 points to train and 10 to test; the split is random."
    assert (parts.label, parts.source, parts.n_whole, parts.n_test_whole) == (data.label, data.source, 21, 10)
    again = train_test(data, random_state=1)
    np.testing.assert_array_equal(parts.test_index, again.test_index)
    assert not np.array_equal(parts.test_index, train_test(data, random_state=2).test_index)
    assert len(train_test(data, test_fraction=0.5).X_test) in (15, 16)


def test_a_given_split_is_honoured_whatever_the_seed():
    split = np.zeros(30, dtype=np.uint8)
    split[[3, 4, 29]] = 1
    for seed in (0, 1):
        parts = train_test(made(split=split), random_state=seed, test_fraction=0.5)
        assert parts.test_index.tolist() == [3, 4, 29]
    assert "the split of the source" in parts.note


def test_a_column_constant_in_the_training_part_is_left_out_of_both():
    X = made().X.copy()
    X[:, 1] = 0.0
    X[29, 1] = 1.0
    split = np.arange(30) >= 25
    parts = train_test(made(X=X, split=split))
    assert parts.X_test.shape == (5, 2)
    assert parts.note.endswith("Left out, being constant: b.")
    assert train_test(load("digits")).X_train.shape[1] < 64


def test_of_two_groups_one_is_left_to_train_on():
    parts = train_test(made(groups=np.arange(30) // 15), by_group=True, test_fraction=0.9)
    assert len(parts.train_index) == len(parts.test_index) == 15


def test_groups_are_not_torn():
    data = made(groups=np.arange(30) // 5)
    parts = train_test(data, by_group=True)
    assert len(parts.test_index) == 10
    assert not set(data.groups[parts.train_index]) & set(data.groups[parts.test_index])
    random = train_test(data)
    assert set(data.groups[random.train_index]) & set(data.groups[random.test_index])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: train_test(made(2)), "dataset must hold at least 3 points to be split in two, got 2"),
        (lambda: train_test(made(1)), "got 1"),
        (lambda: train_test(made(), test_fraction=1.0), "test_fraction must be .* strictly between 0 and 1"),
        (lambda: train_test(made(), random_state=-1), "random_state must be"),
        (lambda: train_test(made(), by_group=True), "by_group must be False for made, which has no groups"),
        (lambda: train_test(made(), by_group=1), "by_group must be True or False, got 1"),
        (
            lambda: train_test(made(groups=np.zeros(30)), by_group=True),
            "by_group needs at least 2 groups, got 1",
        ),
        (lambda: train_test(made(split=np.zeros(30))), "1 to test, got 30 and 0"),
        (lambda: train_test(made(X=np.ones((30, 3)))), "must vary in at least one column"),
    ],
)
def test_train_test_refuses(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_tiny_data_still_leave_two_to_train_and_one_to_test():
    for fraction in (0.01, 0.99):
        parts = train_test(made(3), test_fraction=fraction)
        assert (len(parts.X_train), len(parts.X_test)) == (2, 1)


@pytest.mark.parametrize(
    ("y", "task", "names", "classes"),
    [
        ([-1, 1, 1], "binary", ("no", "yes"), ["no", "yes", "yes"]),
        ([0, 2, 1], "multiclass", ("a", "b", "c"), ["a", "c", "b"]),
        ([1, 2, 1], "multiclass", ("a", "b"), ["a", "b", "a"]),  # in the order of their sorted labels
        ([0, 2, 0], "multiclass", (), ["0", "2", "0"]),
        ([1, 1, 1], "binary", ("no", "yes"), ["1", "1", "1"]),
        ([0.5, 1, 2], "regression", (), None),
    ],
)
def test_classes_are_the_names_of_the_labels(y, task, names, classes):
    X = np.arange(6.0).reshape(3, 2) ** 2
    data = Dataset("own", "own", X, np.array(y), task, "", class_names=names)
    assert classes == (None if data.classes is None else data.classes.tolist())
    few = some_points(scaled_points(data), 2)
    rows = [int(np.flatnonzero((scaled_points(data).X == x).all(axis=1))[0]) for x in few.X]
    assert classes is None or few.classes.tolist() == [classes[row] for row in rows]
