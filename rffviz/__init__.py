"""rffviz: random Fourier features, measured, learned and used."""

__version__ = "0.1.0"
