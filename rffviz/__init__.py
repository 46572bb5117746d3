"""rffviz: random Fourier features, measured, learned and used.

The names of the guide stand here too, and are imported when they are first used; `dir(rffviz)` lists them.
"""

from __future__ import annotations

import importlib
from typing import Any

from rffviz.foundation.page_writer import set_page_writer
from rffviz.foundation.version import __version__

_HOMES = {
    "rffviz.adaptive": "AdaptiveFourierFeatures SupervisedFourierFeatures",
    "rffviz.certify": "certify",
    "rffviz.datasets": "load standardize",
    "rffviz.diagnose": "compare diagnose",
    "rffviz.explorer.figures.show": "show",
    "rffviz.features": "NystromFeatures RandomBinningFeatures RandomFourierFeatures",
    "rffviz.kernels": "Cauchy ExponentialPower FormulaKernel Gaussian GeneralisedCauchy Laplacian Matern "
    "RationalQuadratic SpectralMixture median_length_scale",
    "rffviz.measure": "error_curve relative_error",
    "rffviz.predict": "ExactKernelRidge ExactKernelRidgeClassifier FeatureRidge FeatureRidgeClassifier attention",
    "rffviz.samplers": "SAMPLERS draw",
    "rffviz.theory": "frequencies_needed",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}
__all__ = ["__version__", *_HOME]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'rffviz' has no attribute {name!r}")
    home = importlib.import_module(_HOME[name])
    if home.__name__ != f"rffviz.{name}":
        globals()[name] = getattr(home, name)
    return globals()[name]  # a package with a function of its name is called as that function


def __dir__() -> list[str]:
    return sorted(__all__)


def _page_of(record: object) -> str:
    from rffviz.explorer.report.document import page_of

    return page_of(record)


set_page_writer(_page_of)
