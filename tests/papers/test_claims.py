"""The claims: verdicts against numbers worked by hand, every claim's run on a small set, and one that fails is told."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from rffviz.__main__ import main
from rffviz.datasets import DATASETS
from rffviz.explorer.views.papers.claims.words import WORDS, claims_words, short_verdict, told, verdict_words
from rffviz.explorer.words.numbers import measured as number_words
from rffviz.features import MekaFeatures, NystromFeatures, RandomFourierFeatures
from rffviz.foundation.validation import Refusal
from rffviz.papers import TABLES, Cell, Measured, Record, Results, claims, claims_measured, measured, results
from rffviz.papers.claims import ALIKE, CLAIMS, Claim
from rffviz.papers.claims_measured import Numbers, kernel_error
from rffviz.papers.claims_record import (
    CONTRADICTED,
    NOT_JUDGED,
    NOT_SEEN,
    PARTLY,
    SEEN,
    Judged,
    claims_again,
    claims_record,
    judged_on,
    kept_claims,
)
from rffviz.papers.kept_tables import claims_summary, with_summaries

TABLE = TABLES["claims"]
E = math.e


def kept(ratios, claim="orthogonal", spread=0.02):
    """Records of a claim with ratio·e^±spread on each dataset, two seeds each."""
    found = {}
    for dataset, ratio in ratios.items():
        record = Record(Cell("claims", dataset, claim))
        for seed, sign in enumerate((-1, 1)):
            method = ratio * math.exp(sign * spread)
            record = record.plus(seed, Measured(method, 0.1, {}, {"method": method, "baseline": 1.0}))
        found[record.cell] = record
    return found


def test_the_ratio_and_its_error_are_worked_by_hand():
    """Logarithms 1, 2 and 3: mean 2, deviation 1, standard error 1/√3."""
    found = judged_on("iris", (2 * E, 3 * E**2, E**3), (2, 3, 1))
    assert (found.n_seeds, found.verdict) == (3, "contradicted")
    assert [math.log(x) for x in (found.ratio, found.low, found.high)] == pytest.approx(
        [2, 2 - 2 / math.sqrt(3), 2 + 2 / math.sqrt(3)]
    )
    assert found.method == pytest.approx((2 * E + 3 * E**2 + E**3) / 3) and found.baseline == 2


@pytest.mark.parametrize(
    ("ratio", "limit", "verdict"),
    [  # two seeds at ±0.02: the standard error is 0.02, and two of them reach a factor e^0.04 = 1.0408
        (0.96, 1, "seen"),
        (0.97, 1, "not seen"),
        (1.03, 1, "not seen"),
        (1.05, 1, "contradicted"),
        (1.05, ALIKE, "seen"),
        (1.07, ALIKE, "not seen"),
        (1.14, ALIKE, "not seen"),
        (1.15, ALIKE, "contradicted"),
    ],
)
def test_two_standard_errors_decide(ratio, limit, verdict):
    found = judged_on("iris", (ratio * math.exp(-0.02), ratio * math.exp(0.02)), (1, 1), limit)
    assert found.verdict == verdict


def test_a_claim_is_judged_over_its_data():
    def verdict(*ratios):
        names = ("diabetes", "iris", "digits")
        return claims_record(kept(dict(zip(names, ratios, strict=False)))).judged[0]

    tried = [verdict(*each).verdict for each in ((0.5, 0.9), (0.5, 1.0), (0.98, 1.0), (1.0, 2.0), (1.5, 2.0))]
    assert tried == [SEEN, PARTLY, NOT_SEEN, NOT_SEEN, CONTRADICTED]
    partly = verdict(0.93, 0.86, 1.01)
    assert partly.summary == "seen on diabetes, iris; not seen on digits" and verdict_words(partly) == "holds on 2 of 3"
    assert verdict_words(verdict(0.5, 1.5, 1.0)) == "holds on 1 of 3, contradicted on 1"
    assert verdict_words(verdict(1.0, 1.5, 1.0)) == "inconclusive, contradicted on 1 of 3"
    assert told(partly) == (
        "Holds on 2 of 3: the RMSE over pairs is 0.86 (Iris) to 0.93 (Diabetes) times that of independent frequencies; "
        "inconclusive on Digits (1.01)."
    )
    assert told(verdict(0.5, 0.9, 0.7)) == (
        "Holds on all 3: the RMSE over pairs is 0.50 (Diabetes) to 0.90 (Iris) times that of independent frequencies."
    )
    assert told(verdict(1.0, 2.0)) == (
        "Holds on none of 2: the RMSE over pairs is 1.00 (Diabetes) to 2.00 (Iris) times that of independent "
        "frequencies; inconclusive on Diabetes (1.00); contradicted on Iris (2.00)."
    )
    assert told(verdict(1.2, 2.0)).endswith("frequencies; contradicted on all.")
    assert told(verdict(1.0, 1.01)).endswith("frequencies; inconclusive on any.")
    assert "contradicted on Iris (1.50)" in told(verdict(0.5, 1.5))


def test_the_ends_of_a_claim_and_of_all_are_asked_of_the_record():
    """Of data on which it is seen, or of all where it is seen on none."""
    records = kept({"diabetes": 0.93, "iris": 0.86, "digits": 1.01}) | kept({"iris": 1.2, "digits": 1.5}, "sobol")
    found = claims_record(records)
    partly, against = found.judged
    assert [each.dataset for each in partly.ends] == ["iris", "diabetes"]
    assert [each.dataset for each in against.ends] == ["iris", "digits"]
    assert [(one.claim, each.dataset) for one, each in found.ends] == [("orthogonal", "iris"), ("sobol", "digits")]
    assert partly.seconds == pytest.approx(0.3)
    assert found.one is None and replace(found, chosen="sobol").one is against
    assert replace(found, chosen="sorf").one is None and not found.agrees
    ratios = against.on[0].ratios
    again = replace(found, chosen="sobol", again={"iris": ratios})
    assert again.agrees and not replace(again, again={"iris": (1.00001 * ratios[0],)}).agrees


def test_nothing_is_judged_where_a_trivial_method_errs_less():
    worse, better = (judged_on("iris", [0.5, 0.52, 0.51], [1.0, 1.1, 0.9], 1.0, trivial) for trivial in (0.5, 0.6))
    assert (worse.verdict, better.verdict) == (NOT_JUDGED, SEEN) and worse.at(9.0) == NOT_JUDGED
    one = Judged("attention_positive_1", (worse, replace(better, dataset="digits")))
    assert one.verdict == PARTLY and one.summary == "seen on digits; not judged on iris"
    assert verdict_words(one) == "holds on 1 of 1 judged" and short_verdict(one) == "on 1/1 judged"
    assert told(one) == (
        "Holds on 1 of 1 judged: the RMSE of attention's output is 0.51 (Digits) times that of cosines and sines; "
        "not judged on Iris (0.51)."
    )
    none = Judged("attention_positive_1", (worse,))
    assert none.verdict == NOT_JUDGED and told(none).startswith("Not judged: ") and told(none).endswith("on all.")
    assert all(each.judged == each.on for each in kept_claims().of(SEEN))


def test_a_claim_of_equality_allows_a_tenth():
    judged = claims_record(kept({"diabetes": 1.05, "iris": 1.08, "digits": 1.3}, "fastfood")).judged[0]
    assert [each.verdict for each in judged.on] == ["seen", "not seen", "contradicted"]
    assert told(judged).endswith(
        "inconclusive at 1.1 on Iris (1.08); contradicted on Digits (1.30). The limit 1.1 is ours: inconclusive, "
        "contradicted on 1 of 3 at 1.05; holds on 2 of 3, contradicted on 1 at 1.2."
    )
    with_others = with_summaries_of({"diabetes": 1.05, "iris": 1.08, "digits": 1.3}, "fastfood")
    assert with_others.endswith(
        "| seen on Diabetes; not seen on Iris; contradicted on Digits at 1.1, our limit; not seen, contradicted on "
        "1 of 3 at 1.05; seen on 2 of 3, contradicted on 1 at 1.2 |"
    )


def with_summaries_of(ratios, claim):
    """The row of the table in docs/results.md."""
    return claims_summary(TABLE, kept(ratios, claim)).splitlines()[-1]


def test_what_cannot_be_judged():
    for methods, baselines in (((1,), (1,)), ((1, 0), (1, 1)), ((1, math.nan), (1, 1))):
        with pytest.raises(Refusal, match="methods and baselines must be two or more"):
            judged_on("iris", methods, baselines)
    with pytest.raises(Refusal, match="results must hold claims"):
        claims_record({})
    with pytest.raises(Refusal, match="claim must be one of all, orthogonal"):
        kept_claims("none")
    for place, said in ((("iris", "none"), "method must be one of"), (("sine", "sorf"), "dataset must be one of")):
        with pytest.raises(Refusal, match=said):
            TABLE.measure(Cell("claims", *place), 0)


@pytest.mark.release
@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_is_tried(name, monkeypatch):
    """With few draws; the same seed gives the same numbers, and method and baseline are told apart."""
    monkeypatch.setattr(claims_measured, "DRAWS", 2)
    data = CLAIMS[name].datasets
    cell = Cell("claims", "iris" if "iris" in data else data[0], name)
    record = measured(TABLE, cell, (0,))
    assert not record.refused and cell in TABLE.cells
    numbers = record.details[0]
    assert numbers["method"] > 0 and numbers["baseline"] > 0 and numbers["method"] != numbers["baseline"]
    assert record.values == (numbers["method"] / numbers["baseline"],)
    assert measured(TABLE, cell, (0,)).values == record.values
    assert all(each.kind in ("bundled", "function1d") for each in map(DATASETS.get, CLAIMS[name].datasets))


def test_the_error_of_a_scheme_is_that_of_a_double_loop(monkeypatch):
    """k̂ from the drawn frequencies pair by pair, for two draws of a seed."""
    monkeypatch.setattr(claims_measured, "DRAWS", 2)
    found = claims_measured._matrix("iris")
    X, m = found.X[:40], found.n_freqs
    small = claims_measured._Matrix(X, found.kernel, found.kernel(X))
    monkeypatch.setattr(claims_measured, "_matrix", lambda dataset: small)
    numbers = kernel_error("iris", 3, {"sampler": "orthogonal"}, {})
    squares = []
    for seed in (6, 7):
        W = RandomFourierFeatures(found.kernel, m, "orthogonal", random_state=seed).fit(X).frequencies_
        for i in range(40):
            for j in range(i):
                delta = X[i] - X[j]
                k = math.exp(-(delta @ delta) / (2 * found.kernel.length_scale**2))
                squares.append((np.mean(np.cos(W @ delta)) - k) ** 2)
    assert numbers.method == pytest.approx(math.sqrt(np.mean(squares)), rel=1e-4)


def test_a_claim_that_fails_is_said_to_fail(monkeypatch, tmp_path, capsys):
    """A method twice as bad as its baseline, run through the command, the report and the words."""
    told_of = ("fake", "Fake", "Nobody 2026", "It is better.", "the honest one", "error")
    fake = Claim(*told_of, _twice_as_bad, datasets=("iris", "digits"))
    monkeypatch.setitem(CLAIMS, "fake", fake)
    cells = tuple(Cell("claims", dataset, "fake") for dataset in fake.datasets)
    file = Results(tmp_path / "claims.json")
    records = {cell: measured(TABLE, cell, range(4)) for cell in cells}
    file.add(*records.values())
    assert TABLE.judge(records) == ["fake: contradicted"]
    monkeypatch.setattr(results, "KEPT", tmp_path)
    found = kept_claims()
    assert [one.verdict for one in found.judged] == [CONTRADICTED]
    said = claims_words(found)
    assert said["title"] == "0 of 1 claims hold on every dataset"
    assert ("contradicted", "1", "Fake") in said["readout"].rows
    text = with_summaries("<!-- results of claims -->\n<!-- end of results -->", tmp_path)
    assert (
        "| Fake: Nobody 2026 (not verified against the paper) | It is better | error 2.0 × that of the honest one | "
        "contradicted |" in text
    )
    assert claims_record(records).judged[0].on[0].ratio == pytest.approx(2, rel=0.1)


def _twice_as_bad(dataset, seed):
    return Numbers(2.0 * (1 + seed) + 0.01 * (-1) ** seed, 1.0 + seed, {})


def test_the_memory_of_nystrom_is_that_of_meka(monkeypatch):
    """l landmarks of n points take nl + l² numbers: as many as MEKA's allow, and one more would not go in."""
    given, found = {}, claims_measured._matrix("iris", claims_measured._CLUSTERED)

    def nystrom(kernel, n_landmarks, random_state):
        given["l"] = n_landmarks
        return NystromFeatures(kernel, n_landmarks, random_state=random_state)

    monkeypatch.setattr(claims_measured, "NystromFeatures", nystrom)
    claims_measured.clustered_error("iris", 0)
    meka = MekaFeatures(found.kernel, 10, 5, random_state=0).fit(found.X)
    n, landmarks = len(found.X), given["l"]
    assert n * landmarks + landmarks**2 <= meka.n_stored_ < n * (landmarks + 1) + (landmarks + 1) ** 2


def test_the_gaussian_process_is_the_likeliest_of_its_grid(monkeypatch):
    """The density of y at each ℓ and noise, its scale the best one, by scipy's normal law."""
    monkeypatch.setattr(claims_measured, "_LENGTHS", np.array([0.3, 1.0, 3.0]))
    monkeypatch.setattr(claims_measured, "_NOISES", np.array([1e-3, 0.1, 10.0]))
    split = claims_measured._outward("sine", 0)
    X, y = split.X_train, split.y_train - split.y_train.mean()
    unit, found = np.median([abs(a - b)[0] for i, a in enumerate(X) for b in X[:i]]), []
    for length in (0.3, 1.0, 3.0):
        for noise in (1e-3, 0.1, 10.0):
            K, cross = (np.exp(-((at - X.T) ** 2) / (2 * (length * unit) ** 2)) for at in (X, split.X_test))
            K = K + noise * np.eye(len(X))
            scale = y @ np.linalg.solve(K, y) / len(y)
            found.append((multivariate_normal(cov=scale * K).logpdf(y), cross @ np.linalg.solve(K, y)))
    likeliest = max(found, key=lambda each: each[0])[1] + split.y_train.mean()
    assert claims_measured._likeliest(split) == pytest.approx(likeliest, abs=1e-8)


@pytest.mark.slow
def test_the_command_runs_a_claim(capsys):
    asked = "reproduce claims --dataset iris --methods nystrom_kmeans,adaptive --seeds 2 --n-jobs 1"
    assert main(asked.split()) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[-2].startswith("nystrom_kmeans: ") and out[-1].startswith("adaptive: ")


@pytest.mark.slow
def test_a_claim_is_measured_again(monkeypatch):
    """Two seeds on five datasets give what was kept; where a number has changed, by how much is told."""
    steps = list(claims_again.steps("nystrom_kmeans", 2))
    assert [(step.done, step.total) for step in steps] == [(k, 11) for k in range(1, 12)]
    found = steps[-1].record
    assert steps[0].record.deviation is None and found.deviation < 1e-9
    assert {name: len(ratios) for name, ratios in found.again.items()} == dict.fromkeys(claims_measured.BUNDLED, 2)
    alt = claims_words(found)["alt"]
    assert alt.endswith("2 seeds measured again on 5 datasets: what was kept, to six digits.")
    first, second = found.again["iris"]
    other = replace(found, again={"iris": (first, 1.25 * second)})
    assert other.deviation == pytest.approx(0.25)
    alt = claims_words(other)["alt"]
    assert alt.endswith("2 seeds measured again on 1 dataset: up to 25.0 % from what was kept.")
    assert [step.record.again for step in claims_again.steps("all", 3)] == [{}]


@pytest.mark.release
def test_what_is_kept_covers_every_claim():
    found = kept_claims()
    assert [one.claim for one in found.judged] == list(CLAIMS) and not found.problems
    for one in found.judged:
        assert [each.dataset for each in one.on] == list(CLAIMS[one.claim].datasets)
        assert {each.n_seeds for each in one.on} == {TABLE.n_seeds}
        alone = kept_claims(one.claim)
        assert alone.shown == (one,) and isinstance(one, Judged)
        said = claims_words(alone)
        assert verdict_words(one) in said["title"] and told(one) in said["notes"]
        rows = [(row[3], row[-1]) for row in said["readout"].rows]
        assert rows == [(number_words(each.ratio), WORDS[each.verdict]) for each in one.on]


def test_sources_are_named_with_their_years():
    for claim in CLAIMS.values():
        assert claim.source[-4:].isdecimal() and claim.claim.endswith(".") and claim.limit in (1.0, ALIKE)
    assert claims.ALIKE == 1.1 and claims.BESIDE == (1.05, 1.2)


def test_importance_is_not_seen_and_not_contradicted():
    """Its ratios are near 1, from the kept numbers: neither a smaller error nor a larger one is seen on most data."""
    (one,) = kept_claims("importance").shown
    assert one.verdict == NOT_SEEN and all(0.96 < each.ratio < 1.03 for each in one.on)
