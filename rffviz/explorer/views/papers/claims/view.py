"""Claims: are the claims of each method's paper confirmed here?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.explorer.views.papers.claims.picture import LOOKS, claims_picture, rows
from rffviz.explorer.views.papers.claims.words import claims_mathematics, short_data
from rffviz.explorer.views.papers.view import offer_again
from rffviz.explorer.views.papers.words import command, measure_button, time_needed
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.view import View, show_view
from rffviz.papers.claims_record import ALL as ALL_CLAIMS
from rffviz.papers.claims_record import CLAIMS_TABLE, claims_again, kept_claims


def claims_job(settings: Mapping, data: None) -> Job:
    """The stored claims: all, or the chosen one, measured again if requested."""
    n_again = 0 if settings["claim"] == ALL_CLAIMS else settings["n_again"]
    return Job(claims_again, "Measuring again …", claim=settings["claim"], n_again=n_again)


def choose_claim(settings: Settings, row: int) -> bool:
    """A click on a dot opens its claim, a click there shows all again."""
    all_shown = settings["claim"] == ALL_CLAIMS
    settings.put("claim", rows(kept_claims(ALL_CLAIMS))[row].claim if all_shown else ALL_CLAIMS)
    return True


def show_claims(view: View, settings: Settings) -> None:
    """The claims, a button to measure the chosen one again with the time needed, and the equivalent command."""
    show_view(view, settings)
    data, options, time = kept_claims(settings["claim"]), [], ""
    if data.chosen != ALL_CLAIMS:
        options.append(f"--methods {data.chosen}")
        time = time_needed(data.one.seconds, CLAIMS_TABLE.n_seeds, several=True) if data.one else ""
    buttons = {n: measure_button(n) for n in (1, CLAIMS_TABLE.n_seeds)}
    offer_again(settings, command(CLAIMS_TABLE.name, *options), time, buttons)


VIEW = View(
    "claims",
    "Claims",
    "Are the claims of each method's paper confirmed here?",
    controls=("claim",),
    carried=("n_again",),
    jobs=claims_job,
    pictures=(claims_picture,),
    compares=False,
    mathematics=claims_mathematics,
    click=(tuple(map(short_data, LOOKS)), choose_claim),
    show=show_claims,
)
