"""Attention cost: from how many tokens on is linear attention faster?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.explorer.views.prediction.attention_cost.picture import attention_cost_picture
from rffviz.explorer.views.prediction.attention_cost.words import attention_cost_mathematics
from rffviz.explorer.views.prediction.view import resolve_n_freqs
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.view import View
from rffviz.studies.attention_cost import attention_cost

_TIMED = (256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536)  # numbers of tokens
_MOST_EXACT = 16_384  # most tokens for timing exact attention: four times the time for twice as many


def attention_cost_job(settings: Mapping, _: None) -> Job:
    """Seconds and memory of attention against the number of tokens, measured live."""
    return Job(
        attention_cost,
        "Timing …",
        n_tokens=_TIMED,
        n_freqs=resolve_n_freqs(settings),
        most_exact=_MOST_EXACT,
        random_state=settings["seed"],
    )


VIEW = View(
    "attention_cost",
    "Attention cost",
    "Beyond how many tokens is linear attention faster?",
    shared=("n_freqs", "seed"),
    jobs=attention_cost_job,
    pictures=(attention_cost_picture,),
    mathematics=attention_cost_mathematics,
)
