"""A page run without a browser or a server, for the pictures that it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme
from rffviz.explorer.web.chart import overheard
from rffviz.explorer.web.server.serve import EXPLORER
from rffviz.foundation.validation import Refusal


def pictures_of(page: str, query: Mapping[str, str]) -> dict[str, Callable[[Theme], Picture]]:
    """What draws each picture of the page called `page` under the settings of a link, by its
    chart's key, in the page's order.

    Raises
    ------
    Refusal
        If the page shows no picture, or fails; with the sentence that it shows instead.
    """
    from streamlit.testing.v1 import AppTest  # slow to import, and needed here alone

    app = AppTest.from_file(str(EXPLORER / "app.py"), default_timeout=600)
    app.query_params.update(query)
    if page != "start":
        app.switch_page(str(EXPLORER / "pages" / f"{page}.py"))
    with overheard() as pictures:
        app.run()
    failed = [*app.error, *app.exception]
    if failed or not pictures:
        said = " ".join(each.value for each in (*app.warning, *app.info, *failed))
        raise Refusal(f"page must show its pictures, got {page!r} under {dict(query)}, which says: {said}")
    return pictures
