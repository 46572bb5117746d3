"""Records of the studies of learned frequencies, and their pictures in every look."""

from functools import cache

import numpy as np
from different_steps import different

from rffviz.adaptive import OPTIMIZERS, AdaptiveFourierFeatures, Optimizer
from rffviz.datasets import Points
from rffviz.explorer.views.adaptive.landmarks.picture import landmark_sizes_picture, landmark_study_picture
from rffviz.kernels import Gaussian
from rffviz.studies.landmarks import landmark_study
from tests.views.looks import LOOKS

X = np.random.default_rng(0).standard_normal((60, 3))


POINTS = Points(X, "cloud", 60)


KERNEL = Gaussian(2.0)


class FewIterations(Optimizer):
    """Four of Algorithm 1: pictures do not need more."""

    def fit(self, X, kernel, n_freqs, kind, n_landmarks, random_state):
        given = {"optimizer": self.name, "n_iterations": 4, "random_state": random_state}
        return AdaptiveFourierFeatures(kernel, n_freqs, kind, n_landmarks, **given).fit_steps(X)


LEARNER = FewIterations(**vars(OPTIMIZERS["algorithm1"]))


@cache
def landmark_steps(r=10, seeds=range(3), **options):
    return different(landmark_study.steps(POINTS, KERNEL, r, seeds, learner=LEARNER, **options))


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
