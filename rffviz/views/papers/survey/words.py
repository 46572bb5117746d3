"""The words of the view “Survey”."""

from __future__ import annotations

from rffviz.datasets import DATASETS
from rffviz.kernels import KERNELS
from rffviz.papers.survey import MOST_POINTS
from rffviz.papers.survey_record import RankCorrelation, SeenSurvey, Survey
from rffviz.views.prediction.kernel_error.words import correlation
from rffviz.views.schemes.words import STATUS
from rffviz.words.about import Words, dotted, scheme_label
from rffviz.words.numbers import listed, measured, number, plural, sentence

MACHINES = {"ridge": "ridge regression", "svm": "linear SVM"}
_TELLS = {"little": "says little of", "something": "says something of", "much": "tells"}
_UNITS = {"arc_cosine_0": "arc-cosine, order 0", "arc_cosine_1": "arc-cosine, order 1"}


def kernel_label(kernel: str) -> str:
    """Display name of a kernel of the survey."""
    return KERNELS[kernel].label if kernel in KERNELS else _UNITS[kernel]


def dataset_label(dataset: str) -> str:
    """Display name of a dataset, known or not."""
    return DATASETS[dataset].label if dataset in DATASETS else dataset


def ratio_words(ratio: float) -> str:
    """'D/d = 8'."""
    return f"D/d = {number(ratio)}"


def test_label(seen: SeenSurvey) -> str:
    """The axis title of the test error."""
    return f"{MACHINES[seen.machine]}, {'share of wrong classes' if seen.classes else 'test error'}"


def survey_words(seen: SeenSurvey) -> Words:
    """The title says how far the ranks agree at equal D/d and across it; the reading is of the D/d shown first."""
    survey, ratio = seen.survey, seen.ratios[seen.start]
    n_train, n_test, d = survey.sizes[seen.dataset]
    seeds = sorted({point.n_seeds for point in survey.points})
    over = plural(seeds[-1], "seed") if len(seeds) == 1 else f"{seeds[0]} to {plural(seeds[-1], 'seed')}"
    names = [scheme_label(name) for name in seen.schemes]
    where = f"{dataset_label(seen.dataset)}, {kernel_label(seen.kernel)}"
    return Words(
        title=headline(survey),
        subtitle=dotted(
            f"left: {where}, {n_train:,} points to train and {n_test:,} to test, d = {d}",
            f"{plural(len(names), 'scheme')}, means over {over}; large: one D/d, small: the others",
            "" if seen.classes else "test error: 1 for the best constant",
            "right: rank correlation over the schemes at each D/d, bars: 95 % intervals, thin: the other datasets",
        ),
        reading=reading(seen, ratio),
        alt=f"Test error against kernel error for {listed(names)} on {where}, beside rank correlations at each D/d. "
        f"{reading(seen, ratio)}",
        provenance=(
            f"data: {listed([dataset_label(name) for name in survey.datasets])}; at most {MOST_POINTS:,} points to "
            f"train and {MOST_POINTS:,} to test, one split each",
            f"kernels: {listed([kernel_label(name) for name in survey.kernels])}; median length scale",
            f"schemes: {', '.join(dict.fromkeys(point.scheme for point in survey.points))}",
            f"measured {' to '.join(dict.fromkeys(survey.dates))}",
        ),
        notes=(
            "D is the number of real features, d that of inputs: a frequency makes two of them, cosine and sine, for "
            "the Gaussian and the Laplacian kernel, and one, a step or a ramp, for the arc-cosine kernels. Their error "
            "is that of the kernel matrix of the test points. MNIST is left out: 32 features for each of its 784 "
            "inputs are 25,088.",
            "Both penalties are chosen on the training part with the exact kernel, the same for every scheme: what "
            "differs is the features alone. Where D is near the number of training points, a small penalty lets the "
            "test error peak, whatever the kernel's error. Test errors that differ by less than the noise of one test "
            "set tell no scheme from another.",
            _each_kernel(survey),
        ),
    )


def headline(survey: Survey) -> str:
    """How strongly a better kernel matrix predicts a smaller test error, at equal D/d and across it."""
    if not survey.found(equal=True) or not survey.found(equal=False):
        return f"{plural(len(survey.points), 'place')} measured: too few schemes for a rank correlation"
    one, other = survey.mean(equal=True), survey.mean(equal=False)
    return (
        f"At equal D/d the kernel's error {_TELLS[survey.tells]} the test error: rank correlation {correlation(one)}, "
        f"{correlation(other)} across D/d"
    )


def reading(seen: SeenSurvey, ratio: float) -> str:
    """The sentences under the figure at one D/d."""
    exact = _error(seen, seen.exact)
    best, smallest = seen.best(ratio)
    said = [
        f"At {ratio_words(ratio)} {scheme_label(best.scheme)} has the smallest kernel error, {measured(best.error)}, "
        f"and a test error of {_error(seen, best.tests[seen.machine])}; the smallest test error is "
        f"{_error(seen, smallest.tests[seen.machine])} ({scheme_label(smallest.scheme)}), that of the exact kernel "
        f"{exact}."
    ]
    if record := seen.correlation(ratio):
        said.append(
            f"Over the {plural(record.n_pairs, 'scheme')} the rank correlation of both errors is {_told(record)}."
        )
    if record := seen.correlation():
        said.append(f"Over all D/d it is {_told(record)}.")
    equal = seen.survey.found(equal=True)
    if equal:
        values = [each.value for each in equal]
        said.append(
            f"Over {plural(len(equal), 'comparison')} at equal D/d, of every dataset, kernel and machine, it lies "
            f"between {correlation(min(values))} and {correlation(max(values))}, and is clearly above 0 in "
            f"{seen.survey.n_above:,} of them."
        )
    return " ".join(said)


def standings_words(seen: SeenSurvey) -> Words:
    """The title says which schemes rank first, by kernel error and by test error."""
    standings, kernel = seen.survey.standings(seen.kernel), kernel_label(seen.kernel)
    first, best = seen.survey.first(seen.kernel)
    if best.scheme == first.scheme:
        title = f"{scheme_label(first.scheme)} ranks first by kernel error and by test error"
    else:
        title = f"{scheme_label(first.scheme)} ranks first by kernel error, {scheme_label(best.scheme)} by test error"
    rows = "; ".join(
        f"{scheme_label(each.scheme)} {number(each.error)} and {number(each.test)}" for each in standings[:3]
    )
    refused = [scheme_label(scheme) for scheme, name in seen.survey.refused if name == seen.kernel]
    not_defined = f" Not defined: {listed(refused)}." if refused else ""
    text = f"Mean ranks of kernel error and test error, 0 the best and 1 the worst: {rows}.{not_defined}"
    where = plural(len({point.dataset for point in seen.survey.points if point.kernel == seen.kernel}), "dataset")
    return Words(
        title=sentence(title),
        subtitle=dotted(
            kernel, f"mean ranks at equal D/d over {where}: 0 the best, 1 the worst", "seconds: × Monte Carlo's"
        ),
        reading=text,
        alt=f"A row for each scheme with the debugger's verdict and its mean ranks. {text}",
        provenance=(f"kernel: {kernel}", f"measured {' to '.join(dict.fromkeys(seen.survey.dates))}"),
        notes=(
            "The debugger looks at 64 frequencies in 4 dimensions, under 20 seeds; for the arc-cosine kernels, whose "
            "frequencies are normal, at those of the Gaussian kernel.",
        ),
    )


def status_word(status: str) -> str:
    """Display name of a verdict's status."""
    return STATUS.get(status, status)


def _told(record: RankCorrelation) -> str:
    return f"{correlation(record.value)} (95 % interval {correlation(record.low)} to {correlation(record.high)})"


def _each_kernel(survey: Survey) -> str:
    parts = [
        f"{kernel_label(kernel)} {correlation(survey.mean(kernel))} and {correlation(survey.mean(kernel, equal=False))}"
        for kernel in survey.kernels
        if survey.found(kernel) and survey.found(kernel, equal=False)
    ]
    return f"Mean rank correlation at equal D/d, and across: {listed(parts)}." if parts else ""


def _error(seen: SeenSurvey, value: float) -> str:
    return f"{measured(100 * value)} %" if seen.classes else f"{value:.3f}"
