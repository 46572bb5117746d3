"""Every parameter of the table reads what it writes, and refuses the rest in one sentence."""

import re

import pytest

from rffviz.explorer.web.settings.parameters import Choice, Flag, Number, Several, Unusable, Whole
from rffviz.explorer.web.settings.table import TABLE
from rffviz.theory import BOUNDS

ALL = list(TABLE.values())
NUMERIC = [p for p in ALL if isinstance(p, Whole | Number)]
NAMED = [p for p in ALL if isinstance(p, Choice | Several)]


@pytest.mark.parametrize("parameter", ALL, ids=lambda p: p.name)
def test_default_survives_the_link(parameter):
    assert parameter.read(parameter.write(parameter.default)) == parameter.default


@pytest.mark.parametrize("parameter", NUMERIC, ids=lambda p: p.name)
def test_ends_and_stops_survive_the_link(parameter):
    for value in (parameter.low, parameter.high, *parameter.stops):
        assert parameter.read(parameter.write(value)) == pytest.approx(value, rel=1e-6)
        assert parameter.low <= value <= parameter.high


@pytest.mark.parametrize("parameter", NAMED, ids=lambda p: p.name)
def test_every_option_survives_the_link_and_is_ascii(parameter):
    for name, words in parameter.options.items():
        value = (name,) if isinstance(parameter, Several) else name
        assert parameter.read(parameter.write(value)) == value
        assert name.isascii() and re.fullmatch(r"[a-z0-9_]+", name)
        assert words


@pytest.mark.parametrize("text", ["abc", "", "nan", "inf", "-inf", "1e400", "--3", "0x10", "1 2", "²", "None", "1,5"])
def test_what_is_no_number_is_refused(text):
    for parameter in NUMERIC:
        with pytest.raises(Unusable, match=r"it must be a (whole )?number from .* to "):
            parameter.read(text)


@pytest.mark.parametrize("parameter", NUMERIC, ids=lambda p: p.name)
def test_what_is_out_of_range_is_refused(parameter):
    for value in (parameter.low - 1, parameter.high + 1):
        with pytest.raises(Unusable, match="from"):
            parameter.read(str(value))


@pytest.mark.parametrize("text", ["1e9", "300.7", "1e2", "-3", "0"])
def test_frequencies_are_whole_and_in_range(text):
    with pytest.raises(Unusable, match="a whole number from 1 to 4,096"):
        TABLE["n_freqs"].read(text)


@pytest.mark.parametrize("parameter", NAMED, ids=lambda p: p.name)
def test_unknown_names_are_refused_with_the_known_ones(parameter):
    for text in ("", "nonsense", "<script>", "Gaussian kernel"):
        with pytest.raises(Unusable) as refused:
            parameter.read(text)
        said, many = str(refused.value), len(parameter.options)
        named = sum(name in said for name in parameter.options)
        of_many = many > 12 and said.startswith(f"it must be one of {many} names, such as ") and said.count(", ") == 3
        assert named == many or (of_many and named >= 3)


def test_several_come_in_the_order_of_the_options_without_repeats():
    several = Several("s", "S", ("a",), options={"a": "A", "b": "B", "c": "C"})
    assert several.read("c,a,c") == ("a", "c")
    assert several.write(("a", "c")) == "a,c"


@pytest.mark.parametrize("text", ["", ",", "a,nonsense"])
def test_several_refuse_nothing_and_the_unknown(text):
    with pytest.raises(Unusable, match="one or more of a, b"):
        Several("s", "S", ("a",), options={"a": "A", "b": "B"}).read(text)


def test_flag_reads_zero_and_one_alone():
    flag = Flag("f", "F", False)
    assert flag.read("1") is True and flag.read("0") is False
    assert flag.write(True) == "1" and flag.write(False) == "0"
    with pytest.raises(Unusable, match="0 or 1"):
        flag.read("true")


def test_handles_are_read_in_thousandths():
    handles = TABLE["handles"]
    heights = (1.0, 0.5, -0.02, 0.0, -1.0, 0.001, 0.75, 0.2)
    assert (
        handles.write(heights) == "1000_500_-20_0_-1000_1_750_200" and handles.read(handles.write(heights)) == heights
    )


@pytest.mark.parametrize(
    "text", ["", "1_2", "0_" * 8, "1001" + "_0" * 7, "0.5" + "_0" * 7, "²" + "_0" * 7, "-" + "_0" * 7]
)
def test_handles_out_of_range_or_number_are_refused(text):
    with pytest.raises(Unusable, match="8 heights in thousandths from -1000 to 1000, as in 500_250_125_"):
        TABLE["handles"].read(text)


def test_a_number_is_what_the_link_will_say():
    number = TABLE["weight_decay"]
    assert number.read("0.0100000001") == number.read("0.01") == 0.01
    assert number.read(number.write(1 / 3)) == float(number.write(1 / 3))


@pytest.mark.parametrize("text", ["１２", "1_0", " 12", "12 ", "0x10", "1e1", "", "+", "9" * 30])
def test_a_whole_number_is_written_in_plain_digits(text):
    with pytest.raises(Unusable, match="whole number"):
        TABLE["n_seeds"].read(text)
    assert TABLE["n_seeds"].read("+12") == 12


def test_a_bad_setting_among_kept_ones_is_named():
    with pytest.raises(Unusable, match="n_freqs in it cannot be used: it must be a whole number from 1 to 4,096"):
        TABLE["beside"].read("kernel=cauchy&n_freqs=0")


def test_kept_settings_are_read_by_their_own_parameters():
    kept = TABLE["beside"]
    text = "kernel=matern&nu=2.5&sampler=monte_carlo%2Corthogonal"
    assert kept.read(text) == text
    assert kept.values(text) == {"kernel": "matern", "nu": 2.5, "sampler": ("monte_carlo", "orthogonal")}
    assert kept.read("") == "" and kept.values("") == {}


@pytest.mark.parametrize(
    "text", ["kernel", "kernel=nonsense", "n_freqs=1e9", "beside=kernel%3Dcauchy", "x=1", "&" * 100]
)
def test_kept_settings_refuse_what_their_parameters_refuse(text):
    with pytest.raises(Unusable, match="it must be"):
        TABLE["beside"].read(text)


def test_drawn_points_survive_the_link():
    drawn = TABLE["drawn"]
    points = [[0.07, -1.2, -1], [-3.0, 0.0, 1], [123.45, 0.29, -1]]
    assert drawn.text(points) == "7.-120_-300.0.1_12345.29" and drawn.points(drawn.text(points)) == points
    assert drawn.points("") == [] and drawn.text([]) == ""
    assert len(drawn.points(drawn.text(points[:1] * 150))) == 150


@pytest.mark.parametrize("points", [[[0.071, 1, -1]], [[0, 0, 1]] * 151, [[1e6, 0, 1]], [[1e300, 0, 1]]])
def test_points_that_a_link_cannot_hold_are_not_in_it(points):
    assert TABLE["drawn"].text(points) == ""


@pytest.mark.parametrize("text", ["1", "1.2.3", "a.b", "1.2_", "1.2__3.4", "１.2", "_".join(["1.2"] * 151), "1e3.0"])
def test_what_are_no_points_is_refused(text):
    with pytest.raises(Unusable, match="at most 150 points in hundredths"):
        TABLE["drawn"].read(text)


def test_the_help_on_bounds_says_what_each_promises():
    said = dict(re.findall(r"^\*\*(.+)\*\*: (.+)$", TABLE["bound"].help, flags=re.M))
    assert said == {entry.label: entry.statement for entry in BOUNDS.values()}
    assert len(said) == len(BOUNDS) == len(set(said.values())) and all(len(words) > 30 for words in said.values())
    assert "Rahimi & Recht" in said and "Cramér, over pairs" in said


def test_of_many_names_a_notice_has_the_nearest():
    many = Choice("sampler", "Scheme", "sobol", options={f"scheme_{k}": "" for k in range(40)} | {"sobol": "Sobol'"})
    with pytest.raises(Unusable, match=r"^it must be one of 41 names, such as sobol, [a-z_0-9, ]+$"):
        many.read("sobel" + 1_000_000 * "l")  # of a long text the beginning is compared
