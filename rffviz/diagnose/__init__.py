"""Diagnostics of a sampling scheme: whether its frequencies match the kernel's spectral measure.

A diagnostic takes a sample `fs`, drawn by any scheme or made by `given_frequencies`, and the `kernel` whose spectral
measure the frequencies should follow; it raises a ValueError for anything else.

It can be called as its function `diagnose`, which `help(rffviz.diagnose.diagnose)` describes.
"""

import sys

from rffviz.datasets.uploads import MAX_BYTES
from rffviz.diagnose.bias import BiasAndVariance, bias_and_variance
from rffviz.diagnose.cloud import FrequencyCloud, frequency_cloud
from rffviz.diagnose.diagnose import Report, diagnose, verdicts
from rffviz.diagnose.difference import Comparison, compare
from rffviz.diagnose.directions import Directions, directions
from rffviz.diagnose.discrepancy import Discrepancy, discrepancy
from rffviz.diagnose.field import ErrorField, error_field, error_field_of_scheme
from rffviz.diagnose.files import read_frequencies, read_frequencies_file
from rffviz.diagnose.moments import Moments, moments
from rffviz.diagnose.nearest import Nearest, nearest
from rffviz.diagnose.radii import RadiusDistribution, radius_distribution, radius_distribution_over_seeds
from rffviz.diagnose.sample import ALARM, FAMILY, Diagnosed, given_frequencies
from rffviz.diagnose.sample_diagnostics import SampleDiagnostics, sample_diagnostics
from rffviz.diagnose.samples import Samples
from rffviz.diagnose.specimens import SPECIMENS
from rffviz.diagnose.stages import StageReport, StageVerdict, stage_report, stage_verdicts, stages
from rffviz.diagnose.verdict import COMPARED, DIAGNOSTICS, Difference, Verdict
from rffviz.diagnose.wording import LINES
from rffviz.foundation.callable_package import CallablePackage

__all__ = [
    "ALARM",
    "COMPARED",
    "DIAGNOSTICS",
    "FAMILY",
    "LINES",
    "MAX_BYTES",
    "SPECIMENS",
    "BiasAndVariance",
    "Comparison",
    "Diagnosed",
    "Difference",
    "Directions",
    "Discrepancy",
    "ErrorField",
    "FrequencyCloud",
    "Moments",
    "Nearest",
    "RadiusDistribution",
    "Report",
    "SampleDiagnostics",
    "Samples",
    "StageReport",
    "StageVerdict",
    "Verdict",
    "bias_and_variance",
    "compare",
    "diagnose",
    "directions",
    "discrepancy",
    "error_field",
    "error_field_of_scheme",
    "frequency_cloud",
    "given_frequencies",
    "moments",
    "nearest",
    "radius_distribution",
    "radius_distribution_over_seeds",
    "read_frequencies",
    "read_frequencies_file",
    "sample_diagnostics",
    "stage_report",
    "stage_verdicts",
    "stages",
    "verdicts",
]

sys.modules[__name__].__class__ = CallablePackage  # so that rffviz.diagnose(…) works beside rffviz.diagnose.diagnose(…)
