"""The page of adaptive features, opened small."""

from tests.views.opening import opened

SMALL = {"n_points": "60", "n_learned": "10", "n_compared": "2", "optimizer": "algorithm1", "n_landmarks": "20"}


def open_adaptive(warned=False, **query):
    """The page of adaptive features, small."""
    app = opened("adaptive", **(SMALL | query))
    assert bool(app.warning) == warned
    return app
