"""The words of the view “Norms”."""

from __future__ import annotations

from rffviz.adaptive import LANDMARK_KINDS
from rffviz.explorer.words.about import Words, about_words, data_words, provenance
from rffviz.explorer.words.numbers import count, measured, of_seeds, plural
from rffviz.explorer.words.readout import Readout
from rffviz.foundation.notes import latest
from rffviz.studies.norms import LearnedNorms, NormDistribution, RadialStudy

_TITLES = {  # by the verdict; {density}: the distribution compared with, {ks}: the Kolmogorov distance to it
    "same": "Learned norms match {density}: KS distance {ks}",
    "longer": "Learned norms are larger than under {density}: KS distance {ks}",
    "shorter": "Learned norms are smaller than under {density}: KS distance {ks}",
    "alike": "Learned norms spread as under {density}, but do not match: KS distance {ks}",
    "narrower": "Learned norms vary less than under {density}: KS distance {ks}",
    "wider": "Learned norms vary more than under {density}: KS distance {ks}",
}


def radial_study_words(study: RadialStudy) -> Words:
    """The title compares the norms with the comparable distribution: q of Claim 1, or p without it."""
    done, remarks = len(study.seeds), [str(remark) for remark in latest(study.notes)]
    learned = f"learned by {study.learner} from {plural(study.n_landmarks, 'landmark')} ({LANDMARK_KINDS[study.kind]})"
    ranges = f"80 % of p lies within {_range(study.kernel_norms)}"
    if study.claim_norms is None:
        comparable = (
            "Weighted frequencies approximate p. q, the optimal density for independent draws (Claim 1 of Li et al.), "
            f"is known for the Gaussian kernel, not for the {study.about.kernel.label} kernel."
        )
    else:
        ranges += f", and 80 % of q (Claim 1) within {_range(study.claim_norms)}"
        comparable = (
            "Claim 1 of Li et al.: for independent draws the optimal density is q, with weights p/(Dq). So compare "
            "norms counted once with q, and norms by weight with p. Learned frequencies are not independent draws. q "
            f"depends on the variance σ₀² of a coordinate of x − y, {study.variance:.3g} here."
        )
    return Words(
        title=_title(study),
        subtitle=about_words(
            study.about,
            f"{plural(study.n_freqs, 'frequency')} {learned}",
            f"{of_seeds(done, len(study.about.seeds))}{' together' if done > 1 else ''}"
            + ("" if study.iteration is None else f", after {plural(study.iteration, 'iteration')}"),
        ),
        readout=_readout(study),
        alt=f"Histogram of the norms ‖ω‖ℓ of learned frequencies on {data_words(study.about)}: 80 % of them lie "
        f"within {_range(study.counted)}, by weight within {_range(study.weighted)}; {ranges}.",
        provenance=provenance(
            study.about,
            f"frequencies: {study.n_freqs}, {count(study.n_used)} of weight above 0 over the seeds; {learned}",
            f"variance of a coordinate of x - y: {study.variance:.6g}",
            f"sum of the weights, mean over seeds: {study.total_weight:.6g}",
            *remarks,
        ),
        notes=tuple(filter(None, [_outside(study), comparable, study.about.note, *remarks])),
    )


def _title(study: RadialStudy) -> str:
    density = "the kernel's density p" if study.claim_norms is None else "the optimal density q"
    return _TITLES[study.verdict].format(density=density, ks=measured(study.comparable[2]))


def _readout(study: RadialStudy) -> Readout:
    """The central ranges of norms, and the Kolmogorov distances to p and, where it is known, to q."""
    between = [] if study.between is None else [measured(study.between)]
    rows = []
    for name, learned in (("learned, counted once", study.counted), ("learned, by weight", study.weighted)):
        to_claim = [] if learned.from_claim is None else [measured(learned.from_claim)]
        rows.append((name, _range(learned), measured(learned.from_kernel), *to_claim))
    rows.append(("p, kernel", _range(study.kernel_norms), "–", *between))
    if study.claim_norms is not None:
        rows.append(("q, optimal for draws", _range(study.claim_norms), *between, "–"))
    chance = measured(study.scatter)
    rows.append(
        (f"{plural(study.n_used, 'independent draw')}, 95 %", "–", f"≤ {chance}", *[f"≤ {chance}"] * len(between))
    )
    return Readout(("norms ‖ω‖ℓ", "80 % within", "KS to p", *["KS to q"] * len(between)), rows)


def _outside(study: RadialStudy) -> str:
    if not study.cut_off:
        return ""
    under_p, weight = (100 * share for share in study.beyond)
    return f"Outside the figure: {under_p:.2g} % of p and {weight:.2g} % of the learned weight."


def _range(of: NormDistribution | LearnedNorms) -> str:
    return f"{measured(of.low)}–{measured(of.high)}"
