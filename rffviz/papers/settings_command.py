"""`python -m rffviz reproduce supervise-settings`: choose the settings of column SUPERVISE again, beside the stored."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from rffviz.papers.options import at_hand, names
from rffviz.papers.supervised import (
    SUPERVISE_GRIDS,
    SUPERVISE_SETTINGS,
    SuperviseSettings,
    choose_supervise_settings,
)

SUMMARY = "Li et al. 2019, Table 3, column SUPERVISE: its settings, chosen again on the training parts"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.add_argument(
        "--dataset",
        type=names("dataset", SUPERVISE_GRIDS),
        default=list(SUPERVISE_GRIDS),
        help=f"one or several of {', '.join(SUPERVISE_GRIDS)} with commas between, or all (default)",
    )
    parser.add_argument("--download", action="store_true", help="fetch data that are not on this machine")


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Choose for the datasets asked for; 0 whether the choices are the stored ones or not, 2 where data are missing."""
    here, missing = at_hand(arguments.dataset, arguments.download)
    start = time.perf_counter()
    for name in here:
        best, tried = choose_supervise_settings(name, 0, _told(name))
        for settings, error in tried:
            print(f"{name}  held-out error {error:.4g}  {_said(settings)}", file=sys.stderr)
        print(f"[{time.perf_counter() - start:.0f} s]", file=sys.stderr, flush=True)
        stored = SUPERVISE_SETTINGS[name]
        beside = "as stored" if best == stored else f"stored: {_said(stored)}"
        print(f'"{name}": {_said(best)},  # {beside}', flush=True)
    return 2 if missing else 0


def _told(name: str) -> Iterator[SuperviseSettings]:
    """The grid of a dataset, each of its settings named before it is tried."""
    for settings in SUPERVISE_GRIDS[name]:
        print(f"{name}  trying {_said(settings)}", file=sys.stderr, flush=True)
        yield settings


def _said(settings: SuperviseSettings) -> str:
    """As it stands in the dictionary of settings."""
    return f"SuperviseSettings(decay={settings.decay}, eta={settings.eta}, n_iterations={settings.n_iterations})"
