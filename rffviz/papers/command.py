"""`python -m rffviz reproduce TABLE`: measure a paper's table here and print it beside the published one."""

from __future__ import annotations

import argparse

from rffviz.papers import error_command, settings_command, table2_command

SUMMARY = "measure a table of the papers here, and print it beside the published one"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The tables, each with its own options."""
    tables = parser.add_subparsers(dest="table", required=True, metavar="TABLE")
    for name, table in error_command.TABLES.items():
        one = tables.add_parser(name, help=table.summary, description=table.summary)
        error_command.add_arguments(one, table)
        one.set_defaults(measure=error_command.run, parser=one)
    for name, command in (("table2", table2_command), ("supervise-settings", settings_command)):
        one = tables.add_parser(name, help=command.SUMMARY, description=command.SUMMARY)
        command.add_arguments(one)
        one.set_defaults(measure=command.run, parser=one)


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Measure what was asked for; 0 where all was measured or refused with a reason, 2 where data are missing."""
    return arguments.measure(arguments, arguments.parser)
