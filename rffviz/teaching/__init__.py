"""Teaching with the explorer: an instructor's guide, exercises as notebooks, and the checks that the notebooks call."""

from rffviz.teaching.attempt import Mark
from rffviz.teaching.checks import CHECKS, check

__all__ = ["CHECKS", "Mark", "check"]
