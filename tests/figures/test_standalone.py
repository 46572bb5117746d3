"""A picture as one document: complete, and with nothing in it that asks for anything or ends a text early."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
from plotly.offline import get_plotlyjs

from rffviz.explorer.figures.picture import Column, Picture, Scrub, Table
from rffviz.explorer.figures.standalone import readout_html, standalone_html
from rffviz.explorer.figures.theme import DARK, LIGHT, blank
from rffviz.explorer.views.start.profile.picture import profile_picture
from rffviz.explorer.words.readout import Readout
from rffviz.kernels import Gaussian
from rffviz.studies.profile import kernel_profile

HOSTILE = (
    "</script></title><script>alert('no')</script><img src=https://example.org/x.png onerror=\"no()\"> & 'x' \u2028 -->"
)


class Reader(HTMLParser):
    """Tags with their attributes, and the text in them."""

    def __init__(self, document):
        super().__init__()
        self.tags, self.texts, self.open = [], {}, []
        self.feed(document)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, text):
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(text)


@pytest.fixture(scope="module")
def scrubbed():
    return profile_picture(replace(kernel_profile(Gaussian(), [1, 8, 64], n_points=21), shown=8), LIGHT)


def without_plotly(picture):
    """The document without the library in it, which is there exactly once."""
    before, library, after = standalone_html(picture).partition(get_plotlyjs())
    assert library and get_plotlyjs() not in after
    return before + after


def scrub_given(document):
    """What the control is given."""
    text = re.search(r"^const scrub = (\{.*\})$", document, re.M).group(1)
    return json.loads(text)


@pytest.mark.release
def test_document_says_what_the_page_says(scrubbed):
    document = Reader(without_plotly(scrubbed))
    assert document.texts["h1"] == document.texts["title"] == [scrubbed.title]
    assert scrubbed.subtitle in document.texts["p"]
    assert readout_html(scrubbed.readout) in without_plotly(scrubbed)  # for a browser without scripts
    assert [dict(attributes)["aria-label"] for tag, attributes in document.tags if tag == "figure"] == [scrubbed.alt]
    assert set(scrubbed.provenance) <= set(document.texts["li"])
    assert document.tags[0] == ("html", {"lang": "en"})


@pytest.mark.release
def test_document_asks_for_nothing(scrubbed):
    document = Reader(without_plotly(scrubbed))
    loads = [
        (tag, name) for tag, attributes in document.tags for name in attributes if name in ("src", "href", "srcset")
    ]
    assert loads == []
    assert "@import" not in "".join(document.texts["style"]) and "url(" not in "".join(document.texts["style"])
    assert "http://" not in without_plotly(scrubbed) and "https://" not in without_plotly(scrubbed)
    (policy,) = [a["content"] for tag, a in document.tags if a.get("http-equiv") == "Content-Security-Policy"]
    assert "default-src 'none'" in policy and "http" not in policy


@pytest.mark.slow
def test_frames_and_their_words_are_in_the_document(scrubbed):
    document = without_plotly(scrubbed)
    given = scrub_given(document)
    assert given["names"] == list(scrubbed.scrub.names) and given["start"] == scrubbed.scrub.start
    assert given["readouts"] == [*map(readout_html, scrubbed.scrub.readouts)] and given["values"] == list(
        scrubbed.scrub.values
    )
    assert given["label"] == scrubbed.scrub.label and given["redraw"] is False
    assert "Plotly.addFrames" in document and "Plotly.animate(null" not in document
    assert any(a.get("type") == "range" for tag, a in Reader(document).tags if tag == "input")


@pytest.mark.slow
def test_picture_without_frames_has_its_reading_and_no_control(scrubbed):
    bare = replace(scrubbed, scrub=None, provenance=(), notes=())
    document = Reader(without_plotly(bare))
    assert readout_html(scrubbed.readout) in without_plotly(bare)
    assert not [tag for tag, _ in document.tags if tag in ("input", "button", "details")]


@pytest.mark.release
@pytest.mark.parametrize("theme", [LIGHT, DARK, replace(DARK, narrow=True)])
def test_document_has_the_colours_of_the_figure(theme):
    picture = profile_picture(kernel_profile(Gaussian(), [1, 8], n_points=5), theme)
    document = without_plotly(picture)
    assert f"color-scheme: {theme.name};" in document
    assert f"--st-background-color: {theme.paper};" in document and f"--st-text-color: {theme.ink};" in document


def test_hostile_texts_stay_texts():
    figure = blank(LIGHT)
    figure.add_scatter(x=np.arange(2, dtype=np.float32), y=np.arange(2, dtype=np.float32), name=HOSTILE, text=HOSTILE)
    figure.frames = [{"name": HOSTILE, "data": [{"y": [1, 0]}], "traces": [0]}]
    readout = Readout((HOSTILE, HOSTILE), [(HOSTILE, HOSTILE)])
    scrub = Scrub(HOSTILE, [HOSTILE], [HOSTILE], [readout])
    picture = Picture("x", HOSTILE, HOSTILE, figure, HOSTILE, readout, {"a": [1]}, (HOSTILE,), scrub)
    source = without_plotly(picture)
    document = Reader(source)
    allowed = {"html", "head", "meta", "title", "style", "body", "main", "h1", "p", "figure", "div", "script", "span"}
    allowed |= {"label", "output", "button", "input", "details", "summary", "ul", "li"}
    allowed |= {"table", "thead", "tbody", "tr", "th", "td"}
    assert {tag for tag, _ in document.tags} == allowed
    assert document.texts["h1"] == document.texts["li"] == [HOSTILE]
    assert dict(next(a for tag, a in document.tags if tag == "figure"))["aria-label"] == HOSTILE
    assert scrub_given(source)["readouts"] == [readout_html(readout)]
    assert not {tag for tag, _ in Reader(readout_html(readout)).tags} - {"table", "thead", "tbody", "tr", "th", "td"}
    assert "alert('no')</script>" not in source and not any("onerror" in a for _, a in document.tags)


def test_a_table_of_words_has_a_status_in_each_cell():
    told = Column("A", ["no bias found", HOSTILE], status=[("fine", "in order"), ("fault", "fault")])
    table = Table([Column("Diagnostic", ["bias", "moments"]), told, Column("n", [3, None], "d")])
    assert table.wordy and not Table([table.columns[0]]).wordy
    picture = Picture("verdicts", "Verdicts", "two", None, "a table", Readout(), {}, table=table)
    document = standalone_html(picture)
    assert "class='readout" not in document
    assert (
        "<strong class='fine'>in order</strong> no bias found" in document and "<td><span>n: </span>–</td>" in document
    )
    read = Reader(document)
    assert HOSTILE in "".join(read.texts["td"]) and not any(tag in ("script", "img") for tag, _ in read.tags)


@pytest.mark.parametrize(("across", "down", "turned"), [(6, 1, 6), (5, 2, 5), (6, 3, None), (4, 2, None)])
def test_a_wide_table_of_one_or_two_rows_is_turned_on_a_phone(across, down, turned):
    tags = Reader(readout_html(Readout(["head"] * across, [["cell"] * across] * down))).tags
    (table,) = [given for tag, given in tags if tag == "table"]
    look = {"class": "readout turned", "style": f"--across: {turned}", "role": "table"}
    assert table == (look if turned else {"class": "readout"})
    roles = {"table": "table", "thead": "rowgroup", "tbody": "rowgroup", "tr": "row", "td": "cell"}
    roles |= {"th": ("columnheader", "rowheader")}
    assert all((given["role"] in roles[tag]) if turned else "role" not in given for tag, given in tags)
