"""Records of the studies of learned frequencies, and their pictures in every look."""

from functools import cache
from types import SimpleNamespace

import numpy as np
from different_steps import different

from rffviz.adaptive import OPTIMIZERS, Optimizer, choose_landmarks
from rffviz.datasets import Points
from rffviz.explorer.views.adaptive.landmarks.picture import landmark_sizes_picture, landmark_study_picture
from rffviz.explorer.views.adaptive.norms.picture import radial_study_picture
from rffviz.kernels import Gaussian, Laplacian
from rffviz.samplers import draw
from rffviz.studies.landmarks import landmark_study
from rffviz.studies.norms import radial_study
from tests.views.looks import LOOKS

X = np.random.default_rng(0).standard_normal((60, 3))


POINTS = Points(X, "cloud", 60)


KERNEL = Gaussian(2.0)


@cache
def landmark_steps(r=10, seeds=range(3), **options):
    learner = OPTIMIZERS["algorithm1"]
    return different(landmark_study.steps(POINTS, KERNEL, r, seeds, learner=learner, **options))


def sizes(n_freqs=(5, 10, 11), seeds=range(3)):
    return [landmark_steps(r, seeds, kinds=("kmeans",))[-1].record for r in n_freqs]


class Untouched(Optimizer):
    """It learns nothing: frequencies and weights are draws of the scheme it is called by."""

    def fit(self, X, kernel, n_freqs, kind, n_landmarks, random_state):
        yield
        sample = draw(self.name, kernel, X.shape[1], n_freqs, np.random.default_rng(random_state))
        landmarks = choose_landmarks(X, n_landmarks, kind, random_state)
        return SimpleNamespace(frequencies_=sample.W, weights_=sample.weights, landmarks_=landmarks)


IMPORTANCE = Untouched("importance", "nothing", None)


@cache
def radial_steps(kernel=KERNEL, learner=OPTIMIZERS["algorithm1"], r=10, seeds=range(3)):
    return different(radial_study.steps(POINTS, kernel, r, 20, seeds, "kmeans", learner))


CASES = {
    "landmarks": (landmark_study_picture, lambda: landmark_steps()[-1].record),
    "landmarks-one-seed": (landmark_study_picture, lambda: landmark_steps(12, (4,), kinds=("nearest",))[-1].record),
    "landmarks-first-fit": (landmark_study_picture, lambda: landmark_steps()[1].record),
    "landmarks-midway": (landmark_study_picture, lambda: landmark_steps()[13].record),
    "landmarks-crowded": (landmark_study_picture, lambda: landmark_steps(n_landmarks=(55, 58, 60))[-1].record),
    "sizes": (landmark_sizes_picture, lambda: sizes()),
    "sizes-one": (landmark_sizes_picture, lambda: sizes((10,), range(1))),
    "sizes-midway": (
        landmark_sizes_picture,
        lambda: [landmark_steps(5, kinds=("kmeans",))[2].record, landmark_steps(10, kinds=("kmeans",))[1].record],
    ),
    "lengths": (radial_study_picture, lambda: radial_steps()[-1].record),
    "lengths-one-seed": (radial_study_picture, lambda: next(step.record for step in radial_steps() if step.done)),
    "lengths-laplacian": (radial_study_picture, lambda: radial_steps(Laplacian(2.0))[-1].record),
    "lengths-draws": (
        radial_study_picture,
        lambda: radial_steps(learner=IMPORTANCE)[-1].record,
    ),
}


@cache
def record_of(name):
    return CASES[name][1]()


@cache
def picture(name, look="light"):
    return CASES[name][0](record_of(name), LOOKS[look])
