"""Errors of a feature map, and their curves over the number of frequencies and over seeds."""

from rffviz.measure.bootstrap import BootstrapError, bootstrap_error, bootstrap_of_draw, to_resample
from rffviz.measure.compact import CompactSup, sup_over_box
from rffviz.measure.convergence import Convergence, ErrorBar, Reading, convergence, frequencies_to_reach
from rffviz.measure.curve import SUP_COMPACT, ErrorCurve, error_curve
from rffviz.measure.errors import METRICS, Metric
from rffviz.measure.exceedance import Ceiling, Exceedance, Share, clopper_pearson, exceedance
from rffviz.measure.guarantees import LARGEST, CurveGuarantee, Diameter, diameter
from rffviz.measure.matrix_guarantees import Expectation, expectations, matrix_guarantees, root_mean_square
from rffviz.measure.ratio import ErrorRatio, error_ratio
from rffviz.measure.slope import Slope, fitted_slope
from rffviz.measure.streaming import largest_error, relative_error, relative_errors

__all__ = [
    "LARGEST",
    "METRICS",
    "SUP_COMPACT",
    "BootstrapError",
    "Ceiling",
    "CompactSup",
    "Convergence",
    "CurveGuarantee",
    "Diameter",
    "ErrorBar",
    "ErrorCurve",
    "ErrorRatio",
    "Exceedance",
    "Expectation",
    "Metric",
    "Reading",
    "Share",
    "Slope",
    "bootstrap_error",
    "bootstrap_of_draw",
    "clopper_pearson",
    "convergence",
    "diameter",
    "error_curve",
    "error_ratio",
    "exceedance",
    "expectations",
    "fitted_slope",
    "frequencies_to_reach",
    "largest_error",
    "matrix_guarantees",
    "relative_error",
    "relative_errors",
    "root_mean_square",
    "sup_over_box",
    "to_resample",
]
