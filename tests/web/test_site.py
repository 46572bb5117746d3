"""The exported site is complete, asks for nothing from elsewhere, hides the answer, and shows the pictures' numbers."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import plotly.io as pio
import pytest
from plotly.offline import get_plotlyjs

from rffviz.__main__ import main
from rffviz.explorer.figures.document import html_document
from rffviz.explorer.figures.enlarge import without_answer
from rffviz.explorer.figures.picture import ANSWER, Column, Picture, Scrub, Table
from rffviz.explorer.figures.standalone import readout_html
from rffviz.explorer.figures.theme import LIGHT, blank
from rffviz.explorer.web import chart
from rffviz.explorer.web.site.mathml import mathml
from rffviz.explorer.web.site.staged import Shot, Staged, staged
from rffviz.explorer.web.site.unattended import pictures_of
from rffviz.explorer.web.site.write import index_page, notes_page, scene_page, write_site
from rffviz.explorer.words.readout import Readout
from rffviz.explorer.words.scenes import SCENES
from rffviz.foundation.validation import Refusal

HOSTILE = "</script><img src=https://example.org/x.png onerror=\"no()\"> & 'x' \u2028 --> $title"
BELL, WORST = (next(scene for scene in SCENES if scene.name == name) for name in ("bell", "worst"))
CHILDREN = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}


class Reader(HTMLParser):
    """Tags with their attributes, and the texts outside and inside what is hidden."""

    def __init__(self, document):
        super().__init__()
        self.tags, self.seen, self.hidden, self.data = [], "", "", ""
        self.depth, self.script = 0, False
        self.feed(document)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append((tag, attributes))
        self.script = tag == "script"
        if tag == "section" and (self.depth or "hidden" in attributes):
            self.depth += 1

    def handle_endtag(self, tag):
        self.script = False
        self.depth -= tag == "section" and self.depth > 0

    def handle_data(self, text):
        if self.script:
            self.data += text
        elif self.depth:
            self.hidden += text
        else:
            self.seen += text

    def addresses(self):
        return [value for _, given in self.tags for name, value in given.items() if name in ("src", "href", "data")]


def picture_of(answer=False, **words):
    """A picture of two lines, one of them the answer, with two frames."""
    figure = blank(LIGHT).add_scatter(y=[1.0, 2.0], name="question")
    figure.add_scatter(y=[3.0, 4.0], name="the answer's line", meta=ANSWER)
    figure.add_annotation(text="the answer's word", name=ANSWER)
    first, second = (Readout(["where"], [[f"{nth} readout"]]) for nth in ("first", "second"))
    scrub = Scrub.over_freqs([1, 8], [first, second], 0)
    scrub.frames(figure, [0], lambda g: [{"type": "scatter", "y": [float(g), 7.0]}])
    said = {"title": "the title", "subtitle": "s", "alt": "a", "readout": first, "provenance": ["from here"]}
    return Picture("p", figure=figure, columns={"x": [1]}, scrub=scrub, **(said | words))


def staged_of(scene=BELL, picture=None):
    shot = Shot(picture or picture_of(), picture or picture_of())
    return Staged(scene, 2, (shot.hidden,), (shot,))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder, said = tmp_path_factory.mktemp("site") / "new", []
    write_site(folder, [BELL, WORST], said.append)
    assert said[0].startswith("02-bell.html: ") and said[1].startswith("20-worst.html: ") and len(said) == 3
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.*")}


@pytest.mark.slow
def test_a_site_is_complete_and_asks_for_nothing_else(site):
    assert site["plotly.min.js"] == get_plotlyjs()
    pages = {name: Reader(text) for name, text in site.items() if name.endswith(".html")}
    assert set(pages) == {"index.html", "notes.html", "02-bell.html", "20-worst.html"}
    for name, page in pages.items():
        assert get_plotlyjs()[:1000] not in site[name]
        addresses = page.addresses()
        assert addresses and set(addresses) <= set(site), f"{name}: {set(addresses) - set(site)}"
        (policy,) = [given["content"] for tag, given in page.tags if given.get("http-equiv")]
        assert policy.startswith("default-src 'none'") and "http" not in policy and "*" not in policy
    loose = {name: text for name, text in site.items() if name.endswith((".js", ".css")) and name != "plotly.min.js"}
    assert loose and not [name for name, text in loose.items() if re.search(r"https?:|@import|url\(|fetch\(", text)]
    bell, worst = pages["02-bell.html"], pages["20-worst.html"]
    assert ("a", {"rel": "next", "href": "20-worst.html"}) in bell.tags
    assert ("a", {"rel": "prev", "href": "02-bell.html"}) in worst.tags
    assert not [given for _, given in bell.tags if given.get("rel") == "prev"]


@pytest.mark.release
def test_a_page_shows_the_numbers_of_its_pictures(site):
    data = json.loads(Reader(site["02-bell.html"]).data)
    for side, query in (("before", BELL.query), ("after", BELL.revealed)):
        (picture,) = (build(LIGHT) for build in pictures_of(BELL.page, query).values())
        (given,) = data[side]
        figure = given["wide"] | {"frames": data["frames"][given["wide"]["frames"]]}
        assert given["scrub"]["start"] == picture.scrub.start and given["scrub"]["names"] == picture.scrub.names
        shown = pio.from_json(json.dumps(figure), skip_invalid=False)
        drawn = without_answer(picture).figure if side == "before" else picture.figure
        assert json.loads(shown.to_json())["data"] == json.loads(drawn.to_json())["data"]
        assert [frame.name for frame in shown.frames] == [frame.name for frame in picture.figure.frames]
    assert len(data["frames"]) <= 2 and not chart._listeners
    assert json.loads(Reader(site["notes.html"]).data) == ["02", "20"]
    assert json.loads(Reader(site["20-worst.html"]).data)["before"][0]["scrub"] is None


@pytest.mark.release
def test_the_command_replaces_its_own_site_and_nothing_else(tmp_path, capsys):
    folder = tmp_path / "site"
    assert main(["export", str(folder), "--scenes", "bell"]) == 0
    folder.joinpath("01-old.html").write_text("an earlier one")
    assert main(["export", str(folder), "--scenes", "worst"]) == 0
    assert sorted(path.name for path in folder.glob("[0-9]*")) == ["20-worst.html"]
    assert [path.name for path in folder.joinpath("thumbnails").iterdir()] == ["worst.svg"]
    assert "02-bell.html: A sum of cosines" in capsys.readouterr().out
    folder.joinpath("mine.txt").write_text("mine")
    with pytest.raises(SystemExit):
        main(["export", str(folder), "--scenes", "bell"])
    assert "an earlier export, got" in capsys.readouterr().err and folder.joinpath("20-worst.html").exists()


@pytest.mark.release
def test_a_lecture_of_ones_own_is_written_in_its_order(tmp_path, capsys):
    mine = {"name": "own3", "question": "Mine <b>?", "page": "start", "query": {"waves": "4"}, "notes": "One.\nTwo."}
    file, folder = tmp_path / "lecture.json", tmp_path / "site"
    file.write_text(json.dumps({"format": "rffviz lecture", "version": 1, "scenes": [mine, "bell"]}))
    for _ in range(2):  # the second time over the first
        assert main(["export", str(folder), "--deck", str(file)]) == 0
    assert sorted(path.name for path in folder.glob("[0-9]*")) == ["01-own3.html", "02-bell.html"]
    assert folder.joinpath("thumbnails", "own3.svg").read_text().startswith("<svg")
    index = Reader(folder.joinpath("index.html").read_text())
    assert "Mine <b>?" in index.seen and not [tag for tag, _ in index.tags if tag in ("b", "h2")]
    assert "1 of 2" in Reader(folder.joinpath("01-own3.html").read_text()).seen
    for content, said in (('{"format": 1}', "lecture must be a JSON file"), (None, "deck must be a file")):
        file.write_text(content) if content else file.unlink()
        with pytest.raises(SystemExit):
            main(["export", str(folder), "--deck", str(file)])
        assert said in capsys.readouterr().err


@pytest.mark.slow
def test_a_page_without_pictures_is_refused_with_what_it_says():
    with pytest.raises(Refusal, match=r"^page must show its pictures, got 'schemes' .* Choose a file with frequencies"):
        pictures_of("schemes", {"a": "own", "b": "own"})


def test_a_folder_with_other_files_is_refused(tmp_path):
    with pytest.raises(Refusal, match=r"^DIR must be a folder, got the file"):
        tmp_path.joinpath("file").write_text("")
        write_site(tmp_path / "file", [BELL])
    other = tmp_path / "other"
    other.mkdir()
    exported = html_document("A figure", "default-src 'none'", "", "<main></main>")  # ours, and no site
    for theirs in (exported, "another's"):
        other.joinpath("index.html").write_text(theirs)
        with pytest.raises(
            Refusal, match=r"^DIR must be new, empty or an earlier export, got .* holds 'index.html'\.$"
        ):
            write_site(other, [BELL])
    with pytest.raises(Refusal, match=r"^scenes must be one or more, got none\.$"):
        write_site(tmp_path / "new", [])
    assert other.joinpath("index.html").read_text() == "another's"


def test_what_is_interrupted_leaves_no_half_site(tmp_path, monkeypatch):
    """A folder with half a site would be refused as one with other files."""

    def interrupted(file, text):
        if file.name == "notes.html":
            raise KeyboardInterrupt
        file.write_text(text)

    monkeypatch.setattr("rffviz.explorer.web.site.write.staged", lambda scene, number: Staged(scene, number, (), ()))
    monkeypatch.setattr("rffviz.explorer.web.site.write.write_whole", interrupted)
    (tmp_path / "kept").write_text("of another")
    with pytest.raises(KeyboardInterrupt):
        write_site(tmp_path / "site", SCENES[:1])
    assert not list((tmp_path / "site").iterdir()) and (tmp_path / "kept").exists()


def test_an_unknown_scene_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["export", str(tmp_path), "--scenes", "bell,bull"])
    assert "each scene must be one of cost, bell" in capsys.readouterr().err


def test_the_answer_is_hidden_before_it_is_revealed():
    shown = picture_of()
    page = Reader(scene_page(staged_of(picture=shown), None, None, 14))
    for text in ("the title", "first readout", BELL.reveal):
        assert text in page.hidden and text not in page.seen
    for text in (BELL.question, BELL.look, "from here", "waves = 1"):
        assert text in page.seen and text not in page.hidden
    (right,) = BELL.right
    assert all(vote in page.seen for vote in BELL.guess)
    assert f"✓ {right}" in page.hidden and "✓" not in page.seen
    data = json.loads(page.data)
    (before,), (after,) = data["before"], data["after"]
    assert [trace.get("visible", True) for trace in before["wide"]["data"]] == [True, False]
    assert before["wide"]["layout"]["annotations"][0]["visible"] is False
    assert [trace.get("visible", True) for trace in after["wide"]["data"]] == [True, True]
    assert before["scrub"]["readouts"] == []
    assert after["scrub"]["readouts"] == [*map(readout_html, shown.scrub.readouts)]
    assert "readout" not in json.dumps(before["wide"]) and len(data["frames"]) == 1 and before["narrow"] is None


def test_two_pictures_stand_beside_each_other_and_a_table_comes_with_the_answer():
    table = Table((Column("what", ["lengths"]), Column("A", ["fine"])))
    shot = Shot(picture_of(), picture_of())
    sides = (shot, replace(shot, wide=replace(shot.wide, title="another title")))
    listed = replace(picture_of(title="the table"), figure=None, scrub=None, table=table)
    page = Reader(scene_page(Staged(BELL, 2, sides, (*sides, Shot(listed, listed))), None, None, 14))
    assert "the table" in page.hidden and "the table" not in page.seen
    assert "the title" in page.hidden and "another title" in page.hidden
    named = [given["id"] for _, given in page.tags if "id" in given]
    assert len(set(named)) == len(named) and {"before-0", "before-1", "after-0", "after-1"} <= set(named)
    assert {"before-0-scrub", "after-0-scrub"} == {name for name in named if name.endswith("-scrub")}


def test_hostile_words_stay_words():
    words = dict.fromkeys(("title", "subtitle", "alt"), HOSTILE) | {"readout": Readout([HOSTILE], [[HOSTILE]])}
    picture = picture_of(notes=[HOSTILE], provenance=[HOSTILE], **words)
    scene = replace(
        BELL,
        question=HOSTILE,
        look=HOSTILE,
        reveal=HOSTILE,
        notes=HOSTILE,
        guess=(HOSTILE,) * 2,
        after={"waves": HOSTILE},
    )
    staged = staged_of(scene, picture)
    for document in (scene_page(staged, staged, staged, 14), index_page([staged]), notes_page([staged])):
        page = Reader(document)
        assert not [address for address in page.addresses() if "example.org" in address]
        assert not [name for _, given in page.tags for name in given if name.startswith("on")]
        assert HOSTILE in page.seen


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_each_formula_is_set(scene):
    root = ElementTree.fromstring(mathml(scene.formula))
    for part in root.iter():
        assert len(part) == CHILDREN.get(part.tag, len(part)), f"{scene.name}: {part.tag}"
    assert not re.search(r"[\\{}^_]", "".join(root.itertext()).replace("^", "", scene.formula.count(r"\hat")))


@pytest.mark.parametrize(
    "latex, inside",
    [
        ("N^3", "<msup><mi>N</mi><mn>3</mn></msup>"),
        (r"\omega_j^\top", "<msubsup><mi>ω</mi><mi>j</mi><mi>⊤</mi></msubsup>"),
        (r"\tfrac12", '<mfrac displaystyle="false"><mn>1</mn><mn>2</mn></mfrac>'),
        ("-a", "<mo>−</mo><mi>a</mi>"),
        (r"\text{a < b}", "<mtext>a&#160;&lt;&#160;b</mtext>"),
        (r"\|x\|", "<mo>‖</mo><mi>x</mi><mo>‖</mo>"),
    ],
)
def test_mathematics_keeps_its_shape(latex, inside):
    assert mathml(latex) == f'<math display="inline" displaystyle="true">{inside}</math>'


@pytest.mark.parametrize("latex", [r"\href{x}", r"\frac{a}", r"a^"])
def test_other_mathematics_is_refused(latex):
    with pytest.raises(Refusal, match=r"^latex must"):
        mathml(latex)


@pytest.mark.release
def test_bids_are_drawn_where_there_are_no_phones_and_steps_come_with_the_answer():
    scene = next(each for each in SCENES if each.name == "bid")
    found = staged(scene, 7)
    (asked,), (told,) = found.before, found.after
    for shot in (asked.wide, asked.narrow):
        assert "a class of 30, simulated with seed 0" in shot.figure.layout.xaxis.title.text
        assert not re.search("83,?659|685|printed", shot.figure.to_json()) and shot.scrub is None
    assert told.wide.scrub.names[0] == "printed" and told.wide.scrub.start == 0
    assert told.wide.title.endswith("685 frequencies are enough") and len(told.wide.figure.frames) == 8
