"""Pages opened without a browser, and what a viewer reads on them."""

import pathlib
import re
from html import unescape

from streamlit.testing.v1 import AppTest

ROOT = pathlib.Path(__file__).parents[2]


def open_page(page, **query):
    """The page of this name after its first run with this link."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=200)
    app.query_params.update(query)
    if page != "start":
        app.switch_page(str(ROOT / f"pages/{page}.py"))
    return whole(app.run())


def whole(app):
    """The page, whose details hold no name of an argument, no Markdown and no number of more than 6 digits."""
    said = details(app)
    numbers = re.findall(r"\d+\.\d+", said)
    assert "n_freqs" not in said and "`" not in said and "length_scale" not in said
    assert [number for number in numbers if len(number.replace(".", "").lstrip("0")) > 6] == []
    return app


def opened(page, **query):
    """The page, which has not failed."""
    app = open_page(page, **query)
    assert not app.exception and not app.error
    return app


def turn_to(app, page):
    """The app on another page: once the list of pages is there, `switch_page` finds scripts alone; ours are none."""
    name = "" if page == "start" else page
    app._page_hash = next(key for key, each in app._registered_pages.items() if each["url_pathname"] == name)
    return app.run()


def widget(kind, name):
    """The widget of a parameter, whichever it is by now."""
    return next(w for w in kind if w.key.rpartition("-")[0] == name)


def sentences(app):
    return [each.value for each in (*app.warning, *app.info)]


def headline(app):
    return app.header[0].value


def captions(app):
    return " ".join(caption.value for caption in app.caption)


def details(app):
    """What is folded under the figures, without its tags."""
    bodies = (element.proto.body for element in app.get("html"))
    return unescape(" ".join(re.sub(r"<[^>]*>", "", body) for body in bodies if "class='details'" in body))


def lines_of_details(app):
    """Every line that is folded under the figures: paragraphs and items of lists."""
    bodies = [element.proto.body for element in app.get("html") if "class='details'" in element.proto.body]
    items = re.findall(r"<(?:p|li)>(.*?)</(?:p|li)>", " ".join(bodies), re.DOTALL)
    return [unescape(re.sub(r"<[^>]*>", "", item)) for item in items]


def said_twice(app):
    """The sentences, and the lines, that stand more than once under the figures."""
    said = [each for line in lines_of_details(app) for each in {line, *re.split(r"(?<=[.!?]) ", line)}]
    return sorted({each for each in said if said.count(each) > 1})


def readouts(app):
    """The cells under the figures, without their tags; where a scrubber changes them, they are not here."""
    bodies = (element.proto.body for element in app.get("html"))
    cells = (re.sub(r"</?abbr[^>]*>", "", body) for body in bodies if "class='readouts'" in body)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", " ".join(cells))).split())


def alt(app):
    """What is said of the one figure of a page."""
    (chart,) = app.get("plotly_chart")
    return chart.proto.alt
