"""What an estimator, a kernel or a list of names says to an argument of another library or a slip of the pen."""

import inspect
import pickle
from copy import deepcopy

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.gaussian_process import kernels as processes
from sklearn.kernel_approximation import AdditiveChi2Sampler, Nystroem, RBFSampler
from sklearn.linear_model import Ridge
from sklearn.metrics.pairwise import laplacian_kernel, rbf_kernel

from rffviz.adaptive import AdaptiveFourierFeatures
from rffviz.features import (
    ArcCosineFeatures,
    HomogeneousFeatures,
    MekaFeatures,
    NystromFeatures,
    RandomBinningFeatures,
    RandomFourierFeatures,
)
from rffviz.foundation.validation import Refusal
from rffviz.kernels import FormulaKernel, Gaussian, Laplacian, Matern, RationalQuadratic
from rffviz.predict import CompressedRegression, CoreVectorClassifier, FeatureRidge, FeatureSVC, KitchenSinkRegressor

X = np.random.default_rng(0).standard_normal((6, 2))
THEIRS = {"RandomFourierFeatures": RandomFourierFeatures, "Gaussian": Gaussian, "Laplacian": Laplacian}


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: RandomFourierFeatures(gamma="scale"), "say kernel=Gaussian(length_scale=(2·gamma)**-0.5)."),
        (lambda: RandomFourierFeatures(n_components=101), "each frequency gives two features, say n_freqs=51."),
        (lambda: RandomFourierFeatures(n_components=7, map="offset"), "say n_freqs=7."),
        (lambda: RandomFourierFeatures(n_features=8), "each frequency gives two features, say n_freqs=4."),
        (lambda: RandomFourierFeatures(sigma=2.0), "say kernel=Gaussian(length_scale=2)."),
        (lambda: RandomFourierFeatures(kernel=Laplacian(), lengthscale=0.5), "say kernel=Laplacian(length_scale=0.5)."),
        (lambda: RandomFourierFeatures(nu=2.5), "say kernel=Matern(nu=2.5)."),
        (lambda: RandomFourierFeatures(seed=3), "say random_state=3."),
        (lambda: RandomFourierFeatures(kernel_params={}), "say kernel=Gaussian(length_scale=…)."),
        (lambda: RandomFourierFeatures(n_jobs=2), "threadpool_limits"),
        (lambda: RandomFourierFeatures(n_freq=4), "RandomFourierFeatures takes no n_freq; did you mean 'n_freqs'?"),
        (lambda: RandomFourierFeatures(tea=4), "takes no tea: it takes kernel, n_freqs, sampler, map, random_state"),
        (lambda: AdaptiveFourierFeatures(n_components=10), "say n_freqs=5."),
        (lambda: ArcCosineFeatures(n_components=10), "say n_freqs=10."),
        (lambda: KitchenSinkRegressor(n_components=10), "say n_freqs=10."),
        (lambda: NystromFeatures(n_components=10), "say n_landmarks=10."),
        (lambda: MekaFeatures(n_components=10), "say rank=10."),
        (lambda: RandomBinningFeatures(n_components=10), "say n_grids=10."),
        (lambda: HomogeneousFeatures(sample_steps=3), "say n_steps=3."),
        (lambda: HomogeneousFeatures(gamma=3), "it takes kernel, n_steps, interval."),
        (lambda: FeatureRidge(alpha=0.5), "alpha is ridge times the number of points n, say ridge=0.5/n."),
        (lambda: FeatureSVC(class_weight="balanced"), "FeatureSVC takes no class_weight: fit takes a sample_weight, a"),
        (lambda: Gaussian(class_weight=1), "Gaussian takes no class_weight: it takes length_scale."),
        (lambda: FeatureSVC(gamma=0.5), "say features=RandomFourierFeatures(Gaussian(length_scale=1))."),
        (lambda: CompressedRegression(n_features=9), "say features=RandomFourierFeatures(n_freqs=9)"),
        (lambda: Matern(gamma=1), "Matern takes no gamma: it takes length_scale, nu."),
        (lambda: FormulaKernel(sigma=2), "say FormulaKernel(length_scale=2)."),
        (lambda: Gaussian().set_params(lengthscale=2), "say Gaussian(length_scale=2)."),
    ],
)
def test_an_argument_of_another_library_is_answered_by_what_to_say(made, said):
    with pytest.raises(TypeError) as refused:
        made()
    assert said in str(refused.value) and isinstance(refused.value, Refusal)


@pytest.mark.parametrize("given", [{}, {"kernel": "rbf"}, {"kernel": "laplacian"}])
def test_the_kernel_to_say_is_theirs(given):
    theirs = laplacian_kernel if given.get("kernel") == "laplacian" else rbf_kernel
    exact = theirs(X, gamma=0.3)
    usual = RandomBinningFeatures if theirs is laplacian_kernel else NystromFeatures
    for made in (RandomFourierFeatures, usual):
        with pytest.raises(TypeError, match="say kernel=") as refused:
            made(**given, gamma=0.3)
        said = str(refused.value).partition("say kernel=")[2].removesuffix(".")
        np.testing.assert_allclose(eval(said, THEIRS)(X), exact, rtol=1e-8)  # ten digits, exponents < 20
    kernel = Laplacian if theirs is laplacian_kernel else Gaussian
    with pytest.raises(TypeError, match="say ") as refused:
        kernel(gamma=0.3)
    said = str(refused.value).partition("say ")[2].removesuffix(".")
    np.testing.assert_allclose(eval(said, THEIRS)(X), exact, rtol=1e-8)


def test_every_argument_of_scikit_learn_s_has_an_answer():
    for theirs, ours in (
        (RBFSampler, RandomFourierFeatures),
        (Nystroem, NystromFeatures),
        (AdditiveChi2Sampler, HomogeneousFeatures),
        (Ridge, FeatureRidge),
    ):
        taken = inspect.signature(ours).parameters
        for name in inspect.signature(theirs).parameters:
            if name not in taken:
                with pytest.raises(TypeError, match=f"{ours.__name__} takes no {name}[:;] "):
                    ours(**{name: 1.0})


@pytest.mark.parametrize(
    ("kernel", "said"),
    [
        ("rbf", "say Gaussian()."),
        ("gaussian", "say Gaussian()."),
        ("laplacian", "say Laplacian()."),
        ("rational_quadratic", "say RationalQuadratic()."),
        ("gausian", "did you mean 'Gaussian'?"),
        ("tea", "got 'tea'."),
        (Matern, "say Matern()."),
        (processes.RBF(2.0), "say Gaussian(length_scale=2)."),
        (processes.Matern(2.0, nu=2.5), "say Matern(length_scale=2, nu=2.5)."),
        (processes.RBF([1.0, 2.0]), "got RBF(length_scale=[1, 2])."),
    ],
)
def test_a_kernel_by_name_or_of_another_library_is_answered_by_the_class(kernel, said):
    for made in (RandomFourierFeatures(kernel), CoreVectorClassifier(kernel)):
        with pytest.raises(Refusal, match=r"^kernel must be") as refused:
            made.fit(X, [0, 1, 0, 1, 0, 1])
        assert str(refused.value).endswith(said)
    with pytest.raises(Refusal, match=r"^kernel must be a Laplacian") as refused:
        RandomBinningFeatures(kernel).fit(X)
    assert str(refused.value).endswith("; say Laplacian().") == (kernel == "laplacian")
    assert "say Gaussian" not in str(refused.value) and "say Matern" not in str(refused.value)


def test_kernels_of_processes_that_are_answered_are_the_same():
    for theirs, ours in (
        (processes.RBF(2.0), Gaussian(2.0)),
        (processes.Matern(2.0, nu=2.5), Matern(2.0, nu=2.5)),
        (processes.RationalQuadratic(2.0, 0.7), RationalQuadratic(2.0, 0.7)),
    ):
        np.testing.assert_allclose(theirs(X), ours(X), rtol=1e-12)
        with pytest.raises(Refusal, match=type(ours).__name__) as refused:
            RandomFourierFeatures(theirs).fit(X)
        said = str(refused.value).partition("; say ")[2].removesuffix(".")
        assert eval(said, {type(ours).__name__: type(ours)}) == ours


def test_signatures_copies_and_pickles_are_as_before():
    parameters = list(inspect.signature(RandomFourierFeatures).parameters)
    assert parameters[:2] == ["kernel", "n_freqs"] and list(inspect.signature(Matern).parameters) == [
        "length_scale",
        "nu",
    ]
    for thing in (
        Matern(2.0, 2.5),
        RandomFourierFeatures(Gaussian(2.0), n_freqs=3),
        AdaptiveFourierFeatures(n_freqs=3),
    ):
        for copy in (deepcopy(thing), pickle.loads(pickle.dumps(thing)), clone(thing)):
            assert copy.get_params().keys() == thing.get_params().keys() and repr(copy) == repr(thing)
    with pytest.raises(TypeError, match="positional argument"):
        Gaussian(1.0, 2.0)


def test_a_subclass_with_keywords_of_its_own_keeps_them():
    class Mine(RandomFourierFeatures):
        def __init__(self, gamma=1.0, **others):
            super().__init__(**others)
            self.gamma = gamma

    assert Mine(gamma=2.0, n_freqs=3).n_freqs == 3


def test_a_kernel_given_by_its_place_is_the_one_that_is_spoken_of():
    with pytest.raises(TypeError, match=r"gamma is 1/length_scale, say kernel=Laplacian\(length_scale=2\)"):
        RandomFourierFeatures(Laplacian(), gamma=0.5)
