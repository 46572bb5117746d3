"""The page of a report: its order, its numbers, no requests, and texts that hold HTML."""

import base64
import hashlib
import html
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

import rffviz.explorer.report.study as studied
from rffviz.diagnose import given_frequencies
from rffviz.explorer.report import scheme_report
from rffviz.explorer.report.document import report_html
from rffviz.foundation.about import About
from rffviz.kernels import Cauchy, Gaussian

pytestmark = pytest.mark.release
EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"


def halved(kernel, d, n_freqs, rng):
    return kernel.sample(n_freqs, d, rng) / 2


halved.__doc__ = f"{EVIL} & by a half."


class Tags(HTMLParser):
    """The names of all tags and attributes."""

    def __init__(self):
        super().__init__()
        self.names, self.attributes = set(), set()

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}


def parts(page):
    """Its text without scripts and styles, the scripts, and the data of the figures."""
    scripts = re.findall(r"<script>(.*?)</script>", page, re.S)
    data = re.search(r'<script type="application/json" id="report">(.*?)</script>', page, re.S)[1]
    return re.sub(r"<(script|style)[ >].*?</\1>", "", page, flags=re.S), scripts, json.loads(data)


@pytest.fixture(scope="module")
def records():
    """A wrong function, and it beside Monte Carlo."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studied, "SETS", ("diabetes",))
        sizes = {"d": 3, "n_freqs": 32, "seeds": 20}
        return {
            "wrong": scheme_report(halved, Gaussian(), **sizes),
            "against": scheme_report(halved, Gaussian(), **sizes, against="monte_carlo"),
        }


@pytest.fixture(scope="module")
def pages(records):
    return {name: report_html(record) for name, record in records.items()}


def headings(page):
    return [html.unescape(each) for each in re.findall("<h2>(.*?)</h2>", page)]


def test_the_parts_come_in_order(pages):
    text, _, _ = parts(pages["wrong"])
    alone = headings(text)
    assert alone[0] == "The scheme" and re.fullmatch(r"\d+ of 1\d checks flagged", alone[1])
    starts = ("Error against D", "Bias and variance", "Distribution of the norms", "Cost", "The survey", "Seeds")
    assert len(alone) == 8 and all(map(str.startswith, alone[2:], starts))
    first, second, *rest = headings(parts(pages["against"])[0])
    assert first == "A against B" and second.startswith("A against B: ") and rest == alone


def test_the_verdict_comes_first(pages):
    said = re.sub(r"<[^>]+>", "", re.search("<header.*?</header>", pages["wrong"], re.S)[0]).split("\n")
    assert [line for line in said if line][:2] == ["halved", "error Frequency norms are 50 % too small"]
    assert '<header class="fault">' in pages["wrong"] and '<header class="fault">' in pages["against"]
    title = re.search("<h1>(.*?)</h1>", pages["against"])[1]
    assert title.startswith('<span class="chip">different</span> A and B have different distributions')


def test_failed_checks_come_before_those_that_are_folded(records, pages):
    text, _, _ = parts(pages["wrong"])
    report = records["wrong"].report
    open_, folded = text.split("<details class='passed'>")
    assert f"{len(report.of('fine'))} of {len(report.verdicts)} checks passed</summary>" in folded
    for verdict in report.verdicts:
        assert html.escape(verdict.sentence) in (folded if verdict.status == "fine" else open_)
        if verdict.accuses and verdict.cells.quantity:
            row = "".join(
                f"<td data-title='{name}'>{html.escape(getattr(verdict.cells, name) or '–')}</td>"
                for name in ("quantity", "observed", "expected", "test")
            )
            assert row in open_


def test_numbers_are_those_of_the_record(records, pages):
    record, (text, _, data) = records["wrong"], parts(pages["wrong"])
    own = next(each for each in record.ratios if each.sampler == "halved")
    at = list(own.n_freqs).index(32)
    low, ratio, high = (
        f"{each[at]:#.2g}" if each[at] < 1 else f"{each[at]:#.3g}" for each in (own.low, own.ratio, own.high)
    )
    assert f"<td>{ratio} ({low}–{high})</td>" in text
    assert f"At D = 32 the RMSE is {ratio}× that of Monte Carlo" in text
    mean, spread = record.own_errors["diabetes", 8.0]
    assert f"<td>{mean:#.2g} ± {spread:.2g}</td>" in text and "<td>5 seeds</td>" in text
    usual = next(p for p in record.surveys[0].points if (p.scheme, p.ratio) == ("monte_carlo", 8.0))
    assert f"Diabetes: at D/d = 8 the kernel error is {mean / usual.error:.3g}× that of Monte Carlo" in text
    (scrubbed,) = [each for each in data["figures"] if each["scrub"]]
    assert scrubbed["scrub"]["values"] == [f"D/d = {ratio}" for ratio in (2, 4, 8, 16, 32)]
    assert len(data["figures"]) == 4
    assert f"A draw takes {record.cost.ratio:.3g}× the time" in text or record.cost.ratio < 1
    assert "Seeds 0–19" in text and record.versions["numpy"] in text and record.date in text
    assert f"<code>{html.escape(record.again)}</code>" in text


def test_figures_come_light_and_dark_wide_and_narrow(pages):
    _, _, data = parts(pages["against"])
    for figure in data["figures"]:
        papers = {name: {each["layout"]["paper_bgcolor"] for each in both} for name, both in figure["drawn"].items()}
        assert papers == {"light": {"#ffffff"}, "dark": {"#0e1117"}}
        assert all(len(both) == 2 for both in figure["drawn"].values())


def test_it_asks_nobody_and_runs_its_own_scripts_alone(pages):
    for page in pages.values():
        text, scripts, _ = parts(page)
        tags = Tags()
        tags.feed(text)
        assert not {"src", "srcset", "href", "action", "data", "poster", "onload", "onerror"} & tags.attributes
        assert {"main", "table", "figure", "img"} < tags.names and not {"iframe", "link", "object"} & tags.names
        styles = "".join(re.findall(r"<style>(.*?)</style>", page, re.S))
        assert "url(" not in styles and "@import" not in styles and "url(" not in text
        policy = re.search(r'Content-Security-Policy" content="(.*?)"', page)[1]
        assert policy.startswith("default-src 'none'; ") and "unsafe-eval" not in policy and "http" not in policy
        allowed = re.findall(r"'sha256-(.*?)'", policy)
        assert allowed == [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in scripts]
        assert len(scripts) == 3 and page.count("plotly.js v") == 1


def test_texts_that_hold_html_are_shown_as_they_are(records, pages):
    assert EVIL in records["wrong"].explanation
    for page in pages.values():
        assert "alert(1)</script>" not in page and "<img src=x" not in page
        assert html.escape(records["wrong"].explanation) in page
    rows = np.random.default_rng(1).standard_normal((48, 2))
    given = scheme_report(given_frequencies(rows), Gaussian(), 2, seeds=20, about=About(data=f"{EVIL}.csv"))
    page = report_html(given)
    assert "<img src=x" not in page and html.escape(EVIL[:20]) in page
    said = [html.unescape(each) for each in re.findall("<p class='left-out'>Left out. (.*?)</p>", page)]
    assert said == [studied.GIVEN] * 3 and len(parts(page)[2]["figures"]) == 2


def test_a_scheme_that_is_missing_from_the_curves_is_named():
    page = report_html(scheme_report("monte_carlo", Cauchy(), 3, 32, seeds=20))
    assert "Orthogonal is not in the curves: " in page and "Left out. The survey has the Gaussian" in page
    assert "RMSE over pairs falls to" in page
