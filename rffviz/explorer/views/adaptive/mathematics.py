"""The mathematics of the Adaptive features page: the loss on landmarks, and how it is minimised."""

from __future__ import annotations

from rffviz.explorer.words.mathematics.record import Formula

LOSS = Formula(r"L(W,p)=\sum_{s,t=1}^{n}q_s^2q_t^2\Big(\sum_jp_j\cos\omega_j^\top(x_s-x_t)-k(x_s-x_t)\Big)^2")
LI = "Li, Zhang, Wang & Kumar 2019"
SHARES = {
    "sample": "The n landmarks are drawn from the N points without replacement, each with weight $q_s^2=1/n$:",
    "kmeans": "The n landmarks are cluster centres, each with the weight $q_s^2=N_s/N$ of its $N_s$ points:",
    "nearest": "The n landmarks are the points nearest to the cluster centres, with weights $q_s^2=N_s/N$:",
    "given": "The n landmarks represent the data with weights $q_s^2$ that sum to 1:",
}
