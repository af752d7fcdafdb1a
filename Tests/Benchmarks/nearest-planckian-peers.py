"""Prints the table's lines for colour-science and luxpy; `Tests/Benchmarks/run` puts the table together.

Temperatures for another radiation constant than 1.4388e-2 m K are scaled to it before they are compared.
"""
import csv
import sys
import time
import warnings

warnings.simplefilter("ignore")

import colour
import luxpy
import numpy as np

colour.utilities.suppress_warnings(colour_usage_warnings=True, python_warnings=True).__enter__()


def read_points(path):
    rows = np.array([[float(text) for text in row] for row in list(csv.reader(open(path)))[1:]])
    t, duv, x, y = rows[:, 0], rows[:, 1], rows[:, 4], rows[:, 5]
    stated = (t >= 1000) & (t <= 100_000) & (abs(duv) <= 0.05) & (x >= 0) & (y > 0) & (x + y <= 1)
    return rows[stated]


POINTS = read_points(sys.argv[1])
X, Y = POINTS[:, 4], POINTS[:, 5]
TRUE_T, TRUE_DUV = 1e6 / POINTS[:, 6], POINTS[:, 7]
DENOMINATOR = -2 * X + 12 * Y + 3
UV = np.stack([4 * X / DENOMINATOR, 6 * Y / DENOMINATOR], axis=1)
XYZ = np.stack([100 * X / Y, 100 + 0 * X, 100 * (1 - X - Y) / Y], axis=1)


def nanoseconds(operation, count, rounds=3):
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter_ns()
        operation()
        best = min(best, (time.perf_counter_ns() - start) / count)
    return best


def short(value):
    return f"{value:.1f}" if value < 20 else f"{value:,.0f}".replace(",", " ")


def line(name, convert, inputs, batch_count, single_count=20):
    found = np.asarray(convert(inputs), dtype=float).reshape(-1, 2)
    answered = np.isfinite(found).all(axis=1) & (found[:, 0] > 0)
    t_error = np.max(abs(found[answered, 0] / TRUE_T[answered] - 1))
    duv_error = np.max(abs(found[answered, 1] - TRUE_DUV[answered]))
    warm = answered & (TRUE_T > 1700)
    warm_error = np.max(abs(found[warm, 0] / TRUE_T[warm] - 1))
    batch = np.resize(inputs, (batch_count, inputs.shape[1]))
    singles = [inputs[index] for index in range(single_count)]
    single_time = nanoseconds(lambda: [convert(one) for one in singles], single_count)
    batch_time = nanoseconds(lambda: convert(batch), batch_count)
    cells = [name, str(answered.sum()), f"{t_error:.1e} (from 1700 K {warm_error:.1e})", f"Duv {duv_error:.1e}"]
    print("| " + " | ".join([*cells, short(single_time), short(batch_time)]) + " |", flush=True)


def luxpy_default(xyz):
    t, duv = luxpy.xyz_to_cct(np.atleast_2d(xyz), out="cct,duv")
    return np.concatenate([t, duv], axis=1)


def luxpy_tight(xyz):
    t, duv = luxpy.xyz_to_cct(np.atleast_2d(xyz), out="cct,duv", atol=1e-12, rtol=1e-15, use_fast_duv=False)
    return np.concatenate([t, duv], axis=1)


science = f"colour-science {colour.__version__}"
lux = f"luxpy {luxpy.__version__.lstrip('v')}"
line(f"{science}: Robertson 1968", colour.temperature.uv_to_CCT_Robertson1968, UV, 100_000)
line(f"{science}: Ohno 2013", colour.temperature.uv_to_CCT_Ohno2013, UV, 1000)
line(f"{lux}: as it comes", luxpy_default, XYZ, 20_000)
line(f"{lux}: tight tolerances", luxpy_tight, XYZ, 20_000)
