"""The report beside its verdicts: what a draw costs, in words and in every form but the verdicts' own."""

import html
import json
from dataclasses import replace

import numpy as np
import pytest

from rffviz.diagnose import Samples, Verdict, compare, diagnose
from rffviz.figures.standalone import standalone_html
from rffviz.figures.theme import THEMES
from rffviz.kernels import Gaussian
from rffviz.views.schemes.picture import verdict_picture


@pytest.fixture(scope="module")
def report():
    return diagnose("orthogonal", Gaussian(), 4, 100, seeds=4)


@pytest.mark.parametrize(
    ("seconds", "plain", "size", "words"),
    [
        (1.234e-3, 3.6e-4, 524_288, "1.2 ms on this machine, 3.4 times as long as Monte Carlo's, and 524 kB."),
        (0.9996e-3, 5e-6, 999, "1000 µs on this machine, 200 times as long as Monte Carlo's, and 999 bytes."),
        (2.5, 5.0, 2.5e9, "2.5 s on this machine, 0.5 times as long as Monte Carlo's, and 2.5 GB."),
    ],
)
def test_a_draw_s_cost_is_said_in_units(report, seconds, plain, size, words):
    timed = replace(report, seconds=seconds, seconds_monte_carlo=plain, bytes=size)
    assert timed.cost == f"A draw takes {words}"
    assert timed.cost in str(timed) and timed.cost.replace("'", "&#x27;") in timed._repr_html_()


def test_frequencies_that_were_given_are_not_drawn_and_a_rule_is_timed():
    W = np.random.default_rng(0).standard_normal((100, 4))
    given = diagnose(W, Gaussian(), 4, seeds=3)
    assert given.seconds == 0 and given.cost == "The frequencies take 3.2 kB."
    fixed = diagnose("halton", Gaussian(), 4, 100, seeds=3)
    assert fixed.seconds > 0 and fixed.seconds_monte_carlo > 0


def test_seconds_stand_under_the_table_and_in_no_export(report):
    slower = replace(report, seconds=100 * report.seconds)
    one, other = (verdict_picture(Samples({}, {"A": each}), THEMES["light"]) for each in (report, slower))
    assert one.here == (f"A: {report.cost}",) != other.here
    assert one.csv() == other.csv() and replace(one, here=()) == replace(other, here=())
    assert standalone_html(one) == standalone_html(other) and "A draw takes" not in standalone_html(one)


def test_a_size_that_is_refused_leaves_the_rate_out():
    def evens(kernel, d, n_freqs, rng):
        if n_freqs == 25:
            raise ValueError("Not 25.")
        return kernel.sample(n_freqs, d, rng)

    refused, asked = (diagnose(evens, Gaussian(), 2, n_freqs, 20, rate=True) for n_freqs in (100, 128))
    assert refused.ok and "rate" not in refused.to_frame()["diagnostic"]
    assert asked["rate"].code in ("falls_as_root", "falls_fast", "falls_slowly")


def made(report, **severities):
    """The report with one verdict for each keyword: 'status severity'."""
    remarks = report.verdicts[0].remarks
    each = (Verdict(name, said.split()[0], remarks, float(said.split()[1])) for name, said in severities.items())
    return replace(report, verdicts=tuple(sorted(each, key=lambda verdict: verdict.rank)))


def test_the_gravest_verdict_is_of_the_worst_status_and_of_it_the_one_in_view(report):
    fine = made(report, bias="fine 0", rows="unknown 0")
    assert fine.gravest() is None and fine.ok and not fine["bias"].accuses
    costly = made(report, variance="costly 0.9", rows="design 1", rate="costly 0.2")
    assert costly.ok and costly.gravest().diagnostic == "variance" == costly.gravest("rows").diagnostic
    assert costly.gravest("rate").diagnostic == "rate" and len(costly.of("costly")) == 2
    wrong = made(report, mean="fault 0.1", variance="costly 0.9")
    assert not wrong.ok and wrong.gravest("variance").diagnostic == "mean"
    sides = {"A": fine, "B": costly, "C": wrong}
    samples = Samples({}, sides)
    gravest = [(letter, each and each.diagnostic) for letter, each in samples.gravest("rate").items()]
    assert gravest == [("C", "mean"), ("B", "rate"), ("A", None)] and samples.accused
    assert samples.diagnostics == ("mean", "variance", "rate", "rows", "bias")
    first = Samples({}, sides, first=("rows",))
    assert first.diagnostics[0] == "rows" and first.gravest("rate")["B"].diagnostic == "variance"
    gains = replace(report.bias, ratio_high=np.full_like(report.bias.ratio, 0.5), tested=report.bias.ratio > 0)
    gains = replace(gains, n_seeds=20)
    assert gains.spreads_less and Samples({"A": gains}, {"A": fine}).gained
    assert not Samples({"A": gains}, {"A": costly}).gained and not Samples({"A": gains}, sides).gained


def test_a_report_and_a_comparison_are_pages_of_html(report, tmp_path):
    compared = compare("orthogonal", "monte_carlo", Gaussian(), 2, 16, seeds=3)
    for found, name in ((report, "Lengths"), (compared, "Mean square error")):
        page = found.to_html()
        assert page.startswith("<!doctype html>") and 'charset="utf-8"' in page and f"<td>{name}</td>" in page
        file = tmp_path / "report.html"
        assert found.to_html(file) is None and file.read_text(encoding="utf-8") == page
        assert [each.name for each in tmp_path.iterdir()] == ["report.html"]
        columns = found.to_frame()
        assert [each for each in columns["sentence"] if html.escape(each) not in page] == []
        assert list(columns)[:2] == ["diagnostic", "status"] and json.dumps(found.to_json(), allow_nan=False)
    with pytest.raises(OSError):
        report.to_html(tmp_path / "none" / "report.html")
