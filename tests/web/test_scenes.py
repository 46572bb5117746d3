"""Every scene opens a page that there is, with settings that it reads; its words keep the answer's numbers out."""

import importlib
import re
from html import escape
from urllib.parse import parse_qsl
from xml.etree import ElementTree

import numpy as np
import pytest

import app as explorer
from rffviz.datasets import load, some_points
from rffviz.explorer.figures.theme import DARK, LIGHT
from rffviz.explorer.web.lecture.notes import notes_document
from rffviz.explorer.web.lecture.thumbnails import FOLDER, drawn, thumbnail
from rffviz.explorer.words.guide import expected
from rffviz.explorer.words.scenes import GROUPS, SCENES
from rffviz.kernels import Gaussian, median_length_scale
from rffviz.measure import error_curve
from rffviz.studies.pairs import kernel_matrices
from rffviz.studies.scaled import scaled_points


def values(page, query):
    """The settings of a link to a page as they are read; raises where one is unknown or cannot be used."""
    return {page.linked.get(name, name): page.settings[name].read(text) for name, text in query.items()}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_scene_opens_a_view_that_reads_its_settings(scene):
    page = importlib.import_module(f"pages.{scene.page}").PAGE
    assert scene.page in explorer.PAGES
    for query in (scene.query, scene.revealed):
        read = values(page, query)
        chosen = page.chosen({page.setting: page.views[0].name, **read})
        known = {*chosen.parameters, *page.choices}
        assert set(read) <= known, f"{scene.name}: {chosen.name} does not read {set(read) - known}"


def test_the_speakers_notes_have_what_the_guide_expects_and_formulas_as_they_are_set():
    _, *sections = notes_document(SCENES).split("<section ")
    for scene, section in zip(SCENES, sections, strict=True):
        awaited, wrong = expected(scene.name)
        assert f"Wait for</b> {escape(awaited)}" in section and len(wrong) >= 2, scene.name
        assert all(f"<li>{escape(each)}</li>" in section for each in wrong), scene.name
        assert "<math" in section and "<code>" not in section and escape(scene.formula) not in section, scene.name
    assert f"Next: Spectrum · {SCENES[2].question}" in sections[1] and "Next:" not in sections[-1].partition("</s")[0]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_scene_asks_shows_and_answers(scene):
    assert scene.question.endswith("?") and scene.group in GROUPS and scene.query
    assert scene.reveal.endswith(".") and scene.look.endswith(".") and scene.formula
    assert 2 <= len(re.findall(r"[.!?](?= |$)", scene.notes)) <= 4
    assert len(scene.guess) != 1 and len(set(scene.guess)) == len(scene.guess)
    assert bool(scene.right) == bool(scene.guess) and set(scene.right) < {*scene.guess, ""}
    assert [scene.judged(vote) for vote in scene.right] == ["right"] * len(scene.right)
    assert scene.judged("my own words") == "" and len(scene.reveal.split()) <= 14
    assert len(re.findall(r"\d+(?!/)", scene.reveal)) <= 1
    assert not re.search(r"\d{2}|\d\.\d", scene.reveal), "the figure says the numbers"
    assert not scene.after or scene.revealed != dict(scene.query)


def test_scenes_differ_and_come_group_by_group():
    assert len(SCENES) == 23 and len({scene.name for scene in SCENES}) == 23
    assert len({(scene.page, tuple(sorted(scene.query.items()))) for scene in SCENES}) == 23
    assert [sum(scene.group == group for scene in SCENES) for group in GROUPS] == [5, 6, 6, 6]
    order = [GROUPS.index(scene.group) for scene in SCENES]
    assert order == sorted(order)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_scene_has_a_small_picture(scene):
    drawing = FOLDER.joinpath(f"{scene.name}.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(drawing)
    assert root.get("viewBox") == "0 0 160 90" and len(root) > 1 and len(drawing) < 50_000
    assert "nan" not in drawing and "href" not in drawing
    light, dark = thumbnail(scene.name, LIGHT), thumbnail(scene.name, DARK)
    themed = any(colour in drawing for colour in (LIGHT.ink, *LIGHT.hues.values()))  # a photograph alone is grey
    assert (light != dark) == themed and all(
        image.startswith('<img class="thumbnail" alt="" src="data:') for image in (light, dark)
    )


def test_no_small_picture_is_left_over():
    assert {path.stem for path in FOLDER.iterdir()} == {scene.name for scene in SCENES}


def test_the_blocks_stand_out_at_the_right_vote_and_not_before():
    scene = next(each for each in SCENES if each.name == "blocks")
    points = some_points(scaled_points(load(scene.query["dataset"])), 60)  # as the page shows them
    found = kernel_matrices(points, Gaussian(float(scene.query["length_scale"])), (1, 2, 4, 8, 16, 20, 32, 64))
    clear = found.contrast / found.rms
    assert clear[0] < 0.5  # at D = 1 there is more than twice as much noise as contrast
    (first,) = found.n_freqs[np.flatnonzero(clear >= 1)[:1]]
    assert 0.4 < first / int(*scene.right) < 2.5 and int(scene.after["n_freqs"]) >= first
    assert scene.after["n_freqs"] == scene.right[0]


def test_the_answers_on_two_settings_show_both():
    for name, setting, both in (
        ("epsilon", "epsilon", {"0.2", "0.1"}),
        ("inputs", "dataset", {"iris", "digits"}),
        ("faster", "dataset", {"moons", "digits"}),
    ):
        scene = next(each for each in SCENES if each.name == name)
        beside = dict(parse_qsl(scene.after["beside"]))
        assert {scene.query[setting], beside.pop(setting)} == both
        assert beside == {each: text for each, text in scene.query.items() if each not in ("view", setting)}


@pytest.mark.release
def test_the_lead_of_sobol_points_is_smaller_with_more_inputs():
    scene = next(each for each in SCENES if each.name == "faster")
    leads = []
    for name in (scene.query["dataset"], dict(parse_qsl(scene.after["beside"]))["dataset"]):
        X = load(name).X[:300]
        kernel = Gaussian(median_length_scale(Gaussian, X))
        names = scene.query["sampler"].split(",")
        carlo, sobol = (error_curve(X, kernel, name, (64, 2048), 3, scene.query["metric"]) for name in names)
        leads.append(carlo.median / sobol.median)
    assert leads[0][0] > leads[1][0] and leads[0][1] > 5 * leads[1][1] > 5 * leads[1][0] and leads[1][1] > 1.5
    assert scene.right == ("less clearly",)


@pytest.mark.slow
def test_no_small_picture_shows_the_answer():
    """What is stored is drawn from the figure as it is asked: `python -m rffviz.explorer.web.lecture.thumbnails`."""
    vectors = FOLDER.joinpath("vectors.svg").read_text(encoding="utf-8")
    scene = next(each for each in SCENES if each.name == "vectors")
    assert vectors == drawn(scene)


@pytest.mark.release
@pytest.mark.parametrize("name", ["blocks", "factor", "worst"])
def test_a_small_picture_has_the_marks_of_its_figure(name):
    """Their places depend on rounding; which marks there are does not."""
    scene = next(each for each in SCENES if each.name == name)
    stored = FOLDER.joinpath(f"{name}.svg").read_text(encoding="utf-8")
    marks, todays = (re.findall(r"<\w+", each) for each in (stored, drawn(scene)))
    assert marks == todays
