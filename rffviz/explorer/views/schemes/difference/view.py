"""Difference: do A and B have the same distribution, and which has the smaller error?"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from rffviz.diagnose import compare, nearest
from rffviz.diagnose.practice import compare_practised
from rffviz.explorer.views.schemes.difference.picture import difference_picture, difference_table
from rffviz.explorer.views.schemes.difference.words import difference_mathematics
from rffviz.explorer.views.schemes.view import DRAWING, Side, diagnostic, report_against
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.work import progress_bar, watch
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.words import refusals
from rffviz.explorer.words.practice import SPECIMEN
from rffviz.samplers import SAMPLERS
from rffviz.samplers.own import OwnScheme

_COMPARING = "Comparing with all schemes …"


def difference_job(settings: Settings, sides: Mapping[str, Side]) -> Job | dict:
    """The comparison of A with B; none if one is missing or their dimensions differ."""
    if len(sides) < 2:
        return {}
    seeds = {"seeds": settings["n_draws"], "random_state": settings["seed"]}
    if settings[SPECIMEN]:
        return Job(compare_practised, DRAWING, number=settings[SPECIMEN], **seeds)
    a, b = sides["A"], sides["B"]
    if a.d != b.d:
        st.info(refusals.other_dimensions(a.d, b.d), icon=":material/info:")
        return {}
    sizes = {"d": a.d, "n_freqs": settings["n_freqs"]}
    given = {"X": b.X if a.X is None else a.X, "abouts": (a.about, b.about)}
    both = {"scheme": a.scheme, "reference": b.scheme, "kernel": a.report.arguments["kernel"]}
    if isinstance(SAMPLERS.get(settings["a"]), OwnScheme):
        offer_nearest(settings, Job(nearest, _COMPARING, scheme=a.scheme, kernel=both["kernel"], **sizes, **seeds))
    return Job(compare, DRAWING, **both, **sizes, **seeds, **given)


def offer_nearest(settings: Settings, job: Job) -> None:
    """The button that makes the scheme of the library that A is nearest to B."""
    if st.button("Set B to the nearest scheme", icon=":material/compare_arrows:", key="nearest"):
        with progress_bar(job.says) as bar:
            *_, last = watch([job], bar)
        settings.put("b", last.known[0].name)
        st.rerun()


VIEW = diagnostic(
    "difference",
    "Difference",
    "Do A and B have the same distribution, and which has the smaller error?",
    difference_picture,
    difference_mathematics,
    jobs=difference_job,
    read=lambda settings, sides, record: record,
    pictures=(difference_picture, difference_table),
    mathematics=difference_mathematics,
    drafts=True,
    formerly_named=("against",),
    exports=report_against,
)
