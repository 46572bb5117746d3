"""Names and questions from elsewhere are shown as text: a parser of Markdown finds nothing in them but words."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from rffviz.foundation.names import disarmed, plain
from rffviz.foundation.validation import Refusal
from rffviz.kernels.formula import TypedFunction

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
# What the page does with words after the parser: links (GFM), icons, emoji, typography (streamlit's own Markdown).
LATER = re.compile(
    r"(https?://|www(?=\.))[-.\w]+|[-.\w+]+@[-\w]+(\.[-\w]+)+|:material[_/]\w+:|:[\w+-]+:"
    r"|(^|\s)(<->|->|<-|--|>=|<=|~=)(\s|$)"
)
NAMES = [
    *("_em_", "__init__", "a_b_c", "_id", "id_", "**b**", "*e*", "~~s~~", "`code`", "$x^2$", "a|b", "![i](http://x.y)"),
    *("www.x.y", "_www.x.y", "https://x.y", "HTTP://x.y", "<a@b>", "a@b.cd", "<b>x</b>", "&lt;b&gt;", "&#91;"),
    *("# x", "#", "- x", "-", "+ x", "1. x", "12) x", "> x", "---", "- - -", "-- x", "a -- b", "===", "    code"),
    *("a -> b", "<- b", "a <-> b", "a >= b", "a <= b", "~= b", ":material/home:", ":material_home:", ":red[x]"),
    *(
        ":smile:",
        ":+1:",
        ":streamlit:",
        "a:b",
        "Jitter:RAP",
        "\\",
        "\\_a_",
        "[x]: y",
        "[^1]",
        "| a |",
        "x\ny",
        "x\n- y",
    ),
]
SIGNS = st.text(st.sampled_from("ab1 _*~`$|<>[](){}#+-=.:;!@&\\/w\n\"'^%é🙂"), max_size=30) | st.text(max_size=30)


def words(markdown):
    """The text of one paragraph, which holds nothing else."""
    opened, inline, closed = MARKDOWN.parse(markdown)
    assert (opened.type, inline.type, closed.type) == ("paragraph_open", "inline", "paragraph_close")
    assert {each.type for each in inline.children} <= {"text", "text_special", "softbreak"}, inline.children
    return "".join(" " if each.type == "softbreak" else each.content for each in inline.children)


def shown_as_text(name):
    safe = disarmed(name)
    assert disarmed(safe) == safe and len(safe) <= min(40, len(name))
    for sentence in (safe, f"{safe}: 3 rows.", f"Left out: {safe}, {safe} and more.", f"4 rows ({safe})"):
        if sentence:
            assert words(sentence) == sentence and not LATER.search(sentence) and "$" not in sentence
    if name.split():
        markdown = plain(name)
        text = words(markdown)
        assert not LATER.search(text) and not re.search(r"(?<!\\)\$", markdown)
        assert text.replace("\u2060", "") == " ".join(name.replace("\u2060", "").split()).replace("\0", "\ufffd")


@pytest.mark.parametrize("name", NAMES)
def test_what_markdown_acts_on_is_shown_as_text(name):
    shown_as_text(name)


def test_the_judge_sees_markup_in_names_as_they_came():
    for name in ("_em_", "`code`", "<a@b>", "# x", "1. x", "> x", "---", "![i](http://x.y)", "&lt;b&gt;", "- - -"):
        with pytest.raises((AssertionError, ValueError)):
            assert words(name) == name
    assert all(map(LATER.search, ("www.x.y", "a@b.cd", ":material/home:", ":smile:", "a -- b", "https://x.y")))


@pytest.mark.release
@settings(max_examples=300, deadline=None)
@given(SIGNS)
def test_no_name_is_markup(name):
    shown_as_text(name)


def test_names_that_do_no_harm_stay_as_they_are():
    for name in ("fixed acidity", "px_1_2", "Shimmer(dB)", "-1", "a.b", "x-y", "100 %", "a: b", "T2 @ 20"):
        assert disarmed(name) == name
    assert plain("Why?") == "Why\\?"


def test_a_refusal_repeats_a_name_as_text():
    with pytest.raises(Refusal) as refusal:
        TypedFunction("__import__(r)")
    assert "_" not in str(refusal.value)
