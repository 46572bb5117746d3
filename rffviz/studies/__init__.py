"""Experiments over seeds, sizes, splits and landmarks, which the views show as their records grow.

A `random_state` is a whole number here, stored in the record and in links; from a generator, `seed_number` draws one.
"""
