# Types of the names that __init__.py imports when they are used.

from rffviz.adaptive import AdaptiveFourierFeatures as AdaptiveFourierFeatures
from rffviz.adaptive import SupervisedFourierFeatures as SupervisedFourierFeatures
from rffviz.certify import certify as certify
from rffviz.datasets import load as load
from rffviz.datasets import standardize as standardize
from rffviz.diagnose import compare as compare
from rffviz.diagnose import diagnose as diagnose
from rffviz.explorer.figures.show import show as show
from rffviz.features import NystromFeatures as NystromFeatures
from rffviz.features import RandomBinningFeatures as RandomBinningFeatures
from rffviz.features import RandomFourierFeatures as RandomFourierFeatures
from rffviz.kernels import Cauchy as Cauchy
from rffviz.kernels import ExponentialPower as ExponentialPower
from rffviz.kernels import FormulaKernel as FormulaKernel
from rffviz.kernels import Gaussian as Gaussian
from rffviz.kernels import GeneralisedCauchy as GeneralisedCauchy
from rffviz.kernels import Laplacian as Laplacian
from rffviz.kernels import Matern as Matern
from rffviz.kernels import RationalQuadratic as RationalQuadratic
from rffviz.kernels import SpectralMixture as SpectralMixture
from rffviz.kernels import median_length_scale as median_length_scale
from rffviz.measure import error_curve as error_curve
from rffviz.measure import relative_error as relative_error
from rffviz.predict import ExactKernelRidge as ExactKernelRidge
from rffviz.predict import ExactKernelRidgeClassifier as ExactKernelRidgeClassifier
from rffviz.predict import FeatureRidge as FeatureRidge
from rffviz.predict import FeatureRidgeClassifier as FeatureRidgeClassifier
from rffviz.predict import attention as attention
from rffviz.samplers import SAMPLERS as SAMPLERS
from rffviz.samplers import draw as draw
from rffviz.theory import frequencies_needed as frequencies_needed

__version__: str
