"""The explorer: the list of its pages. Start it with `streamlit run app.py`, or serve it with `uvicorn app:app`."""

import streamlit as st

from rffviz.web import app as explorer

PAGES = ("start", "kernel", "features", "convergence", "schemes", "adaptive", "prediction", "papers")


def main() -> None:
    """Open the page that the address names."""
    explorer.run([f"pages.{name}" for name in PAGES])


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
