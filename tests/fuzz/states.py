"""States of pages: settings of a view within their ranges, as a link gives them, and what it computes of them."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from importlib import import_module
from typing import Any

import streamlit as st

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.parameters import Choice, Flag, Number, Several, Whole
from rffviz.explorer.web.settings.table import TABLE
from rffviz.foundation.validation import Refusal

PAGES = ("start", "kernel", "features", "convergence", "schemes", "adaptive", "prediction")
LARGE = ("mnist01", "covtype", "adult", "kddcup")  # that no machine has by itself
_SECONDS, _CLOCK = 2.0, 10.0  # of this processor, and of work in another process: then it is left, as by a viewer


class _Now(dict):
    """What a view reads of the settings."""

    def holds(self, query: str) -> bool:
        """Whether a failing case is shown."""
        return False

    def query(self, *left_out: str) -> str:
        """The link's query, which a few views keep."""
        return ""


def states(rng: random.Random) -> None:
    """A legal state of a view: its jobs end, are refused in a sentence, or are left; a record has its pictures."""
    page = import_module(f"pages.{rng.choice(PAGES)}").PAGE
    view = rng.choice([view for view in page.views if view.jobs is not None and view.show is None] or [None])
    if view is None:
        raise Refusal("the page must have a view with a study.")
    readers = TABLE | page.choices
    now = _Now({name: parameter.default for name, parameter in readers.items()})
    if page.chooser:
        now[page.setting] = view.name
    for name in view.parameters:
        if rng.random() < 0.3 and (value := _some(rng, TABLE[name])) is not None:
            now[name] = TABLE[name].read(TABLE[name].write(value))
    started, clock = time.process_time(), time.monotonic()
    st.cache_resource.clear()
    found = view.draw_inputs(now)
    jobs = view.jobs(now, found)
    records = []
    for job in [jobs] if isinstance(jobs, Job) else list(jobs.values() if hasattr(jobs, "values") else jobs or ()):
        record = None
        for progress in job.steps():
            if progress is not None and progress.record is not None:
                record = progress.record
            if time.process_time() - started > _SECONDS or time.monotonic() - clock > _CLOCK:
                return
        records.append(record)
    if not records or not view.enough(records):
        return
    if isinstance(jobs, Job):
        whole: Any = records[0]
    else:
        whole = dict(zip(jobs, records, strict=True)) if hasattr(jobs, "values") else records
    seen = view.read(now, found, whole)
    seen = replace(seen, shown=now[view.scrub]) if view.scrub else seen
    for picture in view.pictures:
        drawn = picture(seen, LIGHT)
        assert drawn.title and drawn.alt and drawn.csv(), view.name


def _some(rng: random.Random, parameter: Any) -> Any:
    """A value that its control offers; None where there is none to choose."""
    match parameter:
        case Flag():
            return rng.random() < 0.5
        case Whole():
            return rng.choice((parameter.low, parameter.high, rng.randint(parameter.low, parameter.high)))
        case Number():
            return rng.choice((parameter.low, parameter.high, rng.uniform(parameter.low, parameter.high)))
        case Choice():
            return rng.choice([name for name in parameter.options if name not in LARGE])
        case Several():
            return tuple(rng.sample(list(parameter.options), rng.randint(1, min(3, len(parameter.options)))))
    return None
