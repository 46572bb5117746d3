"""Attention: which features may take the place of exp(q·k)?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets.images import grey_image
from rffviz.explorer.views.prediction.attention.picture import attention_picture
from rffviz.explorer.views.prediction.attention.words import attention_mathematics
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.view import View
from rffviz.studies.attention import attend

_HEIGHT = 64  # of a photograph in pixels, each of which is a token
_FREQS = (16, 32, 64, 128, 256, 512, 1024)


def attention_job(settings: Mapping, _: None) -> Job:
    """Attention over the patches of a noisy photograph, exact and through four kinds of features."""
    pixels = made(grey_image, settings["photo"], _HEIGHT)
    asked = {"temperature": settings["attention_temperature"], "n_freqs": _FREQS, "random_state": settings["seed"]}
    return Job(attend, "Computing attention …", pixels=pixels, **asked)


VIEW = View(
    "attention",
    "Attention",
    "Which features may take the place of exp(q·k)?",
    controls=("photo", "attention_temperature"),
    shared=("seed",),
    scrub="attention_freqs",
    jobs=attention_job,
    pictures=(attention_picture,),
    mathematics=attention_mathematics,
)
