"""rffviz: random Fourier features, measured, learned and used."""

from rffviz.foundation.page_writer import set_page_writer
from rffviz.foundation.version import __version__

__all__ = ["__version__"]


def _page_of(record: object) -> str:
    from rffviz.explorer.report.document import page_of

    return page_of(record)


set_page_writer(_page_of)
