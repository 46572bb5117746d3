"""The explorer: the list of its pages. Start it with `streamlit run app.py`."""

from rffviz.web.app import run

PAGES = ("start", "kernel", "features", "convergence", "schemes", "adaptive", "prediction", "papers")


def main() -> None:
    """Open the page that the address names."""
    run([f"pages.{name}" for name in PAGES])


if __name__ == "__main__":
    main()
