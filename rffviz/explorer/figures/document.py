"""The frame of every page that is written as a file: no request leaves it but those that its policy allows."""

from __future__ import annotations

from html import escape

from rffviz.foundation.version import __version__

GENERATOR = "rffviz"
"""What `<meta name="generator">` begins with, in every file that this package writes."""


def html_document(title: str, policy: str, head: str, body: str, body_class: str = "") -> str:
    """An HTML document with this Content-Security-Policy; `head` (styles) and `body` are markup, the title is text."""
    marked = f' class="{body_class}"' if body_class else ""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="{GENERATOR} {__version__}">
<title>{escape(title)}</title>
{head}
</head>
<body{marked}>
{body}
</body>
</html>
"""
