"""What several views of this page share: their settings, data and jobs."""

from __future__ import annotations

from rffviz.web.settings.table import SHAPES

SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256, 512, 1024, 2048)
KERNEL = ("kernel", *SHAPES, "length_scale")


def drawn(now):
    """What both ask for: the numbers of frequencies, the seed and the scale of the density."""
    sizes = sorted({*SIZES, now["n_freqs"]})
    return {"n_freqs": sizes, "random_state": now["seed"], "scale": now["density_scale"]}
