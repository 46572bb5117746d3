"""What several views of this page share: their settings, data and jobs."""

from __future__ import annotations

from rffviz.explorer.web.settings.table import SCRUBBED


def drawn(settings):
    """Arguments of both studies: the numbers of frequencies, the seed and the scale of the density."""
    sizes = sorted({*SCRUBBED, settings["n_freqs"]})
    return {"n_freqs": sizes, "random_state": settings["seed"], "scale": settings["density_scale"]}
