"""Image: which length scale reproduces a photograph?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets.images import grey_image
from rffviz.explorer.views.prediction.image.picture import image_picture
from rffviz.explorer.views.prediction.image.words import image_mathematics
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_hand
from rffviz.explorer.web.settings.schemes import resolve_scheme
from rffviz.explorer.web.view import View
from rffviz.studies.image import image_fit

_SCALES = (0.03, 0.1, 0.02, 0.2, 0.05, 0.01, 0.5, 0.005)  # length scales of a photograph, from the middle outward
_HEIGHT = 80  # height of a photograph in pixels


def image_job(settings: Mapping, _: None) -> Job:
    """A photograph learned at several length scales."""
    asked = resolve_scheme(
        settings, resolve_kernel_by_hand(settings, 2).with_length_scale(1.0), 2, (settings["photo_freqs"],)
    )
    asked["n_freqs"] = asked["n_freqs"][0]
    pixels = made(grey_image, settings["photo"], _HEIGHT)
    words = "Learning the photograph …"
    return Job(image_fit, words, pixels=pixels, length_scales=_SCALES, ridge=settings["photo_ridge"], **asked)


VIEW = View(
    "image",
    "Image",
    "Which length scale reproduces a photograph?",
    controls=("photo", "photo_ridge"),
    options=("scheme",),
    shared=("kernel", "photo_freqs", "seed"),
    scrub="image_length",
    formerly={"n_freqs": "photo_freqs", "ridge": "photo_ridge"},
    jobs=image_job,
    pictures=(image_picture,),
    mathematics=image_mathematics,
)
