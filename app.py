"""The explorer: the page list and the controls the pages share. Start it with `streamlit run app.py`."""

from rffviz.web.door import Page, run

_KERNEL = ("kernel", "length_rule", "length_scale")
_RULED = {"length_rule": ("median", "dimension")}

run(
    (
        Page("pages/start.py", "Start", ":material/home:", shared=("kernel", "seed")),
        Page(
            "pages/convergence.py",
            "Convergence",
            ":material/trending_down:",
            shared=("dataset", "n_points", "whiten", *_KERNEL, "n_freqs", "seed"),
            own=("view", "beside", "scheme", "sampler", "metric", "map", "bound", "n_seeds", "epsilon", "confidence"),
            idle=((_RULED, ("length_scale",)),),
        ),
        Page(
            "pages/schemes.py",
            "Sampling schemes",
            ":material/bug_report:",
            shared=("kernel", "length_scale", "n_freqs", "seed"),
            own=("a", "b", "diagnostic", "dimension", "first_axis", "second_axis", "n_draws"),
        ),
        Page(
            "pages/adaptive.py",
            "Adaptive features",
            ":material/grain:",
            shared=(*_KERNEL, "seed"),
            own=(
                *("lesson", "shape", "weight_decay", "landmarks", "n_landmarks"),
                *("learned_on", "dataset", "n_points", "whiten", "n_learned", "optimizer", "n_iterations"),
                *("learning_rate", "plane", "first_axis", "second_axis", "compared", "n_learnings", "decay", "wave"),
            ),
            idle=((_RULED, ("length_scale",)),),
        ),
        Page(
            "pages/prediction.py",
            "Prediction",
            ":material/show_chart:",
            shared=("kernel", "length_scale", "n_freqs", "seed"),
            own=(
                "use",
                "function",
                "draws",
                "n_train",
                "noise",
                "ridge",
                "scheme",
                "photo",
                "shape",
                "method",
                "n_splits",
                "row",
                "n_clusters",
                "dataset",
                "n_points",
                "length_rule",
                "n_seeds",
            ),
            idle=(
                ({"use": ("plane", "data", "descent", "unlabelled")} | _RULED, ("length_scale",)),
                ({"use": ("data", "descent")}, ("n_freqs",)),
                ({"use": ("image",)}, ("length_scale",)),
                ({"use": ("table",)}, ("kernel", "length_scale", "n_freqs")),
            ),
        ),
    )
)
