"""A presentation takes guesses and shows its link as a QR code; a page can be put into other pages."""

import base64
import pathlib
import re
import sys
from types import ModuleType

import pytest
from streamlit.testing.v1 import AppTest

from rffviz.explorer.web.lecture import present
from rffviz.explorer.web.lecture.present import moved_to, snippets
from rffviz.explorer.web.lecture.votes import judged_votes
from rffviz.explorer.words.scenes import SCENES
from rffviz.foundation.names import plain
from tests.views.opening import open_page

pytestmark = pytest.mark.slow

ROOT = pathlib.Path(__file__).parents[2]
HERE = "http://localhost:8501"
BELL = next(scene for scene in SCENES if scene.name == "bell")


def opened(context=None, **query):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=200)
    app.context.update({"url": HERE} | (context or {}))
    app.query_params.update(query)
    return run(app)


def run(app):
    app.run()
    assert not app.exception and not app.error
    return app


def presented(**query):
    return opened(present="1", scene="bell", **BELL.query, **query)


def pressed(app, key):
    next(each for each in app.button if (each.key or "").partition(" ")[0] == key).click()
    return run(app)


def words(app):
    return " ".join(each.value for each in app.markdown)


def alts(app):
    return [chart.proto.alt for chart in app.get("plotly_chart") if chart.proto.alt]


def html(app):
    return " ".join(each.proto.body for each in app.get("html"))


def test_the_right_vote_is_judged_right():
    (right,) = BELL.right
    said = judged_votes(BELL, right)
    assert f"Your vote: {right} ✓" in said and f'<span class="vote right">✓ {right}</span>' in said
    assert "wrong" not in said


def test_back_is_the_scene_with_its_answer_where_that_was_shown():
    kink = next(scene for scene in SCENES if scene.name == "kink")
    app = open_page("kernel", **kink.query, present="1", scene="kink")
    for key, question in (("present-next", "draws"), ("present-previous", "kink")):
        pressed(app, key)
        assert app.query_params["scene"] in (question, [question]) and "revealed" not in app.query_params
    pressed(app, "present-reveal")
    assert app.title[0].value == plain(kink.reveal)
    pressed(app, "present-next")
    assert "revealed" not in app.query_params and app.title[0].value != plain(kink.reveal)
    pressed(app, "present-previous")
    assert app.title[0].value == plain(kink.reveal) and len(app.get("plotly_chart")) == 1
    assert app.query_params["other_kernel"] in ("laplacian", ["laplacian"])
    for key in ("present-reveal", "present-next", "present-previous"):  # hidden again
        pressed(app, key)
    assert "revealed" not in app.query_params and app.title[0].value == plain(kink.question)


@pytest.mark.slow
def test_a_vote_is_judged_and_words_stay_words():
    right, wrong = BELL.right[0], next(vote for vote in BELL.guess if vote not in BELL.right)
    app = presented()
    assert app.title[0].value == plain(BELL.question) and "Your vote:" not in html(app)
    app.get("button_group")[-1].set_value(wrong)
    run(app)
    assert app.text_input[0].value == "" and app.get("button_group")[-1].value == wrong
    said = html(pressed(app, "present-reveal"))
    assert app.title[0].value == plain(BELL.reveal) and BELL.question in said
    assert f"Your vote: {wrong} ✗" in said and f'<span class="vote wrong">✗ {wrong}</span>' in said
    assert f'<span class="vote right">✓ {right}</span>' in said
    pressed(app, "present-reveal")
    assert app.text_input[0].proto.max_chars == 80
    app.text_input[0].set_value("  about <img src=x> ")
    run(app)
    assert app.get("button_group")[-1].value is None and app.text_input[0].value == "about <img src=x>"
    said = html(pressed(app, "present-reveal"))
    assert "Your guess: about &lt;img src=x&gt; </span>" in said and "<img src=x" not in said and not app.text_input


@pytest.mark.release
@pytest.mark.parametrize("scene", ["bell", "mistake"])
def test_the_alternative_text_tells_the_axes_alone_before_the_answer(scene):
    scene = next(each for each in SCENES if each.name == scene)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=200)
    app.query_params.update({**scene.query, "present": "1", "scene": scene.name})
    if scene.page != "start":
        app.switch_page(str(ROOT / f"pages/{scene.page}.py"))
    before = alts(run(app))
    after = alts(pressed(app, "present-reveal"))
    neutral = r"A figure whose answer is not shown yet; its axes: .+\."
    assert before and all(re.fullmatch(neutral, alt) for alt in before)
    assert not set(before) & set(after) and not [alt for alt in before if re.search(r"\d\.\d", alt)]


class Code:
    """What a stub of the package gives."""

    def __init__(self, link):
        self.link = link

    def save(self, out, **options):
        out.write(f"<svg>{self.link}</svg>".encode())


@pytest.fixture
def stub(monkeypatch):
    def make(link, **options):
        if len(link) > 2_953:
            raise ValueError("too much")
        return Code(link)

    module = ModuleType("segno")
    module.make = make
    monkeypatch.setitem(sys.modules, "segno", module)


@pytest.mark.release
def test_after_the_last_question_all_are_offered_again(monkeypatch):
    assert "present-last-scene" not in {each.key for each in presented().button}
    monkeypatch.setattr(present, "_scenes", lambda settings: (BELL,))
    app = pressed(presented(), "present-last-scene")
    (offered,) = [each.proto for each in app.get("page_link") if each.proto.label == f"1. {plain(BELL.question)}"]
    assert "waves=1" in offered.query_string
    assert not any("Votes" in each.proto.label for each in app.get("download_button"))


@pytest.mark.release
def test_a_code_holds_the_exact_link_until_that_changes(stub):
    app = pressed(presented(), "present-code")
    (content,) = re.findall(r'base64,([^"]+)"', html(app).partition('class="code"')[2])
    link = base64.b64decode(content).decode()
    assert link == f"<svg>{HERE}/?present=1&scene=bell</svg>"
    assert f"<p>{HERE}/?present=1&amp;scene=bell</p>" in html(app)  # for who cannot scan it
    pressed(app, "present-leave")  # leaves the code alone
    assert 'class="code"' not in html(app) and app.query_params.get("present")
    pressed(app, "present-code")
    pressed(app, "present-reveal")
    assert 'class="code"' not in html(app)


@pytest.mark.release
def test_a_link_too_long_for_a_code_is_told(stub):
    app = opened({"url": "http://localhost/" + "a" * 3_000}, present="1")
    assert "too long for a QR code" in html(pressed(app, "present-code"))


def test_without_the_package_there_is_no_code(monkeypatch):
    monkeypatch.setitem(sys.modules, "segno", None)
    assert "present-code" not in [each.key for each in presented().button]


@pytest.mark.release
def test_the_package_itself_draws_the_code():
    pytest.importorskip("segno")
    (content,) = re.findall(r'base64,([^"]+)"', html(pressed(presented(), "present-code")).partition('class="code"')[2])
    assert b'<svg xmlns="http://www.w3.org/2000/svg"' in base64.b64decode(content)  # else it is no picture


def test_in_a_frame_the_page_shows_its_figure_alone():
    style = (ROOT / "rffviz/explorer/web/components/embedded.css").read_text(encoding="utf-8")
    assert style not in html(opened()) and style in html(opened({"is_embedded": True}))
    for hidden in ('[data-testid="stSidebar"]', "h1", ".st-key-views", ".st-key-controls"):
        assert hidden in style.partition("display: none")[0]


@pytest.mark.release
def test_lines_for_other_pages_hold_the_link_as_it_stands():
    app = opened(waves="4")
    lines = [each.value for each in app.code]
    assert len(lines) == 3 and all(f"{HERE}/?waves=4&amp;embed=true" in line for line in lines)
    hostile = '"><script>alert(1)</script>'
    assert not [line for line in snippets(hostile, hostile).values() if "<script>" in line or '""' in line]


@pytest.mark.parametrize(
    ("page", "query", "opens"),
    [
        ("start", {"present": "1", "scene": "cost"}, ("prediction", {"view": "cost", "present": "1", "scene": "cost"})),
        (
            "kernel",
            {"view": "spectrum", "present": "1", "scene": "blocks", "revealed": "1", "deck": "x"},
            ("convergence", {"n_freqs": "20", "present": "1", "scene": "blocks", "revealed": "1", "deck": "x"}),
        ),
        ("start", {"present": "1", "scene": "bell"}, None),
        ("kernel", {"present": "0", "scene": "cost"}, None),
        ("kernel", {"present": "1", "scene": "own1"}, None),
        ("kernel", {"present": "1"}, None),
    ],
)
def test_a_link_to_another_page_opens_the_page_of_the_scene_that_it_presents(page, query, opens):
    found = moved_to(page, query)
    assert (found is None) == (opens is None)
    if found:
        assert found[0] == opens[0] and opens[1].items() <= found[1].items()
        assert set(found[1]) - set(opens[1]) <= set(next(s for s in SCENES if s.name == query["scene"]).query)
