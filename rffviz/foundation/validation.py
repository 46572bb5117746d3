"""Shared argument checks: each error names the argument, the value and what is allowed."""

from __future__ import annotations

import difflib
import math
import numbers
from collections.abc import Iterable, Mapping, Sequence, Sized
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn.utils import check_random_state, get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

SCHEME_NAME_LENGTH = 40
Seed = int | np.random.RandomState | np.random.Generator | None
_MOST_SEEDS = 10**6
_LONGEST_NAME = 100  # that is compared with others


class Refusal(ValueError):
    """A ValueError whose message, one sentence, may be shown to users."""


def positive_number(name: str, value: object) -> float:
    """Return `value` as a float above 0, or raise a ValueError naming `name`."""
    number = _as_float(value)
    if not 0 < number < math.inf:
        raise Refusal(f"{name} must be a finite number above 0, got {value!r}.")
    return number


def non_negative_number(name: str, value: object) -> float:
    """Return `value` as a finite float of at least 0, or raise a ValueError naming `name`."""
    number = _as_float(value)
    if not 0 <= number < math.inf:
        raise Refusal(f"{name} must be a finite number of at least 0, got {value!r}.")
    return number


def probability(name: str, value: object) -> float:
    """Return `value` as a float strictly between 0 and 1, or raise a ValueError naming `name`."""
    number = _as_float(value)
    if not 0 < number < 1:
        raise Refusal(f"{name} must be a number strictly between 0 and 1, got {value!r}.")
    return number


def whole_number(name: str, value: object, low: int = 1, high: int | None = None) -> int:
    """Return `value` as an int in [low, high], or raise a ValueError naming `name`."""
    allowed = f"a whole number of at least {low}" if high is None else f"a whole number from {low} to {high}"
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise Refusal(f"{name} must be {allowed}, got {value!r}.")
    if int(value) < low or (high is not None and int(value) > high):
        raise Refusal(f"{name} must be {allowed}, got {value!r}.")
    return int(value)


def seed_number(name: str, value: object, high: int | None = None) -> int:
    """Return `value` as a seed, or raise a ValueError naming `name`.

    A whole number of at least 0 is itself. As everywhere in scikit-learn, None is numpy's global generator; a
    RandomState or a Generator draws the seed, so that results can be reported and reproduced.
    """
    if value is None or value is np.random or isinstance(value, np.random.RandomState):
        return int(check_random_state(value).randint(2**31 - 1))
    if isinstance(value, np.random.Generator):
        return int(value.integers(2**31 - 1))
    return whole_number(name, value, low=0, high=high)


def random_generator(name: str, value: object) -> np.random.Generator:
    """A generator from anything `seed_number` accepts; a Generator is returned as is."""
    return value if isinstance(value, np.random.Generator) else np.random.default_rng(seed_number(name, value))


def a_generator(name: str, value: object) -> np.random.Generator:
    """Return `value` if it is a numpy Generator, or raise a ValueError with the one to make of a seed."""
    if not isinstance(value, np.random.Generator):
        seed = value is None or (isinstance(value, numbers.Integral) and not isinstance(value, bool))
        instead = f"; say numpy.random.default_rng({'' if value is None else value})." if seed else "."
        raise Refusal(f"{name} must be a numpy.random.Generator, got {value!r}{instead}")
    return value


def is_scheme_name(name: str) -> bool:
    """Whether this is a valid name for a sampling scheme: letters, digits and _, at most 40."""
    return name.isidentifier() and name.isascii() and len(name) <= SCHEME_NAME_LENGTH


def scheme_name(sampler: object) -> str:
    """The name of a sampling scheme in records, from a name, a scheme or a function."""
    if isinstance(sampler, str):
        return sampler
    name = getattr(sampler, "name", "") or getattr(sampler, "__name__", "")
    return name if isinstance(name, str) and is_scheme_name(name) else "own_sampler"


def flag(name: str, value: object) -> bool:
    """Return `value` as a bool if it is True or False, or raise a ValueError naming `name`."""
    if not isinstance(value, bool | np.bool_):
        raise Refusal(f"{name} must be True or False, got {value!r}.")
    return bool(value)


def increasing_whole_numbers(name: str, value: object, low: int = 1, high: int | None = None) -> np.ndarray:
    """Return `value` as an array of at least one whole number in [low, high], increasing, or raise a ValueError."""
    array = np.asarray(value)
    whole = array.ndim == 1 and array.size and array.dtype.kind in "iu"
    if not whole or array[0] < low or (high is not None and array[-1] > high) or (array[1:] <= array[:-1]).any():
        allowed = f"of at least {low}" if high is None else f"from {low} to {high}"
        raise Refusal(f"{name} must be increasing whole numbers {allowed}, got {value!r}.")
    return array


def feature_dtype(name: str, value: object) -> np.dtype:
    """Return the precision of features, float32 or float64 by name or as a type, or raise a ValueError."""
    said = np.dtype(value).name if isinstance(value, type | np.dtype) else value
    return np.dtype(one_of(name, said, ("float32", "float64")))


def not_empty(name: str, values: Sized, what: str) -> None:
    """Raise a ValueError naming `name` where `values` is empty; `what` is one of what it should hold."""
    if not len(values):
        raise Refusal(f"{name} must hold at least one {what}, got none.")


def seed_numbers(name: str, value: object, least: int = 1, first: int = 0) -> tuple[int, ...]:
    """Return `value` as a tuple of at least `least` seeds, or raise a ValueError naming `name`.

    An int n, up to a million, means the seeds `first`, …, `first` + n − 1; a sequence of distinct non-negative integers
    is used as is.
    """
    if not isinstance(value, bool) and isinstance(value, numbers.Integral):
        return tuple(range(first, first + whole_number(name, value, low=least, high=_MOST_SEEDS)))
    try:
        seeds = tuple(whole_number(name, seed, low=0) for seed in value)  # type: ignore[attr-defined]  # tried
    except TypeError:
        raise Refusal(f"{name} must be a count or a sequence of different whole numbers, got {value!r}.") from None
    not_empty(name, seeds, "seed")
    if len(set(seeds)) < len(seeds):
        raise Refusal(f"{name} must be different whole numbers, got {value!r}.")
    if len(seeds) < least:
        raise Refusal(f"{name} must be at least {least}, got {len(seeds)}.")
    return seeds


def seeds_from_text(name: str, text: str) -> tuple[int, ...] | int:
    """Parse a command's seeds: a count, or comma-separated seeds, as for `seed_numbers`."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and part.isascii() for part in parts):
        raise Refusal(f"{name} must be a count or whole numbers with commas between, got {text!r}.")
    return int(text) if len(parts) == 1 else tuple(map(int, parts))


def one_of(name: str, value: object, allowed: Iterable[str], also: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return `value` if it is one of the `allowed` names, or raise a ValueError listing them, with the nearest.

    `also` holds what others call some of them: such a name is answered by ours.
    """
    allowed = tuple(allowed)
    if not isinstance(value, str) or value not in allowed:
        got = f"an array of shape {value.shape}" if isinstance(value, np.ndarray) else repr(value)
        raise Refusal(f"{name} must be one of {', '.join(allowed)}, got {got}{or_nearest(value, allowed, also)}")
    return value


def or_nearest(value: object, allowed: Iterable[str], also: Mapping[str, str] = MappingProxyType({})) -> str:
    """The end of an error message: a suggestion of the nearest `allowed` name, if one is near."""
    if not isinstance(value, str) or len(value) > _LONGEST_NAME:
        return "."
    by_lower = {name.lower(): name for name in allowed}
    if (ours := also.get(value.lower())) in by_lower.values() and value.lower() not in by_lower:
        return f"; did you mean {ours!r}?"
    near = difflib.get_close_matches(value.lower(), by_lower, n=1)
    return f"; did you mean {by_lower[near[0]]!r}?" if near else "."


LARGEST_COORDINATE = 1e150  # its square does not overflow


def points(name: str, value: Any, min_points: int = 1, largest: float = LARGEST_COORDINATE) -> np.ndarray:
    """Return `value` as a finite (n, d) float64 array of at least `min_points` rows and one column.

    Raises a ValueError naming `name` where it is not numeric, not two-dimensional, too short, not finite, or beyond
    ±`largest`.
    """
    if sparse.issparse(value):
        raise Refusal(f"{name} must be an array of numbers, got a sparse one of shape {value.shape}.")
    _unmasked(name, value)
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biufO":  # complex numbers, text and dates would be converted silently
            raise TypeError(f"got values of type {array.dtype}")
        array = array.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError) as error:
        inner = " Its points are its X." if hasattr(value, "X") else ""
        raise Refusal(f"{name} must be an array of numbers with one point in each row; {error}.{inner}") from None
    if array.ndim != 2 or array.shape[1] == 0:
        raise Refusal(f"{name} must have shape (points, dimensions) with at least one dimension, got {array.shape}.")
    if array.shape[0] < min_points:
        raise Refusal(f"{name} must hold at least {min_points} points, got {array.shape[0]}.")
    if not np.isfinite(array).all():
        row, column = np.argwhere(~np.isfinite(array))[0]
        raise Refusal(f"{name} must be finite, got {array[row, column]} in row {row}, column {column}.")
    if array.size and max(array.max(), -array.min()) > largest:
        row, column = np.argwhere(np.abs(array) > largest)[0]
        raise Refusal(
            f"{name} must hold numbers from {-largest:g} to {largest:g}, whose squares can be computed, "
            f"got {array[row, column]:g} in row {row}, column {column}."
        )
    return array


def sparse_or_points(name: str, value: Any) -> Any:
    """`points`, or a finite CSR array of float64 if `value` is sparse."""
    if not sparse.issparse(value):
        return points(name, value)
    value = _canonical(sparse.csr_array(value, dtype=np.float64))
    if not (np.abs(value.data) <= LARGEST_COORDINATE).all():
        raise Refusal(f"{name} must hold finite numbers from {-LARGEST_COORDINATE:g} to {LARGEST_COORDINATE:g}.")
    return value


def _canonical(X: Any) -> Any:
    """Without duplicate entries; a copy where there were any."""
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return X


def real_array(name: str, value: Any, n_axes: int) -> np.ndarray:
    """Return `value` as a finite float64 array of `n_axes` axes, or raise a ValueError naming `name`.

    Complex numbers, text, dates, objects and masked entries are refused: they would be converted silently.
    """
    if sparse.issparse(value):
        raise Refusal(f"{name} must be an array of numbers, got a sparse one of shape {value.shape}.")
    _unmasked(name, value)
    try:
        array = np.asarray(value)
    except Exception as error:  # ragged rows, or any exception in an object's own conversion
        raise Refusal(f"{name} must be an array of real numbers, got {type(value).__name__}: {error}.") from error
    if array.ndim != n_axes:
        shape = "(n_freqs, d)" if n_axes == 2 else "(n_freqs,)"
        raise Refusal(f"{name} must have shape {shape}, got {array.shape or type(value).__name__}.")
    if array.dtype.kind not in "iuf" and array.size:
        raise Refusal(f"{name} must hold real numbers, got values of type {array.dtype}.")
    with np.errstate(over="ignore"):  # a long double may overflow to infinity, which is refused
        array = array.astype(np.float64, copy=False)
    if not np.isfinite(array).all():
        at = np.argwhere(~np.isfinite(array))[0]
        where = ", ".join(f"{axis} {i}" for axis, i in zip(("row", "column"), at, strict=False))
        raise Refusal(f"{name} must be finite, got {array[tuple(at)]} in {where}.")
    return array


def _unmasked(name: str, value: Any) -> None:
    if np.ma.is_masked(value):
        raise Refusal(f"{name} must be an array without masked entries, got {np.ma.count_masked(value)} of them.")


def looks_transposed(shape: Sequence[int], d: int) -> str:
    """A hint if an array that should have d columns has d rows, else an empty string."""
    if len(shape) != 2 or shape[0] != d or shape[1] == d:
        return ""
    return f" This looks transposed: {shape[0]} rows of {shape[1]} coordinates, where frequencies are rows of {d}."


def as_fitted(estimator: Any, given: Any, X: np.ndarray) -> Any:
    """The points as the estimator was fitted: as `given` if it knows columns by name and they have names, else X."""
    return given if hasattr(estimator, "feature_names_in_") and hasattr(given, "columns") else X


def training_data(estimator: Any, X: object, y: object = "no_validation", **options: Any) -> Any:
    """Training points, and targets if given: scikit-learn's check, then our own.

    Points beyond ±`LARGEST_COORDINATE` are refused, as in `points`: an angle ω·x would overflow. Masked entries are
    refused, too. Sparse X, as CSR, are only for an estimator whose tags say so.
    """
    _unmasked("X", X)
    _unmasked("y", y)
    shape: Any = getattr(y, "shape", ())
    if len(shape) == 2 and shape[1] > 1 and not options.get("multi_output"):
        raise Refusal(
            f"y must be one column for {type(estimator).__name__}, got {shape[1]}: fit a model for each, as "
            "MultiOutputRegressor and MultiOutputClassifier of sklearn.multioutput do."
        )
    taken = "csr" if get_tags(estimator).input_tags.sparse else False
    with np.errstate(invalid="ignore", over="ignore"):  # the check sums all numbers, which may overflow
        checked = validate_data(estimator, X, y, accept_sparse=taken, **options)
    several = isinstance(checked, tuple)
    points_checked = checked[0] if several else checked
    if sparse.issparse(points_checked):
        points_checked = _canonical(sparse.csr_array(points_checked))  # sums over a csr_matrix would be matrices
    _within_reach(points_checked)
    return (points_checked, *checked[1:]) if several else points_checked


def new_points(estimator: Any, X: object, dtype: Any = np.float64) -> Any:
    """Points for a fitted estimator, checked like `training_data` and for consistency with it."""
    check_is_fitted(estimator)
    return training_data(estimator, X, dtype=dtype, reset=False)


def _within_reach(array: Any) -> None:
    array = array.data if sparse.issparse(array) else array
    if array.dtype == np.float64 and array.size and max(array.max(), -array.min()) > LARGEST_COORDINATE:
        raise Refusal(
            f"X must hold numbers from {-LARGEST_COORDINATE:g} to {LARGEST_COORDINATE:g}, whose squares can be "
            f"computed, got {array.ravel()[np.abs(array).argmax()]:g}."
        )


def of_dimension(name: str, value: np.ndarray, d: int, whose: str) -> np.ndarray:
    """Return points that have the `d` dimensions of `whose`, or raise a ValueError naming `name`."""
    if value.shape[1] != d:
        raise Refusal(f"{name} must have the {d} dimensions of {whose}, got {value.shape[1]}.")
    return value


def one_number_each(name: str, value: Any, n: int) -> np.ndarray:
    """Return `value` as a finite float64 array of shape (n,), one number for each of `n` points, or raise."""
    array = points(name, np.reshape(value, (-1, 1)))[:, 0]
    if len(array) != n:
        raise Refusal(f"{name} must hold one number for each of the {n} points, got {len(array)}.")
    return array


def row_weights(sample_weight: ArrayLike | None, n: int) -> np.ndarray | None:
    """Return `sample_weight` as n numbers of at least 0, not all zero, or None; raises a ValueError for others."""
    if sample_weight is None:
        return None
    _unmasked("sample_weight", sample_weight)
    sample_weight = np.asarray(sample_weight)
    if sample_weight.ndim > 1:
        raise Refusal(f"sample_weight must have shape ({n},), got {sample_weight.shape}.")
    weights = one_number_each("sample_weight", sample_weight, n)
    if weights.min() < 0 or not weights.any():
        raise Refusal(
            f"sample_weight must hold numbers of at least 0, not all zero, got {weights.min():g} to {weights.max():g}."
        )
    return weights


def numeric_target(y: Any) -> Any:
    """Return `y` with numeric text converted to numbers, or raise a ValueError for other text.

    Numbers whose squares overflow are refused, too. Sizes, shapes and non-finite values are left to the check that
    follows.
    """
    if sparse.issparse(y):
        raise Refusal(f"y must be a dense array, got a sparse one of shape {y.shape}; say y.toarray().")
    array = np.asarray(y)
    if array.ndim == 0:
        return y
    if array.dtype.kind in "biufc":
        if array.dtype == np.float64 and array.size:
            largest = max(array.max(), -array.min())
            if LARGEST_COORDINATE < largest < math.inf:
                raise Refusal(
                    f"y must hold numbers from {-LARGEST_COORDINATE:g} to {LARGEST_COORDINATE:g}, whose squares can be "
                    f"computed, got {array.ravel()[np.abs(array).argmax()]:g}."
                )
        return y
    for entry in array.ravel():
        try:
            float(entry)
        except (TypeError, ValueError, OverflowError):
            if entry is not None:
                entry = entry.item() if isinstance(entry, np.generic) else entry
                raise Refusal(f"y must hold numbers, to be predicted as such, got {entry!r}.") from None
    return numeric_target(array.astype(np.float64))


def dense_features(Z: Any) -> np.ndarray:
    """Features as a float64 array; raises a ValueError if they are sparse."""
    if sparse.issparse(Z):
        raise Refusal(
            f"features must be dense here, got sparse ones of shape {Z.shape}: FeatureRidge and FeatureSVC take those."
        )
    return np.asarray(Z, dtype=np.float64)


def at_least_two_classes(y: object) -> np.ndarray:
    """The sorted classes in `y`; raises a ValueError for fewer than two, or if `y` does not contain classes."""
    classes = sorted_classes(y)
    with np.errstate(invalid="ignore"):  # it tests whether large numbers are integers
        check_classification_targets(y)
    return classes


def sorted_classes(classes: Any) -> np.ndarray:
    """The distinct values of `classes`, sorted; raises a ValueError for fewer than two."""
    try:
        distinct = np.unique(classes)
    except TypeError:
        raise Refusal("y must hold classes of one kind, got text and numbers, or others with no order.") from None
    if len(distinct) < 2:
        raise Refusal(
            f"y must hold at least 2 classes, got {f'one class, {distinct[0]}' if len(distinct) else 'none'}."
        )
    return distinct


def listed(names: Sequence[str], at_most: int = 8) -> str:
    """The names, comma-separated; of many, the first and the number of the others."""
    shown = ", ".join(names[:at_most])
    return f"{shown} and {len(names) - at_most} more" if len(names) > at_most else shown


def _as_float(value: object) -> float:
    """`value` as a float: infinite if it is too large, nan (which is in no range) if it is not a number."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf
