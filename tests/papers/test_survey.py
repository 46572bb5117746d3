"""The survey: a cell against its definition, a tiny run of it that goes on, its ranks, and what it refuses."""

import numpy as np
import pytest
from sklearn.svm import SVC

from rffviz.__main__ import main
from rffviz.datasets import load, train_test
from rffviz.features import ArcCosineFeatures, RandomFourierFeatures, arc_cosine_kernel
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian, Laplacian, median_length_scale
from rffviz.measure import relative_error
from rffviz.papers import Cell, Measured, Record, Results, measured, survey, sweep
from rffviz.papers.survey import RATIOS, SURVEY, SURVEYED, measure, n_freqs_at, survey_table
from rffviz.papers.survey_record import survey_record
from rffviz.predict import FeatureRidge, FeatureRidgeClassifier
from rffviz.samplers import SAMPLERS


def cell(dataset, scheme, ratio=4, kernel="gaussian", d=4):
    return Cell("survey", dataset, scheme, n_freqs_at(kernel, ratio, d), kernel=kernel)


def even(kernel, d, n_freqs, rng):
    """Every frequency twice."""
    W = kernel.sample(-(-n_freqs // 2), d, rng)
    return np.repeat(W, 2, axis=0)[:n_freqs]


@pytest.fixture
def own():
    yield f"{__name__}:even"
    SAMPLERS.pop("even", None)


def test_the_cells_are_all_schemes_kernels_and_sizes():
    assert len(SURVEY.cells) == len(set(SURVEY.cells)) == 8 * len(SURVEYED) * len(RATIOS) * len(SAMPLERS)
    for name in ("diabetes", "digits", "breast_cancer"):
        d = train_test(load(name)).X_train.shape[1]
        sizes = {each.size for each in SURVEY.cells if each.dataset == name and each.kernel == "gaussian"}
        assert sizes == {ratio * d / 2 for ratio in RATIOS}
        sizes = {each.size for each in SURVEY.cells if each.dataset == name and each.kernel == "arc_cosine_1"}
        assert sizes == {ratio * d for ratio in RATIOS}


@pytest.mark.slow
@pytest.mark.parametrize("kernel", ["gaussian", "laplacian", "arc_cosine_1"])
def test_a_cell_is_what_it_says(kernel):
    """Errors from the features themselves, by the library's own machines; classes on iris, numbers on diabetes."""
    for name, d in (("iris", 4), ("diabetes", 10)):
        found = measure(cell(name, "halton_scrambled", 8, kernel, d), 3)
        split, settings = train_test(load(name)), found.settings
        n_freqs = 4 * d if kernel != "arc_cosine_1" else 8 * d
        if kernel == "arc_cosine_1":
            features = ArcCosineFeatures(1, n_freqs, "halton_scrambled", 3).fit(split.X_train)
            Z, K = features.transform(split.X_test), arc_cosine_kernel(split.X_test, order=1)
            error = np.linalg.norm(Z @ Z.T - K) / np.linalg.norm(K)
            unit = np.mean(np.square(split.X_train).sum(axis=1))
        else:
            family = {"gaussian": Gaussian, "laplacian": Laplacian}[kernel]
            of = family(median_length_scale(family, split.X_train))
            features = RandomFourierFeatures(of, n_freqs, "halton_scrambled", random_state=3).fit(split.X_train)
            error, unit = relative_error(features, split.X_test, of), 1.0
        assert found.value == pytest.approx(error, rel=1e-4)
        assert settings["ratio"] == 8 and settings["d"] == d and settings["n_test"] == len(split.X_test)
        kind = FeatureRidge if name == "diabetes" else FeatureRidgeClassifier
        told = kind(features, settings["ridge"] * unit).fit(split.X_train, split.y_train).predict(split.X_test)
        if name == "diabetes":
            away = np.linalg.norm(told - split.y_test) / np.linalg.norm(split.y_train.mean() - split.y_test)
            assert found.details["ridge"] == pytest.approx(away, rel=1e-3) and "svm" not in found.details
            continue
        assert found.details["ridge"] == pytest.approx(np.mean(told != split.y_test))
        Z, Z_test = (features.transform(X) / unit**0.5 for X in (split.X_train, split.X_test))
        machine = SVC(kernel="linear", C=settings["C"]).fit(Z, split.y_train)
        assert found.details["svm"] == pytest.approx(np.mean(machine.predict(Z_test) != split.y_test), abs=0.021)


@pytest.mark.release
def test_a_tiny_survey_from_end_to_end_goes_on_where_it_was(tmp_path):
    cells = [cell("iris", scheme, ratio) for ratio in (2, 8) for scheme in ("monte_carlo", "orthogonal")]
    cells.append(cell("iris", "orthogonal", kernel="laplacian"))
    results = Results(tmp_path / "survey.json")
    steps = list(sweep(SURVEY, cells, (0,), results))
    assert len(steps) == 5 and not steps[-1].record.values
    again = Results(tmp_path / "survey.json")
    assert again.records == results.records and not again.problems
    steps = list(sweep(SURVEY, cells, (0, 1), again))
    assert len(steps) == 4, "seeds that are there, and what was refused, are not measured again"
    found = survey_record(Results(tmp_path / "survey.json"))
    assert [(p.scheme, p.ratio, p.n_seeds) for p in found.points] == [
        ("monte_carlo", 2.0, 2),
        ("orthogonal", 2.0, 2),
        ("monte_carlo", 8.0, 2),
        ("orthogonal", 8.0, 2),
    ]
    record = again.records[cells[0]]
    assert found.points[0].error == pytest.approx(np.mean(record.values))
    assert found.points[0].tests["svm"] == pytest.approx(np.mean([one["svm"] for one in record.details]))
    assert found.sizes == {"iris": (100, 50, 4)} and found.exact["iris", "gaussian", "svm"] < 0.1
    assert {(v.scheme, v.status) for v in found.verdicts} == {("monte_carlo", "fine"), ("orthogonal", "fine")}
    assert "kernel of the Euclidean distance" in found.refused["orthogonal", "laplacian"]
    assert {(each.ratio, each.n_pairs) for each in found.correlations} == {(0.0, 4)}
    assert [each.scheme for each in found.standings("gaussian")] == ["orthogonal", "monte_carlo"]


@pytest.mark.release
def test_own_schemes_are_surveyed(own, capsys):
    assert len(survey_table([own]).cells) == len(SURVEY.cells) // (len(SAMPLERS) - 1) * len(SAMPLERS)
    SAMPLERS.pop("even")
    asked = f"survey --dataset diabetes --kernel gaussian --methods monte_carlo --seeds 1 --n-jobs 1 --sampler {own}"
    assert main(["reproduce", *asked.split()]) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split()[:4] for row in rows[:2]] == [
        ["diabetes,", "gaussian", "10", name] for name in ("monte_carlo", "even")
    ]
    assert len(rows) == 10
    SAMPLERS.pop("even")  # as in a worker
    verdict = measured(SURVEY, cell("iris", "even"), (0,), samplers=(own,)).settings
    assert verdict["verdict"] == "fault" and "repeats" in verdict["found"]
    with pytest.raises(SystemExit):
        main(["reproduce", "survey", "--sampler", "nothing"])
    assert "--sampler: sampler must be given as package.module:function" in capsys.readouterr().err


def made_up(errors, tests, dataset="diabetes", ratio=4.0, names=tuple(SAMPLERS)):
    records = {}
    for name, error, test in zip(names, errors, tests, strict=False):
        settings = {"n_train": 20, "n_test": 10, "d": 3, "ratio": ratio, "exact_ridge": 0.5}
        settings |= {"verdict": "fine", "found": "Nothing out of order"}
        place = Cell("survey", dataset, name, int(ratio), kernel="gaussian")
        details = {"ridge": test, "features": 0.1}
        records[place] = Record(place).plus(0, Measured(error, 1.0, settings, details))
    return records


def test_ranks_and_their_interval():
    grows = np.arange(1.0, 9.0)
    found = survey_record(
        made_up(grows, grows**3) | made_up(grows, 1 / grows, ratio=8.0) | made_up(grows, grows * 0 + 1, ratio=16.0)
    )
    at = {each.ratio: each for each in found.correlations}
    assert at.keys() == {0.0, 4.0, 8.0}, "where all test errors are tied there is no correlation"
    assert (at[4.0].value, at[8.0].value) == pytest.approx((1, -1)) and at[4.0].n_pairs == 8
    assert found.mean() == pytest.approx(0) and found.mean(equal=False) == at[0.0].value
    some = survey_record(made_up(grows, [2, 1, 4, 3, 6, 5, 8, 7])).correlations[0]
    assert some.value == pytest.approx(1 - 6 * 8 / (8 * 63))
    half = 1.96 * np.sqrt(1.06 / 5)
    assert np.arctanh([some.low, some.high]) == pytest.approx(np.arctanh(some.value) + np.array([-half, half]))
    best, *_, worst = survey_record(made_up(grows, grows)).standings("gaussian")
    assert (best.scheme, best.error, worst.error, best.seconds) == ("monte_carlo", 0.0, 1.0, 1.0)
    assert not survey_record(made_up(grows[:3], grows)).correlations, "too few"


def test_what_ranks_tell_is_asked_of_the_record():
    grows = np.arange(1.0, 9.0)
    tests = {"much": grows, "something": [4, 1, 2, 8, 3, 5, 7, 6], "little": -grows + 9}
    for said, test in tests.items():
        assert survey_record(made_up(grows, test)).tells == said
    assert survey_record(made_up(grows[:3], grows)).tells == ""
    found = survey_record(made_up(grows, grows) | made_up(grows, grows[::-1], ratio=8.0))
    assert found.n_above == 1 and not found.seen().classes
    names = [point.scheme for point in found.points if point.ratio == 8.0]
    assert [point.scheme for point in found.seen().best(8.0)] == [names[0], names[-1]]
    turned = survey_record(made_up(grows, grows[::-1]))
    assert [each.scheme for each in turned.first("gaussian")] == [names[0], names[-1]]


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: measure(cell("iris", "orthogonal", kernel="laplacian"), 0), "orthogonal.*not defined here"),
        (lambda: measure(cell("iris", "moment_matching", 2), 0), "n_freqs must be at least 6"),
        (lambda: measure(cell("two_moons", "sobol"), 0), "dataset must be one of"),
        (lambda: measure(cell("iris", "MC"), 0), "method must be one of"),
        (lambda: measure(Cell("survey", "iris", "sobol", 8), 0), "kernel must be one of"),
        (lambda: measure(Cell("survey", "iris", "sobol", 0, kernel="gaussian"), 0), "n_freqs must be"),
        (lambda: survey_record({}), "results must hold measured cells of the survey, got none"),
        (lambda: survey_record(made_up([1], [1])).seen("iris"), "dataset must be one of diabetes"),
        (
            lambda: survey_record(made_up([1], [1])).seen(kernel="laplacian"),
            "kernel must be surveyed on diabetes, as gaussian is, got laplacian",
        ),
        (
            lambda: survey_record(made_up([1], [1])).seen(machine="svm"),
            "machine must be surveyed on diabetes, as ridge is, got svm",
        ),
        (lambda: survey_record(made_up([1], [1])).standings("cauchy"), "kernel must be one of gaussian"),
    ],
)
def test_what_is_refused(ask, message):
    with pytest.raises(Refusal, match=message):
        ask()


@pytest.mark.slow
def test_both_parts_are_bounded(monkeypatch):
    monkeypatch.setattr(survey, "MOST_POINTS", 40)
    split = survey._task.__wrapped__("iris", "gaussian", False).split
    assert (len(split.X_train), len(split.X_test)) == (40, 40)
