"""rffviz: random Fourier features, measured, learned and used."""

from rffviz.page_writer import set_page_writer
from rffviz.version import __version__

__all__ = ["__version__"]


def _page_of(record: object) -> str:
    from rffviz.report.document import page_of

    return page_of(record)


set_page_writer(_page_of)
