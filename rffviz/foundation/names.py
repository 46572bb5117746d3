"""Sanitises text from outside, such as a column name or a user's question, for display.

Markdown is processed twice: by the parser, which respects backslashes, and by the page's own replacements (links from
bare addresses, icons and emoji from `:name:`, arrows from `->`), which do not.
"""

from __future__ import annotations

import re
import string
import unicodedata

_LENGTH = 40  # characters of a name
_LOOK_ALIKES = str.maketrans(  # "&" too, since an entity could spell any of the others
    {"<": "‹", ">": "›", "[": "(", "]": ")", "`": "'", "$": "＄", "*": "∗", "\\": "∖", "|": "¦", "~": "∼", "&": "＆"}
)
_AT_THE_START = str.maketrans({"#": "＃", "-": "‐", "+": "＋", "=": "＝", ".": "․", ")": "）"})
_BEGINS_A_BLOCK = re.compile(r"^(#{1,6}|[-+]|=+|[0-9]{1,9}[.)])(?=\s|$)")
_EMPHASIS = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")  # but a_b has none
_DASHES = re.compile(r"(?<!\S)-{2,}(?!\S)")
_WWW, _ADDRESS = re.compile(r"(?i)(www)\."), re.compile(r"(?<=\S)@(?=\S)")
_ACTED_ON_LATER = re.compile(r"(?i):(?=\S)|@(?=\S)|www(?=\.)|(?<!\S)(?:<(?=->|-|=)|[->~](?=[->=]))(?=\S{1,2}(?:\s|$))")
_JOINER = "\u2060"  # no width, and no end of a line


def disarmed(text: str, length: int = _LENGTH) -> str:
    """`text` on one line without control characters and without anything that Markdown or HTML would interpret.

    Special characters are replaced one for one by look-alikes; longer text is truncated to `length` characters.
    Idempotent.
    """
    kept = (" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    shown = " ".join("".join(kept).split())[:length].rstrip().translate(_LOOK_ALIKES)
    shown = _WWW.sub(r"\1․", re.sub(r":(?=\S)", "∶", shown))  # a bare address would become a link
    shown = _ADDRESS.sub("＠", _EMPHASIS.sub(lambda match: "＿" * len(match[0]), shown))
    shown = _DASHES.sub(lambda match: "‐" * len(match[0]), shown)
    return _BEGINS_A_BLOCK.sub(lambda match: match[0].translate(_AT_THE_START), shown)


def plain(text: str) -> str:
    """Markdown that shows `text` literally, on one line; unescaped, it could embed images and links."""
    joined = _ACTED_ON_LATER.sub(lambda match: match[0] + _JOINER, " ".join(text.split()))
    return "".join(f"\\{sign}" if sign in string.punctuation else sign for sign in joined)


def quoted(text: str, length: int) -> str:
    """`text` as Markdown code, on one line of at most `length` characters."""
    line = " ".join(text.replace("`", "'").split())
    line = "".join(sign if sign.isprintable() else "�" for sign in line)
    return f"`{line if len(line) <= length else line[: length - 3] + '…'}`"
