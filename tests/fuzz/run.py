"""Hostile and broken input, made at random: `python -m tests.fuzz [--cases 10000] [--only links csv] [--seed 0]`.

Each case is made from its kind, the seed and its number alone. It may end in a value that keeps what is promised, or in
a `Refusal` of one sentence, within seconds and megabytes; anything else is printed with the line that repeats it.
"""

from __future__ import annotations

import argparse
import random
import resource
import signal
import time
import warnings
from collections.abc import Callable, Iterator

from scipy.integrate import IntegrationWarning

from rffviz.explorer.web.settings.parameters import Unusable
from rffviz.foundation.validation import Refusal
from tests.fuzz import odd_input
from tests.fuzz.estimators import estimators
from tests.fuzz.states import states
from tests.fuzz.studies import studies

SECONDS = 5.0  # of the processor, for a case
SECONDS_OF = {"states": 30.0}  # where one step of a study may take longer
# by how much a run may grow, its caches too, 200 elsewhere: Halton's permutations for d = 2,000 take 560
MEGABYTES = {"numbers": 700, "states": 2000}


class TooLong(BaseException):
    """A case takes longer than it may."""


_INPUT = ("links", "csv", "files", "npy", "formulas", "scenes", "results", "points", "names", "environment", "numbers")
KINDS: dict[str, Callable[[random.Random], None]] = {name: getattr(odd_input, name) for name in _INPUT} | {
    "estimators": estimators,
    "studies": studies,
    "states": states,
}
RARE = {"numbers": 20, "states": 50}  # so many times fewer cases, each of which costs as much more


def problem(kind: str, seed: int, case: int) -> str:
    """What is wrong with the outcome of a case; empty where it is allowed."""
    rng, seconds = random.Random(f"{kind} {seed} {case}"), SECONDS_OF.get(kind, SECONDS)
    signal.setitimer(signal.ITIMER_REAL, 4 * seconds)  # a busy machine takes longer than its processor
    started = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            warnings.simplefilter("error", IntegrationWarning)
            # scikit-learn's own check adds all numbers up, to see whether one is not finite
            warnings.filterwarnings("ignore", "(invalid value|overflow) encountered in reduce", module="numpy")
            KINDS[kind](rng)
    except Refusal as refusal:
        said = str(refusal)
        ends = isinstance(refusal, Unusable) or said.endswith((".", "?"))  # a link's reason stands inside a sentence
        if not (ends and said.isprintable() and 0 < len(said) < 2000):
            return f"refused without a sentence: {said!r:.300}"
    except TooLong:
        return f"longer than {seconds:g} seconds"
    except Exception as error:
        return f"{type(error).__name__}: {error!s:.300}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    took = time.process_time() - started
    return f"{took:.1f} seconds" if took > seconds else ""


def failures(kind: str, n_cases: int, seed: int = 0, first: int = 0) -> Iterator[str]:
    """For each case that ends in no allowed way: what is wrong, and the line that repeats it."""
    before = signal.signal(signal.SIGALRM, _too_long)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        for case in range(first, first + n_cases):
            said = problem(kind, seed, case)
            now = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            if now > grown + MEGABYTES.get(kind, 200) * 1024:
                said, grown = said or f"{(now - grown) // 1024} MB", now
            if said:
                yield f"{said}\n  python -m tests.fuzz --only {kind} --seed {seed} --case {case}"
    finally:
        signal.signal(signal.SIGALRM, before)


def _too_long(*_: object) -> None:
    raise TooLong


def main(arguments: list[str] | None = None) -> int:
    """Run the cases, print what failed, and return 1 where anything did."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--cases", type=int, default=10_000, help="of each kind; rarer where one costs more")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=list(KINDS), metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--case", type=int, help="one case alone, which may raise")
    asked = parser.parse_args(arguments)
    if asked.case is not None:
        warnings.simplefilter("error", RuntimeWarning)
        warnings.simplefilter("error", IntegrationWarning)
        for kind in asked.only:
            KINDS[kind](random.Random(f"{kind} {asked.seed} {asked.case}"))
        return 0
    n_failed = 0
    for kind in asked.only:
        n_cases, started, n_here = asked.cases // RARE.get(kind, 1), time.monotonic(), 0
        for said in failures(kind, n_cases, asked.seed):
            n_here += 1
            print(said, flush=True)
        n_failed += n_here
        took = time.monotonic() - started
        print(f"{kind}: {n_cases:,} cases, seed {asked.seed}, {n_here} failed, {took:.0f} s", flush=True)
    return int(n_failed > 0)
