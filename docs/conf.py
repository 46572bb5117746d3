"""How Sphinx reads this folder: `python -m sphinx docs FOLDER` builds the site.

Nothing is written beside the sources, and the pages ask nothing of another machine: formulas are Unicode.
"""

import importlib
import inspect
import os
import re
import sys
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

sys.path.insert(0, str(Path(__file__).parents[1]))  # the package beside this folder, wherever Sphinx is started

from rffviz import __version__
from rffviz.__main__ import main

project = "rffviz"
author = copyright = "the rffviz authors"
version = release = __version__

extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "myst_parser"]
autosummary_generate = False
autodoc_typehints = "none"  # types stand in the sections of a docstring
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
smartquotes = False  # quotation marks stand in code
myst_heading_anchors = 3  # links to a heading are GitHub's
default_role = "autolink"  # `name` is a link where there is such an object
nitpicky = True
nitpick_ignore_regex = [("py:obj", r"(math|pandas)\..*")]
# arguments that are attributes too, told in the list of a class's parameters
nitpick_ignore = [("py:obj", name) for name in ("kernel", "loss", "n_freqs", "notes", "sampler", "test", "weights")]

html_theme = "basic"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_title = f"rffviz {version}"
html_domain_indices = False
html_copy_source = html_show_sourcelink = html_show_sphinx = False
html_sidebars = {"**": ["globaltoc.html", "searchbox.html"]}


def as_written(app, what, name, obj, options, lines):
    """Keep formulas as they stand: outside ``code`` and `names`, |x| is no substitution and rank_ no link."""
    for at, line in enumerate(lines):
        pieces = re.split(r"(``.*?``|`[^`]*`)", line)
        pieces[::2] = [re.sub(r"(?<!\\)\||(?<=\w)(?<!\\)_(?!\w)", r"\\\g<0>", piece) for piece in pieces[::2]]
        lines[at] = "".join(pieces)


def not_ours(app, what, name, obj, skip, options):
    """Leave out what an estimator has from scikit-learn, whose docstrings link into its own manual."""
    return True if (getattr(obj, "__module__", None) or "").startswith("sklearn.") else None


class Documented(SphinxDirective):
    """A table of the names that are its lines, then the documentation of each. They belong to the current module."""

    has_content = True
    _TOLD_ONCE = "IsotropicKernel, ProductKernel, Kernel, Exception"  # classes whose methods others only inherit

    def run(self):
        """The table and the entries."""
        module = importlib.import_module(self.env.ref_context["py:module"])
        lines = [".. autosummary::", "   :nosignatures:", "", *(f"   {name}" for name in self.content), ""]
        for name in self.content:
            if inspect.isclass(getattr(module, name)):
                lines += [f".. autoclass:: {name}", "   :members:", f"   :inherited-members: {self._TOLD_ONCE}", ""]
            else:
                lines += [f".. autofunction:: {name}", ""]
        return self.parse_text_to_nodes("\n".join(lines))


class Registry(SphinxDirective):
    """A registry of the current module and what it holds: each key with what the object says of itself."""

    required_arguments = 1
    has_content = True
    _SAYING = ("explanation", "statement", "meaning", "label")

    def run(self):
        """The entry of the registry, with a list of its keys."""
        name = self.arguments[0]
        held = getattr(importlib.import_module(self.env.ref_context["py:module"]), name)
        lines = [f".. py:data:: {name}", "", *(f"   {line}" for line in self.content), ""]
        found = self.parse_text_to_nodes("\n".join(lines))
        keys = nodes.definition_list(classes=["simple"])
        for key, value in held.items():
            said = next((getattr(value, each) for each in self._SAYING if hasattr(value, each)), value)
            item = nodes.definition_list_item()
            item += nodes.term("", "", nodes.literal("", key))
            item += nodes.definition("", nodes.paragraph("", said))
            keys += item
        found[-1][-1] += keys
        return found


class Command(SphinxDirective):
    """What `python -m rffviz`, with the words that follow, prints with --help."""

    optional_arguments = 2

    def run(self):
        """The text, as it stands in a terminal of 100 columns."""
        with patch.dict(os.environ, COLUMNS="100"), suppress(SystemExit), redirect_stdout(StringIO()) as printed:
            main([*self.arguments, "--help"])
        return [nodes.literal_block("", printed.getvalue().rstrip(), language="none")]


def setup(app):
    """Register what stands here; formulas are kept after numpydoc has made its sections."""
    app.connect("autodoc-skip-member", not_ours)
    app.add_directive("documented", Documented)
    app.add_directive("registry", Registry)
    app.add_directive("command", Command)
    app.connect("autodoc-process-docstring", as_written, priority=900)
