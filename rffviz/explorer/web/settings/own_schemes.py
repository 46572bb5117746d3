"""Schemes of one's own, named at the start: `streamlit run app.py -- --sampler package.module:function`.

RFFVIZ_SAMPLERS names them where there is no command line of ours, as under `uvicorn app:app`; commas separate several.
Only the person who starts the explorer can name code to run; nothing a viewer sends is executed.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from functools import cache

from rffviz.samplers import SAMPLERS
from rffviz.samplers.own import is_file_reference, register_own


def references(argv: Sequence[str], named: str = "", option: str = "--sampler") -> list[str]:
    """What an option names among the arguments, which may hold others, and what `named` does, separated by commas.

    When the server starts, Streamlit's own arguments and a "--" may still stand before ours.
    """
    others = list(filter(None, map(str.strip, named.split(","))))
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    parser.add_argument(option, action="append", default=[], dest="named")
    try:
        return [*parser.parse_known_args([word for word in argv if word != "--"])[0].named, *others]
    except argparse.ArgumentError:
        return ["", *others]


def edited() -> list[str]:
    """The schemes to look at for new versions: those of `--watch`, and those in files of `--sampler`."""
    given = references(sys.argv[1:], os.environ.get("RFFVIZ_SAMPLERS", ""))
    return [*references(sys.argv[1:], option="--watch"), *filter(is_file_reference, given)]


@cache
def register_named() -> tuple[str, ...]:
    """Register the schemes named for this process, once, before the parameter table is built.

    Returns
    -------
    tuple of str
        Why the ones that could not be used could not, a sentence each.
    """
    refused = tuple(register_own(references(sys.argv[1:], os.environ.get("RFFVIZ_SAMPLERS", "")), SAMPLERS))
    for reason in refused:
        logging.getLogger("rffviz").error(reason)
    return refused
