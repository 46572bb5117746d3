"""What several views of this page share: their settings, data and jobs."""

from __future__ import annotations

from rffviz.web.settings.table import SHAPES

SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256, 512, 1024, 2048)
KERNEL = ("kernel", *SHAPES, "length_scale")
