"""Every source that the package names by number stands in one list, and says so where it was looked up in no text."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import rffviz
from rffviz.explorer.views.papers.claims.words import claims_words
from rffviz.papers.attributions import ATTRIBUTIONS, CHECKED, MARK, NOT_VERIFIED, SECONDARY, SIMULATED
from rffviz.papers.claims import CLAIMS
from rffviz.papers.claims_record import CLAIMS_TABLE, kept_claims

PACKAGE = Path(rffviz.__file__).parent
DOCS = PACKAGE.parent / "docs"
KINDS = "theorem proposition lemma corollary claim definition table figure algorithm section equation appendix".split()
NUMBER = r"\(?(?:\d+(?:\.\d+)*|[A-Z]\b)\)?(?: \((?!\d)[^()]*\))?"
ITEM = re.compile(rf"\b({'|'.join(KINDS)})(?:s|es)? ({NUMBER}(?:(?:, | and | to | or ){NUMBER})*)", re.IGNORECASE)
NAME = r"[A-ZÀ-Ž][\w'’\-]+"
CITATION = re.compile(
    rf"((?:{NAME}(?: {NAME})?(?:, | & | and ))*{NAME}(?: {NAME})?(?: et al\.)?),? \(?((?:19|20)\d\d)\b"
)


@cache
def texts(module):
    """The strings of a module, f-strings joined with a gap for what they are given, in single spaces."""
    tree = ast.parse((PACKAGE / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
    joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    parts = {part for node in joined for part in node.values}
    found = ["".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values) for node in joined]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in parts:
            found.append(node.value)
    return [" ".join(text.split()) for text in found]


def modules():
    paths = [path.relative_to(PACKAGE).with_suffix("") for path in PACKAGE.rglob("*.py")]
    return sorted(".".join(path.parts) for path in paths if path.name != "attributions")


def numbers(text):
    """{("theorem", "2.8"), ("theorem", "2.10")} of "theorems 2.8 (Hoeffding) and 2.10"."""
    found = set()
    for item in ITEM.finditer(text):
        plain = re.sub(r" \((?!\d)[^()]*\)", "", item[2])
        each = re.findall(r"\d+(?:\.\d+)*|\b[A-Z]\b", plain)
        if re.fullmatch(r"\d+ to \d+", plain):
            each = [str(number) for number in range(int(each[0]), int(each[1]) + 1)]
        found |= {(item[1].lower(), number) for number in each}
    return found


def same(citation, source):
    """Whether both are one source: the year, the first author, and the second where both name one."""
    ours, theirs = (re.split(r", | & | and | et al\.| (?=\d{4}$)", each) for each in (citation, source))
    if ours[-1] != theirs[-1] or ours[0].split()[0] != theirs[0].split()[0]:
        return False
    return " et al." in citation + source or ours[1] == theirs[1]


def cited(text):
    """Each numbered statement of a text with the citation it follows, or None, and the text up to the next citation."""
    citations = list(CITATION.finditer(text))
    for item in ITEM.finditer(text):
        before = [one for one in citations if one.end() <= item.start()]
        after = [one.start() for one in citations if one.start() > item.end()]
        between = re.sub(r'"[^"]*"', "", text[before[-1].end() : item.start()]) if before else ";"
        follows = not re.search(r";|\. ", between)
        name = f"{before[-1][1]} {before[-1][2]}" if follows else None
        yield name, numbers(item[0]), text[item.start() : min(after, default=len(text))]


def entries(module, citation=None):
    return [one for one in ATTRIBUTIONS if module in one.where and (not citation or same(citation, one.source))]


def everything():
    return [(module, text) for module in modules() for text in texts(module)]


@pytest.mark.release
def test_every_numbered_statement_and_every_source_is_listed():
    for module, text in everything():
        for citation, named, _ in cited(text):
            listed = {each for one in entries(module, citation) for each in numbers(one.what)}
            assert named <= listed, (citation, named - listed, module, text)
        source = re.search(r"\bSources?(?: of [a-z ]+)?: (.*)$", text)
        for found in CITATION.finditer(source[1] if source else ""):
            assert entries(module, f"{found[1]} {found[2]}"), (found[0], module, text)


@pytest.mark.release
def test_what_was_looked_up_in_no_text_says_so_beside_its_number():
    for module, text in everything():
        for citation, named, said in cited(text):
            found = [one for one in entries(module, citation) if citation and named & numbers(one.what)]
            if found and not any(one.looked_up for one in found):
                assert MARK in said, (citation, named, module, text)


@pytest.mark.slow
def test_an_entry_leads_to_modules_and_tests_that_exist():
    for one in ATTRIBUTIONS:
        assert one.status in (CHECKED, SECONDARY, SIMULATED, NOT_VERIFIED)
        assert bool(one.against) == (one.status != NOT_VERIFIED) and (one.checked or not one.against), one
        for module in one.where:
            named = [each for text in texts(module) for each in cited(text)]
            ours = [found for citation, found, _ in named if citation is None or same(citation, one.source)]
            assert numbers(one.what) <= set().union(*ours), (one, module)
        if one.status == SIMULATED:
            path, name = one.against.split("::")
            assert f"def {name}(" in (PACKAGE.parent / path).read_text(encoding="utf-8"), one


def test_entries_are_listed_once():
    named = [(one.source, one.what, module) for one in ATTRIBUTIONS for module in one.where]
    assert len(named) == len(set(named))


@pytest.mark.slow
def test_there_is_one_wording():
    others = re.compile("from " + "memory|un" + "verified", re.IGNORECASE)
    for path in (*PACKAGE.rglob("*"), *DOCS.rglob("*")):
        if path.suffix in (".py", ".rst", ".md", ".ipynb", ".tsv", ".js"):
            assert not others.search(path.read_text(encoding="utf-8")), path


@pytest.mark.release
def test_every_claim_has_its_entry_and_says_where_it_was_looked_up_in_no_text():
    kept = {one.claim for one in kept_claims().judged}
    for claim in CLAIMS.values():
        assert [one.source for one in ATTRIBUTIONS if one.what == f"claim {claim.name}"] == [claim.source]
        assert (MARK in CLAIMS_TABLE.notes[claim.name]) == (not claim.looked_up)
        if claim.name in kept:
            assert (MARK in claims_words(kept_claims(claim.name))["subtitle"]) == (not claim.looked_up)
    (said,) = [note for note in claims_words(kept_claims())["notes"] if note.startswith(MARK.capitalize())]
    for name in kept:
        assert (CLAIMS[name].method in said) == (not CLAIMS[name].looked_up)


def test_the_site_shows_the_list():
    page = (DOCS / "sources.md").read_text(encoding="utf-8")
    assert "../rffviz/papers/attributions.tsv" in page
    assert "\nsources\n" in (DOCS / "index.md").read_text(encoding="utf-8")
