"""The mathematics of the Prediction page: ridge on features, kernel machines, cost, double descent, components."""

from __future__ import annotations

import math

import numpy as np

from rffviz.papers.table1 import Table1Row
from rffviz.studies.comparison import Comparison
from rffviz.studies.cost import Cost
from rffviz.studies.descent import Descent
from rffviz.studies.image import ImageFits
from rffviz.studies.kernel_error import KernelError
from rffviz.studies.ridge_path import RidgePath
from rffviz.studies.surfaces import Surfaces
from rffviz.studies.unsupervised import Unsupervised
from rffviz.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said

_RIDGE = Formula(r"w=\arg\min_w\ \frac1n\|Zw-y\|^2+\lambda\|w\|^2=(Z^\top Z+n\lambda I)^{-1}Z^\top y")
_PUSH = Formula(r"(Z^\top Z+n\lambda I)^{-1}Z^\top=Z^\top(ZZ^\top+n\lambda I)^{-1}")
_SHIFT = "So the prediction is that of kernel ridge regression with $ZZ^\\top$ in place of K: the same λ, the "
"same problem. (The mean of y is taken out first.)"
_RIDGE_SOURCE = "Rahimi & Recht 2007, section 5 (there nλ is called λ)"
_COMPLETE = 2 * math.cos(math.pi / 9)  # the root of x³ = 3x + 1 above 0


def line_mathematics(record: RidgePath) -> Mathematics:
    """Ridge on features, the posterior band of the same model, and why it starves far from the data."""
    n, ridge, s2 = record.about.n_points, record.about.settings["ridge"], record.exact.signal_variance
    m = int(record.n_freqs[record.start])
    values = {
        "n": n,
        "lam": ridge,
        "shift": n * ridge,
        "s2": s2,
        "noise": math.sqrt(n * ridge * s2),
        "m": m,
        "F": 2 * m,
    }
    values |= {"rmse": record.rmse_to_exact[record.start], "rank": min(2 * m, n)}
    starved = ()
    if record.starvation is not None and math.isfinite(wide := record.starvation[record.start]):
        starved = (said(r"Far from the data the band is $<wide>$ times as wide as the exact one.", wide=wide),)
    if record.pathwise_starvation is not None:
        starved += (
            r"Matheron's rule draws a function of the features' prior, $w\sim N(0,I)$, and the exact kernel moves it "
            r"to the data, with noise $\varepsilon\sim N(0,n\lambda s^2I)$:",
            Formula(r"f(x)=s\,z(x)^\top w+k(x,X)(K+n\lambda I)^{-1}\big[y-\bar y-sZw-\varepsilon\big]+\bar y"),
        )
    return Mathematics(
        "Ridge regression on the features solves the exact method's problem with the estimated kernel, and both are "
        "the mean of a Gaussian model.",
        (
            _RIDGE,
            _PUSH,
            _SHIFT,
            formula(r"n\lambda=<n>\times <lam>=<shift>", **values),
            r"With a prior $w\sim N(0,s^2I)$ and noise of variance $n\lambda s^2$ the posterior variance of "
            r"$f(x)=z(x)^\top w$, on features and exactly, is",
            Formula(r"\operatorname{Var}f(x)=s^2n\lambda\;z(x)^\top(Z^\top Z+n\lambda I)^{-1}z(x)"),
            Formula(r"s^2\big[k(x,x)-k(x,X)(K+n\lambda I)^{-1}k(X,x)\big]"),
            formula(r"s^2=\tfrac1n(y-\bar y)^\top(K+n\lambda I)^{-1}(y-\bar y)=<s2>", **values),
            formula(r"\sqrt{n\lambda s^2}=\sqrt{<n>\times <lam>\times <s2>}=<noise>", **values),
            said(
                r"With $D=<m>$ only $2D=<F>$ directions of w exist, and the data fix up to $<rank>$ of them: far from "
                r"the data the band cannot widen as the exact one does. The distance of the predictions is",
                **values,
            ),
            formula(r"\sqrt{\text{mean}_x(\hat f-f)^2}=<rmse>", **values),
            *starved,
        ),
        f"{_RIDGE_SOURCE}; the posterior: Rasmussen & Williams 2006, sections 2.1 and 2.2 (not verified "
        f"against the paper)",
    )


def plane_mathematics(record: Surfaces) -> Mathematics:
    """The kernel machine, its form as an enclosing ball, and the linear machine on features."""
    n, size = len(record.X), record.size
    lines = [
        r"A kernel machine separates the classes by $f(x)=\sum_i\alpha_iy_ik(x_i,x)+\beta$; its α solve",
        Formula(
            r"\max_{0\le\alpha\le C,\ y^\top\alpha=0}\ "
            r"\sum_i\alpha_i-\tfrac12\sum_{i,j}\alpha_i\alpha_jy_iy_jk(x_i,x_j)"
        ),
        r"With squared slacks and a penalised β the dual is that of a minimum enclosing ball in the kernel's space, "
        r"since the diagonal of $\tilde k$ is constant. The core vector machine adds the point furthest outside the "
        r"ball until none lies outside $(1+\varepsilon)$ times its radius:",
        Formula(r"\tilde k_{ij}=y_iy_jk(x_i,x_j)+y_iy_j+\frac{\mathbf{1}[i=j]}{C}"),
        Formula(r"\max_{\alpha\ge0,\ \sum_i\alpha_i=1}\ \sum_i\alpha_i\tilde k_{ii}-\alpha^\top\tilde K\alpha"),
        r"On features the same boundary is linear, $f(x)=w^\top z(x)+\beta$, since $z(x)^\top z(y)\approx k(x,y)$.",
    ]
    for each in record.surfaces:
        if not each.refusal and math.isfinite(each.agreement) and not each.exact:
            wrong = round(each.test_error * record.n_test / 100)
            values = {"n": n, "m": size, "w": wrong, "t": record.n_test, "e": each.test_error, "a": each.agreement}
            lines += [
                said(
                    rf"{each.label}, of size $<m>$ on $<n>$ training points, agrees with the first exact method on a "
                    r"share of $<a>$ of the plane; of the test points the share wrong, in percent, is",
                    **values,
                ),
                formula(r"100\times\frac{<w>}{<t>}=<e>", **values),
            ]
            break
    return Mathematics(
        "A linear boundary in the space of the features stands for the kernel machine's boundary in the plane.",
        (kernel_formula(record.about.kernel), *lines),
        "Cortes & Vapnik 1995; Tsang, Kwok & Cheung 2005, section 3 (not verified against the paper); Rahimi "
        "& Recht 2007, section 3",
    )


def data_mathematics(record: Comparison) -> Mathematics:
    """What the error is, how λ is chosen by leaving one out, and the best method's error over the splits."""
    lines = [
        _RIDGE,
        r"Each method chooses λ on the training points alone. On dense features the error of leaving point i out needs "
        r"no second fit; h comes from the hat matrix:",
        Formula(r"H=Z(Z^\top Z+n\lambda I)^{-1}Z^\top,\qquad y_i-f_{-i}(x_i)=\frac{y_i-f(x_i)}{1-h_{ii}}"),
        "The test error is",
        Formula(r"\sqrt{\frac{\sum_i(f(x_i)-y_i)^2}{\sum_i(y_i-\bar y)^2}}")
        if record.task == "regression"
        else Formula(r"100\times\frac{\#\{i:f(x_i)\ne y_i\}}{n_{\text{test}}}"),
    ]
    if record.sized:
        best = record.best
        errors = best.errors[:, best.best]
        errors = errors[np.isfinite(errors)]
        values = {
            "size": best.sizes[best.best],
            "R": len(errors),
            "mean": float(errors.mean()),
            "sum": float(errors.sum()),
        }
        lines += [
            said(
                rf"The least mean error among methods with a size is that of {best.label} at size $<size>$, over $<R>$ "
                "splits:",
                **values,
            ),
            formula(r"\frac{1}{R}\sum_r\text{error}_r=\frac{<sum>}{<R>}=<mean>", **values),
        ]
        if len(errors) > 2:
            spread = float(errors.std(ddof=1))
            lines += [
                "The standard error of that mean, splits taken as independent, though they share points:",
                formula(r"\frac{<s>}{\sqrt{<R>}}=<se>", s=spread, R=len(errors), se=spread / math.sqrt(len(errors))),
            ]
    return Mathematics(
        "Every method is linear in its own features; the exact ones work with the kernel itself.",
        tuple(lines),
        f"{_RIDGE_SOURCE}; leaving one out: Golub, Heath & Wahba 1979",
    )


def table_mathematics(record: Table1Row) -> Mathematics:
    """Fourier and binning features, the error of the table, and each cell against the paper's."""
    error = (
        r"100\,\frac{\|f-y\|}{\|y\|}"
        if record.task == "regression"
        else r"100\times\frac{\#\{i:f(x_i)\ne y_i\}}{n_{\text{test}}}"
    )
    lines = [
        _RIDGE,
        r"Binning lays grids of random pitch and shift over the points; a feature says whether a point lies in one bin "
        r"of all coordinates. Two points share a bin with a probability that is the kernel:",
        Formula(r"k(\delta)=\prod_i\int_0^\infty p(u)\max\Big(0,1-\frac{|\delta_i|}{u}\Big)du,\qquad p(u)=u\,k_1''(u)"),
        r"Here $k_1$ is the kernel of one coordinate. For the Laplacian the pitch u is "
        r"$\mathrm{Gamma}(2,\ell)$; for the "
        r"Gaussian $k_1''<0$ near 0, so that it has no such p.",
        "The error, in percent, is",
        Formula(error),
    ]
    for cell in record.cells:
        values = {"here": cell.error, "paper": cell.published, "gap": cell.error - cell.published}
        name = {"fourier_ls": "Fourier features", "binning_ls": "Binning", "exact_svm": "The exact machine"}[
            cell.method
        ]
        lines += [
            f"{name}, measured minus published:",
            formula(r"<here>-<paper>=<gap>", **values),
        ]
    return Mathematics(
        "Least squares on random features takes the place of a kernel machine.",
        tuple(lines),
        "Rahimi & Recht 2007, sections 3 to 5, Claim 2 (not verified against the paper) and Table 1",
    )


def image_mathematics(record: ImageFits) -> Mathematics:
    """Brightness as a function of the place, and where frequencies pass the pixels' own."""
    n, height, best = record.about.n_points, record.pixels.shape[0], record.best
    values = {"n": n, "F": 2 * record.n_freqs, "h": height, "limit": math.pi * height, "scale": 1 / (math.pi * height)}
    values |= {"lam": record.about.settings["ridge"], "shift": n * record.about.settings["ridge"]}
    values |= {"ell": record.length_scales[best], "rmse": record.test_rmse[best], "train": record.train_rmse[best]}
    return Mathematics(
        "The length scale sets the speed of the waves that build the photograph.",
        (
            _RIDGE,
            said(
                r"$n=<n>$ pixels are learned from with $2D=<F>$ features; lengths are in heights of the image.",
                **values,
            ),
            formula(r"n\lambda=<n>\times <lam>=<shift>", **values),
            r"Frequencies of the kernel have lengths of the order of $1/\ell$. A wave of less than two pixels "
            "cannot be told from a slower one. With that many rows the limit, and the ℓ that reaches it, are",
            formula(r"\|\omega\|_{\max}=\pi\times <h>=<limit>", **values),
            formula(r"\ell_{\min}\approx\frac{1}{\pi\times <h>}=<scale>", **values),
            said(
                r"The smallest error on unseen pixels is $<rmse>$, at $\ell=<ell>$; there the error on the pixels "
                r"learned from is $<train>$.",
                **values,
            ),
        ),
        f"{_RIDGE_SOURCE}; the task: Tancik et al. 2020, section 6 (not verified against the paper)",
    )


def cost_mathematics(record: Cost) -> Mathematics:
    """Operations of both methods, and where they are equal, beside the crossing that was timed."""
    features = 2 * record.n_freqs
    values = {"F": features, "x": _COMPLETE, "n": _COMPLETE * features, "m": record.n_freqs}
    lines = [
        "The exact method factors an n × n matrix; ridge on F = 2D features adds up an F × F matrix and factors it:",
        Formula(r"\text{exact}\approx\tfrac13n^3,\qquad\text{features}\approx nF^2+\tfrac13F^3"),
        Formula(r"\text{memory: }n^2\ \text{against}\ F^2,\qquad\text{a prediction: }n\ \text{against}\ F"),
        r"With $x=n/F$ the two are equal where $x^3=3x+1$, that is at $x=2\cos20°$, for any F:".replace("°", r"^\circ"),
        formula(r"n=2\cos(20^\circ)\,F=<x>\times <F>=<n>", **values),
    ]
    if math.isfinite(record.crossing):
        lines += [
            "The clock also counts the entries of K, the cosines, and how well each step uses the machine. It "
            "crosses at",
            formula(
                r"n=<c>,\qquad\frac{<c>}{<n>}=<r>", c=record.crossing, r=record.crossing / values["n"], n=values["n"]
            ),
        ]
    for name, seconds in (("exact method", record.exact_fit), ("features", record.features_fit)):
        if math.isfinite(power := record.power(seconds)):
            lines.append(
                said(
                    rf"The seconds of the {name} grow as $n^b$ with $b=<b>$ over the larger half of the sizes.", b=power
                )
            )
    return Mathematics(
        "The cost of the exact method grows with the cube of the number of points, that of features in "
        "proportion to it.",
        tuple(lines),
        "Golub & Van Loan 2013, section 4.2 (Cholesky's factor; not verified against the paper); Rahimi & "
        "Recht 2007, section 1",
    )


def kernel_error_mathematics(record: KernelError) -> Mathematics:
    """Cortes, Mohri and Talwalkar's bound with a fit's numbers, why it is loose, and the degrees of freedom."""
    n, ridge = record.about.n_points, record.ridge
    i, s, g = np.argwhere(record.here if record.here.any() else record.measured)[0]
    error, row = float(record.matrix_errors[i, s, g]), float(record.row_errors[i, s, g])
    values = {"n": n, "lam": ridge, "e": error, "r": row, "m": record.n_freqs[g], "bound": record.bounds[i, s, g]}
    values |= {"change": record.changes[i, s, g], "many": record.bounds[i, s, g] / record.changes[i, s, g]}
    values |= {"shift": n * ridge, "d": record.freedom, "rest": n - record.freedom}
    return Mathematics(
        "The better kernel changes the prediction less at worst; at one size it need not do so, for the bound sees the "
        "norm of the error and not its direction.",
        (
            r"With the mean of y taken out and its standard deviation M as the unit, both methods are",
            Formula(
                r"f(x)=k_x^\top\alpha,\quad\alpha=(K+n\lambda I)^{-1}y,\qquad"
                r"\hat f(x)=\hat k_x^\top\hat\alpha,\quad\hat\alpha=(\hat K+n\lambda I)^{-1}y"
            ),
            Formula(
                r"\hat f(x)-f(x)=-k_x^\top(\hat K+n\lambda I)^{-1}(\hat K-K)(K+n\lambda I)^{-1}y"
                r"+(\hat k_x-k_x)^\top\hat\alpha"
            ),
            r"Either inverse has a norm of at most $1/(n\lambda)$, y the norm $\sqrt nM$, and $k_x$ at most $\sqrt n$:",
            Formula(r"|\hat f(x)-f(x)|\le\frac{M\|\hat K-K\|_2}{n\lambda^2}+\frac{M\|\hat k_x-k_x\|}{\lambda\sqrt n}"),
            said(
                r"For the first fit at $D=<m>$, with $\|\hat K-K\|_2=<e>$ and rows that are off by at most $<r>$:",
                **values,
            ),
            formula(r"\frac{<e>}{<n>\times <lam>^2}+\frac{<r>}{<lam>\times\sqrt{<n>}}=<bound>", **values),
            said(r"Its largest change over the test points is $<change>$, so that the bound is", **values),
            formula(r"\frac{<bound>}{<change>}=<many>", **values),
            "times as large. It takes the whole error to lie along both y and $k_x$. The effective degrees of freedom "
            "of the exact method are the trace of the matrix that takes y to the fitted values:",
            Formula(r"d_\lambda=\operatorname{tr}K(K+n\lambda I)^{-1}=\sum_i\frac{\mu_i}{\mu_i+n\lambda}"),
            formula(r"n\lambda=<n>\times <lam>=<shift>,\qquad d_\lambda=<n>-<rest>=<d>", **values),
        ),
        "Cortes, Mohri & Talwalkar 2010, Proposition 1 (not verified against the paper); the part of the rows"
        " is derived here. Degrees of freedom: "
        "Hastie & Tibshirani 1990",
    )


def descent_mathematics(record: Descent) -> Mathematics:
    """Why least squares fails where features and points are as many, and what λ does to it."""
    n, ridge = record.about.n_points, float(record.ridges[-1])
    at = record.peak
    values = {
        "n": n,
        "half": n / 2,
        "m": record.n_freqs[at],
        "F": 2 * record.n_freqs[at],
        "e": record.median_test[0, at],
    }
    values |= {"lam": ridge, "shift": n * ridge, "gain": 1 / (2 * math.sqrt(n * ridge)) if ridge else math.inf}
    lines = [
        r"Write $Z=\sum_i s_iu_iv_i^\top$ with singular values $s_i$. Least squares, of minimum norm where it is not "
        "unique, and ridge regression are",
        Formula(
            r"w_0=\sum_{s_i>0}\frac{1}{s_i}v_iu_i^\top y,\qquad w_\lambda=\sum_i\frac{s_i}{s_i^2+n\lambda}v_iu_i^\top y"
        ),
        r"Noise of variance $\sigma^2$ in y adds $\sigma^2\sum_i s_i^{-2}$ to the mean of $\|w_0\|^2$. A matrix "
        r"that is nearly "
        "square has singular values near 0; with fewer or with more columns the least one grows again.",
        said(r"Z is square for $n=<n>$ points where", **values),
        formula(r"2D=n,\qquad D=\frac{<n>}{2}=<half>", **values),
        said(r"The median test error of least squares is largest, $<e>$, at $D=<m>$, with $<F>$ features.", **values),
    ]
    theory = record.equivalents[-1][at]
    z, kappa, p = theory.degrees_of_freedom, theory.kappa, 2 * record.n_freqs[at]
    if ridge:
        lines += [
            said(r"With $\lambda=<lam>$ no direction is amplified by more than", **values),
            formula(
                r"\max_s\frac{s}{s^2+n\lambda}=\frac{1}{2\sqrt{n\lambda}}=\frac{1}{2\sqrt{<n>\times <lam>}}=<gain>",
                **values,
            ),
        ]
    lines += [
        r"The dashed lines are predicted from the eigenvalues $\xi_i$ of the kernel on the points, divided by their "
        r"number, and the parts $v_i$ of y along its eigenvectors. For $p=2D$ features an effective penalty $\kappa$ "
        r"solves a fixed-point equation, and the test error, divided by the variance of the test answers, follows:",
        Formula(
            r"\kappa(n-z)\Big(1-\frac{z}{p}\Big)=n\lambda,\qquad z=\sum_i\frac{\xi_i}{\xi_i+\kappa},\qquad "
            r"q=\sum_i\frac{\xi_i^2}{(\xi_i+\kappa)^2}"
        ),
        Formula(
            r"b=\sum_iv_i^2\Big[\frac{\kappa}{\xi_i+\kappa}-\frac{\kappa\xi_i}{(\xi_i+\kappa)^2}\,\frac{p-z}{p-q}\Big],"
            r"\qquad A=\Big[1-\frac{q(p-2z)+z^2}{n(p-q)}\Big]^{-1},\qquad\text{error}^2=A(b+\sigma^2)"
        ),
    ]
    if not theory.vacuous:
        values |= {"kappa": kappa, "z": z, "p": p, "A": theory.amplification, "b": theory.bias, "v": record.variance}
        values |= {"s2": record.noise, "error": record.predicted[-1, at], "seen": record.median_test[-1, at]}
        lines += [
            said(r"With $\lambda=<lam>$ and $p=<p>$ they give, beside the measured $<seen>$,", **values),
            formula(r"<kappa>\times(<n>-<z>)\times\Big(1-\frac{<z>}{<p>}\Big)=<shift>", **values),
            formula(r"\sqrt{\frac{<A>\times(<b>+<s2>)}{<v>}}=<error>", **values),
        ]
    return Mathematics(
        "Least squares amplifies noise by the inverse of the smallest singular value, which is nearly 0 where "
        "there are "
        "as many features as points.",
        tuple(lines),
        "Belkin, Hsu, Ma & Mandal 2019; Hastie, Montanari, Rosset & Tibshirani 2022; the prediction: Mei & Montanari "
        "2022, Simon, Karkada, Ghosh & Belkin 2023",
    )


def unlabelled_mathematics(record: Unsupervised) -> Mathematics:
    """Kernel components and clusters from the features' covariance, and how near they are to the exact ones."""
    g, n = record.start, len(record.X)
    values = {
        "n": n,
        "m": record.n_freqs[g],
        "F": 2 * record.n_freqs[g],
        "alike": record.alike[g],
        "rand": record.agreement[g],
    }
    values |= {
        "one": record.exact_variances[0],
        "hat": record.variances[g, 0],
        "k": record.about.settings["n_clusters"],
    }
    return Mathematics(
        "Components and clusters of a kernel are those of ordinary methods on its features.",
        (
            r"Kernel components are eigenvectors of the centred kernel matrix; a point's coordinate is a root of the "
            "eigenvalue times its entry:",
            Formula(
                r"HKH=V\Lambda V^\top,\qquad H=I-\tfrac1n\mathbf{1}\mathbf{1}^\top,\qquad\text{coordinates "
                r"}V\Lambda^{1/2}"
            ),
            said(
                r"On features $HZ=USV^\top$ gives the same from a matrix of $2D=<F>$ columns: $HZZ^\top H=US^2U^\top$. "
                r"At $D=<m>$, of $n=<n>$ points:",
                **values,
            ),
            formula(r"\frac{\lambda_1}{\sum_i\lambda_i}=<one>\ \text{exact},\qquad<hat>\ \text{on features}", **values),
            formula(r"\tfrac12\|V_2^\top U_2\|_F^2=<alike>\qquad\text{(1: the same plane)}", **values),
            r"Kernel k-means is k-means on the features, since distances are inner products:",
            Formula(
                r"\|\phi(x)-\mu_c\|^2=k(x,x)-\frac{2}{n_c}\sum_{i\in c}k(x,x_i)+\frac{1}{n_c^2}\sum_{i,j\in "
                r"c}k(x_i,x_j)"
            ),
            said(
                r"The two divisions into $<k>$ clusters have an adjusted Rand index of $<rand>$; 1 is the same "
                r"division.",
                **values,
            ),
        ),
        "Schölkopf, Smola & Müller 1998; Hubert & Arabie 1985",
    )
