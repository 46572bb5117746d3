"""rffviz: random Fourier features, measured, learned and used."""

__version__ = "0.2.0"
