"""Practice specimens as scenes: a number, votes to choose from, and the text shown when the answer is revealed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rffviz.diagnose import DIAGNOSTICS
from rffviz.diagnose.practice import PRACTICE, code, practised, votes
from rffviz.explorer.words.numbers import listed
from rffviz.explorer.words.scenes import Scene

SPECIMEN = "specimen"  # the setting with the specimen's number
PAGE = "schemes"
NOTHING = "Nothing is wrong"
INVITATION = f"Find the bug: {len(PRACTICE)} schemes, most of them with a bug"
HYPOTHESES = {  # what a diagnostic finds, as a vote; rows of a correct scheme may depend on each other by design
    "reproducibility": "The seed does not determine the draw as it should",
    "extremes": "Extreme norms are wrong",
    "rows": "Rows repeat",
    "weights": "The weights are wrong",
    "radius": "Frequency norms are wrong",
    "mean": "A non-zero mean biases the estimate",
    "scale": "A coordinate has the wrong scale",
    "correlations": "Coordinates are correlated",
    "directions": "Some directions are too frequent",
    "coupling": "Norms depend on directions",
    "dependence": "Frequencies depend on each other by mistake",
    "phases": "The phases are wrong",
    "variance": "Unbiased, with higher variance",
}
_VERDICTS = {
    "fault": "An error",
    "costly": "Unbiased, but with higher variance",
    "fine": NOTHING,
    "design": f"{NOTHING}, and frequencies depend on each other as intended",
}


@dataclass(frozen=True)
class Practice(Scene):
    """A scene with the code of its specimen.

    Attributes
    ----------
    code : str
        Python code that makes the specimen.
    """

    code: str = ""


@cache
def practice_scenes() -> tuple[Practice, ...]:
    """All of them in the order of their numbers."""
    return tuple(map(_scene, range(1, len(PRACTICE) + 1)))


def _scene(number: int) -> Practice:
    specimen = practised(number)
    name = specimen.label.partition(": ")[2]
    told = f"{_VERDICTS[specimen.expected]}: {name}. {specimen.explanation}"
    if specimen.found_by:
        told += f" Detected by {listed([DIAGNOSTICS[name].lower() for name in specimen.found_by])}."
    return Practice(
        name=f"{SPECIMEN}{number}",
        question=f"Specimen {number}: what is wrong with A, if anything? B is a correct reference.",
        group="Find the bug",
        page=PAGE,
        query={SPECIMEN: str(number)},
        look="",
        reveal=told,
        notes="",
        formula="",
        guess=(*(HYPOTHESES[each] for each in votes(number)), NOTHING),
        right=(HYPOTHESES[specimen.found_by[0]],) if specimen.found_by else (NOTHING,),
        code=code(number),
    )
