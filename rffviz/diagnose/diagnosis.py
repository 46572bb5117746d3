"""One sample with all that its frequencies say of it."""

from __future__ import annotations

from dataclasses import dataclass

from rffviz.about import About
from rffviz.diagnose.cloud import FrequencyCloud, frequency_cloud
from rffviz.diagnose.directions import Directions, directions
from rffviz.diagnose.discrepancy import Discrepancy, discrepancy
from rffviz.diagnose.moments import Moments, moments
from rffviz.diagnose.radii import RadiusLaw, radius_law
from rffviz.diagnose.sample import checked
from rffviz.diagnose.specimens import replicate
from rffviz.kernels import Kernel
from rffviz.samplers import FrequencySample


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


def diagnosis_of_scheme(name: str, kernel: Kernel, d: int, n_freqs: int, seed: int = 0, X=None) -> Diagnosis:
    """Draw frequencies and diagnose them.

    Parameters
    ----------
    name : str
        A key of `SAMPLERS` or `SPECIMENS`.
    kernel : Kernel
    d, n_freqs, seed : int
    X : array of shape (n, d), optional
        The data, for schemes whose frequencies depend on them.

    Raises
    ------
    ValueError
        Where the scheme is not defined for these.
    """
    about = About(sampler=name, seeds=(seed,)) if X is None else About.of(X, kernel, name, (seed,))
    return diagnosis(replicate(name, kernel, d, n_freqs, seed, X), kernel, about)


def diagnosis(fs: FrequencySample, kernel: Kernel, about: About | None = None) -> Diagnosis:
    """Diagnose a sample.

    Parameters
    ----------
    fs : FrequencySample
    kernel : Kernel
        Whose spectral measure it is meant for.
    about : About, optional
        Where the sample comes from.

    Raises
    ------
    ValueError
        Where the sample or the kernel is not one.
    """
    checked(fs, kernel)
    return Diagnosis(
        sample=fs,
        cloud=frequency_cloud(fs, kernel, about),
        radius=radius_law(fs, kernel, about),
        directions=directions(fs, kernel, about=about),
        moments=moments(fs, kernel, about),
        discrepancy=discrepancy(fs, kernel, about=about),
    )
