"""One sample with all that its frequencies say of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rffviz.about import About
from rffviz.diagnose.bias import BiasAndVariance
from rffviz.diagnose.cloud import FrequencyCloud, frequency_cloud
from rffviz.diagnose.directions import Directions, directions
from rffviz.diagnose.discrepancy import Discrepancy, discrepancy
from rffviz.diagnose.moments import Moments, moments
from rffviz.diagnose.radii import RadiusLaw, radius_law
from rffviz.diagnose.sample import checked, of_sample
from rffviz.diagnose.specimens import replicate
from rffviz.diagnose.verdict import Verdict, verdicts
from rffviz.kernels import Kernel
from rffviz.samplers import SAMPLERS, FrequencySample


@dataclass(frozen=True)
class Diagnosis:
    """A sample and its records, one a diagnostic that needs no other seeds.

    Attributes
    ----------
    sample : FrequencySample
    cloud : FrequencyCloud
    radius : RadiusLaw
    directions : Directions
    moments : Moments
    discrepancy : Discrepancy
    """

    sample: FrequencySample
    cloud: FrequencyCloud
    radius: RadiusLaw
    directions: Directions
    moments: Moments
    discrepancy: Discrepancy

    @property
    def about(self) -> About:
        """Where the sample comes from."""
        return self.cloud.about


@dataclass(frozen=True)
class Judged:
    """The verdicts on one sample, in the order of `DIAGNOSTICS`, and where it comes from."""

    about: About
    verdicts: tuple[Verdict, ...]


def judged(found: Diagnosis, bias: BiasAndVariance | None = None) -> Judged:
    """`verdicts` on a diagnosed sample, with its scheme over seeds where that is known; one of no scheme was given."""
    name = found.about.sampler
    said = verdicts(
        found.sample,
        found.about.kernel,
        scheme=name if name in SAMPLERS else "",
        given=not name,
        bias=bias,
        cloud=found.cloud,
        radius=found.radius,
        angles=found.directions,
        moment=found.moments,
        evenness=found.discrepancy,
    )
    return Judged(found.about, said)


def diagnosis_of_scheme(name: str, kernel: Kernel, d: int, n_freqs: int, seed: int = 0, X=None) -> Diagnosis:
    """`diagnosis` of the sample that a scheme of `SAMPLERS` or `SPECIMENS` draws, from data X where it takes any."""
    about = About(sampler=name, seeds=(seed,)) if X is None else About.of(X, kernel, name, (seed,))
    return diagnosis(replicate(name, kernel, d, n_freqs, seed, X), kernel, about)


def diagnosis(fs: FrequencySample, kernel: Kernel, about: About | None = None) -> Diagnosis:
    """All diagnostics of one sample that is meant for a kernel; `about` says where it comes from.

    Raises
    ------
    ValueError
        Where the sample or the kernel is not one.
    """
    about = of_sample(checked(fs, kernel), kernel, about)["about"]
    records = (diagnose(fs, kernel) for diagnose in (frequency_cloud, radius_law, directions, moments, discrepancy))
    return Diagnosis(fs, *(replace(record, about=about) for record in records))
