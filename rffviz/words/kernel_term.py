"""What the figure of the kernel term says, in words."""

from __future__ import annotations

import math

from rffviz.studies import KernelTermStudy
from rffviz.words.about import provenance, split_words
from rffviz.words.numbers import kernel_words, measured, number, plural


def title(study: KernelTermStudy) -> str:
    """What the kernel term does to the test error and to the kernel error."""
    _, gain, spread = study.gain()
    kernel = _kernel_error(study)
    if math.isnan(spread):
        return f"On one split the kernel term moves the test error by {_amount(study, abs(gain))}; {kernel}"
    if study.clear:
        return f"The kernel term lowers the test error by {_amount(study, gain)} here; {kernel}"
    return f"The kernel term does not lower the test error beyond chance; {kernel}"


def subtitle(study: KernelTermStudy) -> str:
    """Data, kernel, method, and what the lines are."""
    return " · ".join(
        [
            split_words(study.about, study.n_test),
            f"{kernel_words(study.about.kernel)} on the first split",
            f"SUPERVISE with {plural(study.n_freqs, 'frequency')}, γ = {number(study.decay)} for every η",
            f"thin: each of {plural(len(study.whole), 'split')}, thick: their mean",
            f"test error: {_unit(study)}",
        ]
    )


def reading(study: KernelTermStudy) -> str:
    """The sentence under the figure."""
    eta, gain, spread = study.gain()
    errors = study.test_errors[study.whole].mean(axis=0)
    found = measured(errors[list(study.etas).index(eta)])
    less = "less" if gain >= 0 else "more"
    varies = "" if math.isnan(spread) else f" ± {_amount(study, spread)} from split to split"
    return (
        f"Without the kernel term the mean test error is {measured(errors[0])}. With η = {number(eta)}, the best of "
        f"the others, it is {found}: {_amount(study, abs(gain))} {less}{varies}; {_kernel_error(study)}, with the "
        "weights solved for in both."
    )


def alt(study: KernelTermStudy) -> str:
    """What the figure shows, for those who do not see it."""
    return f"Test error and error of the kernel matrix against η. {reading(study)}"


def notes(study: KernelTermStudy) -> tuple[str, ...]:
    """What was claimed, what is measured, and what was left out."""
    claim = (
        "Li et al. (2019) claim that the kernel term, the kernel approximation loss in the supervised objective, is an "
        "effective regularisation and improves generalisation. The figure compares the same objective from the same "
        "start with η = 0 (the compact nonlinear map of Yu et al. 2015) and with η > 0, at the same γ. Whether a gain "
        "is beyond chance is told by a paired t test over the splits, at 2.5 % shared among the η."
    )
    return tuple(filter(None, [claim, study.about.note]))


def origin(study: KernelTermStudy) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    return provenance(study.about, f"gamma: {study.decay:g}; test error: {_unit(study)}")


def _unit(study: KernelTermStudy) -> str:
    if study.task == "regression":
        return "root mean square over the standard deviation of the answers"
    return "per cent wrong"


def _amount(study: KernelTermStudy, value: float) -> str:
    return measured(value) if study.task == "regression" else f"{value:.3g} percentage points"


def _kernel_error(study: KernelTermStudy) -> str:
    """What becomes of the kernel error between η = 0 and the η that the test error is read at."""
    errors = study.kernel_errors[study.whole].mean(axis=0)
    eta = study.gain()[0]
    without, with_it = float(errors[0]), float(errors[list(study.etas).index(eta)])
    if measured(without) == measured(with_it):
        return f"the kernel error stays at {measured(without)} at η = {number(eta)}"
    verb = "falls" if with_it < without else "rises"
    return f"the kernel error {verb} from {measured(without)} to {measured(with_it)} at η = {number(eta)}"
