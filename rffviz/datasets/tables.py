"""Declarations of the papers' datasets, and checks of loaded data against them.

Table 1 of Li, Zhang, Wang and Kumar (2019) gives sizes and dimensions; means and counts are those of the published
files. Digests are those of the tables that this project's numbers were computed with; for tables in a folder DIR:

    RFFVIZ_DATA=DIR python -c "from rffviz.datasets.tables import digests; print(digests())"
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rffviz.datasets.fetching import Arrays
from rffviz.foundation.validation import Refusal


def _names(text: str, separator: str | None = None) -> tuple[str, ...]:
    return tuple(text.split(separator))


WINE_COLUMNS = _names(
    "fixed acidity,volatile acidity,citric acid,residual sugar,chlorides,free sulfur dioxide,total sulfur dioxide,"
    "density,pH,sulphates,alcohol",
    ",",
)
PARKINSONS_COLUMNS = _names(
    "Jitter(%) Jitter(Abs) Jitter:RAP Jitter:PPQ5 Jitter:DDP Shimmer Shimmer(dB) Shimmer:APQ3 "
    "Shimmer:APQ5 Shimmer:APQ11 Shimmer:DDA NHR HNR RPDE DFA PPE"
)
CPU_COLUMNS = _names(
    "lread lwrite scall sread swrite fork exec rchar wchar pgout ppgout pgfree pgscan atch "
    "pgin ppgin pflt vflt runqsz freemem freeswap"
)
ADULT_COLUMNS = tuple(f"a9a_{column}" for column in range(1, 124))
MNIST_COLUMNS = tuple(f"px_{row}_{column}" for row in range(28) for column in range(28))
COVTYPE_COLUMNS = (
    *_names(
        "Elevation Aspect Slope Horizontal_Distance_To_Hydrology Vertical_Distance_To_Hydrology "
        "Horizontal_Distance_To_Roadways Hillshade_9am Hillshade_Noon Hillshade_3pm Horizontal_Distance_To_Fire_Points"
    ),
    *(f"Wilderness_Area{area}" for area in range(1, 5)),
    *(f"Soil_Type{soil}" for soil in range(1, 41)),
)
COVTYPE_ROWS = 581_012
COVTYPE_TYPE_1 = 211_840
COVTYPE_PAPER_ROWS = 58_101
# The ten quantitative columns, from the source's own summary.
COVTYPE_MEANS = (2959.36, 155.65, 14.10, 269.43, 46.42, 2350.15, 212.15, 223.32, 142.53, 1980.29)
COVTYPE_DEVIATIONS = (279.98, 111.91, 7.49, 212.55, 58.30, 1559.25, 26.77, 19.77, 38.27, 1324.19)
MEAN_TOLERANCE = 2e-3
# The three categorical columns of KDD Cup 1999 become one-hot columns; the 10 % file lacks some categories.
KDD_WORDS = {
    "protocol_type": _names("icmp tcp udp"),
    "service": _names(
        "IRC X11 Z39_50 aol auth bgp courier csnet_ns ctf daytime discard domain domain_u echo eco_i ecr_i efs exec "
        "finger ftp ftp_data gopher harvest hostnames http http_2784 http_443 http_8001 imap4 iso_tsap klogin kshell "
        "ldap link login mtp name netbios_dgm netbios_ns netbios_ssn netstat nnsp nntp ntp_u other pm_dump pop_2 pop_3 "
        "printer private red_i remote_job rje shell smtp sql_net ssh sunrpc supdup systat telnet tftp_u tim_i time "
        "urh_i urp_i uucp uucp_path vmnet whois"
    ),
    "flag": _names("OTH REJ RSTO RSTOS0 RSTR S0 S1 S2 S3 SF SH"),
}
KDD_TEST_SERVICE = "icmp"  # a service of two test rows that is absent from the training data and has no indicator
KDD_COLUMNS = _names(
    "duration protocol_type service flag src_bytes dst_bytes land wrong_fragment urgent hot num_failed_logins "
    "logged_in num_compromised root_shell su_attempted num_root num_file_creations num_shells num_access_files "
    "num_outbound_cmds is_host_login is_guest_login count srv_count serror_rate srv_serror_rate rerror_rate "
    "srv_rerror_rate same_srv_rate diff_srv_rate srv_diff_host_rate dst_host_count dst_host_srv_count "
    "dst_host_same_srv_rate dst_host_diff_srv_rate dst_host_same_src_port_rate dst_host_srv_diff_host_rate "
    "dst_host_serror_rate dst_host_srv_serror_rate dst_host_rerror_rate dst_host_srv_rerror_rate"
)
KDD_ROWS = 494_021
KDD_NORMAL = 97_278  # normal connections among them
KDD_TEST_ROWS = 311_029
KDD_TEST_NORMAL = 60_593


@dataclass(frozen=True)
class TableFile:
    """The required contents of a dataset file, and its description.

    `means` are the columns' means; `weighted_sum` is Σ_j j Σ_i x_ij over columns counted from 1, which detects swapped
    columns. `ranges` gives minimum, maximum and mean of a regression target; `counts` gives the
    numbers of rows labelled −1 and +1 in the training part and in the test part. `digest` is what `table_digest` gives.
    """

    file: str
    n: int
    columns: tuple[str, ...]
    label: str = ""
    task: str = "regression"
    source: str = ""
    target_name: str = "y"
    class_names: tuple[str, ...] = ()
    means: tuple[float, ...] = ()
    weighted_sum: int | None = None
    ranges: tuple[tuple[str, float, float, float], ...] = ()
    counts: tuple[tuple[int, int], tuple[int, int]] | None = None
    split: tuple[int, int] | None = None
    groups: tuple[str, int] | None = None
    digest: str = ""

    @property
    def required(self) -> tuple[str, ...]:
        """The arrays that a file must contain."""
        targets = [key for key, *_ in self.ranges] or ["y"]
        return ("X", *targets, *(["split"] if self.split else ()), *(self.groups or ())[:1])


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(float(number) for number in text.split())


TABLES = {
    "wine_quality": TableFile(
        file="wine_white.npz",
        digest="e114ca21ee927b8e",
        n=4898,
        columns=WINE_COLUMNS,
        label="Wine quality (white)",
        source="UCI Wine Quality, white wines (Cortez et al. 2009, CC BY 4.0)",
        target_name="quality",
        means=_numbers("6.85479 0.278241 0.334192 6.39141 0.0457724 35.3081 138.361 0.994027 3.18827 0.489847 10.5143"),
        ranges=(("y", 3.0, 9.0, 5.87791),),
    ),
    "parkinsons": TableFile(
        file="parkinsons_telemonitoring.npz",
        digest="049ce997a90fdc30",
        n=5875,
        columns=PARKINSONS_COLUMNS,
        label="Parkinsons telemonitoring",
        source="UCI Parkinsons Telemonitoring (Tsanas and Little 2009, CC BY 4.0)",
        means=_numbers(
            "0.00615376 4.40271e-05 0.00298718 0.00327685 0.00896168 0.0340352 0.31096 0.0171557 "
            "0.0201442 0.0274809 0.0514669 0.0321198 21.6795 0.541473 0.65324 0.219589"
        ),
        ranges=(("y", 7.0, 54.992, 29.01894), ("y_motor", 5.0377, 39.511, 21.29623)),
        groups=("subject", 42),
    ),
    "cpu": TableFile(
        file="cpu_act.npz",
        digest="78ba82061bae0dff",
        n=8192,
        columns=CPU_COLUMNS,
        label="CPU activity",
        source="DELVE comp-activ (cpu_act; no explicit licence found)",
        target_name="usr (% of time in user mode)",
        means=_numbers(
            "19.5597 13.1062 2306.32 210.48 150.058 1.88455 2.792 197014 95898.3 2.28532 5.97723 "
            "11.9197 21.5268 1.1275 8.27796 12.3886 109.794 185.316 19.6307 1763.46 1.328126e06"
        ),
        ranges=(("y", 0.0, 99.0, 83.96887),),
    ),
    "cpu_rr2007": TableFile(
        file="cpu_rr2007.npz",
        digest="1a36cef1f761663b",
        n=7373,
        columns=CPU_COLUMNS,
        label="CPU activity (2007 split)",
        source="Rahimi and Recht's CPU files (2007), a part of DELVE comp-activ (no explicit licence found)",
        target_name="usr + 1",
        means=_numbers(
            "19.4856 13.1836 2305.45 210.475 149.879 1.87923 2.78962 196941 95568.1 2.2482 "
            "5.91362 11.8667 21.5568 1.08109 8.17258 12.1959 109.675 184.932 19.8266 1767.88 "
            "1.327171e06"
        ),
        ranges=(("y", 1.0, 100.0, 84.94683),),
        split=(6554, 819),
    ),
    "adult": TableFile(
        file="adult_a9a.npz",
        digest="ac05790679d50c47",
        n=48_842,
        columns=ADULT_COLUMNS,
        label="Adult (a9a)",
        task="binary",
        source="LIBSVM a9a, from UCI Adult (Becker and Kohavi 1996, CC BY 4.0)",
        target_name="income",
        class_names=("up to 50K", "over 50K"),
        weighted_sum=33_768_157,
        counts=((24_720, 7_841), (12_435, 3_846)),
        split=(32_561, 16_281),
    ),
    "covtype": TableFile(  # checked by `check_covtype`, for all rows or for as many as the paper uses
        file="covtype.npz",
        digest="9efe24ee1315ca6c",
        n=COVTYPE_PAPER_ROWS,
        columns=COVTYPE_COLUMNS,
        label="Covertype 1 or not",
        task="binary",
        source="UCI Covertype (Blackard and Dean 1999, CC BY 4.0)",
        target_name="cover type",
        class_names=("another type", "type 1 (spruce and fir)"),
    ),
    "kdd_cup_99": TableFile(  # checked by `check_kdd`
        file="kddcup99_10.npz",
        digest="1359d7cbc3799e55",
        n=KDD_ROWS,
        columns=KDD_COLUMNS,
        label="KDD Cup 1999 (10 %)",
        task="binary",
        source="KDD Cup 1999, the file of a tenth of the rows (Stolfo et al. 1999, UCI KDD archive)",
        target_name="connection",
        class_names=("normal", "attack"),
    ),
    "kdd_cup_99_official": TableFile(  # the test file, checked by `check_kdd_test`; training: the table above
        file="corrected.gz",
        digest="e3d29d4dafe7e2e8",
        n=KDD_TEST_ROWS,
        columns=KDD_COLUMNS,
        label="KDD Cup 1999 (official test)",
        task="binary",
        source="KDD Cup 1999, the file of a tenth of the training rows and the official labelled test file "
        "(Stolfo et al. 1999, UCI KDD archive)",
        target_name="connection",
        class_names=("normal", "attack"),
    ),
    "mnist01": TableFile(
        file="mnist01.npz",
        digest="43de873a3fccea9e",
        n=14_780,
        columns=MNIST_COLUMNS,
        label="MNIST 0 or 1",
        task="binary",
        source="MNIST, digits 0 and 1 (LeCun, Cortes and Burges; no explicit licence)",
        target_name="digit",
        class_names=("digit 0", "digit 1"),
        weighted_sum=145_973_103_305,
        counts=((5_923, 6_742), (980, 1_135)),
        split=(12_665, 2_115),
    ),
}


def table_digest(table: TableFile, arrays: Arrays) -> str:
    """Sixteen hexadecimal digits (BLAKE2b) of all numbers of the table in order, independent of dtype."""
    digest = hashlib.blake2b(digest_size=8)
    for key in table.required:
        array = arrays[key]
        digest.update(f"{key}{array.shape};".encode())
        for start in range(0, len(array), 10_000):  # rows: the whole of Covertype as float64 takes 250 MB
            digest.update(np.ascontiguousarray(array[start : start + 10_000], dtype="<f8").data)
    return digest.hexdigest()


def compared(table: TableFile, arrays: Arrays) -> str | None:
    """A description of a digest that differs from the declared one; None if all numbers are as declared."""
    if not table.digest or len(arrays["X"]) != (COVTYPE_ROWS if table.columns is COVTYPE_COLUMNS else table.n):
        return "of which no digest is known"
    actual = table_digest(table, arrays)
    if actual == table.digest:
        return None
    return f"whose values are not all those known here (digest {actual}, not {table.digest})"


def check_table(table: TableFile, arrays: Arrays) -> str | None:
    """Raise a ValueError saying what in `arrays` differs from the declared table; `compared` describes a differing
    digest."""
    _check_arrays(arrays, set(table.required), table.n, table.columns)
    X = arrays["X"]
    if table.means:
        _check_means(X, table.columns, np.array(table.means), MEAN_TOLERANCE * np.abs(table.means))
    if table.weighted_sum is not None:
        weighted = int(X.sum(axis=0, dtype=np.float64) @ np.arange(1, X.shape[1] + 1))
        if weighted != table.weighted_sum:
            raise Refusal(
                f"the columns' sums weighted by their place give {weighted} where "
                f"{table.weighted_sum} is declared, so columns or values differ"
            )
    for key, low, high, mean in table.ranges:
        y = arrays[key]
        actual = float(y.min()), float(y.max()), float(y.mean())
        if not np.allclose(actual, (low, high, mean), rtol=MEAN_TOLERANCE, atol=1e-6):
            raise Refusal(
                f"{key} goes from {actual[0]:g} to {actual[1]:g} with mean {actual[2]:.5g} where "
                f"{low:g} to {high:g} with mean {mean:.5g} is declared"
            )
    if table.split:
        sizes = tuple(int((arrays["split"] == part).sum()) for part in (0, 1))
        if sizes != table.split:
            raise Refusal(f"split has {sizes} rows of train and test where {table.split} is declared")
    if table.counts:
        y, split = arrays["y"], arrays["split"]
        counts = tuple(tuple(int(((y == label) & (split == part)).sum()) for label in (-1, 1)) for part in (0, 1))
        if counts != table.counts:
            raise Refusal(f"y has {counts} labels −1 and +1 in train and test where {table.counts} is declared")
    if table.groups:
        key, declared = table.groups
        if (n_groups := len(np.unique(arrays[key]))) != declared:
            raise Refusal(f"{key} has {n_groups} values where {declared} are declared")
    return compared(table, arrays)


def check_covtype(arrays: Arrays) -> str | None:
    """Raise a ValueError saying what in `arrays` is not Covertype, in full or in a sample of 58,101 rows."""
    sampled = np.shape(arrays.get("X"))[:1] == (COVTYPE_PAPER_ROWS,)  # type: ignore[arg-type]  # () of None
    n_rows = COVTYPE_PAPER_ROWS if sampled else COVTYPE_ROWS
    _check_arrays(arrays, {"X", "y"}, n_rows, COVTYPE_COLUMNS)
    X, y = arrays["X"], arrays["y"]
    # The means of a sample may differ from those of the whole set by up to six standard errors.
    slack = 0.02 + (6 / np.sqrt(n_rows) if sampled else 0.0) * np.array(COVTYPE_DEVIATIONS)
    _check_means(X[:, :10], COVTYPE_COLUMNS, np.array(COVTYPE_MEANS), slack)
    for first, last, what in ((10, 14, "Wilderness_Area"), (14, 54, "Soil_Type")):
        one_of_many = X[:, first:last]
        if not np.isin(one_of_many, (0, 1)).all() or (one_of_many.sum(axis=1, dtype=np.int64) != 1).any():
            raise Refusal(f"the {what} columns do not hold exactly one 1 in each row")
    if not np.isin(y, (-1, 1)).all():
        raise Refusal("y is not always −1 or +1")
    share, declared = float((y == 1).mean()), COVTYPE_TYPE_1 / COVTYPE_ROWS
    if abs(share - declared) > (0.012 if sampled else 1e-9):
        raise Refusal(f"{share:.4f} of y is +1 where {declared:.4f} is declared")
    return compared(TABLES["covtype"], arrays)


def check_kdd(arrays: Arrays) -> str | None:
    """Raise a ValueError saying what in `arrays` is not the file of a tenth of KDD Cup 1999."""
    return _check_connections(TABLES["kdd_cup_99"], arrays, KDD_ROWS, KDD_NORMAL, KDD_WORDS)


def check_kdd_test(arrays: Arrays) -> str | None:
    """The same for its official test file, whose service column has one more category, numbered last."""
    words = KDD_WORDS | {"service": (*KDD_WORDS["service"], KDD_TEST_SERVICE)}
    return _check_connections(TABLES["kdd_cup_99_official"], arrays, KDD_TEST_ROWS, KDD_TEST_NORMAL, words)


def _check_connections(
    table: TableFile, arrays: Arrays, n_rows: int, n_normal: int, all_words: Mapping[str, tuple[str, ...]]
) -> str | None:
    _check_arrays(arrays, {"X", "y"}, n_rows, KDD_COLUMNS)
    for column, words in all_words.items():
        if not np.isin(arrays["X"][:, KDD_COLUMNS.index(column)], range(len(words))).all():
            raise Refusal(f"{column} is not always the number of one of its {len(words)} words")
    actual = int((arrays["y"] == -1).sum()), int((arrays["y"] == 1).sum())
    if actual != (n_normal, n_rows - n_normal):
        declared = f"{n_normal} and {n_rows - n_normal}"
        raise Refusal(f"y has {actual[0]} labels −1 and {actual[1]} labels +1 where {declared} are declared")
    return compared(table, arrays)


def _check_arrays(arrays: Arrays, required: set[str], n_rows: int, columns: tuple[str, ...]) -> None:
    missing = sorted(required - set(arrays))
    if missing:
        raise Refusal(f"it holds no array {', '.join(missing)}")
    for key in sorted(required):
        array = arrays[key]
        expected = (n_rows, len(columns)) if key == "X" else (n_rows,)
        if array.shape != expected:
            raise Refusal(f"{key} has shape {array.shape} where {expected} is declared")
        if array.dtype.kind not in "iuf":
            raise Refusal(f"{key} is of type {array.dtype} where numbers are declared")
        if not np.isfinite(array).all():
            raise Refusal(f"{key} holds values that are not finite")
    actual = [str(name) for name in arrays.get("feature_names", np.array(columns)).ravel()]
    for place, (name, wanted) in enumerate(zip(actual, columns, strict=False)):
        if name != wanted:
            raise Refusal(f"column {place} is named {name!r} where {wanted!r} is declared")
    if len(actual) != len(columns):
        raise Refusal(f"feature_names has {len(actual)} names where {len(columns)} are declared")


def _check_means(X: np.ndarray, columns: tuple[str, ...], declared: np.ndarray, slack: np.ndarray) -> None:
    means = X.mean(axis=0, dtype=np.float64)
    off = np.flatnonzero(np.abs(means - declared) > slack)
    if len(off):
        column = int(off[0])
        raise Refusal(
            f"column {column} ({columns[column]}) has mean {means[column]:.6g} where {declared[column]:.6g} is declared"
        )
