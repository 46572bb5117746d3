"""A kernel's shape parameters: each is a field of its kernel, and a new one reaches controls, links and figures."""

import pathlib
import subprocess
import sys

import pytest

from rffviz.kernels import KERNELS, FormulaKernel

ROOT = pathlib.Path(__file__).parents[2]
PROGRAM = """
from dataclasses import dataclass
from typing import ClassVar
from streamlit.testing.v1 import AppTest
from rffviz.explorer.words.numbers import kernel_words
from rffviz.kernels import KERNELS, Gaussian, ShapeParameter

@dataclass(frozen=True)
class Made(Gaussian):
    beta: float = 2.0
    name: ClassVar[str] = "made"
    label: ClassVar[str] = "Made up"
    shape_parameters: ClassVar = (ShapeParameter("beta", "β", "β, made up", 2.0, 1.0, 9.0, (2.0, 4.0)),)

KERNELS["made"] = Made

def sliders(**query):
    app = AppTest.from_file("app.py", default_timeout=100)
    app.query_params.update(query)
    app.run()
    assert not app.exception and not app.error
    return {slider.label: slider.value for slider in app.sidebar.select_slider}, app.query_params

shown, link = sliders(kernel="made", beta="3")
assert shown == {"β, made up": 3.0} and "beta" in link, (shown, link)
shown, link = sliders(kernel="matern", nu="2.5")
assert shown == {"ν, smoothness": 2.5} and "beta" not in link, (shown, link)
assert sliders()[0] == {}
print(kernel_words(Made(4.0, 3.0)))
"""


@pytest.mark.parametrize("kind", KERNELS.values(), ids=KERNELS)
def test_shape_parameters_are_the_other_fields(kind):
    shapes, default = kind.shape_parameters, kind()
    written = {"profile": default.profile} if kind is FormulaKernel else {}
    assert {"length_scale": 1.0} | {shape.name: shape.default for shape in shapes} | written == default.get_params()
    for shape in shapes:
        for value in (shape.low, shape.high, *shape.stops):
            assert shape.low <= value <= shape.high and kind(**{shape.name: value})


@pytest.mark.release
def test_a_new_kernel_s_parameter_is_a_control_and_in_the_words():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=200
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "Made up, β = 3, ℓ = 4\n"
