"""The mathematics behind each view: the statement, the formula with this view's numbers substituted, and its proof."""
