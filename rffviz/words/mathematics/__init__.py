"""The mathematics behind each view: what is claimed, the formula with this view's numbers in it, and its proof."""
