"""Scenes for a lecture, as data: a question to the class, the page and settings that show it, and what is revealed.

Settings are written as in links. Answers contain no measured numbers: the figure that a scene opens shows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

GROUPS = ("The idea", "How many frequencies?", "Which frequencies?", "What for?")


@dataclass(frozen=True)
class Scene:
    """A question before its answer.

    Attributes
    ----------
    name : str
        A stable identifier, for links and files.
    question : str
        What the class is asked.
    group : str
        One of `GROUPS`.
    page : str
        The page that shows it.
    query : mapping of str to str
        The settings of the link to it, by name.
    look : str
        What to look at.
    reveal : str
        The answer, in one sentence.
    notes : str
        For the speaker: two to four sentences.
    formula : str
        One line of mathematics, in LaTeX.
    guess : tuple of str
        What the class may vote for; empty if a vote makes no sense.
    after : mapping of str to str
        Settings that change when the answer is revealed; empty if the figure already shows it.
    """

    name: str
    question: str
    group: str
    page: str
    query: Mapping[str, str]
    look: str
    reveal: str
    notes: str
    formula: str
    guess: tuple[str, ...] = ()
    after: Mapping[str, str] = field(default_factory=dict)

    @property
    def revealed(self) -> dict[str, str]:
        """The settings of the link that shows the answer."""
        return {**self.query, **self.after}


SCENES = (
    Scene(
        "cost",
        "30,000 points: does the exact method finish before the lecture does?",
        GROUPS[0],
        "prediction",
        {"view": "cost"},
        "Where the two lines cross, and how much steeper one of them is.",
        "Extend its line: its time grows as N³ and its memory as N². The features' time grows as N, so they win.",
        "Both methods run on this machine while the class watches; the exact one stops early on purpose. Have the "
        "class extend its line to 30,000 with a ruler: in the long run twice the points take eight times as "
        "long. The memory is worse: the matrix alone takes several gigabytes.",
        r"\text{exact: } \mathcal{O}(N^3) \qquad \text{features: } \mathcal{O}(N D^2)",
        guess=("in seconds", "by the break", "not today"),
    ),
    Scene(
        "bell",
        "How many cosines look like a bell?",
        GROUPS[0],
        "start",
        {"waves": "1"},
        "The right panel, as D grows from 1.",
        "It depends on how close is close enough: the error falls as 1/√D, so one more digit takes a hundred times as "
        "many waves.",
        "Start at one cosine and let the class say stop. A cosine never decays: only the average does, because the "
        "waves agree at δ = 0 and nowhere else. Draw again to see that the bell is no accident of the seed.",
        r"k(x - y) = \mathbb{E} \cos \omega^\top (x - y) \approx \tfrac{1}{D} \sum_j \cos \omega_j^\top (x - y)",
        guess=("4", "40", "400"),
        after={"waves": "2048"},
    ),
    Scene(
        "kink",
        "Which bag of frequencies gives a kink?",
        GROUPS[0],
        "kernel",
        {"view": "spectrum", "kernel": "gaussian"},
        "The spectrum's tails, and the kernel at 0.",
        "The one with heavy tails: rare, fast waves make the kink of the Laplacian kernel.",
        "A smooth top needs slow waves alone: the curvature at 0 is minus the spectrum's variance, which is infinite "
        "for the Cauchy spectrum. Readers swap the names: the Laplacian kernel has the Cauchy spectrum, and the Cauchy "
        "kernel the Laplace spectrum.",
        r"k''(0) = -\mathbb{E}\, \omega^2",
        guess=("slow ones alone", "evenly spread ones", "rare, very fast ones"),
        after={"kernel": "laplacian"},
    ),
    Scene(
        "vectors",
        "Two points, two short vectors: what is their inner product?",
        GROUPS[0],
        "features",
        {"view": "two_points", "n_freqs": "1"},
        "The two vectors of features, and their inner product while D grows.",
        "It settles on k(x − y): each frequency contributes the cosine of the difference of two angles.",
        "A frequency turns a point into an angle, cosine and sine into a point of the circle. The inner product of "
        "two points of the circle is the cosine of the angle between them, which a shift does not change. Nothing else "
        "is needed to see why the sum estimates k.",
        r"\cos a \cos b + \sin a \sin b = \cos(a - b)",
        guess=("0", "1", "k(x − y)"),
        after={"n_freqs": "256"},
    ),
    Scene(
        "blocks",
        "At which D do the blocks of Iris appear?",
        GROUPS[1],
        "convergence",
        {"view": "matrices", "dataset": "iris", "n_freqs": "1"},
        "The middle matrix: noise first, then the three species.",
        "The blocks appear as soon as the noise falls below the contrast between them, long before the error is small.",
        "The left matrix is exact, the middle one is made of features, the right one is their difference. Classifiers "
        "need the blocks, not the digits: this is why few features often do. Scrub back and forth over the D at which "
        "the class says yes.",
        r"\hat K = Z Z^\top, \quad Z \in \mathbb{R}^{n \times 2D}",
        guess=("4", "32", "256"),
        after={"n_freqs": "256"},
    ),
    Scene(
        "epsilon",
        "How many frequencies for an error of at most 0.2? And for half that error?",
        GROUPS[1],
        "convergence",
        {"view": "curve", "sampler": "monte_carlo", "epsilon": "0.2", "bound": "rahimi_recht"},
        "The two rings on the line of ε: what is measured, and what is promised.",
        "Half the error takes four times the frequencies, for the measurement as for the bound, which asks for far "
        "more.",
        "The line is straight on logarithmic axes: its slope says 1/√D. The class can read the answer for 0.1 off the "
        "line before ε is moved. The title says by which factor the bound exceeds the need; ask where it goes.",
        r"|\hat k - k| \sim 1/\sqrt{D}",
        guess=("twice as many", "four times as many", "eight times as many"),
        after={"epsilon": "0.1"},
    ),
    Scene(
        "factor",
        "The bound asks for far more frequencies than are needed: where did the factor go?",
        GROUPS[1],
        "convergence",
        {"view": "factor", "step": "printed"},
        "The two bars: what is promised and what is measured. The steps between them come one by one.",
        "Most of it was the ball: knowing the points is worth most, then knowing the variance; constants hardly count.",
        "Take the proof step by step: each stop puts a sharper inequality in place of one of its own, and the figure "
        "says by how much that helps. With the exact law of each pair the theory comes near the measurement. What is "
        "left is the sum over pairs, whose errors come together. The mathematics below has the proof with these "
        "numbers.",
        r"\operatorname{P}(\max |\hat k - k| > \varepsilon) \le \sum_{x, y} "
        r"\operatorname{P}(|\hat k - k| > \varepsilon)",
        guess=("the constants", "the ball in place of the points", "the variance it does not know"),
        after={"step": "measured"},
    ),
    Scene(
        "infinite",
        "A kernel with a kink: what does the bound promise?",
        GROUPS[1],
        "convergence",
        {"kernel": "laplacian", "sampler": "monte_carlo,sobol_scrambled", "bound": "rahimi_recht"},
        "The measured lines, and the place where the bound should be.",
        "Nothing: its constant is the spectrum's variance, which is infinite here, and yet the error falls as before.",
        "The kink at 0 is made by rare, very fast waves, so the spectrum has heavy tails. The bound needs k to be "
        "smooth at 0; the measurement does not. A bound that is silent says nothing about the method.",
        r"\sigma_p^2 = \mathbb{E} \|\omega\|^2 = -\operatorname{tr} \nabla^2 k(0) = \infty",
        guess=("a little more", "a thousand times more", "nothing"),
    ),
    Scene(
        "inputs",
        "From 4 inputs to 61: which grows more, the need or the promise?",
        GROUPS[1],
        "convergence",
        {
            "view": "beside",
            "dataset": "digits",
            "sampler": "monte_carlo",
            "n_seeds": "5",
            "bound": "rahimi_recht",
            "beside": "dataset=iris&sampler=monte_carlo&n_seeds=5&bound=rahimi_recht",
        },
        "The measured lines of A and B, then the bounds, on the same axes.",
        "Both grow, the promise far more: the bound contains the dimension and the diameter.",
        "A is Digits, B is Iris, both at their median length scale and under the same seeds. One pair of points does "
        "not know the dimension: the error at a pair is that of an average of cosines. The dimension enters through "
        "the number of pairs, and the bound pays for a whole region.",
        r"D \gtrsim \frac{d}{\varepsilon^2} \log \frac{\sigma_p l}{\varepsilon}",
        guess=("the need", "the promise", "both the same"),
    ),
    Scene(
        "phases",
        "The same number of features, in pairs or with random phases: which has the smaller error?",
        GROUPS[2],
        "convergence",
        {"view": "maps", "kernel": "gaussian"},
        "At first the line with phases alone; then that of pairs, at distance 0 and far away.",
        "Pairs of cosine and sine: they are exact at distance 0 and better at every distance shown.",
        "With phases there are twice as many frequencies for the same features, and still the error is larger: the "
        "phase adds noise of its own. The lines are formulas, the markers are measured. For the Cauchy kernel phases "
        "win far out, by a hair.",
        r"\operatorname{Var}_{\text{pairs}} = \tfrac{1}{n}\big[1 + k(2\delta) - 2k^2\big], \quad "
        r"\operatorname{Var}_{\text{phases}} = \tfrac{1}{n}\big[1 + \tfrac12 k(2\delta) - k^2\big]",
        guess=("pairs", "phases", "no difference"),
    ),
    Scene(
        "faster",
        "Can you beat 1/√D?",
        GROUPS[2],
        "convergence",
        {"dataset": "moons", "sampler": "monte_carlo,sobol_scrambled", "metric": "rmse", "epsilon": "0.02"},
        "The slopes of the two lines beside that of 1/√D.",
        "Yes, in two dimensions, by evenly spread frequencies. With the many inputs of Digits, shown now, the lead "
        "comes late and is small.",
        "Sobol' points leave no gaps, so their average of cosines is an integral done well. Reveal the same with the "
        "61 inputs of Digits: the slope is flatter and the lead is small. In many dimensions every point is near an "
        "edge.",
        r"\text{Monte Carlo: } D^{-1/2} \qquad \text{Sobol': nearly } D^{-1} \text{ for small } d",
        guess=("no, never", "yes, always", "yes, in few dimensions"),
        after={"dataset": "digits"},
    ),
    Scene(
        "angles",
        "At right angles instead of at random: for which pairs of points is it better?",
        GROUPS[2],
        "schemes",
        {"a": "orthogonal", "b": "monte_carlo", "dimension": "10"},
        "Two draws of one law: in A the frequencies of a block stand at right angles, in B each is drawn alone.",
        "For near ones: there the variance is a fraction of Monte Carlo's. Far apart little or nothing is gained.",
        "The clouds look alike, and each frequency alone is as good in A as in B. The answer shows the variance of k̂ "
        "beside Monte Carlo's at every distance. Errors of rows at right angles cancel where the kernel is still near "
        "1; far apart a wave has turned many times, and the others know nothing of it.",
        r"\sum_{j=1}^{d} \frac{\omega_j \omega_j^\top}{\|\omega_j\|^2} = I",
        guess=("for near ones", "for far ones", "for all"),
        after={"view": "bias"},
    ),
    Scene(
        "halton",
        "Coordinates 1 and 2 look even. And coordinates 33 and 34?",
        GROUPS[2],
        "schemes",
        {"a": "halton", "b": "halton_scrambled", "dimension": "40"},
        "The frequencies of A, when the coordinates change.",
        "They lie on lines: large primes move in step, and only scrambling separates them.",
        "Each coordinate of a Halton point counts in another prime. The first two primes are small and their patterns "
        "mix quickly; for large ones the first points only climb. The verdicts below the figure find it by numbers.",
        r"\omega_j = F^{-1}(t_j), \quad t_j = (\varphi_2(j), \varphi_3(j), \dots, \varphi_{173}(j))",
        guess=("as even", "random", "on lines"),
        after={"first_axis": "33", "second_axis": "34"},
    ),
    Scene(
        "mistake",
        "A library had this mistake for three years: what is wrong?",
        GROUPS[2],
        "schemes",
        {"a": "two_gammas", "b": "monte_carlo", "dimension": "5", "view": "cloud"},
        "The two clouds, which are drawn on the same axes.",
        "A factor √2 is missing: all frequencies are too short, so the kernel is too wide.",
        "Nobody saw it on accuracy, since a classifier adapts to a wider kernel. Its test compared kernel values that "
        "were all near 1, where a factor hardly shows. The lengths show it at once, since their law is known.",
        r"\exp(-\gamma \|\delta\|^2) \;\leftrightarrow\; \omega \sim \mathcal{N}(0, 2\gamma I)",
        after={"view": "radius"},
    ),
    Scene(
        "edges",
        "Sixty points: where will the prediction fail with four waves in place of 256?",
        GROUPS[3],
        "prediction",
        {"view": "line", "function": "sine", "n_freqs": "256"},
        "The edges of the data, and the width of the two bands there.",
        "At the edges: four waves swing on where there are no data, and their band is far too sure of itself.",
        "With 256 waves both methods agree. Few waves can be fitted well inside and still know nothing outside. The "
        "exact method's band opens where there are no data; that of four waves cannot, having so few directions to be "
        "unsure in. Scrub D until both agree again.",
        r"\hat f(x) = z(x)^\top (Z^\top Z + n\lambda I)^{-1} Z^\top y",
        guess=("in the middle", "at the edges", "everywhere"),
        after={"n_freqs": "4"},
    ),
    Scene(
        "photograph",
        "Half of the pixels are gone: which length scale restores them?",
        GROUPS[3],
        "prediction",
        {"view": "image", "image_length": "0.2"},
        "The photograph while ℓ is moved, and the error on unseen pixels.",
        "One in between: a longer one blurs, and a shorter one needs more waves than there are.",
        "Brightness is learned as a function of place, from half of the pixels. A long length scale has only slow "
        "waves; a short one has fast waves, and it takes many to fill the picture. The error on unseen pixels chooses.",
        r"\omega \sim \mathcal{N}(0, \ell^{-2} I)",
        guess=("the longest", "one in between", "the shortest"),
        after={"image_length": "0"},
    ),
    Scene(
        "worst",
        "120 points: which D is the worst?",
        GROUPS[3],
        "prediction",
        {"view": "descent", "n_seeds": "5"},
        "The line of least squares and where it peaks; beside it, what such a fit does between its points.",
        "The one with as many features as points, two for each frequency; a penalty removes the peak.",
        "With as many features as points there is exactly one curve through all of them, and it must bend wildly. "
        "With more features there are many, and least squares takes the smallest. The penalty never lets it bend. The "
        "fits on the right are to other points, on a line, where they can be seen.",
        r"2D = n",
        guess=("10", "60", "120", "1,000"),
    ),
    Scene(
        "better",
        "Is the better kernel the better predictor?",
        GROUPS[3],
        "prediction",
        {"view": "kernel_error", "n_freqs": "64"},
        "A dot is one fit: the error of its kernel matrix to the right, what it costs in prediction upward.",
        "More frequencies bring both nearer; of two draws of one size the better kernel hardly predicts better.",
        "The cloud rises: more frequencies, a better kernel, a prediction nearer to the exact one. The filled dots are "
        "of one size, and among them the order is nearly chance: an error of the matrix counts only where the answers "
        "lie. The exact method's test error is no floor, for an error of the kernel can act as a penalty.",
        r"|\hat f(x) - f(x)| \le \frac{M \|\hat K - K\|_2}{n \lambda^2} + \frac{M \|\hat k_x - k_x\|}{\lambda \sqrt n}",
        guess=("yes, always", "with more frequencies only", "no, never"),
    ),
    Scene(
        "learned",
        "Forty learned waves: how many random ones do as well?",
        GROUPS[3],
        "adaptive",
        {"view": "learning", "n_learned": "40"},
        "The loss while it is learned, and the stripe with the number of random waves beside it.",
        "Far more than forty: learning moves the frequencies to where the data need them.",
        "Step 0 is forty random waves. Play the steps: frequencies and weights move until they fit the kernel on "
        "these data, and on these alone. Learning is paid once; every prediction after it is cheaper. Click a "
        "frequency to see its wave over the data.",
        r"\min_{\omega, p} \frac{1}{s^2} \sum_{i, j} \Big(k(x_i - x_j) - \sum_l p_l \cos \omega_l^\top (x_i - x_j)"
        r"\Big)^2",
        guess=("eighty", "hundreds", "thousands"),
        after={"iteration": "100"},
    ),
)
"""In teaching order."""
