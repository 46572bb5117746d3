"""`python -m rffviz export DIR`: write the scenes as a static site."""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from rffviz.papers.options import some_of
from rffviz.validation import Refusal
from rffviz.words.scenes import SCENES

SUMMARY = "write the scenes of the lecture as a static site, for any web server or none"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.add_argument("folder", metavar="DIR", type=Path, help="where to; a new folder, an empty one or an old site")
    parser.add_argument("--scenes", **some_of("scene", [scene.name for scene in SCENES]))


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Write the site, with a line for each scene."""
    logging.disable(logging.WARNING)  # Streamlit warns of every page that runs without a server
    try:
        from rffviz.web.site.write import write_site  # it imports Streamlit, which the other commands do without

        write_site(arguments.folder, arguments.scenes, say=lambda line: print(line, flush=True))
    except Refusal as reason:
        parser.error(str(reason))
    finally:
        logging.disable(logging.NOTSET)
    return 0
