"""Errors of a feature map, and their curves over the number of frequencies and over seeds."""

from rffviz.measure.compact import CompactSup, sup_over_box
from rffviz.measure.convergence import (
    Convergence,
    Diameter,
    Promise,
    Reading,
    convergence,
    diameter,
    frequencies_to_reach,
)
from rffviz.measure.curve import SUP_COMPACT, CurveStep, ErrorCurve, error_curve, error_curve_steps
from rffviz.measure.errors import METRICS, Metric
from rffviz.measure.profile import Profile, kernel_profile
from rffviz.measure.streaming import relative_error, relative_error_steps

__all__ = [
    "METRICS",
    "SUP_COMPACT",
    "CompactSup",
    "Convergence",
    "CurveStep",
    "Diameter",
    "ErrorCurve",
    "Metric",
    "Profile",
    "Promise",
    "Reading",
    "convergence",
    "diameter",
    "error_curve",
    "error_curve_steps",
    "frequencies_to_reach",
    "kernel_profile",
    "relative_error",
    "relative_error_steps",
    "sup_over_box",
]
