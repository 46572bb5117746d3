"""The library's scheme that another one is nearest to."""

import argparse
import re
import sys
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from rffviz.diagnose import command, compare, nearest
from rffviz.diagnose.nearest import Nearest
from rffviz.diagnose.verdict import DIFFERENT
from rffviz.kernels import Gaussian
from rffviz.samplers import SAMPLERS, draw
from rffviz.samplers.own import own_scheme

ASKED = {"kernel": Gaussian(1.5), "d": 4, "n_freqs": 32, "seeds": 20}


def plain(kernel, d, n_freqs, rng):
    return rng.standard_normal((n_freqs, d)) / kernel.length_scale


def norms_of_the_block(kernel, d, n_freqs, rng):
    blocks = [np.linalg.qr(rng.standard_normal((d, d)))[0] for _ in range(0, n_freqs, d)]
    return d**0.5 * np.concatenate(blocks)[:n_freqs] / kernel.length_scale


@pytest.mark.release
def test_independent_frequencies_are_monte_carlo(monkeypatch):
    monkeypatch.setitem(SAMPLERS, "aaa", own_scheme(plain, "aaa"))  # not one of the library's
    steps = list(nearest.steps(plain, **ASKED))
    assert all(before.done <= after.done <= after.total for before, after in pairwise(steps))
    found = steps[-1].record
    assert found.name == "monte_carlo" and str(found).startswith("monte_carlo              no difference found over 20")
    assert len(found.comparisons) == 3 and set(found.comparisons) < set(SAMPLERS) - {"aaa"}


@pytest.mark.release
def test_the_same_frequencies_and_the_same_structure_are_found():
    def copied(kernel, d, n_freqs, rng):
        return draw("simplex", kernel, d, n_freqs, rng).W

    assert "simplex" in nearest("simplex", **ASKED).name and "the same frequencies" in str(nearest("simplex", **ASKED))
    assert nearest(copied, **ASKED).name == "simplex"
    assert "orthogonal" in list(nearest(norms_of_the_block, **ASKED).comparisons)[:2]


def test_what_is_not_distinguished_comes_first_and_one_draw_last(monkeypatch):
    """A mean shifted by signs moves no estimate; a lattice is one draw, which has little to differ in."""

    def found(same, n_different, grouped=()):
        return SimpleNamespace(
            identical=False,
            dependence_apart=False,
            same=same,
            grouped=grouped,
            of=lambda s: [s] * n_different * (s == DIFFERENT),
        )

    given = {"lattice": found(False, 1, ("B",)), "sobol": found(False, 0, ("B",)), "orthogonal": found(True, 1)}
    monkeypatch.setattr(
        sys.modules[Nearest.__module__], "compare", lambda _, name, *__: given.get(name, found(False, 2))
    )
    assert nearest(plain, **ASKED).name == "orthogonal"
    assert not {"lattice", "sobol"} & {*nearest(plain, **ASKED).comparisons}
    given["sobol"] = found(True, 0, ("B",))
    assert list(nearest(plain, **ASKED).comparisons)[:2] == ["orthogonal", "sobol"]


@pytest.mark.slow
def test_the_command_prints_them(capsys):
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    asked = ["monte_carlo", "-d", "2", "-n", "16", "--seeds", "5", "--nearest"]
    assert command.run(parser.parse_args(asked), parser) == 0
    assert capsys.readouterr().out.startswith("monte_carlo              the same frequencies for each of 5 seeds")
    comparison = compare("monte_carlo", "monte_carlo", Gaussian(), 2, 16, 5)
    one, two = (str(Nearest(dict.fromkeys(names, comparison))) for names in (("a",), ("a", "b")))
    assert "Not distinguished from the scheme" not in one and two.endswith("\nNot distinguished from the scheme: a, b.")
    with pytest.raises(SystemExit):
        command.run(parser.parse_args([*asked, "--json"]), parser)
    for other in ("--stages", "--watch", "--smallest"):
        with pytest.raises(SystemExit):
            parser.parse_args([*asked, other])
    assert "not allowed with argument --nearest" in capsys.readouterr().err


def test_progress_of_a_comparison_is_a_share(monkeypatch, capsys):
    monkeypatch.setattr(command, "_QUIET", -1.0)
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    command.run(parser.parse_args(["monte_carlo", "-d", "2", "-n", "16", "--seeds", "5", "--against", "sobol"]), parser)
    shares = [int(each) for each in re.findall(r"s +(\d+)% …", capsys.readouterr().err)]
    assert shares == sorted(shares) and shares[-1] < 100 and len(shares) == 4
