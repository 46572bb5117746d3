"""Words in a table that is taken away: names come from files and links, too, and a spreadsheet computes some texts."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"""((?:\A|[,;\t\r\n])[\s"]*)(?P<cell>[=+\-@＝＋－＠][^,;\t\r\n]*)""")


def no_formula(text: str) -> str:
    """`text` as a spreadsheet takes it for text: an apostrophe stands before what it would compute.

    That is what begins with = + - @ or their wide forms, behind spaces and quotes too, at the start and after every
    character that some spreadsheet takes for a separator. Numbers stay as they are.
    """
    return _FORMULA.sub(lambda found: found[0] if _is_number(found["cell"]) else f"{found[1]}'{found['cell']}", text)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
