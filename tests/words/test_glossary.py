"""The glossary: every term is used by some text of the pages, is explained once, and is found as a whole word."""

import ast
import html
import re
from pathlib import Path

import pytest

import rffviz
from rffviz.explorer.words.glossary import GLOSSARY, marked
from rffviz.kernels import KERNELS
from rffviz.samplers import SAMPLERS
from tests.diagnose.every_sentence import every_sentence

PACKAGE = Path(rffviz.__file__).parent
SPEAKING = [
    *(path for path in sorted((PACKAGE / "explorer" / "words").rglob("*.py")) if path.name != "glossary.py"),
    *(path for name in ("figures", "views") for path in sorted((PACKAGE / "explorer" / name).rglob("*.py"))),
    *sorted((PACKAGE.parent / "pages").glob("*.py")),
    *(
        PACKAGE / name
        for name in (
            "explorer/web/settings/table.py",
            "foundation/notes.py",
            "diagnose/wording.py",
            "papers/claims.py",
            "papers/table3.py",
            "studies/contenders.py",
        )
    ),
]


TERMS = {html.escape(said): term for term, said in GLOSSARY.items()}


def terms_in(texts):
    """The terms marked in the texts, in order of first appearance."""
    return list(dict.fromkeys(TERMS[said] for text in texts for said in re.findall(r'title="([^"]*)"', marked(text))))


def texts():
    """All that the pages can say: the strings of the files that speak, less their docstrings."""
    yield from (f"the scheme {scheme.label}" for scheme in SAMPLERS.values())
    yield from (text for number in (1, 2) for said in every_sentence(number).values() for text in said[:2])
    for path in SPEAKING:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        silent = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
                yield node.value


@pytest.mark.release
def test_every_term_is_used_by_some_text():
    used = set(terms_in(text for text in texts() if " " in text))
    assert [term for term in GLOSSARY if term not in used] == []


@pytest.mark.parametrize("term", GLOSSARY)
def test_an_explanation_is_one_sentence_or_two_and_explains_no_other_term_again(term):
    said = GLOSSARY[term]
    assert said[0].isupper() and said.endswith(".") and len(said) < 200
    assert 1 <= said.replace("et al. ", "").count(". ") + 1 <= 3
    assert terms_in([term]) == [term]


def test_no_term_is_explained_twice():
    small = [term.casefold() for term in GLOSSARY]
    assert len(set(small)) == len(small) == len(set(GLOSSARY.values()))
    for other in small:
        assert f"{other}s" not in small and f"{other[:-1]}ies" not in small


def test_terms_are_found_as_whole_words_in_their_order():
    assert terms_in(["Two frequencies of a kernel", "the kernel again, σ_p², and ridge"]) == [
        "frequency",
        "kernel",
        "σ_p",
        "ridge",
    ]
    assert terms_in(["kernel ridge, lawful networks, ε-close"]) == ["kernel ridge"]
    assert terms_in([]) == []


def test_terms_can_be_reached_by_keyboard_and_texts_cannot_break_out():
    line = marked('k-means of k-means <i> "a"')
    assert line.count("<abbr") == 1 and 'class="term" tabindex="0"' in line and html.escape(GLOSSARY["k-means"]) in line
    assert line.endswith("&lt;i&gt; &quot;a&quot;") and marked("") == ""


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
def test_kernels_are_written_in_latex_alone(kernel):
    assert kernel.formula.isascii() and "$" not in kernel.formula
