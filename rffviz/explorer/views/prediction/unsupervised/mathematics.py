"""The mathematics of the view “Unsupervised”."""

from __future__ import annotations

from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.studies.unsupervised import Unsupervised


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
        "PCA and k-means on the features approximate kernel PCA and kernel k-means.",
        (
            "Kernel principal components are eigenvectors of the centred kernel matrix, scaled by the square roots "
            "of their eigenvalues:",
            Formula(
                r"HKH=V\Lambda V^\top,\qquad H=I-\tfrac1n\mathbf{1}\mathbf{1}^\top,\qquad\text{coordinates "
                r"}V\Lambda^{1/2}"
            ),
            said(
                r"On features the SVD $HZ=USV^\top$ of a matrix with $2D=<F>$ columns gives their estimates: "
                r"$HZZ^\top H=US^2U^\top$. At $D=<m>$, for $n=<n>$ points:",
                **values,
            ),
            formula(r"\frac{\lambda_1}{\sum_i\lambda_i}=<one>\ \text{exact},\qquad<hat>\ \text{on features}", **values),
            formula(r"\tfrac12\|V_2^\top U_2\|_F^2=<alike>\qquad\text{(1: the same plane)}", **values),
            "Kernel k-means becomes k-means on the features, since its distances need inner products alone:",
            Formula(
                r"\|\phi(x)-\mu_c\|^2=k(x,x)-\frac{2}{n_c}\sum_{i\in c}k(x,x_i)+\frac{1}{n_c^2}\sum_{i,j\in "
                r"c}k(x_i,x_j)"
            ),
            said(
                "The two partitions into $<k>$ clusters have an adjusted Rand index of $<rand>$; 1 is the same "
                "partition.",
                **values,
            ),
        ),
        "Schölkopf, Smola & Müller 1998; Hubert & Arabie 1985",
    )
