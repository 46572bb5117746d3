"""Practice specimens as scenes: a number, votes to choose from, and the text shown when the answer is revealed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rffviz.diagnose import DIAGNOSTICS
from rffviz.diagnose.practice import PRACTICE, code, practised, votes
from rffviz.words.numbers import listed
from rffviz.words.scenes import Scene

SPECIMEN = "specimen"  # the setting with the specimen's number
PAGE = "schemes"
NOTHING = "Nothing is wrong"
INVITATION = f"Find the bug: {len(PRACTICE)} schemes, most of them with a mistake"
_VERDICTS = {
    "fault": "A mistake",
    "costly": "Right on average, but costly",
    "fine": NOTHING,
    "design": f"{NOTHING}, and rows depend on each other by design",
}


@dataclass(frozen=True)
class Practice(Scene):
    """A scene whose votes are right or wrong.

    Attributes
    ----------
    right : tuple of str
        The votes that are right.
    code : str
        Python code that makes the specimen.
    """

    right: tuple[str, ...] = ()
    code: str = ""

    def judged(self, guess: str) -> str:
        """The verdict on a vote, right or wrong; empty for words that are not a vote."""
        if guess not in self.guess:
            return ""
        return "right" if guess in self.right else "not so"


@cache
def practice_scenes() -> tuple[Practice, ...]:
    """All of them in the order of their numbers."""
    return tuple(map(_scene, range(1, len(PRACTICE) + 1)))


def _scene(number: int) -> Practice:
    specimen = practised(number)
    found_by = [DIAGNOSTICS[name] for name in specimen.found_by]
    name = specimen.label.partition(": ")[2]
    told = f"{_VERDICTS[specimen.expected]}: {name}. {specimen.explanation}"
    if found_by:
        told += f" Found by {listed([each.lower() for each in found_by])}."
    return Practice(
        name=f"{SPECIMEN}{number}",
        question=f"Specimen {number}: what is wrong with A, if anything?",
        group="Find the bug",
        page=PAGE,
        query={SPECIMEN: str(number)},
        look="",
        reveal=told,
        notes="",
        formula="",
        guess=(*(DIAGNOSTICS[each] for each in votes(number)), NOTHING),
        right=tuple(found_by) or (NOTHING,),
        code=code(number),
    )
