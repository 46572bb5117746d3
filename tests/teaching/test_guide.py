"""The instructor's guide: what it names exists, its links open what they say, and it states no number of its own."""

import ast
import importlib
import json
import re
from urllib.parse import parse_qsl, urlsplit

import app as explorer
from rffviz.__main__ import COMMANDS
from rffviz.explorer.web.lecture.present import PRESENT, SCENE
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words.guide import expected
from rffviz.explorer.words.scenes import CLOSING, SCENES, SHORT_LECTURE
from rffviz.teaching import CHECKS
from rffviz.teaching.command import materials

GUIDE = materials()[0].read_text(encoding="utf-8")
BY_NAME = {scene.name: scene for scene in SCENES}
LINKS = [(words, urlsplit(address)) for words, address in re.findall(r"\[([\w ]+)\]\((\S+?)\)", GUIDE)]


def section(title):
    (found,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", GUIDE, flags=re.M | re.S)
    return found


def plan(minutes):
    """(minutes, words of the scene's column) of the rows of a plan."""
    rows = re.findall(r"^\| (\d+) \| (.*?) \| (.*?) \| (.*?) \|$", section(f"{minutes} minutes"), flags=re.M)
    return [(int(row[0]), re.sub(r"\[(\w+)\].*", r"\1", row[1])) for row in rows]


def test_the_plans_take_as_long_as_they_say_and_follow_the_order_of_their_lecture():
    order = list(BY_NAME)
    for minutes in (45, 90):
        rows = plan(minutes)
        assert sum(taken for taken, _ in rows) == minutes
        scenes = [name for _, name in rows if name in BY_NAME]
        if minutes == 45:
            assert [(name, taken) for taken, name in rows[:-1]] == list(SHORT_LECTURE.items())  # what Start opens
            assert rows[-1] == (1, "close") and CLOSING in section("45 minutes")
        else:
            assert scenes == sorted(set(scenes), key=order.index) and len(scenes) == 17
        assert {name for _, name in rows} - set(order) <= {"opening", "close"}
        left_out = re.findall("`(.*?)`", re.search(r"\*\*Short of time:\*\*(.*?)\.", section(f"{minutes} minutes"))[1])
        assert set(left_out) <= {name for _, name in rows}


def test_links_open_the_scene_that_they_name_presented():
    seen = 0
    for words, address in LINKS:
        query, page = dict(parse_qsl(address.query)), address.path.strip("/") or "start"
        assert address.netloc == "127.0.0.1:8501" and page in explorer.PAGES
        if words in BY_NAME:
            scene = BY_NAME[words]
            assert page == scene.page and query == {**scene.query, PRESENT: "1", SCENE: scene.name}
            seen += 1
        settings = TABLE | importlib.import_module(f"pages.{page}").PAGE.settings
        for name, text in query.items():
            settings[name].read(text)  # raises where the page could not
    assert seen == 27 and len(LINKS) == 29


def test_every_scene_has_its_notes():
    notes = re.findall(r"^### (\w+)\n\n> (.*?)\n(.*?)(?=^### |\Z)", section("Scene by scene"), flags=re.M | re.S)
    assert [(name, question) for name, question, _ in notes] == [(scene.name, scene.question) for scene in SCENES]
    for name, _, text in notes:
        assert len(re.findall(r"^- “.*” → .*\.$", text, flags=re.M)) >= 2, name
        assert re.search(r"^\*\*Wait for\*\* \w.*\.$", text, flags=re.M), name
        awaited, wrong = expected(name)  # what the speaker's notes show
        assert len(wrong) >= 2 and f"**Wait for** {awaited}\n" in text.replace("`", ""), name
        assert text.count("→") == len(wrong) and all(f"- {each}\n" in text.replace("`", "") for each in wrong), name
        assert re.search(r"^\*\*Short of time\*\* [A-Z].*\.$", text, flags=re.M), name
    assert expected("own1") == ("", ())


def test_what_it_names_exists():
    notebooks = [path.stem for path in materials() if path.parent.name == "exercises"]
    known = {*BY_NAME, *notebooks, *CHECKS, *explorer.PAGES}
    keys = {
        "←": "ArrowLeft",
        "→": "ArrowRight",
        "R": "r",
        "space": '" "',
        "F": "f",
        "Esc": "Escape",
        "O": "o",
        "A": "a",
    }
    commands = {"streamlit run app.py", "?present=1", "rffviz --room"}
    for name in set(re.findall("`(.+?)`", GUIDE)) - {*keys, "N"} - commands - known:
        command = re.fullmatch(r"python -m rffviz (\w+) \w+", name)
        assert command and command[1] in COMMANDS, name
    script = (materials()[0].parents[1] / "explorer" / "web" / "components" / "keys.js").read_text(encoding="utf-8")
    assert [key for key, code in keys.items() if f" {code}: " not in script] == []
    notes = materials()[0].parents[1] / "explorer" / "web" / "site" / "scene.js"
    assert PRESENT in TABLE and re.search(r"\bn: .*notes", notes.read_text(encoding="utf-8"))


def test_exercises_ask_for_what_their_row_says():
    rows = re.findall(r"^\| (★+) `(\w+)` \| (.*?) \|", section("Exercises"), flags=re.M)
    exercises = [path for path in materials() if path.parent.name == "exercises"]
    assert [name for _, name, _ in rows] == [path.stem for path in exercises]
    for path, (stars, name, functions) in zip(exercises, rows, strict=True):
        book = json.loads(path.read_text(encoding="utf-8"))
        asked = [
            ast.parse("".join(cell["source"])).body[0].name
            for cell in book["cells"]
            if "fill-in" in cell["metadata"].get("tags", ())
        ]
        assert re.findall(r"`(\w+)`", functions) == asked, name
        assert "".join(book["cells"][0]["source"]).startswith(f"# {len(stars)} {stars} ")


def test_it_states_no_number_of_its_own():
    """What is left without links, code, the questions of scenes, numbers of lists, rows' minutes and the reading."""
    text = GUIDE[: GUIDE.index("## Reading")]
    text = re.sub(r"\]\(\S+?\)|`.+?`|^> .*$|^\d\. |^\| \d+ ", "", text, flags=re.M)
    text = re.sub(r"\b(45|90) minutes|of 45 or of 90", "", text)
    lines = [line for line in text.splitlines() if re.search(r"\d", line)]
    vectors = [line for line in lines if line.startswith(("- “0, since", "- “1, since"))]  # its choices
    assert BY_NAME["vectors"].guess[:2] == ("0", "1") and len(vectors) == 2
    assert [line for line in lines if line not in vectors] == []
