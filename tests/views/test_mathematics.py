"""The mathematics of the pages: every view has it, and what checks its LaTeX and its arithmetic is right."""

import importlib
import math
from pathlib import Path

import pytest

import app as explorer
from rffviz.explorer.words.mathematics.record import formula, kernel_formula, said, tex
from rffviz.kernels import KERNELS
from tests.views.mathematics import check_latex, sides, value

VIEWS = [(name, view) for name in explorer.PAGES for view in importlib.import_module(f"pages.{name}").PAGE.views]
HERE = Path(__file__).parent


def test_every_view_of_every_page_has_mathematics():
    assert [view.name for _, view in VIEWS if view.mathematics is None] == []
    tested = {path.relative_to(HERE).parts[:2] for path in HERE.glob("*/*/test_*_mathematics.py")}
    assert tested == {(page, view.name) for page, view in VIEWS}


def test_the_arithmetic_of_latex_is_arithmetic():
    assert value(r"\Big\lceil\frac{4(10+2)}{0.1^2}\ln\Big(\frac{2^8}{0.05}\Big)\Big\rceil") == pytest.approx(
        4800 * math.log(5120)
    )
    assert value(r"-2\times 10^{-3}\Big(\frac{1}{2}\Big)^{2/(1+2/1)}") == pytest.approx(-2e-3 * 0.5 ** (2 / 3))
    assert value(r"83{,}659") == 83659 and value(r"\tfrac12+\sqrt{4}") == 2.5 and value(r"\sigma") is None
    assert list(sides(r"a=2+3=5,\quad b=1")) == [(5, 5)]


def test_numbers_are_set_in_latex():
    assert [tex(v) for v in (3, 83658.6, 0.0632456, 1e-5, -2.5e-7, math.inf, 0, math.nan)] == [
        "3",
        "83{,}659",
        "0.06325",
        "10^{-5}",
        r"-2.5\times 10^{-7}",
        r"\infty",
        "0",
        r"\text{unknown}",
    ]
    assert formula(r"<a>^2-<a>", a=-0.5).latex == "(-0.5)^2-(-0.5)" and said("$<a>^2$", a=1e-5) == "$(10^{-5})^2$"


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
def test_every_kernel_is_set_in_latex(kernel):
    check_latex(kernel_formula(kernel()).latex)
