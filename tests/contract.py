"""scikit-learn's contract for estimators: all of its checks of one estimator are one test."""

import pytest
from sklearn.utils.estimator_checks import check_estimator


def every(*estimators):
    """A test of each of these; daily of the first of each class, the others with a release."""
    kinds = [type(each) for each in estimators]
    marks = [pytest.mark.release if kind in kinds[:i] else pytest.mark.daily for i, kind in enumerate(kinds)]
    given = zip(estimators, marks, strict=True)
    found = [pytest.param(each, id="".join(repr(each).split()), marks=mark) for each, mark in given]
    return pytest.mark.parametrize("estimator", found)


def broken(estimator, **known):
    """What fails, by the name of the check, but for those that are `known` to, with a reason.

    These are of rounding: with another processor's BLAS one may pass.
    """
    results = check_estimator(estimator, expected_failed_checks=known, on_skip=None, on_fail=None)
    assert len(results) > 40 and {*known} <= {each["check_name"] for each in results}
    return {each["check_name"]: each["exception"] for each in results if each["status"] == "failed"}
