"""The words of the view “Norms”."""

from __future__ import annotations

from rffviz.adaptive import LANDMARK_KINDS
from rffviz.notes import latest
from rffviz.studies.norms import LearnedLengths, LengthLaw, RadialStudy
from rffviz.words.about import Words, about_words, data_words, provenance
from rffviz.words.numbers import count, measured, of_seeds, plural

_TITLES = {  # by the verdict; {whose}: the draws compared with
    "same": "By their lengths, learned frequencies cannot be told from {whose}: {theirs}",
    "longer": "Learned frequencies are longer than {whose}: {other}",
    "shorter": "Learned frequencies are shorter than {whose}: {other}",
    "alike": "Learned frequencies vary in length as much as {whose}: {theirs}",
    "narrower": "Learned frequencies vary less in length than {whose}: {other}",
    "wider": "Learned frequencies vary more in length than {whose}: {other}",
}


def radial_study_words(study: RadialStudy) -> Words:
    """The title compares the norms with the comparable distribution: q of Claim 1, or p without it."""
    done, remarks = len(study.seeds), [str(remark) for remark in latest(study.notes)]
    learned = f"learned by {study.learner} from {plural(study.n_landmarks, 'landmark')} ({LANDMARK_KINDS[study.kind]})"
    law = f"80 % of the kernel's lie within {_range(study.kernel_law)}"
    if study.claim_law is None:
        comparable = (
            "Each frequency counts by its weight here, since the weighted frequencies stand for the kernel's p. The "
            "best density for draws is not shown: Claim 1 of Li et al. is worked out for the Gaussian kernel, whose "
            f"frequencies are normal; those of the {study.about.kernel.label} kernel are not."
        )
    else:
        law += f", and 80 % of the best draws' (Claim 1) within {_range(study.claim_law)}"
        comparable = (
            "Claim 1 of Li et al. is about independent draws: ω from q, with weights p/(rq). So frequencies that each "
            "count once compare with q, and frequencies by weight with the kernel's p. Learned frequencies are placed "
            "together and are not draws; no law is promised for them. q depends on the variance σ₀² of a coordinate of "
            f"x − y, which is {study.variance:.3g} here."
        )
    return Words(
        title=_title(study),
        subtitle=about_words(
            study.about,
            f"{plural(study.n_freqs, 'frequency')} {learned}",
            f"{of_seeds(done, len(study.about.seeds))}{' together' if done > 1 else ''}"
            + ("" if study.iteration is None else f", after {plural(study.iteration, 'iteration')}"),
        ),
        reading=" ".join(_reading(study)),
        alt=f"Histogram of the lengths ‖ω‖ℓ of learned frequencies on {data_words(study.about)}: 80 % of them lie "
        f"within {_range(study.counted)}, by weight within {_range(study.weighted)}; {law}.",
        provenance=provenance(
            study.about,
            f"frequencies: {study.n_freqs}, {count(study.n_used)} of weight above 0 over the seeds; {learned}",
            f"variance of a coordinate of x - y: {study.variance:.6g}",
            f"sum of the weights, mean over seeds: {study.total_weight:.6g}",
            *remarks,
        ),
        notes=tuple(filter(None, [comparable, study.about.note, *remarks])),
    )


def _title(study: RadialStudy) -> str:
    record, law, _ = study.comparable
    return _TITLES[study.verdict].format(
        whose="those of the kernel" if study.claim_law is None else "the best draws",
        theirs=f"80 % lie within {_range(record)}, theirs within {_range(law)}",
        other=f"80 % within {_range(record)}, not {_range(law)}",
    )


def _reading(study: RadialStudy) -> list[str]:
    """The distances, those expected of random draws, the sum of the weights, and the mass beyond the figure."""
    chance = f"{measured(study.scatter)}, which {plural(study.n_used, 'independent draw')} exceed one time in 20"
    meaning = "the largest gap between their distribution functions"
    by_weight = measured(study.weighted.from_kernel)
    if study.claim_law is None:
        said = [
            f"By weight, the learned lengths are at a distance of {by_weight} ({meaning}) from the kernel's law p, "
            f"to be compared with {chance}."
        ]
    else:
        differs = "differs" if study.laws_differ else "hardly differs"
        more = "more" if study.off_claim else "no more"
        said = [
            f"The best density q of Claim 1 {differs} from the kernel's p: their distance is {measured(study.between)} "
            f"({meaning}).",
            f"Counted once each, the learned lengths are at a distance of {measured(study.counted.from_claim)} from q, "
            f"{more} than {chance}; by weight, they are at {by_weight} from p.",
        ]
    said.append(f"The weights sum to {measured(study.total_weight)}.")
    if study.cut_off:
        law, weight = (100 * share for share in study.beyond)
        said.append(f"Beyond the figure lie {law:.2g} % of p and {weight:.2g} % of the learned weight.")
    return said


def _range(of: LengthLaw | LearnedLengths) -> str:
    return f"{measured(of.low)}–{measured(of.high)}"
