"""Records of the studies of learned frequencies, and their pictures in every look."""

from dataclasses import replace
from functools import cache

import numpy as np
from different_steps import different

from rffviz.adaptive import OPTIMIZERS
from rffviz.adaptive.algorithm1 import DEFAULT_ITERATIONS
from rffviz.datasets import Points
from rffviz.explorer.views.adaptive.landmarks.picture import landmark_sizes_picture, landmark_study_picture
from rffviz.kernels import Gaussian
from rffviz.studies.landmarks import landmark_study
from tests.views.looks import LOOKS

X = np.random.default_rng(0).standard_normal((60, 3))


POINTS = Points(X, "cloud", 60)


KERNEL = Gaussian(2.0)
ALGORITHM = OPTIMIZERS["algorithm1"]


def few_iterations(landmarks, kernel, W, n_iterations, ridge, learning_rate):
    assert n_iterations == DEFAULT_ITERATIONS
    return ALGORITHM.steps(landmarks, kernel, W, 4, ridge, learning_rate)


@cache
def landmark_steps(r=10, seeds=range(3), **options):
    learner = replace(ALGORITHM, steps=few_iterations)
    return different(landmark_study.steps(POINTS, KERNEL, r, seeds, learner=learner, **options))


def sizes(n_freqs=(5, 10, 11), seeds=range(3)):
    return [landmark_steps(r, seeds, kinds=("kmeans",))[-1].record for r in n_freqs]


CASES = {
    "landmarks": (landmark_study_picture, lambda: landmark_steps()[-1].record),
    "landmarks-one-seed": (landmark_study_picture, lambda: landmark_steps(12, (4,), kinds=("nearest",))[-1].record),
    "landmarks-first-fit": (landmark_study_picture, lambda: landmark_steps()[1].record),
    "landmarks-midway": (landmark_study_picture, lambda: landmark_steps()[13].record),
    "landmarks-crowded": (
        landmark_study_picture,
        lambda: landmark_steps(10, (0,), n_landmarks=(55, 58, 60))[-1].record,
    ),
    "sizes": (landmark_sizes_picture, lambda: sizes()),
    "sizes-one": (landmark_sizes_picture, lambda: sizes((10,), range(1))),
    "sizes-midway": (
        landmark_sizes_picture,
        lambda: [landmark_steps(5, kinds=("kmeans",))[2].record, landmark_steps(10, kinds=("kmeans",))[1].record],
    ),
}


@cache
def record_of(name):
    return CASES[name][1]()


@cache
def picture(name, look="light"):
    return CASES[name][0](record_of(name), LOOKS[look])
