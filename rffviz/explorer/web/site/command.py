"""`python -m rffviz export DIR`: write the scenes as a static site."""

from __future__ import annotations

import argparse
import errno
import logging
from pathlib import Path

from rffviz.explorer.web.server.serve import EXPLORER
from rffviz.explorer.words.scenes import SCENES
from rffviz.foundation.file_content import file_content
from rffviz.foundation.validation import Refusal
from rffviz.papers.options import some_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.add_argument("folder", metavar="DIR", type=Path, help="where to; a new folder, an empty one or an old site")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--scenes", **some_of("scene", [scene.name for scene in SCENES]))
    which.add_argument("--deck", metavar="FILE", type=Path, help="the scenes of a lecture that was saved on Start")


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Write the site, with a line for each scene."""
    logging.disable(logging.WARNING)  # Streamlit warns of every page that runs without a server
    try:
        from rffviz.explorer.web.settings.own_schemes import register_named

        register_named()
        from rffviz.explorer.web.lecture.deck import MOST_BYTES, read_file
        from rffviz.explorer.web.server.page_list import hand_over, pages_in
        from rffviz.explorer.web.site.write import write_site

        hand_over(lambda: pages_in(EXPLORER / "pages"))
        scenes = [scene for scene in SCENES if scene.name in arguments.scenes]
        if arguments.deck is not None:
            try:
                scenes = read_file(file_content(arguments.deck, MOST_BYTES))
            except OSError as reason:
                parser.error(f"deck must be a file that can be read, got {str(arguments.deck)!r}: {reason.strerror}.")
        write_site(arguments.folder, scenes, say=lambda line: print(line, flush=True))
    except OSError as reason:
        if reason.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EPIPE):
            raise
        parser.error(f"DIR must be a folder that can be written, got {str(arguments.folder)!r}: {reason.strerror}.")
    except Refusal as reason:
        parser.error(str(reason))
    finally:
        logging.disable(logging.NOTSET)
    return 0
