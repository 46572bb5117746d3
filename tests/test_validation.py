"""Every check accepts what it should, and its refusal names the argument, the value and what is allowed."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse

from rffviz.foundation.validation import (
    Refusal,
    at_least_two_classes,
    flag,
    increasing_whole_numbers,
    non_negative_number,
    not_empty,
    numeric_target,
    of_dimension,
    one_number_each,
    one_of,
    points,
    positive_number,
    probability,
    seed_numbers,
    seeds_from_text,
    whole_number,
)

NO_NUMBERS = (True, np.True_, "1", None, 1j, [1.0], np.array(1.0), math.nan, np.float32("nan"))
HUGE = 10**400


@pytest.mark.parametrize("value", [3, 0.5, np.float32(0.5), np.int64(2), Fraction(1, 4), 1e-300])
def test_numbers_of_every_kind_become_floats(value):
    for check in (positive_number, non_negative_number):
        checked = check("epsilon", value)
        assert type(checked) is float and checked == value


def test_zero_is_not_negative():
    assert non_negative_number("noise", 0) == 0.0


@pytest.mark.parametrize("value", [*NO_NUMBERS, 0, -1, -math.inf, math.inf, HUGE, -HUGE, Fraction(1, HUGE)])
def test_positive_number_refuses(value):
    with pytest.raises(ValueError) as refusal:
        positive_number("epsilon", value)
    assert str(refusal.value) == f"epsilon must be a finite number above 0, got {value!r}."


@pytest.mark.parametrize("value", [*NO_NUMBERS, -1e-300, math.inf, HUGE])
def test_non_negative_number_refuses(value):
    with pytest.raises(ValueError) as refusal:
        non_negative_number("noise", value)
    assert str(refusal.value) == f"noise must be a finite number of at least 0, got {value!r}."


@pytest.mark.parametrize("value", [*NO_NUMBERS, 0, 1, -0.5, 1.5, HUGE])
def test_probability_refuses(value):
    with pytest.raises(ValueError) as refusal:
        probability("confidence", value)
    assert str(refusal.value) == f"confidence must be a number strictly between 0 and 1, got {value!r}."


def test_probability_accepts_the_open_interval():
    assert probability("confidence", np.float64(0.95)) == 0.95
    assert probability("confidence", 1e-12) == 1e-12


def test_whole_numbers_of_every_kind_become_ints():
    for value in (1, 7, np.int32(7), np.uint8(7), HUGE):
        checked = whole_number("n_freqs", value)
        assert type(checked) is int and checked == value
    assert whole_number("seed", 0, low=0) == 0
    assert whole_number("d", 3, 1, 3) == 3


@pytest.mark.parametrize("value", [0, -3, 2.5, 2.0, True, np.True_, "2", None, math.nan, np.array([2])])
def test_whole_number_refuses(value):
    with pytest.raises(ValueError) as refusal:
        whole_number("n_freqs", value)
    assert str(refusal.value) == f"n_freqs must be a whole number of at least 1, got {value!r}."


def test_whole_number_names_both_ends_of_a_range():
    with pytest.raises(ValueError, match=r"^d must be a whole number from 2 to 5, got 6\.$"):
        whole_number("d", 6, 2, 5)
    with pytest.raises(ValueError, match=r"^d must be a whole number from 2 to 5, got 1\.$"):
        whole_number("d", 1, 2, 5)


@pytest.mark.parametrize("value", ["tea", "", None, 3, ["paired"], np.array(["paired", "offset"]), "offset" * 99])
def test_one_of_lists_what_is_allowed(value):
    with pytest.raises(ValueError) as refusal:
        one_of("map", value, ("paired", "offset"))
    got = "an array of shape (2,)" if isinstance(value, np.ndarray) else repr(value)
    assert str(refusal.value) == f"map must be one of paired, offset, got {got}."


@pytest.mark.parametrize(
    ("value", "meant"), [("offst", "offset"), ("Paired", "paired"), ("pared", "paired"), ("OFFSETS", "offset")]
)
def test_one_of_tells_the_nearest(value, meant):
    with pytest.raises(ValueError) as refusal:
        one_of("map", value, ("paired", "offset"))
    assert str(refusal.value) == f"map must be one of paired, offset, got {value!r}; did you mean {meant!r}?"


def test_one_of_takes_any_iterable_of_names():
    assert one_of("map", "offset", {"paired": 1, "offset": 2}) == "offset"
    assert one_of("map", "offset", (name for name in ("paired", "offset"))) == "offset"


@pytest.mark.parametrize(
    "value",
    [
        [[1, 2], [3, 4]],
        np.float32([[1, 2], [3, 4]]),
        np.array([[1, 2], [3, 4]], dtype=object),
        np.uint8([[1, 2], [3, 4]]),
    ],
    ids=["lists", "float32", "object", "uint8"],
)
def test_points_become_float64(value):
    X = points("X", value)
    assert X.dtype == np.float64
    np.testing.assert_array_equal(X, [[1, 2], [3, 4]])


def test_points_that_are_right_already_are_not_copied():
    X = np.ones((3, 2))
    assert points("X", X) is X


@pytest.mark.parametrize(
    "value, said",
    [
        (np.ones(3), r"must have shape \(points, dimensions\) with at least one dimension, got \(3,\)"),
        (np.ones((2, 2, 2)), r"must have shape \(points, dimensions\).*got \(2, 2, 2\)"),
        (np.ones((3, 0)), r"must have shape \(points, dimensions\).*got \(3, 0\)"),
        (5.0, r"must have shape \(points, dimensions\).*got \(\)"),
        (np.ones((0, 2)), r"must hold at least 1 points, got 0"),
        ([[1.0, math.inf]], r"must be finite, got inf in row 0, column 1"),
        ([[1.0, 2.0], [math.nan, 0.0]], r"must be finite, got nan in row 1, column 0"),
        ([["a", "b"]], r"must be an array of numbers with one point in each row; .*<U1"),
        ([["1", "2"]], r"must be an array of numbers"),
        (np.array([[1 + 2j]]), r"must be an array of numbers.*complex128"),
        (np.array([["2020-01-01"]], dtype="M8[D]"), r"must be an array of numbers.*datetime64"),
        ([[1, 2], [3]], r"must be an array of numbers"),
        ([[None, 1]], r"must be (an array of numbers|finite)"),
        ([[HUGE]], r"must be an array of numbers"),
        ([["a", 1.0]], r"must be an array of numbers"),
        (np.array([["a", 1.0]], dtype=object), r"must be an array of numbers.*'a'"),
        (sparse.eye_array(3), r"must be an array of numbers|must have shape"),
        (None, r"must "),
    ],
)
def test_points_refuse(value, said):
    with pytest.raises(ValueError, match=r"^landmarks " + said):
        points("landmarks", value)


def test_points_can_ask_for_several():
    assert len(points("X", np.ones((2, 1)), min_points=2)) == 2
    with pytest.raises(ValueError, match=r"^X must hold at least 2 points, got 1\.$"):
        points("X", np.ones((1, 1)), min_points=2)


def test_coordinates_whose_squares_overflow_are_refused():
    assert points("X", [[1e150, -1e150]]).shape == (1, 2)
    with pytest.raises(ValueError, match=r"^X must hold numbers from -1e\+150 to 1e\+150, .* got -2e\+150 in row 0"):
        points("X", [[0.0, -2e150]])
    assert points("W", [[1e300]], largest=math.inf).shape == (1, 1)


@pytest.mark.parametrize("y", [[1.0, 2.0], np.array([True, False]), None, np.array([1.0, math.nan])])
def test_numeric_targets_pass_as_they_are(y):
    assert numeric_target(y) is y


def test_targets_that_read_as_numbers_become_numbers():
    np.testing.assert_array_equal(numeric_target(["1", "2.5"]), [1.0, 2.5])
    mixed = numeric_target(np.array([["3", 1], [0.5, None]], dtype=object))
    assert mixed.dtype == np.float64 and mixed[0].tolist() == [3.0, 1.0] and math.isnan(mixed[1, 1])


@pytest.mark.parametrize(
    ("y", "shown"),
    [
        (["1", "red"], "'red'"),
        (np.array([1.0, "red"], dtype=object), "'red'"),
        (np.array(["2020-01-01"], dtype="M8[D]"), r"datetime\.date\(2020, 1, 1\)"),
        ([1.0, [2.0]], r"\[2\.0\]"),
    ],
)
def test_targets_that_are_no_numbers_are_refused(y, shown):
    with pytest.raises(ValueError, match=rf"^y must hold numbers, to be predicted as such, got {shown}\.$"):
        numeric_target(np.array(y, dtype=object) if shown.startswith(r"\[") else y)


def test_targets_whose_squares_overflow_are_refused():
    assert numeric_target(y := np.array([1e150, -1e150])) is y
    with pytest.raises(ValueError, match=r"^y must hold numbers from -1e\+150 to 1e\+150, .*, got -2e\+150\.$"):
        numeric_target(np.array([[0.0], [-2e150]]))


def test_one_class_alone_is_refused():
    assert at_least_two_classes(["b", "a", "b"]).tolist() == ["a", "b"]
    with pytest.raises(ValueError, match=r"^y must hold at least 2 classes, got one class, red\.$"):
        at_least_two_classes(["red", "red"])
    with pytest.raises(ValueError, match=r"^y must hold at least 2 classes, got none\.$"):
        at_least_two_classes([])


@pytest.mark.parametrize("value", [[], [0, 1], [2, 2], [5, 3], [1.0, 2.0], [[1, 2]], 5, [True], ["a"], None])
def test_increasing_whole_numbers(value):
    np.testing.assert_array_equal(increasing_whole_numbers("sizes", range(3, 9, 2)), [3, 5, 7])
    np.testing.assert_array_equal(increasing_whole_numbers("sizes", (4,), low=4, high=4), [4])
    with pytest.raises(ValueError, match=r"^sizes must be increasing whole numbers of at least 1, got "):
        increasing_whole_numbers("sizes", value)
    with pytest.raises(ValueError, match=r"^sizes must be increasing whole numbers from 2 to 6, got \[3, 7\]\.$"):
        increasing_whole_numbers("sizes", [3, 7], low=2, high=6)


def test_seeds_are_a_count_or_a_sequence():
    assert seed_numbers("seeds", range(2)) == seed_numbers("seeds", 2) == seed_numbers("seeds", np.int64(2)) == (0, 1)
    assert seed_numbers("seeds", 3, least=3, first=7) == (7, 8, 9)
    assert (
        seed_numbers("seeds", (seed for seed in (5, 0))) == seed_numbers("seeds", np.array([5, 0]), first=7) == (5, 0)
    )
    for value, said in (
        ((0, -1), "a whole number of at least 0, got -1"),
        (True, "a count or a sequence of different whole numbers, got True"),
        (None, "a count or a sequence of different whole numbers, got None"),
        (1.5, "a count or a sequence of different whole numbers, got 1.5"),
        (np.array(3.0), "a count or a sequence"),
        (0, "a whole number from 1 to 1000000, got 0"),
        (HUGE, "a whole number from 1 to 1000000, got"),
        ([1, 1], r"different whole numbers, got \[1, 1\]"),
        ("12", "a whole number of at least 0, got '1'"),
    ):
        with pytest.raises(Refusal, match=f"^seeds must be {said}"):
            seed_numbers("seeds", value)
    for few in (2, range(2)):
        with pytest.raises(Refusal, match=r"^seeds must be (at least 3|a whole number from 3)"):
            seed_numbers("seeds", few, least=3)
    with pytest.raises(Refusal, match=r"^seeds must hold at least one seed, got none"):
        seed_numbers("seeds", ())


def test_seeds_of_a_command():
    for text, seeds in (("12", 12), ("3,5, 8", (3, 5, 8)), ("7,0", (7, 0))):
        assert seeds_from_text("seeds", text) == seeds
    for text in ("", "three", "-1", "1.5", "3,", "3;5", "²"):
        with pytest.raises(Refusal, match=r"^seeds must be a count or whole numbers with commas between, got"):
            seeds_from_text("seeds", text)


def test_flags_and_what_is_empty():
    assert flag("signed", np.True_) is True and flag("signed", False) is False
    with pytest.raises(ValueError, match=r"^signed must be True or False, got 1"):
        flag("signed", 1)
    not_empty("curves", [0], "curve")
    with pytest.raises(ValueError, match=r"^curves must hold at least one curve, got none"):
        not_empty("curves", [], "curve")


def test_dimensions_and_numbers_that_go_with_points():
    W = np.ones((3, 2))
    assert of_dimension("W", W, 2, "the data") is W
    with pytest.raises(ValueError, match=r"^W must have the 4 dimensions of the data, got 2"):
        of_dimension("W", W, 4, "the data")
    np.testing.assert_array_equal(one_number_each("y", [1, 2], 2), [1.0, 2.0])
    with pytest.raises(ValueError, match=r"^y must hold one number for each of the 3 points, got 2"):
        one_number_each("y", [1, 2], 3)
