"""The words of the view “Survey”."""

from __future__ import annotations

from rffviz.explorer.views.prediction.kernel_error.words import correlation
from rffviz.explorer.words.about import Words, dotted, scheme_label
from rffviz.explorer.words.labels import MACHINES, data_label, kernel_label
from rffviz.explorer.words.numbers import listed, measured, number, plural
from rffviz.explorer.words.readout import Readout
from rffviz.papers.survey import MOST_POINTS
from rffviz.papers.survey_record import RankCorrelation, SeenSurvey, Survey


def ratio_words(ratio: float) -> str:
    """'D/d = 8'."""
    return f"D/d = {number(ratio)}"


def test_label(seen: SeenSurvey) -> str:
    """The axis title of the test error."""
    return f"{MACHINES[seen.machine]}, {'share of wrong classes' if seen.classes else 'test error'}"


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
