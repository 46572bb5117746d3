"""Checks of the mathematics under a view: its LaTeX is whole, its numbers are what its formulas give."""

import importlib
import itertools
import math
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from rffviz.datasets import Dataset, Points, train_test
from rffviz.diagnose import Diagnosed, Samples
from rffviz.explorer.words.mathematics.record import Formula
from rffviz.kernels import Gaussian
from rffviz.measure import convergence, error_curve
from rffviz.papers import Measured, Record
from rffviz.papers.beside import kept_table
from rffviz.samplers import draw
from rffviz.studies.cost import Cost
from rffviz.studies.line import ridge_path
from rffviz.theory import BOUNDS

KNOWN = set(
    """Big Delta Lambda Phi Pr Gamma alpha approx arg bar beta big chi circ cos delta dots ell eta exp frac gamma ge hat
    in infty int kappa lambda lceil le leftarrow ln mathbb mathbf mathrm max mid min mu nabla ne nu odot omega
    operatorname partial phi pi pm prod propto qquad quad rceil rho sigma sim sin sqrt sum sup tau text textstyle tfrac
    theta tilde times to top varepsilon xi""".split()
)


def check_latex(latex):
    bare = re.sub(r"\\[{}|]", "", latex)
    depth = 0
    for sign in bare:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        assert depth >= 0, latex
    assert depth == 0, latex
    assert len(re.findall(r"\\left\b", latex)) == len(re.findall(r"\\right\b", latex)), latex
    assert set(re.findall(r"\\([A-Za-z]+)", latex)) <= KNOWN, set(re.findall(r"\\([A-Za-z]+)", latex)) - KNOWN
    assert not re.search(r"\^\{[^{}]*\}\^|\^\w\^", latex), f"two powers: {latex}"
    assert not re.search(r"nan|<\w+>", latex), latex
    assert latex.isascii(), latex


class Arithmetic:
    """The value of LaTeX that holds numbers alone: +, −, times, \\frac, powers, roots, \\ln, \\exp, brackets."""

    def __init__(self, latex):
        text = latex.replace("{,}", "").replace("\\Big", "").replace("\\big", "").replace("\\,", "")
        text = re.sub(r"\\tfrac(\d)(\d)", r"\\frac{\1}{\2}", text)
        self.tokens = re.findall(r"\d+\.?\d*|\\[A-Za-z]+|[-+/^(){}\[\]]|\S", text)
        self.value = self.sum()
        if self.tokens:
            raise ValueError(latex)

    def next(self, *wanted):
        if self.tokens and (not wanted or self.tokens[0] in wanted):
            return self.tokens.pop(0)
        return None

    def sum(self):
        total = self.product()
        while sign := self.next("+", "-"):
            total += self.product() * (1 if sign == "+" else -1)
        return total

    def product(self):
        total = self.power()
        while self.tokens and self.tokens[0] not in ("+", "-", ")", "}", "]", "\\rceil"):
            divide = self.next("\\times", "/") == "/"
            factor = self.power()
            total = total / factor if divide else total * factor
        return total

    def power(self):
        if self.next("-"):
            return -self.power()
        base = self.atom()
        return base ** self.atom() if self.next("^") else base

    def atom(self):
        token = self.next()
        if token in ("(", "{", "[", "\\lceil"):
            inner = self.sum()
            if not self.next(")", "}", "]", "\\rceil"):
                raise ValueError(token)
            return inner
        if token == "\\frac":
            return self.atom() / self.atom()
        if token in ("\\sqrt", "\\ln", "\\exp"):
            return {"\\sqrt": math.sqrt, "\\ln": math.log, "\\exp": math.exp}[token](self.atom())
        if token == "\\pi":
            return math.pi
        return float(token or "")


def value(latex):
    """The value of a side, or None where it is no number."""
    try:
        return Arithmetic(latex).value
    except ValueError:
        return None


def sides(latex):
    """The numbers of each equation on a line, side by side: for a = 2 + 3 = 5 the pair (5, 5)."""
    for part in re.split(r"\\qquad|,\\ |,\\quad|\\in\[", latex):
        found = [value(side) for side in re.split(r"=|\\le |\\approx", part)]
        yield from (pair for pair in itertools.pairwise(found) if None not in pair)


class Mathematics:
    """The mathematics of the view in whose folder a file of tests stands, on records made by short studies."""

    def __init__(self, file, records):
        page, view = Path(file).parts[-3:-1]
        self.view = importlib.import_module(f"rffviz.explorer.views.{page}.{view}.view").VIEW
        self._records = records
        self.record = cache(self.record)

    def record(self, case=0):
        return self._records[case]()

    def mathematics(self, case=0):
        found = self.record(case)
        found = {"A": found} if self.view.name == "beside" else found
        return self.view.mathematics(Samples({"": found}) if isinstance(found, Diagnosed) else found)

    def lines_with(self, pattern, case=0):
        """The formulas that hold a piece of LaTeX."""
        found = self.mathematics(case).lines
        return [each.latex for each in found if isinstance(each, Formula) and pattern in each.latex]

    def printed(self, pattern, case=0, side=-1):
        """The number on the last side of the equation that holds a piece of LaTeX."""
        behind = self.lines_with(pattern, case)[0].partition(pattern)[2]
        equation = re.split(r",?\\qquad|,?\\quad|,\\ |\\ \\text|\\in", behind)[0]
        return value(equation.split("=")[side].rstrip(")"))

    def check(self):
        """Every line is whole, and numbers that are put in give the result beside them."""
        for found in map(self.mathematics, range(len(self._records))):
            assert found.statement.endswith("."), "a statement ends with a full stop"
            assert found.source, "the mathematics names a source"
            assert any(isinstance(each, Formula) for each in found.lines), "the mathematics has a formula"
            for each in found.lines:
                if isinstance(each, Formula):
                    check_latex(each.latex)
                    for put_in, result in sides(each.latex):
                        rounding = 0.1 if r"\exp" in each.latex else 0.02  # four digits go in, and exp makes them fewer
                        whole = 1 if r"\lceil" in each.latex else 2e-4
                        assert put_in == pytest.approx(result, rel=rounding, abs=whole), each.latex
                    continue
                outside, inside = each.split("$")[::2], each.split("$")[1::2]
                assert len(outside) == len(inside) + 1, each
                for latex in inside:
                    assert latex == latex.strip()
                    check_latex(latex.replace("–", ""))
                assert not re.search(r"\\|nan|\^\{|<\w+>", "".join(outside)), each


X = Points(np.random.default_rng(0).standard_normal((60, 2)), "cloud", 60)


SIZES = [16, 64, 256]


WIDE = Gaussian(1.5)


def curves(metric="sup", map="paired", kernel=WIDE, samplers=("monte_carlo", "sobol")):
    return [error_curve(X, kernel, name, SIZES, range(6), metric, map) for name in samplers]


def converged(
    metric="sup", map="paired", kernel=WIDE, epsilon=0.1, bounds=tuple(BOUNDS), schemes=("monte_carlo", "sobol")
):
    return convergence(curves(metric, map, kernel, schemes), X, 64, epsilon, 0.9, bounds)


def sample(kernel, d=3, m=64, scheme="monte_carlo"):
    return draw(scheme, kernel, d, m, np.random.default_rng(0))


def splits(task="regression", n=2):
    found = []
    for seed in range(n):
        rng = np.random.default_rng(seed)
        inputs = rng.standard_normal((60, 2))
        y = np.sin(2 * inputs[:, 0]) + 0.1 * rng.standard_normal(60)
        y = y if task == "regression" else np.where(y > 0, 1, -1)
        found.append(train_test(Dataset("waves", "Waves", inputs, y, task, "", split=np.repeat([0, 1], 30)), seed))
    return found


def of_paper(*values):
    """Table 2 with these values kept of its first cell."""
    kept = kept_table("table2")
    first, *others = (replace(entry, record=None) for entry in kept.entries)
    record = Record(first.cell)
    for seed, value in enumerate(values):
        record = record.plus(seed, Measured(value, 1.0))
    return replace(kept, entries=(replace(first, record=record), *others))


def line():
    x = np.linspace(-3, 3, 40)
    y = np.sin(x) + 0.3 * np.random.default_rng(1).standard_normal(40)
    drawn = {"n_draws": 2, "drawn_by": "pathwise"}
    path = ridge_path(Gaussian(), x, y, np.linspace(-5, 5, 41), (4, 16, 64), ridge=1e-3, **drawn)
    return replace(path, shown=16)


def timed():
    n = np.array([100, 200, 400, 800, 1600])
    about = line().about
    return Cost(n, 1e-9 * n**3, 1e-6 * n, 1e-4 * n, 1e-6 * n, 32, 100, 1600, about)
