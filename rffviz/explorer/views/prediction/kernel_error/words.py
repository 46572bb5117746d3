"""The words of the view “Kernel error”: of fits to one dataset, and of the stored survey."""

from __future__ import annotations

import math

import numpy as np

from rffviz.explorer.views.prediction.real_data.words import freedom_words
from rffviz.explorer.words.about import Words, about_words, dotted, provenance, scheme_label
from rffviz.explorer.words.labels import MACHINES, data_label, kernel_label
from rffviz.explorer.words.numbers import count, listed, measured, number, of_seeds, plural
from rffviz.explorer.words.readout import Readout
from rffviz.papers.survey import MOST_POINTS
from rffviz.papers.survey_record import RankCorrelation, SeenSurvey, Survey
from rffviz.studies.kernel_error import KernelError

PANELS = ("largest change of prediction", "test RMSE / std(y)")
BOUND = "Cortes et al. 2010"


def kernel_error_words(record: KernelError) -> Words:
    """The title says how well the error of the kernel matrix predicts the test error."""
    labels = [scheme_label(name) for name in record.samplers]
    return Words(
        title=_title(record),
        subtitle=about_words(
            record.about,
            f"{listed(labels)}, {of_seeds(record.n_seeds, len(record.about.seeds))}",
            f"ridge regression, λ = {number(record.ridge)}",
            f"a dot: one fit; filled: D = {count(record.shown)}; changes in standard deviations of the targets",
            n_test=record.n_test,
        ),
        readout=kernel_error_readout(record),
        alt=f"Each fit's largest change of prediction, and its test error, against the error of its kernel matrix: "
        f"rank correlations {correlation(record.with_changes())} and {correlation(record.with_test())}.",
        provenance=provenance(
            record.about,
            f"schemes: {'; '.join(map(scheme_label, record.samplers))}",
            "changes and bounds: in standard deviations of the training targets",
            f"exact method: test error {record.exact_test:.9g}, {record.freedom:.9g} effective degrees of freedom",
        ),
        notes=(
            f"Rank correlations over {plural(int(record.measured.sum()), 'fit')}, of which {int(record.here.sum())} at "
            f"D = {count(record.shown)}; values up to the one under “chance” may be accidental. The "
            "distance to kernel ridge is the largest change of a prediction.",
            freedom_words(record.freedom, f"At λ = {number(record.ridge)} exact kernel ridge"),
            "The bound assumes that the whole error of the matrix lies where it changes the prediction most. A better "
            "kernel can predict worse: only errors in the directions of the targets matter, and some of them act as a "
            "penalty.",
            record.about.note,
        ),
    )


def kernel_error_readout(record: KernelError) -> Readout:
    """Rank correlations with the kernel error, across D and at one D, and the values beside the exact ones."""
    chance = "–" if math.isnan(record.chance) else f"±{record.chance:.2f}"
    columns = (
        "correlation with ‖K̂ − K‖₂",
        "all D",
        f"D = {count(record.shown)}",
        "chance",
        "range",
        "exact kernel ridge",
    )
    rows = [
        (
            PANELS[panel],
            correlation(correlations()),
            correlation(correlations(True)),
            chance,
            "–".join(measured(edge(values)) for edge in (np.nanmin, np.nanmax)),
            exact,
        )
        for panel, correlations, values, exact in (
            (0, record.with_changes, record.changes, "0"),
            (1, record.with_test, record.test, measured(record.exact_test)),
        )
    ]
    return Readout(columns, (*rows, ("bound / change", "–", "–", "–", f"≥ {two_digits(record.looseness)}", "–")))


def correlation(value: float) -> str:
    """A rank correlation with two decimals and a true minus; a dash if undefined."""
    return "–" if math.isnan(value) else f"{round(value, 2) + 0.0:.2f}".replace("-", "−")


def _title(record: KernelError) -> str:
    verdict = record.verdict
    if verdict == "unknown":
        return f"The prediction changes by at most {measured(float(np.nanmax(record.changes)))} standard deviations"
    across, within = map(correlation, (record.with_test(), record.with_test(True)))
    if verdict == "across D":
        return f"Across D kernel error predicts test error; at D = {count(record.shown)} r = {within}"
    how = {"everywhere": "predicts", "no": "hardly predicts", "worse": "predicts a smaller"}[verdict]
    return f"Kernel error {how} test error: r = {across} over all D"


def two_digits(value: float) -> str:
    """The first two digits of a large number, rounded down: 12,000 for 12,345."""
    if not math.isfinite(value) or value < 100:
        return number(value)
    step = 10 ** (math.floor(math.log10(value)) - 1)
    return count(math.floor(value / step) * step)


# --- the stored survey ------------------------------------------------------------------------------------------------


def ratio_words(ratio: float) -> str:
    """'D/d = 8'."""
    return f"D/d = {number(ratio)}"


def test_label(seen: SeenSurvey) -> str:
    """The axis title of the test error."""
    return f"{MACHINES[seen.machine]},<br>{'share of wrong classes' if seen.classes else 'test error'}"


def survey_words(seen: SeenSurvey) -> Words:
    """The title says how far the ranks agree at equal D/d; the readout is of the D/d shown first."""
    survey, ratio = seen.survey, seen.ratios[seen.start]
    n_train, n_test, d = survey.sizes[seen.dataset]
    seeds = sorted({point.n_seeds for point in survey.points})
    over = plural(seeds[-1], "seed") if len(seeds) == 1 else f"{seeds[0]} to {plural(seeds[-1], 'seed')}"
    names = [scheme_label(name) for name in seen.schemes]
    where = f"{data_label(seen.dataset)}, {kernel_label(seen.kernel)}"
    return Words(
        title=headline(survey),
        subtitle=dotted(
            f"left: {where}, {n_train:,} points to train and {n_test:,} to test, d = {d}",
            f"{plural(len(names), 'scheme')}, means over {over}; large: one D/d, small: the others",
            "" if seen.classes else "test error: 1 for the best constant",
            "right: rank correlation over the schemes at each D/d, bars: 95 % intervals, thin: the other datasets",
        ),
        readout=survey_readout(seen, ratio),
        alt=f"Test error against kernel error for {listed(names)} on {where}, beside rank correlations at each D/d.",
        provenance=(
            f"data: {listed([data_label(name) for name in survey.datasets])}; at most {MOST_POINTS:,} points to "
            f"train and {MOST_POINTS:,} to test, one split each",
            f"kernels: {listed([kernel_label(name) for name in survey.kernels])}; median length scale",
            f"schemes: {'; '.join(map(scheme_label, dict.fromkeys(point.scheme for point in survey.points)))}",
            f"measured {' to '.join(dict.fromkeys(survey.dates))}",
        ),
        notes=(
            "A frequency makes two features (cosine and sine), or one with the arc-cosine kernels. MNIST is left out.",
            "Penalties are chosen with the exact kernel, the same for every scheme. Where D is near the number of "
            "training points, a small penalty lets the test error peak.",
            f"The correlation is clearly above 0 in {survey.n_above:,} of {plural(len(survey.found()), 'comparison')} "
            "at equal D/d.",
            _each_kernel(survey),
        ),
    )


def headline(survey: Survey) -> str:
    """How strongly a better kernel matrix predicts a smaller test error at equal D/d."""
    if not survey.found(equal=True) or not survey.found(equal=False):
        return f"{plural(len(survey.points), 'place')} measured: too few schemes for a rank correlation"
    one = survey.mean(equal=True)
    return f"At equal D/d kernel error and test error have rank correlation {correlation(one)}"


def survey_readout(seen: SeenSurvey, ratio: float) -> Readout:
    """The schemes with the smallest errors at one D/d, the exact kernel, and the rank correlation."""
    rows = [
        (name, scheme_label(point.scheme), measured(point.error), _error(seen, point.tests[seen.machine]), "–")
        for name, point in zip(("smallest kernel error", "smallest test error"), seen.best(ratio), strict=True)
    ]
    rows.append(("exact kernel", "–", "0", _error(seen, seen.exact), "–"))
    for name, record in (("all schemes", seen.correlation(ratio)), ("all schemes and D/d", seen.correlation())):
        rows.append((name, "–", "–", "–", _told(record) if record else "–"))
    return Readout((ratio_words(ratio), "scheme", "kernel error", "test error", "rank correlation (95 %)"), rows)


def _told(record: RankCorrelation) -> str:
    return f"{correlation(record.value)} ({correlation(record.low)} to {correlation(record.high)})"


def _each_kernel(survey: Survey) -> str:
    parts = [
        f"{kernel_label(kernel)} {correlation(survey.mean(kernel))} and {correlation(survey.mean(kernel, equal=False))}"
        for kernel in survey.kernels
        if survey.found(kernel) and survey.found(kernel, equal=False)
    ]
    return f"Mean rank correlation at equal D/d, and across: {listed(parts)}." if parts else ""


def _error(seen: SeenSurvey, value: float) -> str:
    return f"{measured(100 * value)} %" if seen.classes else f"{value:.3f}"
