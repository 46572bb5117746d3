"""The words of the view “Kernel regularizer”."""

from __future__ import annotations

import math

from rffviz.explorer.views.prediction.real_data.words import MANY_POINTS
from rffviz.explorer.words.about import Words, about_words, provenance
from rffviz.explorer.words.numbers import measured, number, plural
from rffviz.explorer.words.readout import Readout
from rffviz.studies.kernel_term import KernelTermStudy


def kernel_term_words(study: KernelTermStudy) -> Words:
    """The title says what the regularizer does to the test error."""
    unit = "RMSE over the standard deviation of the targets" if study.task == "regression" else "percent wrong"
    eta, _, _ = study.gain()
    (without, best), kernel = study.mean_test[[0, study.best]], study.mean_kernel[[0, study.best]]
    claim = (
        "Li et al. (2019) claim that the kernel approximation loss is an effective regularizer. The figure compares "
        "the same objective from the same start with η = 0 (the compact nonlinear map of Yu et al. 2015) and with "
        "η > 0, at the same γ, the weight decay. The weights of the kernel error are solved for in both. Beyond "
        "chance: a paired t test over the splits, at 2.5 % shared among the η."
    )
    return Words(
        title=_title(study),
        subtitle=about_words(
            study.about,
            f"SUPERVISE with {plural(study.n_freqs, 'frequency')}, γ = {number(study.decay)} for every η",
            f"thin: each of {plural(len(study.whole), 'split')}, thick: mean",
            f"test error: {unit}",
            n_test=study.n_test,
            where=" on the first split",
        ),
        readout=_readout(study),
        alt=f"Test error and error of the kernel matrix against η: from η = 0 to {number(eta)} the mean test error "
        f"goes from {_amount(study, without)} to {_amount(study, best)} and the kernel error from "
        f"{measured(kernel[0])} to {measured(kernel[1])}.",
        provenance=provenance(study.about, f"gamma: {study.decay:g}; test error: {unit}"),
        notes=tuple(filter(None, [claim, study.about.note])),
    )


def _title(study: KernelTermStudy) -> str:
    eta, gain, spread = study.gain()
    by = f"{'lowers' if gain >= 0 else 'raises'} the test error by {_amount(study, abs(gain), 'points')}"
    if math.isnan(spread):
        return f"On one split the regularizer (η = {number(eta)}) {by}"
    if study.clear:
        return f"The regularizer (η = {number(eta)}) {by}"
    return f"The regularizer (η = {number(eta)}) {by}, within chance"


def _readout(study: KernelTermStudy) -> Readout:
    """Mean errors without the regularizer and with its best weight, and the gain with its spread over splits."""
    eta, gain, spread = study.gain()
    kernel = study.mean_kernel[[0, study.best]]
    without, best = (_amount(study, error) for error in study.mean_test[[0, study.best]])
    told = f"{'−' if gain < 0 else ''}{_amount(study, abs(gain), 'points')}"
    if len(study.whole) > 2:
        told += f" ± {_amount(study, spread, 'points')}"
    return Readout(
        (f"mean of {plural(len(study.whole), 'split')}", "test error", "gain ± SD", "kernel error"),
        (
            ("η = 0", without, "–", measured(kernel[0])),
            (f"η = {number(eta)}, best", best, told, measured(kernel[1])),
        ),
    )


def _amount(study: KernelTermStudy, value: float, unit: str = "%") -> str:
    """A test error or a difference of two: of few test points how many are wrong."""
    if study.task == "regression":
        return measured(value)
    if study.n_test >= MANY_POINTS:
        return f"{value:.3g} {'percentage ' * (unit == 'points')}{unit}"
    return f"{number(round(value * study.n_test / 100, 1))} of {study.n_test:,}"
