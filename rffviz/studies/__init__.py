"""Experiments over seeds, sizes, splits and landmarks: what the views show, as records that grow."""
