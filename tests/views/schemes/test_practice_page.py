"""The page on sampling schemes with a specimen to practise on: hidden until it is revealed, and then judged."""

import json
import re
from html import escape

import pytest

from rffviz.diagnose import DIAGNOSTICS, SPECIMENS
from rffviz.diagnose.practice import PRACTICE, practised
from rffviz.explorer.views.schemes.words import STATUS
from rffviz.explorer.words.practice import NOTHING, practice_scenes
from tests.views.opening import opened, turn_to

pytestmark = pytest.mark.slow

NUMBERS = {practised(number).name: number for number in range(1, len(PRACTICE) + 1)}
WRONG, RIGHT = NUMBERS["two_gammas"], NUMBERS["sorted_by_length"]


def practise(number, **query):
    return opened("schemes", specimen=str(number), n_draws="20", **query)


def run(app):
    app.run()
    assert not app.exception and not app.error
    return app


def press(app, key):
    next(each for each in app.button if (each.key or "").partition(" ")[0] == key).click()
    return run(app)


def vote(app, words):
    next(each for each in app.get("button_group") if words in each.options).set_value(words)
    return run(app)


def link(app):
    return {name: value[0] if isinstance(value, list) else value for name, value in app.query_params.items()}


def said(app):
    """All the text that the browser gets, the figures and their alternative text with it."""
    parts = [str(element.proto) for element in app.main] + [str(element.proto) for element in app.sidebar]
    shown = [each.value for kind in (app.title, app.header, app.markdown, app.caption) for each in kind]
    charts = [json.dumps(json.loads(chart.proto.spec)) + chart.proto.alt for chart in app.get("plotly_chart")]
    choices = [option for box in app.selectbox for option in box.options]
    return " ".join((*parts, *shown, *charts, *choices, *(each.proto.body for each in app.get("html"))))


def told(app):
    return " ".join(each.value for each in app.markdown).replace("\\", "")


@pytest.mark.release
@pytest.mark.parametrize("present", [{}, {"present": "1"}], ids=["alone", "presented"])
@pytest.mark.parametrize("view", ["cloud", "field", "bias", "difference"])
def test_nothing_names_or_judges_a_specimen_until_it_is_revealed(view, present):
    app = practise(WRONG, view=view, **present)
    specimen, words = practised(WRONG), said(app)
    assert f"Specimen {WRONG}" in words and "Monte Carlo" in words and app.get("plotly_chart")
    for secret in (
        specimen.name,
        specimen.label,
        "√2",
        specimen.explanation,
        "1 error",
        " errors<",
        "too small",
        "class='chip",
        "checks passed",
        STATUS["costly"],
        "Biased",
        "different distributions",
        "No difference",
        "× that of B",
    ):
        assert secret not in words, secret
    assert (
        not app.latex
        and "cells wordy" not in words
        and not [each for each in app.get("download_button") if "script" in each.label]
    )
    assert [chart.proto.alt.partition(";")[0] for chart in app.get("plotly_chart") if chart.proto.alt] == [
        "A figure whose answer is not shown yet"
    ]
    assert link(app) == {"specimen": str(WRONG), "n_draws": "20"} | present | (
        {} if view == "cloud" else {"view": view}
    )
    shown = said(press(app, "present-reveal" if present else "practice-reveal"))
    headline = "A: frequency norms are "
    headline = "different distributions, in norms" if view == "difference" else headline
    assert link(app)["revealed"] == "1" and headline in shown and app.latex
    assert "√2 forgotten" in told(app) and "cells wordy" in shown and "return " in app.code[0].value


@pytest.mark.daily
@pytest.mark.parametrize("number, verdict", [(WRONG, "An error"), (RIGHT, NOTHING)], ids=["wrong", "right"])
def test_a_vote_is_judged_when_the_answer_is_revealed(number, verdict):
    scene = practice_scenes()[number - 1]
    (right,) = {*scene.guess} & {*scene.right}
    app = practise(number)
    missed = next(each for each in scene.guess if each != right)
    for guess, sign in ((right, "✓"), (missed, "✗")):
        vote(app, guess)
        assert "Your vote" not in said(app) and "✓" not in said(app)
        press(app, "practice-reveal")
        assert told(app).startswith(f"{verdict}: ")
        (votes,) = (each.proto.body for each in app.get("html") if 'class="told"' in each.proto.body)
        assert f"Your vote: {escape(guess)} {sign}</span>" in votes and f"✓ {escape(right)}</span>" in votes
        press(app, "practice-reveal")
    fine = practised(number).name not in SPECIMENS
    press(app, "practice-reveal")
    assert ("no problems found in a and b" in app.header[0].value.lower()) == fine
    if not fine:
        table = next(each.proto.body for each in app.get("html") if "cells wordy" in each.proto.body)
        first = min(DIAGNOSTICS, key=lambda name: table.find(DIAGNOSTICS[name]) % len(table))
        assert first in practised(number).found_by


def test_the_reference_is_named_where_it_is_explained():
    """Under A alone, "Independent draws" would read as the answer."""
    app = practise(WRONG)
    shown = [each.proto.body for each in app.get("html")] + [each.value for each in (*app.caption, *app.markdown)]
    noted = re.sub(r"<[^>]*>", "", " ".join(shown)).replace("\\", "")  # terms carry their meaning in a tag
    assert 0 < noted.count("Independent draws from") == noted.count("Monte Carlo: Independent draws from")


@pytest.mark.release
def test_one_button_leads_to_the_first_one_the_next_one_and_back():
    app = press(opened("schemes", n_draws="20", n_freqs="32"), "practice")
    assert link(app)["specimen"] == "1" and "Specimen 1: " in app.title[0].value.replace("\\", "")
    assert not app.selectbox  # neither schemes nor kernel are chosen
    press(app, "practice-reveal")
    press(app, "practice-next")
    assert link(app)["specimen"] == "2" and "revealed" not in link(app)
    press(app, "practice")
    assert "specimen" not in link(app) and {"A", "B", "Failing cases"} <= {box.label for box in app.selectbox}
    last = press(practise(len(PRACTICE)), "practice-next")
    assert link(last)["specimen"] == "1"


@pytest.mark.release
def test_another_page_asks_its_own_question():
    app = practise(WRONG)
    assert (
        "Specimen" not in turn_to(app, "kernel").title[0].value and app.header[0].value != "The answer is not shown yet"
    )


@pytest.mark.release
@pytest.mark.parametrize("number", ["0x1", "-1", "1.5", str(len(PRACTICE) + 1), "two_gammas"])
def test_a_link_with_another_number_gets_a_notice(number):
    app = opened("schemes", specimen=number, n_draws="3")
    (notice,) = [each.value for each in app.warning]
    assert f"`specimen = {number}` cannot be used: it must be a whole number from 0 to {len(PRACTICE)}" in notice
    assert "Specimen" not in app.title[0].value


def test_the_start_page_leads_there():
    app = opened("start")
    (card,) = [each.proto for each in app.get("page_link") if "Find the bug" in each.proto.label]
    assert "specimen=1" in card.query_string and card.page.endswith("schemes")
