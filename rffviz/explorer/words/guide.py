"""What the instructor's guide says of each scene, for the speaker's notes."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files


@cache
def _sections() -> dict[str, str]:
    text = files("rffviz").joinpath("teaching", "guide.md").read_text(encoding="utf-8").replace("`", "")
    return dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", text, flags=re.M | re.S))


def expected(name: str) -> tuple[str, tuple[str, ...]]:
    """What to wait for at a scene, and wrong answers with their replies; empty for scenes that the guide lacks."""
    text = _sections().get(name, "")
    awaited = re.search(r"^\*\*Wait for\*\* (.*)$", text, flags=re.M)
    return awaited[1] if awaited else "", tuple(re.findall(r"^- (“.*)$", text, flags=re.M))
