"""Right answers to the exercises, as a reader would write them, by the name of the function."""

SOLUTIONS = {
    "paired_map": """
def paired_map(X, W):
    angles = X @ W.T
    return np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(len(W))
""",
    "laplacian_frequencies": """
def laplacian_frequencies(n_freqs, d, length_scale, rng):
    return rng.standard_cauchy((n_freqs, d)) / length_scale
""",
    "matern_frequencies": """
def matern_frequencies(n_freqs, d, length_scale, nu, rng):
    u = rng.chisquare(2 * nu, (n_freqs, 1))
    return rng.standard_normal((n_freqs, d)) * np.sqrt(2 * nu / u) / length_scale
""",
    "slope": """
def slope(n_freqs, errors):
    return np.polyfit(np.log(n_freqs), np.log(errors), 1)[0]
""",
    "frequencies_for": """
def frequencies_for(epsilon, n_freqs, errors):
    b, a = np.polyfit(np.log(n_freqs), np.log(errors), 1)
    return int(np.ceil(np.exp((np.log(epsilon) - a) / b)))
""",
    "hoeffding_count": """
def hoeffding_count(epsilon, confidence):
    return int(np.ceil(2 * np.log(2 / (1 - confidence)) / epsilon**2))
""",
    "orthogonal_frequencies": """
def orthogonal_frequencies(n_freqs, d, rng):
    blocks = []
    for _ in range(-(-n_freqs // d)):
        Q, _ = np.linalg.qr(rng.standard_normal((d, d)))
        blocks.append(np.sqrt(rng.chisquare(d, d))[:, None] * Q)
    return np.vstack(blocks)[:n_freqs]
""",
    "repaired": """
def repaired(n_freqs, d, rng):
    blocks = []
    for _ in range(-(-n_freqs // d)):
        Q, _ = np.linalg.qr(rng.standard_normal((d, d)))
        S = np.diag(np.linalg.norm(rng.standard_normal((d, d)), axis=1))
        blocks.append(S @ Q)
    return np.vstack(blocks)[:n_freqs]
""",
    "variance": """
def variance(draw, delta, n_draws, rng):
    return np.var([np.cos(draw(rng) @ delta).mean() for _ in range(n_draws)], ddof=1)
""",
    "ridge_weights": """
def ridge_weights(Z, y, ridge):
    n, width = Z.shape
    return np.linalg.solve(Z.T @ Z + n * ridge * np.eye(width), Z.T @ y)
""",
    "kernel_ridge": """
def kernel_ridge(K, y, ridge):
    return np.linalg.solve(K + len(y) * ridge * np.eye(len(y)), y)
""",
    "smallest_enough": """
def smallest_enough(n_freqs, errors, exact, tolerance):
    enough = np.median(errors, axis=0) <= (1 + tolerance) * exact
    return int(n_freqs[np.argmax(enough)]) if enough.any() else None
""",
}
