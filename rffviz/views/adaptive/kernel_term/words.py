"""The words of the view “Kernel term”."""

from __future__ import annotations

import math

from rffviz.studies.kernel_term import KernelTermStudy
from rffviz.views.prediction.real_data.words import MANY_POINTS
from rffviz.words.about import Words, about_words, provenance
from rffviz.words.numbers import measured, number, plural


def kernel_term_words(study: KernelTermStudy) -> Words:
    """The title says what the kernel term does to the test error and to the kernel error."""
    regression = study.task == "regression"
    unit = "root mean square over the standard deviation of the answers" if regression else "percent wrong"
    eta, gain, spread = study.gain()
    kernel = _kernel_error(study)

    def amount(value: float, unit: str = "percentage points", of: str = "points") -> str:
        if regression:
            return measured(value)
        if study.n_test >= MANY_POINTS:
            return f"{value:.3g} {unit}"
        return f"{number(round(value * study.n_test / 100, 1))} of {study.n_test:,} {of}"

    without, with_term = (amount(error, "%", "wrong") for error in study.mean_test[[0, study.best]])

    if math.isnan(spread):
        moved = f"moves the test error by {amount(abs(gain))}" if gain else "leaves the test error as it is"
        title = f"On one split the kernel term {moved}; {kernel}"
    elif study.clear:
        title = f"The kernel term lowers the test error by {amount(gain)} here; {kernel}"
    else:
        title = f"No gain in test error beyond chance; {kernel}"
    varies = "" if len(study.whole) < 3 else f" ± {amount(spread)} from split to split"
    reading = (
        f"Without the kernel term the mean test error is {without}. With η = {number(eta)}, the best of "
        f"the others, it is {with_term}: {amount(abs(gain))} {'less' if gain >= 0 else 'more'}{varies}; {kernel}, with "
        "the weights solved for in both."
    )
    claim = (
        "Li et al. (2019) claim that the kernel term, the kernel approximation loss in the supervised objective, is an "
        "effective regularisation and improves generalisation. The figure compares the same objective from the same "
        "start with η = 0 (the compact nonlinear map of Yu et al. 2015) and with η > 0, at the same γ, the weight "
        "decay. A paired t test over the splits, at 2.5 % shared among the η, tells whether a gain is beyond chance."
    )
    return Words(
        title=title,
        subtitle=about_words(
            study.about,
            f"SUPERVISE with {plural(study.n_freqs, 'frequency')}, γ = {number(study.decay)} for every η",
            f"thin: each of {plural(len(study.whole), 'split')}, thick: their mean",
            f"test error: {unit}",
            n_test=study.n_test,
            where=" on the first split",
        ),
        reading=reading,
        alt=f"Test error and error of the kernel matrix against η. {reading}",
        provenance=provenance(study.about, f"gamma: {study.decay:g}; test error: {unit}"),
        notes=tuple(filter(None, [claim, study.about.note])),
    )


def _kernel_error(study: KernelTermStudy) -> str:
    """The change of the kernel error between η = 0 and the best η."""
    without, with_it = (measured(error) for error in study.mean_kernel[[0, study.best]])
    at, verb = f"at η = {number(study.etas[study.best])}", "falls" if study.nearer else "rises"
    if without == with_it:
        return f"the kernel error stays at {without} {at}"
    return f"the kernel error {verb} from {without} to {with_it} {at}"
