"""Words that are shown are the field's: none of those that the table of CONTRIBUTING.md replaces."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.diagnose.every_sentence import every_sentence
from tests.test_house import nodes

ROOT = Path(__file__).parent.parent
_ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| `(.+)` \|$", re.MULTILINE)


def _replaced() -> dict[re.Pattern, str]:
    """What is refused → the field's word, from the table in CONTRIBUTING.md."""
    section = (ROOT / "CONTRIBUTING.md").read_text().partition("## Words\n")[2].partition("\n## ")[0]
    return {re.compile(pattern.replace(r"\|", "|")): word for _, word, pattern in _ROW.findall(section)}


REPLACED = _replaced()
ANY = re.compile("|".join(pattern.pattern for pattern in REPLACED))


def _literals(path: Path) -> Iterator[tuple[int, str]]:
    """Lines of string literals of more than one word, docstrings included, with their numbers."""
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield from enumerate(node.value.splitlines(), node.lineno)


def _shown(path: Path) -> Iterator[tuple[int, str]]:
    """Lines and words of a file that readers see."""
    if path.suffix == ".py":
        yield from _literals(path)
        return
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        yield from enumerate(line for cell in json.loads(text)["cells"] for line in cell["source"])
    else:
        yield from enumerate(text.splitlines(), 1)


def _old_words(words: str) -> list[str]:
    if not ANY.search(words):
        return []
    return [f"“{found[0]}”: say {word}" for pattern, word in REPLACED.items() if (found := pattern.search(words))]


FILES = sorted(
    {
        *(ROOT / "rffviz").rglob("*.py"),
        *(ROOT / "rffviz").rglob("*.md"),
        *(ROOT / "rffviz").rglob("*.ipynb"),
        ROOT / "rffviz/papers/attributions.tsv",
        *(ROOT / "pages").glob("*.py"),
        *(ROOT / "docs").glob("*.md"),
        ROOT / "README.md",
    }
)


def test_the_table_is_read():
    assert len(REPLACED) >= 20 and any("distribution" in word for word in REPLACED.values())
    assert _old_words("The lengths follow their law.") and not _old_words("The norms match the target distribution.")


def test_words_shown_are_the_fields():
    found = [
        f"{path.relative_to(ROOT)}:{line}: {old}"
        for path in FILES
        for line, words in _shown(path)
        for old in _old_words(words)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("number", [1, 2])
def test_what_verdicts_say_is_the_fields(number):
    """With its numbers, since a file holds the pieces between them alone."""
    said = {code: (each.whole, each.short, *each.cells) for code, each in every_sentence(number).items()}
    found = [f"{code}: {old}" for code, texts in said.items() for words in texts for old in _old_words(words)]
    assert len(said) > 170 and not found, "\n".join(found)
