"""Pages opened without a browser, and what a viewer reads on them."""

import pathlib

from streamlit.testing.v1 import AppTest

ROOT = pathlib.Path(__file__).parents[2]


def open_page(page, **query):
    """The page of this name after its first run with this link."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=90)
    app.query_params.update(query)
    if page != "start":
        app.switch_page(str(ROOT / f"pages/{page}.py"))
    return app.run()


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


def alt(app):
    """What is said of the one figure of a page."""
    (chart,) = app.get("plotly_chart")
    return chart.proto.alt
