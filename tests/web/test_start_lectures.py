"""Start offers two ready lectures: each link presents its scene in the lecture's order."""

import pathlib

import pytest
from streamlit.testing.v1 import AppTest

from rffviz.explorer.web.lecture.deck import link_text
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words.scenes import SCENES, SHORT_LECTURE, Scene
from rffviz.foundation.names import plain

ROOT = pathlib.Path(__file__).parents[2]
NAMED = {scene.name: scene for scene in SCENES}
OWN = Scene("own1", "Mine?", "Your lecture", "start", {"waves": "4"}, "", "", "", "")


def opened(**query):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=200)
    app.query_params.update(query)
    return run(app)


def run(app):
    app.run()
    assert not app.exception and not app.error
    return app


def asked(app, name):
    held = app.query_params.get(name, "")
    return held if isinstance(held, str) else held[-1]


def test_the_short_lecture_takes_45_minutes_with_its_closing():
    assert len(SHORT_LECTURE) == 10 and set(SHORT_LECTURE) < set(NAMED)
    assert sum(SHORT_LECTURE.values()) + 1 == 45


@pytest.mark.release
def test_start_links_to_each_scene_of_the_short_lecture_and_to_the_long_one():
    keys = [each.key for each in opened().button if each.key and each.key.startswith("lecture-")]
    assert keys == ["lecture-start", *(f"lecture-short-{name}" for name in SHORT_LECTURE), "lecture-long"]
    (menu,) = [each for each in opened().get("popover") if each.proto.popover.label == "A lecture of 45 or 90 minutes"]
    assert [each.key for each in menu.button] == keys[1:]
    labels = [each.label for each in menu.button]
    assert labels[0] == "1 Cost · 5 min" and labels[2] == "3 Spectrum · 4 min"


@pytest.mark.release
@pytest.mark.parametrize(
    ("key", "name", "place"),
    [("start", "cost", "1 of 10"), ("short-edges", "edges", "9 of 10"), ("long", "cost", "1 of 23")],
)
def test_a_link_presents_its_scene_in_its_lecture(key, name, place):
    app = opened()
    app.button(key=f"lecture-{key}").click()
    run(app)
    assert asked(app, "present") == "1" and asked(app, "scene") == name
    names = [scene.name for scene in TABLE["deck"].read(asked(app, "deck"))]
    assert names == ([] if key == "long" else list(SHORT_LECTURE))
    assert app.title[0].value == plain(NAMED[name].question) and place in [each.value for each in app.markdown]


@pytest.mark.release
def test_a_ready_lecture_does_not_lose_ones_own():
    app = opened(deck=link_text([OWN]))
    app.button(key="lecture-short-bell").click()
    run(app)
    app.button(key="present-leave").click()
    next(each for each in run(app).button if each.label == "Back to your own scenes").click()
    assert TABLE["deck"].read(asked(run(app), "deck")) == (OWN,)
    assert "Back to your own scenes" not in [each.label for each in app.button]
