"""Experiments over seeds, sizes, splits and landmarks: what the views show, as records that grow.

A `random_state` is a whole number here, which stands in the record and in links; what `seed_number` takes in its place
draws one.
"""
