"""What is said: titles, subtitles, readings, alt texts and notes, a file for each figure, made from records alone."""
