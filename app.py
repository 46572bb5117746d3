"""The explorer: the list of its pages. Start it with `streamlit run app.py`."""

import streamlit as st

from rffviz.web.app import MIDDLEWARE, run, served

PAGES = ("start", "kernel", "features", "convergence", "schemes", "adaptive", "prediction", "papers")


def main() -> None:
    """Open the page that the address names."""
    run([f"pages.{name}" for name in PAGES])


if __name__ == "__main__":  # the run of a viewer
    main()
else:  # `streamlit run` imports this file and serves the object called `app`
    app = st.App(__file__, lifespan=served, middleware=MIDDLEWARE)
