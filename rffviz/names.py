"""Text from elsewhere, such as the name of a column or a question of the viewer's own, to be shown as text.

Markdown acts on text twice: the parser, which a backslash stops, and what a page does with the words that it found
(links from bare addresses, icons and emoji from `:name:`, arrows from `->`), which no backslash stops.
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
    """`text` on one line without control characters and with nothing left that Markdown or HTML would act on.

    Signs that they would act on are exchanged for others that look like them, one for one; of a longer text the first
    `length` characters are kept. What is disarmed already stays as it is.
    """
    kept = (" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    shown = " ".join("".join(kept).split())[:length].rstrip().translate(_LOOK_ALIKES)
    shown = _WWW.sub(r"\1․", re.sub(r":(?=\S)", "∶", shown))  # a bare address would become a link
    shown = _ADDRESS.sub("＠", _EMPHASIS.sub(lambda found: "＿" * len(found[0]), shown))
    shown = _DASHES.sub(lambda found: "‐" * len(found[0]), shown)
    return _BEGINS_A_BLOCK.sub(lambda found: found[0].translate(_AT_THE_START), shown)


def plain(text: str) -> str:
    """Markdown that shows `text` as it is, on one line: it could bring in pictures and links from elsewhere."""
    joined = _ACTED_ON_LATER.sub(lambda found: found[0] + _JOINER, " ".join(text.split()))
    return "".join(f"\\{sign}" if sign in string.punctuation else sign for sign in joined)


def quoted(text: str, length: int) -> str:
    """`text` as code in Markdown, on one line of at most `length` characters: nothing in it is acted on."""
    line = " ".join(text.replace("`", "'").split())
    line = "".join(sign if sign.isprintable() else "�" for sign in line)
    return f"`{line if len(line) <= length else line[: length - 3] + '…'}`"
