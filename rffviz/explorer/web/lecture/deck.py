"""A viewer's own lecture: an ordered list of scenes, in a file or a link, read by one validator."""

from __future__ import annotations

import base64
import binascii
import json
import re
import unicodedata
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from rffviz.explorer.web.server.page_list import pages
from rffviz.explorer.web.settings.parameters import Choice, Parameter, Unusable
from rffviz.explorer.web.site.mathml import mathml
from rffviz.explorer.words.answers import Scale
from rffviz.explorer.words.scenes import SCENES, Scene
from rffviz.foundation.names import quoted
from rffviz.foundation.validation import Refusal, listed
from rffviz.studies.class_draws import DISTRIBUTIONS

GROUP = "Your lecture"  # group of the viewer's own scenes
MOST_SCENES, MOST_BYTES, LONGEST_LINK = 40, 200_000, 6_000
MOST_VOTES = 6
MOST_CHARACTERS = {
    "question": 200,
    "vote": 60,
    "look": 300,
    "reveal": 400,
    "notes": 2_000,
    "formula": 300,
    "curve": 60,
}  # most characters
_FORMAT, _VERSION = "rffviz lecture", 1
_OWN = re.compile(r"own([1-9][0-9]?)")
_SLIDER = ("low", "high", "log", "title")
_BUILT_IN = {scene.name: scene for scene in SCENES}
_FIELDS = (
    "name",
    "question",
    "page",
    "query",
    "after",
    "guess",
    "right",
    "look",
    "reveal",
    "notes",
    "formula",
    "slider",
    "curve",
    "draws",
)


def file_text(scenes: Sequence[Scene]) -> str:
    """The text of the file that holds these scenes: JSON, the built-in ones by name."""
    held = {"format": _FORMAT, "version": _VERSION, "scenes": [_held(scene) for scene in scenes]}
    return json.dumps(held, ensure_ascii=False, indent=1) + "\n"


def read_file(content: bytes) -> tuple[Scene, ...]:
    """The scenes of a file.

    Raises
    ------
    Refusal
        For content that is too large, not JSON, of another format or version, or with an invalid scene: one sentence
        that names the position.
    """
    if len(content) > MOST_BYTES:
        raise Refusal(f"lecture must be a file of at most {MOST_BYTES // 1000} kB, got {len(content) / 1000:,.0f} kB.")
    try:
        data = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise Refusal("lecture must be a JSON file that was saved here, got something else.") from None
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise Refusal(f'lecture must be a JSON file with the format "{_FORMAT}", got {_got(data)}.')
    if data.get("version") != _VERSION:
        raise Refusal(f"version must be {_VERSION}, got {_got(data.get('version'))}.")
    return checked(data.get("scenes"))


def link_text(scenes: Sequence[Scene]) -> str:
    """The scenes in a link: deflated JSON in base64url; empty if they are too many for a link."""
    if not scenes:
        return ""
    held = json.dumps([_held(scene) for scene in scenes], ensure_ascii=False, separators=(",", ":"))
    text = base64.urlsafe_b64encode(zlib.compress(held.encode(), 9)).decode().rstrip("=")
    return text if len(text) <= LONGEST_LINK else ""


def checked(scenes: Any) -> tuple[Scene, ...]:
    """Scenes from plain data; refused with the number of the scene and the name of its field."""
    if not isinstance(scenes, list) or len(scenes) > MOST_SCENES:
        got = f"{len(scenes)}" if isinstance(scenes, list) else _got(scenes)
        raise Refusal(f"scenes must be a list of at most {MOST_SCENES} scenes, got {got}.")
    made: list[Scene] = []
    for number, data in enumerate(scenes, 1):
        taken = [scene.name for scene in made]
        made.append(_built_in(number, data, taken) if isinstance(data, str) else _own(number, data, taken))
    return tuple(made)


def free_name(scenes: Sequence[Scene]) -> str:
    """A name for a scene that is added."""
    taken = {scene.name for scene in scenes}
    return next(name for i in range(1, MOST_SCENES + 2) if (name := f"own{i}") not in taken)


def view_label(scene: Scene) -> str:
    """The label of the view that a scene shows."""
    views = next(page.views for page in pages() if page.name == scene.page)
    return next((view.label for view in views if view.name == scene.query.get("view")), views[0].label)


def next_words(following: Scene | None) -> str:
    """The view and the question of the scene that follows, for the speaker; empty after the last one."""
    return f"Next: {view_label(following)} · {following.question}" if following else ""


class Lecture(Parameter):
    """The viewer's own scenes; none by default. Buttons set it, not a widget of its own."""

    def read(self, text):
        if not text:
            return ()
        if len(text) > LONGEST_LINK or not re.fullmatch(r"[A-Za-z0-9_-]+", text):
            raise Unusable(
                f"it must be a lecture in at most {LONGEST_LINK:,} characters, as a link of this page holds it"
            )
        try:
            inflate = zlib.decompressobj()
            held = inflate.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), MOST_BYTES)
            if not inflate.eof:
                raise ValueError
            data = json.loads(held.decode())
        except (ValueError, RecursionError, zlib.error, binascii.Error):
            raise Unusable("it must be a whole lecture, and a part of it is missing or changed") from None
        try:
            return checked(data)
        except Refusal as reason:
            raise Unusable(f"in it, {str(reason).removesuffix('.')}") from None

    def write(self, value):
        return link_text(value)

    def draw(self, key, start, **options):
        raise TypeError("a lecture has no widget")


class SceneName(Choice):
    """The name of a scene, which may be one of the viewer's own."""

    def read(self, text):
        return text if _OWN.fullmatch(text) else super().read(text)


def _moved_to(page: Any, query: Any) -> tuple[str, dict[str, str]] | None:
    """As `Page.moved_to`, for what a file names as its page and query."""
    named = next((each for each in pages() if each.name == page), None)
    return named.moved_to(query) if named and isinstance(query, Mapping) else None


@cache
def settings_of_pages() -> Mapping[str, Mapping[str, Parameter]]:
    """The settings that each page's links may hold, by the page's name."""
    return {page.name: page.settings for page in pages()}


def _held(scene: Scene) -> str | dict[str, Any]:
    if _BUILT_IN.get(scene.name) == scene:
        return scene.name
    return plain_data(scene)


def plain_data(scene: Scene) -> dict[str, Any]:
    """The fields of a scene that are not empty, as JSON holds them."""
    held = {name: getattr(scene, name) for name in _FIELDS}
    if scene.slider:
        held["slider"] = {name: getattr(scene.slider, name) for name in _SLIDER}
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in held.items() if value}


def _built_in(number: int, name: str, taken: Sequence[str]) -> Scene:
    if name not in _BUILT_IN or name in taken:
        what = "another scene than those before" if name in taken else f"one of {', '.join(_BUILT_IN)}"
        raise _refused(number, "name", f"must be {what}, got {_got(name)}")
    return _BUILT_IN[name]


def _own(number: int, data: Any, taken: Sequence[str]) -> Scene:
    if not isinstance(data, dict):
        raise Refusal(f"scene {number} must be a name or a table of fields, got {_got(data)}.")
    for field in data:
        if field not in _FIELDS:
            raise _refused(number, field, f"must be one of {', '.join(_FIELDS)}")
    name = data.get("name")
    if not isinstance(name, str) or not (own := _OWN.fullmatch(name)) or int(own[1]) > MOST_SCENES + 1 or name in taken:
        raise _refused(number, "name", f"must be own1, own2, … and no other scene's, got {_got(name)}")
    page, query = _moved_to(data.get("page"), data.get("query")) or (data.get("page"), data.get("query", {}))
    after = data.get("after", {})
    if (moved := _moved_to(page, after)) and moved[0] == page:  # a reveal stays on its page
        after = moved[1]
    settings = settings_of_pages()
    if not isinstance(page, str) or page not in settings:
        raise _refused(number, "page", f"must be one of {', '.join(settings)}, got {_got(page)}")
    texts = {field: _text(number, field, data.get(field, "")) for field in ("question", "look", "reveal", "formula")}
    if not texts["question"]:
        raise _refused(number, "question", "must be a sentence, got none")
    try:
        mathml(texts["formula"])
    except (Refusal, IndexError) as reason:
        said = str(reason).removesuffix(".") if isinstance(reason, Refusal) else "the formula ends too early"
        raise _refused(number, "formula", f"cannot be set: {said}") from None
    return Scene(
        name=name,
        group=GROUP,
        page=page,
        query=_settings(number, "query", query, settings[page]),
        after=_settings(number, "after", after, settings[page]),
        guess=(votes := _votes(number, "guess", data.get("guess", []))),
        right=_right(number, votes, data.get("right", [])),
        slider=_slider(number, data.get("slider")),
        curve=_text(number, "curve", data.get("curve", "")),
        draws=_draws(number, data.get("draws", False), page, query),
        notes=_text(number, "notes", data.get("notes", "")),
        **texts,
    )


def _text(number: int, field: str, text: Any, most: int = 0) -> str:
    most = most or MOST_CHARACTERS[field]
    if not isinstance(text, str) or len(text) > most:
        got = f"{len(text):,}" if isinstance(text, str) else _got(text)
        raise _refused(number, field, f"must be text of at most {most:,} characters, got {got}")
    lines = [" ".join(line.split()) for line in (text.splitlines() if field == "notes" else [text])]
    text = "\n".join(lines).strip()
    if any(unicodedata.category(sign) in ("Cc", "Cs") and sign != "\n" for sign in text):
        raise _refused(number, field, "must be text without control characters")
    return text


def _right(number: int, votes: Sequence[str], right: Any) -> tuple[str, ...]:
    for vote in (right := _votes(number, "right", right)):
        if vote not in votes:
            raise _refused(number, "right", f"must be votes of field `guess`, got {_got(vote)}")
    return right


def _slider(number: int, slider: Any) -> Scale | None:
    if slider is None:
        return None
    if not isinstance(slider, Mapping) or set(slider) - set(_SLIDER):
        raise _refused(number, "slider", f"must be a table of {listed(_SLIDER)}, got {_got(slider)}")
    low, high, log = slider.get("low"), slider.get("high"), slider.get("log", False)
    if not all(type(end) in (int, float) and abs(end) < 1e12 for end in (low, high)) or low >= high:
        raise _refused(number, "slider", f"must have numbers low < high, got {_got((low, high))}")
    if type(log) is not bool or (log and low <= 0):
        raise _refused(number, "slider", f"must have log true or false, and low above 0 if true, got {_got(log)}")
    return Scale(low, high, log, _text(number, "slider", slider.get("title", ""), MOST_CHARACTERS["vote"]))


def _draws(number: int, draws: Any, page: str, query: Mapping[str, str]) -> bool:
    if type(draws) is not bool:
        raise _refused(number, "draws", f"must be true or false, got {_got(draws)}")
    seen = page == "kernel" and query.get("view", "spectrum") == "spectrum"
    if draws and not (seen and query.get("kernel") in DISTRIBUTIONS and "length_scale" in query):
        asked = f"with kernel {' or '.join(DISTRIBUTIONS)} and a length_scale in its query"
        raise _refused(number, "draws", f"needs page kernel, its view spectrum, {asked}")
    return draws


def _votes(number: int, field: str, votes: Any) -> tuple[str, ...]:
    if not isinstance(votes, list | tuple) or len(votes) > MOST_VOTES:
        got = str(len(votes)) if isinstance(votes, list | tuple) else _got(votes)
        raise _refused(number, field, f"must be a list of at most {MOST_VOTES} votes, got {got}")
    words = [_text(number, field, vote, MOST_CHARACTERS["vote"]) for vote in votes]
    return tuple(dict.fromkeys(word for word in words if word))


def _settings(number: int, field: str, query: Any, table: Mapping[str, Parameter]) -> dict[str, str]:
    if not isinstance(query, Mapping):
        raise _refused(number, field, f"must be a table of settings, got {_got(query)}")
    for name, text in query.items():
        if name not in table:
            raise _refused(number, field, f"must hold settings of its page alone, got {_got(name)}")
        try:
            if not isinstance(text, str):
                raise Unusable("it must be text")
            table[name].read(text)
        except Unusable as reason:
            raise _refused(number, field, f"{name} {str(reason).removeprefix('it ')}, got {_got(text)}") from None
    # by the names of today; what links call the choice of a view today rules over earlier names
    names = sorted(query, key=lambda name: name == table[name].link)
    return {table[name].link or name: _today(table[name], query[name]) for name in names}


def _today(parameter: Parameter, text: str) -> str:
    """The text of a link, with the name of a view as it is today."""
    return parameter.write(parameter.read(text)) if parameter.link else text


def _refused(number: int, field: str, reason: str) -> Refusal:
    return Refusal(f"scene {number}, field {_got(field)}: {reason}.")


def _got(value: Any) -> str:
    return quoted(str(value), 40)
