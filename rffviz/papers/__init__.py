"""The tables of the papers, as published and as measured here."""
