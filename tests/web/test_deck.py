"""A lecture of one's own: saved and read back, held by a link, and refused by the place that cannot be shown."""

import json
import pathlib
import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from rffviz.explorer.web.lecture import deck
from rffviz.explorer.web.lecture.deck import (
    GROUP,
    LONGEST_LINK,
    MOST_BYTES,
    MOST_SCENES,
    checked,
    file_text,
    link_text,
    read_file,
)
from rffviz.explorer.web.settings.parameters import Unusable
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words.answers import Scale
from rffviz.explorer.words.scenes import SCENES, Scene
from rffviz.foundation.validation import Refusal

ROOT = pathlib.Path(__file__).parents[2]
OWN = Scene(
    name="own1",
    question="Which $D$ is [enough](https://example.org)?",
    group=GROUP,
    page="convergence",
    query={"view": "matrices", "n_freqs": "8"},
    look="",
    reveal="The one – of course!",
    notes="Wait.\nThen ask again.",
    formula=r"\omega^2",
    guess=("eight", "more"),
    after={"n_freqs": "64"},
    slider=Scale(1, 64, log=True, title="D"),
)
PLAIN = {"name": "own1", "question": "Why?", "page": "start", "query": {}}
BELL, KINK = (next(scene for scene in SCENES if scene.name == name) for name in ("bell", "kink"))


def packed(data):
    return urlsafe_b64encode(zlib.compress(json.dumps(data).encode())).decode().rstrip("=")


def opened(page="start", **query):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=200)
    app.query_params.update(query)
    if page != "start":
        app.switch_page(str(ROOT / f"pages/{page}.py"))
    return run(app)


def run(app):
    app.run()
    assert not app.exception and not app.error
    return app


def lecture_of(app):
    """The lecture that the link holds."""
    return TABLE["deck"].read(asked(app, "deck"))


def asked(app, name):
    """What the link holds, which may be a list."""
    held = app.query_params.get(name, "")
    return held if isinstance(held, str) else held[-1]


def button(app, key):
    return next(each for each in app.button if (each.key or "").partition(" ")[0] == key or each.label == key)


@pytest.mark.parametrize("scenes", [(), (OWN,), (KINK, OWN, BELL), SCENES], ids=len)
def test_a_lecture_survives_its_file_and_its_link(scenes):
    assert read_file(file_text(scenes).encode()) == scenes
    assert TABLE["deck"].read(TABLE["deck"].write(scenes)) == scenes


def test_built_in_scenes_are_short_in_a_link_and_many_words_stay_out_of_it():
    assert len(link_text(SCENES)) < 250
    words = [f"{n} " + " ".join(hex(hash((n, k)))[2:] for k in range(100)) for n in range(MOST_SCENES)]
    long = tuple(replace(OWN, name=f"own{n + 1}", notes=words[n]) for n in range(MOST_SCENES))
    assert link_text(long) == "" and read_file(file_text(long).encode()) == long


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"query": {"wavs": "1"}}, r"scene 2, field `query`: must hold settings of its page alone, got `wavs`\."),
        ({"query": {"waves": "x"}}, r"scene 2, field `query`: waves must be a whole number from 1 to 2,048, got `x`\."),
        ({"query": {"waves": 1}}, r"scene 2, field `query`: waves must be text, got `1`\."),
        ({"query": {"present": "1"}}, r"scene 2, field `query`: must hold settings of its page alone"),
        ({"after": []}, r"scene 2, field `after`: must be a table of settings"),
        ({"page": "nowhere"}, r"scene 2, field `page`: must be one of start, .*, got `nowhere`\."),
        ({"page": None}, r"scene 2, field `page`: must be one of"),
        ({"question": " "}, r"scene 2, field `question`: must be a sentence, got none\."),
        ({"question": "a" * 201}, r"scene 2, field `question`: must be text of at most 200 characters, got 201\."),
        ({"question": ["a"]}, r"scene 2, field `question`: must be text"),
        ({"question": "a\u0007"}, r"scene 2, field `question`: must be text without control characters\."),
        ({"notes": "\ud800"}, r"scene 2, field `notes`: must be text without control characters\."),
        ({"notes": "a" * 2001}, r"scene 2, field `notes`: must be text of at most 2,000 characters"),
        ({"guess": ["a"] * 7}, r"scene 2, field `guess`: must be a list of at most 6 votes, got 7\."),
        ({"guess": "ab"}, r"scene 2, field `guess`: must be a list"),
        ({"guess": ["a" * 61]}, r"scene 2, field `guess`: must be text of at most 60 characters"),
        ({"formula": r"\href{x}"}, r"scene 2, field `formula`: cannot be set: latex must use"),
        ({"formula": r"\big"}, r"scene 2, field `formula`: cannot be set: the formula ends too early\."),
        ({"name": "own0"}, r"scene 2, field `name`: must be own1, own2, … and no other"),
        ({"name": "own1"}, r"scene 2, field `name`: must be own1, own2, … and no other"),
        ({"slider": [1, 9]}, r"scene 2, field `slider`: must be a table of low, high, log, title"),
        ({"slider": {"low": 1, "high": 9, "html": ""}}, r"scene 2, field `slider`: must be a table of low"),
        ({"slider": {"low": 9, "high": 1}}, r"scene 2, field `slider`: must have numbers low < high"),
        ({"slider": {"low": True, "high": 9}}, r"scene 2, field `slider`: must have numbers low < high"),
        ({"slider": {"low": 1, "high": float("nan")}}, r"scene 2, field `slider`: must have numbers low < high"),
        ({"slider": {"low": 0, "high": 9, "log": True}}, r"scene 2, field `slider`: must have log true or false"),
        ({"curve": "a" * 61}, r"scene 2, field `curve`: must be text of at most 60 characters"),
        ({"draws": 1}, r"scene 2, field `draws`: must be true or false"),
        ({"draws": True}, r"scene 2, field `draws`: needs page kernel, its view spectrum, with kernel gaussian or"),
        ({"html": ""}, r"scene 2, field `html`: must be one of name, question"),
    ],
)
def test_a_scene_that_cannot_be_shown_is_refused_by_its_place(change, said):
    with pytest.raises(Refusal, match=f"^{said}"):
        checked([PLAIN, PLAIN | {"name": "own2"} | change])


@pytest.mark.parametrize(
    ("scenes", "said"),
    [
        ("bell", "scenes must be a list of at most 40 scenes, got `bell`"),
        (["bell"] * 41, "scenes must be a list of at most 40 scenes, got 41"),
        (["bell", "bell"], "scene 2, field `name`: must be another scene than those before, got `bell`"),
        (["bull"], "scene 1, field `name`: must be one of cost, bell"),
        ([7], "scene 1 must be a name or a table of fields, got `7`"),
    ],
)
def test_other_lists_are_refused(scenes, said):
    with pytest.raises(Refusal, match=f"^{said}"):
        checked(scenes)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"no json", "lecture must be a JSON file"),
        (b"\xff\xfe", "lecture must be a JSON file"),
        (b"[" * 100_000, "lecture must be a JSON file"),
        (b"[]", 'lecture must be a JSON file with the format "rffviz lecture"'),
        (b" " * (MOST_BYTES + 1), "lecture must be a file of at most 200 kB, got 200 kB"),
        (b'{"format": "rffviz lecture", "version": 2, "scenes": []}', "version must be 1, got `2`"),
        (b'{"format": "rffviz lecture", "version": 1}', "scenes must be a list"),
    ],
)
def test_other_files_are_refused(content, said):
    with pytest.raises(Refusal, match=f"^{said}"):
        read_file(content)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("!", "it must be a lecture in at most 6,000 characters"),
        ("a" * (LONGEST_LINK + 1), "it must be a lecture in at most 6,000 characters"),
        ("abcd", "it must be a whole lecture"),
        ("a", "it must be a whole lecture"),
        (link_text([OWN])[:-4], "it must be a whole lecture"),
        (packed("a" * 5_000_000)[:LONGEST_LINK], "it must be a whole lecture"),
        (packed(["bull"]), "in it, scene 1, field `name`: must be one of"),
        (packed([PLAIN | {"page": "x"}]), "in it, scene 1, field `page`: must be one of"),
    ],
)
def test_other_links_are_refused(text, said):
    with pytest.raises(Unusable, match=f"^{said}"):
        TABLE["deck"].read(text)


def test_names_stay_free_and_few():
    assert deck.free_name([OWN, BELL]) == "own2" and deck.free_name([]) == "own1"


@pytest.mark.slow
def test_a_view_becomes_a_scene_which_is_edited_moved_and_removed():
    app = opened("prediction", view="line", n_freqs="7", n_train="10", deck=link_text([BELL]))
    question = app.title[0].value
    button(app, "Add to lecture").click()
    (_, mine) = lecture_of(run(app))
    assert (mine.name, mine.question, mine.page) == ("own1", question, "prediction")
    assert mine.query == {"n_freqs": "7", "n_train": "10"}

    app = opened(deck=link_text([BELL, mine]))
    next(each for each in app.text_input if each.label == "Question").set_value("Mine?")
    next(each for each in app.text_area if each.label.startswith("Votes")).set_value("one\n\n ✓ two ")
    button(app, "Save").click()
    kept = replace(mine, question="Mine?", guess=("one", "two"), right=("two",))
    assert lecture_of(run(app)) == (BELL, kept)
    button(app, "lecture-up-own1").click()
    assert lecture_of(run(app)) == (kept, BELL)
    app.selectbox(key="lecture-built-in").select("kink")
    assert lecture_of(run(app)) == (kept, BELL, KINK)
    button(app, "lecture-remove-bell").click()
    assert lecture_of(run(app)) == (kept, KINK)
    next(each for each in app.text_input if each.label == "Question").set_value(" ")
    button(app, "Save").click()
    assert lecture_of(run(app)) == (kept, KINK)
    assert [each.value for each in app.warning] == ["scene 1, field `question`: must be a sentence, got none."]


@pytest.mark.release
def test_a_presentation_walks_through_the_lecture_in_its_order():
    app = opened("convergence", present="1", scene="own1", deck=link_text([KINK, OWN, BELL]), **OWN.query)
    assert "\\$D\\$ is \\[enough\\]" in app.title[0].value  # words of a link stay words
    assert "2 of 3" in [each.value for each in app.markdown]
    button(app, "present-reveal").click()
    run(app)
    assert asked(app, "n_freqs") == "64" and lecture_of(app) == (KINK, OWN, BELL)
    assert "of course" in app.title[0].value
    app = opened("start", present="1", scene="own9", deck=link_text([OWN]))
    assert app.title[0].value.startswith("Random") and not app.warning  # not in it: the page as it is
    app = opened("kernel", present="1", scene="kink", deck=link_text([OWN]), **KINK.query)
    assert f"3 of {len(SCENES)}" in [each.value for each in app.markdown]


@pytest.mark.release
def test_a_lecture_lasts_while_links_without_it_are_opened():
    app = opened(deck=link_text([OWN]))
    app.query_params.clear()
    app.query_params.update({"waves": "4"})
    assert lecture_of(run(app)) == (OWN,) and asked(app, "waves") == "4"
    app.query_params["deck"] = "nonsense"  # read when the app is opened, and then no more
    assert lecture_of(run(app)) == (OWN,) and not app.warning
    (said,) = (each.value for each in opened(deck="nonsense").warning)
    assert said.startswith("The link's `deck = nonsense` cannot be used: it must be a whole lecture")


def test_a_lecture_saved_earlier_names_its_views_as_today():
    earlier = PLAIN | {"page": "adaptive", "query": {"lesson": "numbers"}, "after": {"lesson": "answers", "seed": "1"}}
    (scene,) = deck.checked([earlier])
    assert scene.query == {"view": "landmarks"} and scene.after == {"view": "from_labels", "seed": "1"}
    gone = PLAIN | {
        "page": "prediction",
        "query": {"use": "unlabelled"},
        "after": {"view": "unsupervised", "seed": "1"},
    }
    (scene,) = deck.checked([gone])
    assert scene.query == {"view": "surfaces"} and scene.after == {"view": "surfaces", "seed": "1"}
    with pytest.raises(Refusal, match="scene 1, field `after`"):  # it would leave the page
        deck.checked([earlier | {"after": {"view": "norms"}}])


def test_votes_may_say_which_is_right_and_need_not():
    votes = {"guess": ["one", "two"]}
    (earlier,), (judged,) = deck.checked([PLAIN | votes]), deck.checked([PLAIN | votes | {"right": ["two"]}])
    assert earlier.right == () and earlier.judged("two") == ""
    assert judged.right == ("two",) and judged.judged("two") == "right" and judged.judged("one") == "wrong"
    assert read_file(file_text([judged]).encode()) == (judged,)
    with pytest.raises(Refusal, match="scene 1, field `right`: must be votes of field `guess`, got `three`"):
        deck.checked([PLAIN | votes | {"right": ["three"]}])


def test_a_scene_of_ones_own_lets_the_class_draw():
    query = {"view": "spectrum", "kernel": "laplacian", "length_scale": "2"}
    (scene,) = checked([PLAIN | {"page": "kernel", "query": query, "draws": True}])
    asked = scene.asked(None)
    assert (asked.kind, asked.kernel, asked.length_scale, asked.x.high) == ("draw", "laplacian", 2.0, 2.0)
    assert read_file(file_text([scene]).encode()) == (scene,)
    with pytest.raises(Refusal, match=r"^scene 1, field `draws`: needs page kernel"):
        checked([PLAIN | {"page": "kernel", "query": query | {"kernel": "matern"}, "draws": True}])
    with pytest.raises(Refusal, match=r"its view spectrum"):
        checked([PLAIN | {"page": "kernel", "query": query | {"view": "spectrum_plane"}, "draws": True}])
