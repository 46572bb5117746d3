"""What the diagnostics say of a sample and its scheme: in order, a property it has by design, or a fault."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rffviz.diagnose.bias import AXIS, BiasAndVariance
from rffviz.diagnose.cloud import FrequencyCloud, frequency_cloud
from rffviz.diagnose.directions import Directions, directions
from rffviz.diagnose.discrepancy import Discrepancy, discrepancy
from rffviz.diagnose.moments import Moments, moments
from rffviz.diagnose.radii import RadiusLaw, radius_law, radius_law_over_seeds
from rffviz.diagnose.sample import ALARM, checked
from rffviz.kernels import Kernel
from rffviz.notes import DECLARE_REPEATS
from rffviz.samplers import SAMPLERS, FrequencySample
from rffviz.validation import one_of

FINE, PROPERTY, FAULT, UNKNOWN = "fine", "property", "fault", "unknown"
DIAGNOSTICS = {
    "rows": "Frequencies and weights",
    "radius": "Lengths",
    "directions": "Directions",
    "scale": "Coordinates' scale",
    "correlations": "Correlations",
    "discrepancy": "Discrepancy",
    "bias": "Bias",
    "variance": "Variance",
}
"""The name of each diagnostic, and what the screen calls it."""


@dataclass(frozen=True)
class Verdict:
    """What one diagnostic says.

    Attributes
    ----------
    diagnostic : str
        A key of `DIAGNOSTICS`.
    status : {"fine", "property", "fault", "unknown"}
        "property" is what a scheme has by design and says of itself, or what one draw of dependent rows may show
        without any bias; "unknown" where the diagnostic has nothing to go by.
    sentence : str
        In plain words, with the numbers.
    """

    diagnostic: str
    status: str
    sentence: str


@dataclass(frozen=True)
class _Case:
    """What is known of the sample when a diagnostic is read."""

    fs: FrequencySample
    scheme: str
    given: bool
    bias: BiasAndVariance | None

    def off(self, always: bool = False) -> str:
        """The status of a sample that is off: `always` for what no dependence between rows can excuse."""
        if self.given:
            return FAULT
        if not self.fs.unbiased:
            return PROPERTY
        dependent = bool(self.scheme) and not SAMPLERS[self.scheme].monte_carlo
        if always or not dependent:
            return FAULT
        if self.bias is None or not self.bias.judged:
            return UNKNOWN
        return FAULT if self.bias.biased else PROPERTY

    def why(self, status: str) -> str:
        """What makes no fault of it."""
        if status == UNKNOWN:
            return " The rows of this scheme depend on each other: only more seeds can tell whether it is chance."
        if status != PROPERTY:
            return ""
        if not self.fs.unbiased:
            return " The scheme does not claim to follow the kernel's law exactly."
        return " The rows of this scheme depend on each other, and over seeds its estimate is unbiased."

    def declares_repeats(self) -> bool:
        """Whether the scheme itself declares that something repeats."""
        return not self.given and any(getattr(each, "code", "") in DECLARE_REPEATS for each in self.fs.notes)


def verdicts(
    fs: FrequencySample,
    kernel: Kernel,
    scheme: str = "",
    given: bool = False,
    bias: BiasAndVariance | None = None,
    cloud: FrequencyCloud | None = None,
    radius: RadiusLaw | None = None,
    angles: Directions | None = None,
    moment: Moments | None = None,
    evenness: Discrepancy | None = None,
) -> tuple[Verdict, ...]:
    """One verdict a diagnostic, in the order of `DIAGNOSTICS`.

    Parameters
    ----------
    fs : FrequencySample
        The sample that is looked at.
    kernel : Kernel
        Whose spectral measure it is meant for.
    scheme : str
        The key of `SAMPLERS` that drew it; empty for a function of one's own, which is held to what its records claim.
    given : bool
        The frequencies came from elsewhere (an upload): then whatever is off is a fault.
    bias : BiasAndVariance, optional
        The scheme over seeds. Without it bias and variance are unknown.
    cloud, radius, angles, moment, evenness : optional
        The records of this sample, where they are at hand; computed where they are not.

    Raises
    ------
    ValueError
        Where the sample, the kernel or the scheme's name is not one.

    Notes
    -----
    Each diagnostic accuses independent draws once in a thousand samples. Being more even than those is never a fault.
    """
    checked(fs, kernel)
    if scheme:
        one_of("scheme", scheme, SAMPLERS)
    case = _Case(fs, scheme, given, bias)
    return (
        _rows(case, cloud or frequency_cloud(fs, kernel)),
        _radius(case, radius or radius_law(fs, kernel)),
        _directions(case, angles or directions(fs, kernel)),
        *_moments(case, moment or moments(fs, kernel)),
        _discrepancy(case, evenness or discrepancy(fs, kernel)),
        _bias(case),
        _variance(case),
    )


def _rows(case: _Case, cloud: FrequencyCloud) -> Verdict:
    m = cloud.n_freqs
    problems, status = [], FINE
    if cloud.n_repeats:
        weighted = bool(np.ptp(case.fs.weights) > 1e-9 * case.fs.weights.max())
        drawn_again = weighted and not case.given  # resampled from a pool
        status = PROPERTY if drawn_again or case.declares_repeats() else case.off(always=True)
        problems.append(
            f"{cloud.n_repeats:,} of {m:,} frequencies repeat another up to the sign, which the cosine does not see"
        )
    if abs(cloud.total_weight - 1) > 1e-6:
        bias = case.bias
        over_seeds = not case.given and bias is not None and bias.judged and not bias.biased
        status = _worse(status, PROPERTY if over_seeds or not (case.given or case.fs.unbiased) else FAULT)
        problems.append(f"the weights add up to {cloud.total_weight:.4g} and not to 1, so that k̂(0) is not k(0)")
    if problems:
        return Verdict("rows", status, f"{_capital('; '.join(problems))}.")
    if cloud.n_effective < 0.999 * m:
        words = f"unequal weights make them worth {cloud.n_effective:.0f} equal ones"
        return Verdict("rows", FINE, f"All {m:,} frequencies differ; {words}.")
    return Verdict("rows", FINE, f"All {m:,} frequencies differ and have the same weight.")


def _radius(case: _Case, law: RadiusLaw) -> Verdict:
    pooled = None
    bias = case.bias
    if bias is not None and bias.randomised and len(bias.radii) >= 3 and not case.given:
        pooled = radius_law_over_seeds(bias.radii, bias.weights, law.kernel, law.d)
    if law.constant:
        status = case.off()
        length = f"{law.radius[0]:.3g}"
        return Verdict(
            "radius", status, f"All {law.n_freqs:,} frequencies have the same length, {length}.{case.why(status)}"
        )
    level = ALARM / (1 + (pooled is not None))
    if pooled is not None and pooled.p_value < level:
        status = case.off(always=True)
        return Verdict("radius", status, _gap(pooled, f"Over {pooled.n_samples} seeds the") + case.why(status))
    if law.p_value < level:
        status = case.off()
        return Verdict("radius", status, _gap(law, "The") + case.why(status))
    if np.isnan(law.p_value):
        return Verdict("radius", UNKNOWN, f"Too few different lengths to compare with their law: {law.n_distinct}.")
    return Verdict(
        "radius",
        FINE,
        f"The lengths follow their law: the distribution functions are at most {law.distance:.2g} apart, "
        f"and {_chance(law.p_value)} of independent samples lie as far from it.",
    )


def _gap(law: RadiusLaw, start: str) -> str:
    kind = "long" if law.too_long else "short"
    return (
        f"{start} frequencies are too {kind}: around length {law.at:.3g} the distribution function is "
        f"{law.distance:.2g} off its law, which {_chance(law.p_value)} of independent samples reach."
    )


def _directions(case: _Case, angles: Directions) -> Verdict:
    if angles.d == 1:
        return Verdict("directions", UNKNOWN, "In one dimension a frequency has a sign and no direction.")
    if not angles.isotropic:
        return Verdict(
            "directions",
            UNKNOWN,
            f"Directions of the {angles.kernel.label} kernel are not uniform: its spectrum is a product over "
            "coordinates.",
        )
    if np.isnan(angles.p_value):
        return Verdict("directions", UNKNOWN, "Too few frequencies to tell even directions from uneven ones.")
    if angles.p_value < ALARM:
        status = case.off()
        return Verdict(
            "directions",
            status,
            f"The directions are less even than independent ones: the largest axis holds "
            f"{angles.largest_eigenvalue:.3g} times its share, and {_chance(angles.p_value)} of independent samples "
            f"are as uneven.{case.why(status)}",
        )
    even = "more even than independent ones" if angles.p_value > 1 - ALARM else "as even as independent ones, or more"
    return Verdict(
        "directions",
        FINE,
        f"The directions are {even}: the largest axis holds {angles.largest_eigenvalue:.3g} times its share.",
    )


def _moments(case: _Case, moment: Moments) -> tuple[Verdict, Verdict]:
    return _scale(case, moment), _correlations(case, moment)


def _scale(case: _Case, moment: Moments) -> Verdict:
    if moment.n_freqs < 2:
        return Verdict("scale", UNKNOWN, "One frequency has no spread.")
    worst = int(np.argmax(np.abs(moment.spread_z)))
    value, z = moment.spread[worst], abs(moment.spread_z[worst])
    if z > moment.spread_threshold:
        status = case.off()
        kind = "large" if value > 0.5 else "small"
        return Verdict(
            "scale",
            status,
            f"Coordinate {worst + 1} is too {kind}: its sizes have mean probability {value:.3g} and not 0.5, "
            f"{z:.1f} standard errors off.{case.why(status)}",
        )
    return Verdict(
        "scale",
        FINE,
        f"Every coordinate has its scale: mean probabilities of the sizes lie within {z:.1f} standard errors of 0.5.",
    )


def _correlations(case: _Case, moment: Moments) -> Verdict:
    if moment.pair is None:
        return Verdict("correlations", UNKNOWN, "With one coordinate there is no pair of coordinates to compare.")
    if moment.n_freqs < 3:
        return Verdict("correlations", UNKNOWN, "Too few frequencies to tell coordinates apart.")
    if moment.n_repeated:
        status = PROPERTY if case.declares_repeats() else case.off(always=True)
        i, j = moment.repeated[0]
        others = f" and {moment.n_repeated - 1:,} more pairs" if moment.n_repeated > 1 else ""
        said = " The scheme says so of itself." if status == PROPERTY else ""
        return Verdict(
            "correlations",
            status,
            f"Coordinates {i + 1} and {j + 1}{others} hold the same values, up to a shift or the sign.{said}",
        )
    i, j = moment.pair
    z = abs(moment.correlation_z[i, j])
    words = f"coordinates {i + 1} and {j + 1} is {moment.largest:.2f}".replace("-", "−")
    if z > moment.correlation_threshold:
        status = case.off()
        return Verdict(
            "correlations",
            status,
            f"The correlation of {words}, {z:.1f} standard errors from 0; about {moment.expected_largest:.2g} is the "
            f"largest to expect over all pairs.{case.why(status)}",
        )
    return Verdict(
        "correlations",
        FINE,
        f"No pair of coordinates is correlated beyond chance: the correlation of {words}, and about "
        f"{moment.expected_largest:.2g} is the largest to expect over all pairs.",
    )


def _discrepancy(case: _Case, evenness: Discrepancy) -> Verdict:
    if not evenness.informative:
        return Verdict(
            "discrepancy",
            UNKNOWN,
            f"In {evenness.d} dimensions the discrepancy of {evenness.n_used:,} points says nothing: independent "
            "points are expected to do worse than no points at all.",
        )
    words = f"the squared discrepancy is {evenness.ratio:.2g} times that of independent points"
    if evenness.p_value < ALARM:
        status = case.off()
        return Verdict(
            "discrepancy",
            status,
            f"The points fill the cube less evenly than chance: {words}, and {_chance(evenness.p_value)} of those are "
            f"as uneven.{case.why(status)}",
        )
    return Verdict("discrepancy", FINE, f"The points fill the cube at least as evenly as chance: {words}.")


def _bias(case: _Case) -> Verdict:
    bias = case.bias
    if bias is None:
        return Verdict("bias", UNKNOWN, _no_seeds(case))
    worst = bias.worst
    place = f"at distance {bias.distance[worst]:.2g} along {_line(bias.line[worst])}"
    if not bias.randomised:
        value = f"{bias.mean_error[worst]:+.2g}".replace("-", "−")
        return Verdict(
            "bias",
            UNKNOWN,
            f"One fixed value: its error is at most {value.lstrip('+')}, {place}; without a spread there is no z.",
        )
    total = int(bias.tested.sum())
    if not bias.judged:
        return Verdict("bias", UNKNOWN, f"Too few draws to tell bias from chance: {_draws(bias)}.")
    if not bias.biased:
        return Verdict(
            "bias",
            FINE,
            f"Unbiased: the largest |z| is {_size(abs(bias.z[worst]))} over {total} distances and {bias.n_seeds} "
            f"seeds, below {bias.threshold:.1f}.",
        )
    status = PROPERTY if not case.fs.unbiased and not case.given else FAULT
    way = "larger" if bias.mean_error[worst] > 0 else "smaller"
    value = f"{bias.mean_error[worst]:+.2g}".replace("-", "−")
    said = " The scheme does not claim to be unbiased." if status == PROPERTY else ""
    return Verdict(
        "bias",
        status,
        f"Biased towards {way} k̂: {value} {place}, |z| is {_size(abs(bias.z[worst]))} where {bias.threshold:.1f} is "
        f"the limit over {total} distances.{said}",
    )


def _variance(case: _Case) -> Verdict:
    bias = case.bias
    if bias is None:
        return Verdict("variance", UNKNOWN, _no_seeds(case))
    if not bias.randomised:
        return Verdict("variance", UNKNOWN, "Every seed gives the same frequencies: there is no variance.")
    if not bias.judged:
        return Verdict("variance", UNKNOWN, f"Too few draws to measure a variance: {_draws(bias)}.")
    low, high = float(bias.ratio[bias.tested].min()), float(bias.ratio[bias.tested].max())
    between = f"between {_share(low)} and {_share(high)} times Monte Carlo's"
    if bias.spreads_more:
        status = PROPERTY if not case.fs.unbiased else FAULT
        if case.scheme and not SAMPLERS[case.scheme].monte_carlo:
            status = PROPERTY
        worst = int(np.argmax(np.where(bias.tested, bias.ratio_low, 0.0)))
        return Verdict(
            "variance",
            FAULT if case.given else status,
            f"The variance is above Monte Carlo's: {_share(bias.ratio[worst])} times at distance "
            f"{bias.distance[worst]:.2g} along {_line(bias.line[worst])}, at least {_share(bias.ratio_low[worst])} "
            f"times beyond chance. Its frequencies are worth fewer independent ones.",
        )
    if bias.spreads_less:
        return Verdict("variance", FINE, f"The variance is below Monte Carlo's in places: it is {between}.")
    return Verdict(
        "variance", FINE, f"The variance is Monte Carlo's as far as {bias.n_seeds} seeds can tell: it is {between}."
    )


def _draws(bias: BiasAndVariance) -> str:
    return f"{bias.n_seeds} seeds of {bias.n_freqs:,} frequencies"


def _no_seeds(case: _Case) -> str:
    if case.given:
        return "One set of frequencies has no seeds to compare."
    return "No other seeds were drawn to compare."


def _line(name: str) -> str:
    return "the first axis" if name == AXIS else "an oblique direction"


def _size(z: float) -> str:
    """A |z|; where nothing varies from seed to seed it has no size worth printing."""
    return f"{z:.1f}" if z < 1000 else "above 1,000"


def _share(ratio: float) -> str:
    """A ratio of variances."""
    if ratio >= 100:
        return f"{ratio:,.0f}"
    return f"{ratio:.2g}" if ratio >= 1e-4 else "0.0000"


def _chance(p: float) -> str:
    """A p-value as a share."""
    if p < 1e-6:
        return "fewer than one in a million"
    if p < 0.005:
        return f"one in {1 / p:,.0f}"
    return f"{100 * p:.0f} %"


def _worse(one: str, other: str) -> str:
    return max(one, other, key=(FINE, PROPERTY, FAULT).index)


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
