"""All diagnostics of a single sample."""

from __future__ import annotations

from dataclasses import dataclass, replace

from numpy.typing import ArrayLike

from rffviz.diagnose.cloud import FrequencyCloud, frequency_cloud
from rffviz.diagnose.directions import Directions, directions
from rffviz.diagnose.discrepancy import Discrepancy, discrepancy
from rffviz.diagnose.moments import Moments
from rffviz.diagnose.radii import RadiusDistribution, radius_distribution
from rffviz.diagnose.sample import checked, of_sample
from rffviz.foundation.about import About
from rffviz.kernels import Kernel
from rffviz.samplers import FrequencySample


@dataclass(frozen=True)
class SampleDiagnostics:
    """A sample and the records of all diagnostics that need no further seeds."""

    sample: FrequencySample
    cloud: FrequencyCloud
    radius: RadiusDistribution
    directions: Directions
    moments: Moments
    discrepancy: Discrepancy

    @property
    def about(self) -> About:
        """The origin of the sample."""
        return self.cloud.about


def about_scheme(name: str, kernel: Kernel, seed: int, X: ArrayLike | None = None) -> About:
    """Where the sample of a scheme under one seed comes from."""
    return About(sampler=name, seeds=(seed,)) if X is None else About.of(X, kernel, name, (seed,))


def sample_diagnostics(fs: FrequencySample, kernel: Kernel, about: About | None = None) -> SampleDiagnostics:
    """All diagnostics of one sample for a kernel; `about` is the sample's origin."""
    about = of_sample(checked(fs, kernel), kernel, about)["about"]
    cloud = replace(frequency_cloud(fs, kernel), about=about)
    return SampleDiagnostics(
        fs,
        cloud,
        replace(radius_distribution(fs, kernel), about=about),
        replace(directions(fs, kernel), about=about),
        replace(cloud.moments, about=about),
        replace(discrepancy(fs, kernel), about=about),
    )
