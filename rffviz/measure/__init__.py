"""Errors of a feature map, and their curves over the number of frequencies and over seeds."""

from rffviz.measure.compact import CompactSup, sup_over_box
from rffviz.measure.convergence import (
    Convergence,
    Promise,
    Reading,
    convergence,
    frequencies_to_reach,
)
from rffviz.measure.curve import POSITIVE, SUP_COMPACT, CurveStep, ErrorCurve, error_curve, error_curve_steps
from rffviz.measure.errors import METRICS, Metric
from rffviz.measure.exceedance import Ceiling, Exceedance, Share, clopper_pearson, exceedance
from rffviz.measure.maps import MapComparison, MapStep, Spread, map_comparison, map_comparison_steps
from rffviz.measure.pairs import Band, KernelMatrices, PairErrors, kernel_matrices, pair_errors
from rffviz.measure.profile import Profile, kernel_profile
from rffviz.measure.promises import LARGEST, Diameter, diameter
from rffviz.measure.slope import Slope, fitted_slope
from rffviz.measure.streaming import relative_error, relative_error_steps

__all__ = [
    "LARGEST",
    "METRICS",
    "POSITIVE",
    "SUP_COMPACT",
    "Band",
    "Ceiling",
    "CompactSup",
    "Convergence",
    "CurveStep",
    "Diameter",
    "ErrorCurve",
    "Exceedance",
    "KernelMatrices",
    "MapComparison",
    "MapStep",
    "Metric",
    "PairErrors",
    "Profile",
    "Promise",
    "Reading",
    "Share",
    "Slope",
    "Spread",
    "clopper_pearson",
    "convergence",
    "diameter",
    "error_curve",
    "error_curve_steps",
    "exceedance",
    "fitted_slope",
    "frequencies_to_reach",
    "kernel_matrices",
    "kernel_profile",
    "map_comparison",
    "map_comparison_steps",
    "pair_errors",
    "relative_error",
    "relative_error_steps",
    "sup_over_box",
]
