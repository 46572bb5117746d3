"""The report beside its verdicts: the memory of a draw, and every form of it."""

import html
import json
import re
from dataclasses import replace

import numpy as np
import pytest

from rffviz.diagnose import Samples, Verdict, compare, diagnose
from rffviz.explorer.figures.theme import THEMES
from rffviz.explorer.views.schemes.picture import verdict_picture
from rffviz.kernels import Gaussian


@pytest.fixture(scope="module")
def report():
    return diagnose("orthogonal", Gaussian(), 4, 100, seeds=4)


@pytest.mark.parametrize(
    ("size", "words"), [(999, "999 bytes"), (3200, "3.2 kB"), (524_288, "524 kB"), (2.5e9, "2.5 GB")]
)
def test_the_memory_of_a_draw_is_said_in_units(report, size, words):
    sized = replace(report, bytes=size)
    assert sized.cost == f"The frequencies take {words}."
    assert sized.cost in str(sized) and sized.cost in sized._repr_html_()


@pytest.mark.release
def test_reports_of_the_same_draws_are_equal_whatever_a_draw_takes(report, monkeypatch):
    """The time of one draw is noise: it is neither measured nor said."""
    ticks = iter(range(10**6))
    monkeypatch.setattr("time.perf_counter", lambda: float(next(ticks)) ** 2)
    again = diagnose("orthogonal", Gaussian(), 4, 100, seeds=4)
    assert again.to_json() == report.to_json() and str(again) == str(report)
    assert not any("second" in name for name in again.to_json()) and "Monte Carlo's" not in str(again)
    one, other = (verdict_picture(Samples({}, {"A": each}), THEMES["light"]) for each in (report, again))
    assert one == other


@pytest.mark.release
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


@pytest.mark.release
def test_a_report_and_a_comparison_are_pages_of_html(report, tmp_path, monkeypatch):
    monkeypatch.setattr("rffviz.explorer.report.study.SETS", ("diabetes",))
    compared = compare("orthogonal", "monte_carlo", Gaussian(), 2, 16, seeds=3)
    for found, first in ((report, "The scheme"), (compared, "A against B")):
        file = tmp_path / "report.html"
        assert found.to_html(file) is None
        page = file.read_text(encoding="utf-8")
        assert page.startswith("<!DOCTYPE html>") and 'charset="utf-8"' in page and page.rstrip().endswith("</html>")
        assert re.search("<h2>(.*?)</h2>", page)[1] == first
        assert [each.name for each in tmp_path.iterdir()] == ["report.html"]
        columns = found.to_frame()
        assert [each for each in columns["sentence"] if html.escape(each) not in page] == []
        assert list(columns)[:2] == ["diagnostic", "status"] and json.dumps(found.to_json(), allow_nan=False)
    page = report.to_html()
    assert page.startswith("<!DOCTYPE html>") and html.escape(report.worst.sentence) in page


def test_a_page_that_cannot_be_written_is_refused_before_anything_is_measured(report, tmp_path, monkeypatch):
    monkeypatch.setattr("rffviz.explorer.report.document.page_of", lambda record: pytest.fail("measured"))
    with pytest.raises(OSError):
        report.to_html(tmp_path / "none" / "report.html")
