"""Texts made from records alone: titles, subtitles, readouts, alt texts and notes, a file for each figure."""
