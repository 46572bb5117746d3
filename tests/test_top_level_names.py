"""The names that stand in `rffviz` itself: what they are, and that nothing is imported before one is used."""

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import rffviz
from rffviz import compare, diagnose
from rffviz.diagnose import diagnose as function
from rffviz.kernels import KERNELS, Gaussian

NEEDED = """
    AdaptiveFourierFeatures FeatureRidge Gaussian Laplacian Matern NystromFeatures RandomBinningFeatures
    RandomFourierFeatures SupervisedFourierFeatures attention certify compare diagnose error_curve load relative_error
    show
""".split()


def test_names_are_listed_and_are_those_of_their_packages():
    assert {*NEEDED} <= {*dir(rffviz)} == {*rffviz.__all__} and len(dir(rffviz)) >= 25
    assert {kernel.__name__ for kernel in KERNELS.values()} <= {*rffviz.__all__}
    stub = ast.parse(Path(rffviz.__file__).with_suffix(".pyi").read_text())
    imported = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    assert {alias.name for node in imported for alias in node.names} | {"__version__"} == {*rffviz.__all__}
    for node in imported:
        for alias in node.names:
            value = getattr(rffviz, alias.name)
            real = getattr(importlib.import_module(node.module), alias.name)
            assert value is real or (inspect.ismodule(value) and vars(value)[alias.name] is real), alias.name
    with pytest.raises(AttributeError, match="module 'rffviz' has no attribute 'gaussian'"):
        _ = rffviz.gaussian


@pytest.mark.slow
def test_a_package_is_called_as_its_function():
    assert rffviz.diagnose is diagnose and diagnose.compare is compare and diagnose.steps is function.steps
    asked = {"kernel": Gaussian(2.0), "d": 2, "n_freqs": 8, "seeds": 3, "rate": False}
    assert diagnose("monte_carlo", **asked).verdicts == function("monte_carlo", **asked).verdicts
    assert inspect.signature(rffviz.certify) == inspect.signature(rffviz.certify.certify)
    with pytest.raises(AttributeError, match=r"module 'rffviz\.diagnose' has no attribute 'nothing'"):
        _ = diagnose.nothing


@pytest.mark.slow
def test_nothing_that_computes_is_imported_before_it_is_used():
    for asked in (["--version"], ["--help"], ["diagnose", "--help"]):
        run = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "rffviz", *asked], capture_output=True, text=True
        )
        imported = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
        assert run.stdout and "rffviz.foundation.version" in imported
        assert not {"numpy", "scipy", "sklearn", "streamlit"} & imported, asked
