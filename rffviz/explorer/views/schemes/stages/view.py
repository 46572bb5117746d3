"""Stages: at which stage does a scheme go wrong?"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from rffviz.diagnose import Samples, stage_report
from rffviz.explorer.views.schemes.stages.picture import stages_picture
from rffviz.explorer.views.schemes.stages.words import stages_mathematics
from rffviz.explorer.views.schemes.view import Side, diagnostic, samples_of, side_jobs, standing
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.words import refusals
from rffviz.explorer.words.numbers import listed


def stage_jobs(settings: Settings, sides: Mapping[str, Side]) -> dict[tuple[str, str], Job]:
    """The records, with the stages of each side that is drawn by a scheme."""
    found = {letter: side for letter, side in sides.items() if side.stages}
    if without := [letter for letter in sides if letter not in found]:
        st.info(refusals.no_stages(listed(without)), icon=":material/info:")
    return {(letter, "stages"): side.stages for letter, side in found.items()} | side_jobs(settings, found)


def staged(settings: Settings, sides: Mapping[str, Side], given: Mapping) -> Samples:
    """The stages of the sides, with the verdict on their frequencies."""
    letters = standing(sides, given, "report", "stages")
    records = {each: made(stage_report, given[each, "stages"], given[each, "report"]) for each in letters}
    return samples_of(settings, given, letters, records)


VIEW = diagnostic(
    "stages",
    "Stages",
    "At which stage does a scheme go wrong?",
    stages_picture,
    stages_mathematics,
    jobs=stage_jobs,
    read=staged,
)
