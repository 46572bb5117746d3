"""Safe text for exported tables: names come from files and links, and spreadsheets run some texts as formulas."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"""((?:\A|[,;\t\r\n])[\s"]*)(?P<cell>[=+\-@＝＋－＠][^,;\t\r\n]*)""")


def no_formula(text: str) -> str:
    """`text` made safe for spreadsheets: an apostrophe precedes anything that would be run as a formula.

    That is anything that begins with = + - @ or their full-width forms, after optional spaces and quotes, at the start
    or after any character that some spreadsheet treats as a separator. Numbers are unchanged.
    """
    return _FORMULA.sub(lambda match: match[0] if _is_number(match["cell"]) else f"{match[1]}'{match['cell']}", text)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
