"""Claims: does each method do what its paper says?"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from rffviz.papers.claims_again import claims_again
from rffviz.papers.claims_record import ALL as ALL_CLAIMS
from rffviz.papers.claims_record import kept_claims
from rffviz.papers.claims_table import CLAIMS_TABLE
from rffviz.views.papers.claims import words as claims_words
from rffviz.views.papers.claims.mathematics import claims_mathematics
from rffviz.views.papers.claims.picture import claims_picture
from rffviz.web.jobs.job import Job
from rffviz.web.settings.link import Settings
from rffviz.web.view import View, show_view


def claims_job(now: Mapping, found: None) -> Job:
    """The claims, as far as they are kept: the chosen one, measured again where that was asked for, or all."""
    n_again = 0 if now["claim"] == ALL_CLAIMS else now["n_again"]
    return Job(claims_again, "Measuring again …", claim=now["claim"], n_again=n_again)


def show_claims(view: View, now: Settings) -> None:
    """The claims, what measuring the chosen one again takes with a button for it, and the command that does so."""
    show_view(view, now)
    chosen = kept_claims(now["claim"]).shown
    with st.container(key="again"):
        if now["claim"] != ALL_CLAIMS and chosen:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.caption(claims_words.time_needed(chosen[0], CLAIMS_TABLE.n_seeds), width="content")
                for n in (1, CLAIMS_TABLE.n_seeds):
                    said = claims_words.measure_button(n)
                    st.button(said, key=f"again-{n}", on_click=now.put, args=("n_again", n))
        st.caption("In a terminal:")
        st.code(claims_words.command(now["claim"]), language="bash", wrap_lines=True)


VIEW = View(
    "claims",
    "Claims",
    "Does each method do what its paper says?",
    controls=("claim",),
    carried=("n_again",),
    study=claims_job,
    pictures=(claims_picture,),
    mathematics=claims_mathematics,
    show=show_claims,
)
