"""Texts made from records alone: titles, subtitles, readings, alt texts and notes, a file for each figure."""
