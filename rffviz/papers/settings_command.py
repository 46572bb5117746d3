"""`python -m rffviz reproduce supervise-settings`: choose the settings of Table 3, column SUPERVISE, again."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from rffviz.papers.options import at_hand, some_of
from rffviz.papers.supervised import (
    SUPERVISE_GRIDS,
    SUPERVISE_SETTINGS,
    SuperviseSettings,
    choose_supervise_settings,
)

SUMMARY = "Li et al. 2019, Table 3, column SUPERVISE: its settings, chosen again on the training parts"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.add_argument("--dataset", **some_of("dataset", SUPERVISE_GRIDS))
    parser.add_argument("--download", action="store_true", help="fetch data that are not on this machine")


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Choose for the datasets asked for; 0 whether the choices are the stored ones or not, 2 where data are missing."""
    here, missing = at_hand(arguments.dataset, arguments.download)
    start = time.perf_counter()
    for name in here:
        best, tried = choose_supervise_settings(name, 0, _announced(name))
        for settings, error in tried:
            print(f"{name}  held-out error {error:.4g}  {_as_stored(settings)}", file=sys.stderr)
        print(f"[{time.perf_counter() - start:.0f} s]", file=sys.stderr, flush=True)
        stored = SUPERVISE_SETTINGS[name]
        beside = "as stored" if best == stored else f"stored: {_as_stored(stored)}"
        print(f'"{name}": {_as_stored(best)},  # {beside}', flush=True)
    return 2 if missing else 0


def _announced(name: str) -> Iterator[SuperviseSettings]:
    """The grid of a dataset; each of its settings is printed before it is tried."""
    for settings in SUPERVISE_GRIDS[name]:
        print(f"{name}  trying {_as_stored(settings)}", file=sys.stderr, flush=True)
        yield settings


def _as_stored(settings: SuperviseSettings) -> str:
    """As written in the dictionary of settings."""
    return f"SuperviseSettings(decay={settings.decay}, eta={settings.eta}, n_iterations={settings.n_iterations})"
