"""A job's key: the same for the same call, another for every other, and refused where that cannot be told."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest

from rffviz.datasets import Points
from rffviz.explorer.web.jobs.job import Job, identity
from rffviz.features import RandomFourierFeatures
from rffviz.foundation.progress import Progress
from rffviz.kernels import Gaussian, Laplacian, Matern
from rffviz.measure import error_curve
from rffviz.studies.profile import kernel_profile

X = np.random.default_rng(0).standard_normal((6, 2))
ANOTHER = X.copy()
ANOTHER[5, 1] = np.nextafter(ANOTHER[5, 1], 9)


@dataclass(frozen=True)
class Record:
    values: np.ndarray
    name: str = "a"


def points(**changes):
    return replace(Points(X, "cloud", 6), **changes)


DIFFERENT = [
    1,
    1.0,
    True,
    np.float64(1.0),
    np.int64(1),
    "1",
    b"1",
    1j,
    None,
    0.1 + 0.2,
    0.3,
    "None",
    (1,),
    (1.0,),
    (1, 1),
    ((1,), 1),
    (1, (1,)),
    (),
    range(2),
    {},
    {"a": 1},
    {"a": True},
    {"b": 1},
    {1: 1},
    {True: 1},
    X,
    ANOTHER,
    X.astype(np.float32),
    X.reshape(2, 6),
    X.T,
    np.zeros((0, 2)),
    np.zeros((0, 3)),
    points(),
    points(X=ANOTHER),
    points(label="another cloud"),
    points(note="Two are left out."),
    points(content_hash=("moons", 6)),
    points(content_hash=("moons", 7)),
    Record(X),
    Record(ANOTHER),
    Record(X, "b"),
    Gaussian(),
    Gaussian(2.0),
    Laplacian(),
    Matern(),
    Matern(nu=2.5),
    Gaussian,
    Laplacian,
    RandomFourierFeatures(Gaussian(), random_state=0),
    RandomFourierFeatures(Gaussian(2.0), random_state=0),
    RandomFourierFeatures(Gaussian(), n_freqs=7, random_state=0),
    error_curve,
    kernel_profile,
    np.sort,
]


def test_what_differs_has_different_identities():
    found = [identity(value) for value in DIFFERENT]
    same = [(i, j) for i in range(len(found)) for j in range(i) if found[i] == found[j]]
    assert same == [] and len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (X, X.copy()),
        (X.T, np.asfortranarray(X.T)),
        (X[:, ::-1], X[:, ::-1].copy()),
        ((1, 2), [1, 2]),
        (range(1, 3), (1, 2)),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (Gaussian(2.0), Gaussian(2.0)),
        (Record(X), Record(X.copy())),
        (points(), points(X=X.copy())),
        (points(content_hash=("moons", 6)), points(X=ANOTHER, content_hash=("moons", 6))),
        (RandomFourierFeatures(Matern(), random_state=0), RandomFourierFeatures(Matern(), random_state=0)),
        (float("nan"), float("nan")),
    ],
)
def test_what_is_equal_has_one_identity(one, other):
    assert identity(one) == identity(other) and hash(identity(one)) == hash(identity(other))


@pytest.mark.parametrize(
    "value",
    [
        lambda x: x,
        partial(lambda x: x, 1),
        Gaussian(2.0).of_difference,  # its name says nothing of the length scale
        np.random.default_rng(0),
        {1, 2},
        object(),
        np.array([object()]),
        (1, lambda: 2),
        {"a": [lambda: 2]},
        Record(values=lambda: 2),
    ],
)
def test_what_cannot_be_told_apart_is_refused(value):
    with pytest.raises(TypeError, match=r"cannot be part of a cache key|has no name of its own"):
        identity(value)


def test_a_key_is_the_study_and_its_arguments_whatever_is_said():
    def job(says="Measuring …", study=error_curve, **changes):
        given = {"X": points(), "kernel": Gaussian(), "sampler": "sobol", "n_freqs": (4, 8), "seeds": range(3)}
        return Job(study, says, **given | changes)

    assert job().key == job("Waiting …").key == job(n_freqs=[4, 8], seeds=(0, 1, 2)).key
    others = [job(kernel=Gaussian(2.0)), job(seeds=range(2)), job(map="paired"), job(study=kernel_profile), job(X=X)]
    assert len({each.key for each in (job(), *others)}) == 6
    with pytest.raises(TypeError, match="give a function of a module"):
        hash(Job(lambda: None, "Measuring …").key)


def test_a_study_that_answers_at_once_is_one_step():
    (step,) = Job(kernel_profile, "Drawing …", kernel=Gaussian(), n_freqs=(2, 4), n_points=5).steps()
    assert step.finished and step.record.approximate.shape == (2, 5)
    given = {"X": X, "kernel": Gaussian(), "sampler": "monte_carlo", "n_freqs": (4,), "seeds": (0,)}
    steps = list(Job(error_curve, "Measuring …", **given).steps())
    assert len(steps) > 1 and all(isinstance(step, Progress) for step in steps) and steps[-1].finished
