"""What the diagnostics say of a sample and its scheme: in order, a property it has by design, or a fault."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rffviz.about import About
from rffviz.diagnose.bias import BiasAndVariance
from rffviz.diagnose.diagnosis import Diagnosis, diagnosis
from rffviz.diagnose.radii import RadiusLaw, radius_law_over_seeds
from rffviz.diagnose.sample import ALARM
from rffviz.diagnose.sentences import Remark, remark
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
    remarks : tuple of Remark
        What is seen, then what excuses it where that is known: codes with numbers.
    """

    diagnostic: str
    status: str
    remarks: tuple[Remark, ...]

    @property
    def code(self) -> str:
        """What is seen first, a key of `rffviz.diagnose.sentences.SENTENCES`."""
        return self.remarks[0].code

    @property
    def sentence(self) -> str:
        """All of it in plain words."""
        return " ".join(map(str, self.remarks))


@dataclass(frozen=True)
class Judged:
    """The verdicts on one sample, in the order of `DIAGNOSTICS`, and where it comes from."""

    about: About
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True)
class _Case:
    """What is known of the sample when a diagnostic is read."""

    found: Diagnosis
    scheme: str
    given: bool
    bias: BiasAndVariance | None

    @property
    def fs(self) -> FrequencySample:
        return self.found.sample

    @property
    def dependent(self) -> bool:
        """Whether the rows of the scheme depend on each other."""
        return bool(self.scheme) and not SAMPLERS[self.scheme].monte_carlo

    def off(self, always: bool = False) -> str:
        """The status of a sample that is off; `always` where no dependence between rows can excuse it."""
        if self.given:
            return FAULT
        if not self.fs.unbiased:
            return PROPERTY
        if always or not self.dependent:
            return FAULT
        if self.bias is None or not self.bias.judged:
            return UNKNOWN
        return FAULT if self.bias.biased else PROPERTY

    def accused(self, diagnostic: str, status: str, code: str, **values: object) -> Verdict:
        """A verdict on a sample that is off, with what excuses it."""
        excuse = ()
        if status == UNKNOWN:
            excuse = (remark("rows_depend"),)
        elif status == PROPERTY:
            excuse = (remark("law_not_claimed" if not self.fs.unbiased else "rows_depend_without_bias"),)
        return Verdict(diagnostic, status, (remark(code, **values), *excuse))

    def declares_repeats(self) -> bool:
        """Whether the scheme itself declares that something repeats."""
        return not self.given and any(getattr(each, "code", "") in DECLARE_REPEATS for each in self.fs.notes)

    def excuse_of_repeats(self) -> Remark:
        """Why repeats are no fault here."""
        return remark("declared" if self.declares_repeats() else "law_not_claimed")


def verdicts(
    fs: FrequencySample, kernel: Kernel, scheme: str = "", given: bool = False, bias: BiasAndVariance | None = None
) -> tuple[Verdict, ...]:
    """One verdict per diagnostic, in the order of `DIAGNOSTICS`.

    Parameters
    ----------
    fs : FrequencySample
    kernel : Kernel
    scheme : str
        The key of `SAMPLERS` that drew it; empty for a function of one's own, which is held to what its records claim.
    given : bool
        The frequencies came from elsewhere (an upload): then whatever is off is a fault.
    bias : BiasAndVariance, optional
        The scheme over seeds. Without it bias and variance are unknown.

    Raises
    ------
    ValueError
        Where the sample, the kernel or the scheme's name is not one.

    Notes
    -----
    Each diagnostic accuses one of a thousand samples of independent draws. Being more even than those is never a fault.
    """
    if scheme:
        one_of("scheme", scheme, SAMPLERS)
    return _verdicts(_Case(diagnosis(fs, kernel), scheme, given, bias))


def judged(found: Diagnosis, bias: BiasAndVariance | None = None) -> Judged:
    """`verdicts` on a diagnosed sample; what no scheme drew was given."""
    name = found.about.sampler
    return Judged(found.about, _verdicts(_Case(found, name if name in SAMPLERS else "", not name, bias)))


def _verdicts(case: _Case) -> tuple[Verdict, ...]:
    judges = (_rows, _radius, _directions, _scale, _correlations, _discrepancy, _bias, _variance)
    return tuple(judge(case) for judge in judges)


def _rows(case: _Case) -> Verdict:
    cloud = case.found.cloud
    m = cloud.n_freqs
    problems, status = [], FINE
    if cloud.n_repeats:
        weighted = bool(np.ptp(case.fs.weights) > 1e-9 * case.fs.weights.max())
        drawn_again = weighted and not case.given  # resampled from a pool
        status = PROPERTY if drawn_again or case.declares_repeats() else case.off(always=True)
        problems.append(remark("repeated", n_repeats=cloud.n_repeats, n_freqs=m))
        if status == PROPERTY and not drawn_again:
            problems.append(case.excuse_of_repeats())
    if abs(cloud.total_weight - 1) > 1e-6:
        bias = case.bias
        over_seeds = not case.given and bias is not None and bias.judged and not bias.biased
        status = _worse(status, PROPERTY if over_seeds or not (case.given or case.fs.unbiased) else FAULT)
        problems.append(remark("weights_off", total=cloud.total_weight))
    if problems:
        return Verdict("rows", status, tuple(problems))
    if m == 1:
        return _said("rows", FINE, "one_row")
    if cloud.n_effective < 0.999 * m:
        return _said("rows", FINE, "different_weighted", n_freqs=m, n_effective=cloud.n_effective)
    return _said("rows", FINE, "different", n_freqs=m)


def _radius(case: _Case) -> Verdict:
    law, bias, pooled = case.found.radius, case.bias, None
    if bias is not None and bias.randomised and len(bias.radii) >= 3 and not case.given:
        pooled = radius_law_over_seeds(bias.radii, bias.weights, law.kernel, law.d)
    if law.constant:
        return case.accused("radius", case.off(), "constant", n_freqs=law.n_freqs, length=float(law.radius[0]))
    level = ALARM / (1 + (pooled is not None))
    if pooled is not None and pooled.p_value < level:
        code = "too_long_over_seeds" if pooled.too_long else "too_short_over_seeds"
        return case.accused("radius", case.off(always=True), code, n_samples=pooled.n_samples, **_gap(pooled))
    if law.p_value < level:
        return case.accused("radius", case.off(), "too_long" if law.too_long else "too_short", **_gap(law))
    if np.isnan(law.p_value):
        return _said("radius", UNKNOWN, "few_lengths", n_distinct=law.n_distinct)
    return _said("radius", FINE, "lengths_follow", distance=law.distance, p=law.p_value)


def _gap(law: RadiusLaw) -> dict[str, float]:
    return {"at": law.at, "distance": law.distance, "p": law.p_value}


def _directions(case: _Case) -> Verdict:
    angles = case.found.directions
    if angles.d == 1:
        return _said("directions", UNKNOWN, "no_direction")
    if not angles.isotropic:
        return _said("directions", UNKNOWN, "directions_not_uniform", kernel=angles.kernel.label)
    if np.isnan(angles.p_value):
        return _said("directions", UNKNOWN, "few_directions")
    share = angles.largest_eigenvalue
    if angles.p_value < ALARM:
        return case.accused("directions", case.off(), "uneven", share=share, p=angles.p_value)
    return _said("directions", FINE, "more_even" if angles.p_value > 1 - ALARM else "even", share=share)


def _scale(case: _Case) -> Verdict:
    moment = case.found.moments
    if moment.n_freqs < 2:
        return _said("scale", UNKNOWN, "no_spread")
    worst = int(np.argmax(np.abs(moment.spread_z)))
    value, z = float(moment.spread[worst]), float(abs(moment.spread_z[worst]))
    if z > moment.spread_threshold:
        code = "too_large" if value > 0.5 else "too_small"
        return case.accused("scale", case.off(), code, coordinate=worst + 1, value=value, z=z)
    return _said("scale", FINE, "scaled", z=z)


def _correlations(case: _Case) -> Verdict:
    moment = case.found.moments
    if moment.pair is None:
        return _said("correlations", UNKNOWN, "one_coordinate")
    if moment.n_freqs < 3:
        return _said("correlations", UNKNOWN, "few_rows")
    if moment.n_repeated:
        status = PROPERTY if case.declares_repeats() else case.off(always=True)
        i, j = moment.repeated[0]
        said = [remark("coordinates_repeated", n_copies=moment.n_copies, d=moment.d, i=i + 1, j=j + 1)]
        said += [case.excuse_of_repeats()] if status == PROPERTY else []
        return Verdict("correlations", status, tuple(said))
    i, j = moment.pair
    z = float(abs(moment.correlation_z[i, j]))
    found = {"i": i + 1, "j": j + 1, "value": moment.largest, "expected": moment.expected_largest}
    if z > moment.correlation_threshold:
        return case.accused("correlations", case.off(), "correlated", z=z, **found)
    return _said("correlations", FINE, "uncorrelated", **found)


def _discrepancy(case: _Case) -> Verdict:
    evenness = case.found.discrepancy
    if not evenness.informative:
        return _said("discrepancy", UNKNOWN, "discrepancy_says_nothing", d=evenness.d, n_used=evenness.n_used)
    if evenness.p_value < ALARM:
        return case.accused("discrepancy", case.off(), "cube_uneven", ratio=evenness.ratio, p=evenness.p_value)
    return _said("discrepancy", FINE, "cube_even", ratio=evenness.ratio)


def _bias(case: _Case) -> Verdict:
    bias = case.bias
    if bias is None:
        return _said("bias", UNKNOWN, "one_set" if case.given else "no_seeds")
    worst = bias.worst
    error = float(bias.mean_error[worst])
    place = {"error": abs(error), "distance": float(bias.distance[worst]), "line": bias.line[worst]}
    place["sigmas"] = abs(error) / max(float(np.sqrt(bias.monte_carlo[worst])), 1e-300)
    if not bias.randomised:
        return _said("bias", UNKNOWN, "fixed", **place)
    if not bias.judged:
        return _said("bias", UNKNOWN, "few_draws_for_bias", n_seeds=bias.n_seeds, n_freqs=bias.n_freqs)
    found = {"z": float(abs(bias.z[worst])), "threshold": bias.threshold, "n_places": int(bias.tested.sum())}
    if not bias.biased:
        return _said("bias", FINE, "no_bias", n_seeds=bias.n_seeds, **found)
    said = (remark("biased_up" if error > 0 else "biased_down", **place, **found),)
    if case.fs.unbiased or case.given:
        return Verdict("bias", FAULT, said)
    return Verdict("bias", PROPERTY, (*said, remark("unbiased_not_claimed")))


def _variance(case: _Case) -> Verdict:
    bias = case.bias
    if bias is None:
        return _said("variance", UNKNOWN, "one_set" if case.given else "no_seeds")
    if not bias.randomised:
        return _said("variance", UNKNOWN, "no_variance")
    if not bias.judged:
        return _said("variance", UNKNOWN, "few_draws_for_variance", n_seeds=bias.n_seeds, n_freqs=bias.n_freqs)
    if bias.spreads_more:
        status = PROPERTY if not case.given and (case.dependent or not case.fs.unbiased) else FAULT
        worst = int(np.argmax(np.where(bias.tested, bias.ratio_low, 0.0)))
        place = {"distance": float(bias.distance[worst]), "line": bias.line[worst]}
        ratio, low = float(bias.ratio[worst]), float(bias.ratio_low[worst])
        return _said("variance", status, "varies_more", ratio=ratio, low=low, **place)
    between = {"low": float(bias.ratio[bias.tested].min()), "high": float(bias.ratio[bias.tested].max())}
    if bias.spreads_less:
        return _said("variance", FINE, "varies_less", **between)
    return _said("variance", FINE, "varies_alike", n_seeds=bias.n_seeds, **between)


def _said(diagnostic: str, status: str, code: str, **values: object) -> Verdict:
    """A verdict in one sentence."""
    return Verdict(diagnostic, status, (remark(code, **values),))


def _worse(one: str, other: str) -> str:
    return max(one, other, key=(FINE, PROPERTY, FAULT).index)
