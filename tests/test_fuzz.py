"""A few of the cases that `python -m tests.fuzz` makes in large numbers, and what it counts as a failure."""

import itertools
import random
import time
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

from rffviz.foundation.validation import Refusal
from rffviz.kernels import KERNELS
from rffviz.samplers import SAMPLERS
from tests.fuzz import odd_input
from tests.fuzz import run as fuzz

N_CASES = {"numbers": 150, "scenes": 100, "states": 5}


@pytest.mark.release
@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=pytest.mark.release if kind in ("states", "studies") else ()) for kind in fuzz.KINDS],
)
def test_odd_input_ends_in_a_value_or_a_sentence(kind):
    assert list(fuzz.failures(kind, N_CASES.get(kind, 200), seed=1)) == []


@pytest.mark.release
@pytest.mark.parametrize("kernel", KERNELS)
def test_every_scheme_of_every_kernel_is_finite_or_refused_where_floats_end(kernel):
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        warnings.filterwarnings("ignore", "(invalid value|overflow) encountered in reduce", module="numpy")
        for scheme in SAMPLERS:
            for case in range(3):
                try:
                    odd_input.numbers(random.Random(f"{kernel} {scheme} {case}"), kernel, scheme)
                except Refusal as refusal:
                    assert str(refusal).endswith(".")


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(set(fuzz.KINDS) - {"points", "names", "environment", "states"}))
def test_some_of_the_cases_are_accepted_and_some_refused(kind):
    def outcome(case):
        try:
            fuzz.KINDS[kind](random.Random(f"{kind} 1 {case}"))
        except Refusal:
            return False
        return True

    with np.errstate(all="ignore"):
        assert {True, False} <= set(map(outcome, range(60)))


@pytest.mark.release
def test_what_is_not_allowed_is_told_with_the_line_that_repeats_it(monkeypatch):
    def refuse(said):
        raise Refusal(said)

    bad = {
        "no sentence": lambda rng: refuse("no end"),
        "two lines": lambda rng: refuse("one\ntwo."),
        "ValueError": lambda rng: int("x"),
        "RuntimeWarning": lambda rng: np.float64(1e308) * 10,
        "seconds": lambda rng: next(i for i in itertools.count() if i < 0),
        "MB": lambda rng: grown.append(300 * 1024),
    }
    grown = [0]
    monkeypatch.setattr(fuzz.resource, "getrusage", lambda who: SimpleNamespace(ru_maxrss=grown[-1]))
    monkeypatch.setattr(fuzz, "SECONDS", 0.05)
    for name, case in bad.items():
        monkeypatch.setitem(fuzz.KINDS, "bad", case)
        (said,) = fuzz.failures("bad", 1, seed=3, first=7)
        assert said.endswith("python -m tests.fuzz --only bad --seed 3 --case 7"), name
        assert name in said or "refused without a sentence" in said
    monkeypatch.setitem(fuzz.KINDS, "bad", lambda rng: refuse("a must be b, got c."))
    assert list(fuzz.failures("bad", 3)) == []
    started = time.monotonic()
    assert fuzz.main(["--only", "points", "--cases", "5"]) == 0 and time.monotonic() - started < 5
