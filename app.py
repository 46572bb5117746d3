"""The explorer: the list of its pages. Start it with `streamlit run app.py`, or serve it with `uvicorn app:app`."""

from pathlib import Path

import streamlit as st

from rffviz.explorer.web import app as explorer
from rffviz.explorer.web.server.page_list import hand_over, pages_of

PAGES = ("start", "kernel", "features", "convergence", "schemes", "adaptive", "prediction", "papers")


def pages() -> list:
    """The pages in the order of the menu, imported when they are first asked for."""
    return pages_of(Path(__file__).with_name("pages") / f"{name}.py" for name in PAGES)


def main() -> None:
    """Open the page that the address names."""
    explorer.run()


hand_over(pages)
if __name__ == "__main__":  # the run of a viewer
    main()
else:  # `streamlit run` and uvicorn import this file and serve the object called `app`
    app = st.App(
        __file__,
        lifespan=explorer.served,
        routes=explorer.ROUTES,
        middleware=explorer.MIDDLEWARE,
        on_script_error=explorer.failed,
    )
