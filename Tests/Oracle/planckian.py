"""The Planckian locus to as many digits as asked for: the definition that tables and reference rows are made from.

Planck's law over the CIE 1931 2° observer, 360 to 830 nm summed at 1 nm, c2 = 1.4388e-2 m K, in CIE 1960 u, v. The
parameter is reciprocal temperature in mired, 1e6 / T; infinite temperature is 0, and the sums go on below it.
"""
from mpmath import bernoulli, exp, factorial, fdot, mpf, mp, sqrt

from observer import ROOT, read_observer

DIGITS = 50
# Two more, because e^x - 1 loses as many where the series below gives way to it.
mp.dps = DIGITS + 2

C2 = mpf("14.388")  # nm x megakelvin. CIE 15:2018: 1.4388e-2 m K.

SERIES_LIMIT = mpf("0.03")
SERIES = [bernoulli(k) / factorial(k) for k in range(30)]  # of x / (e^x - 1); the rest is below 1e-65
SERIES[1] = -mpf(1) / 2


def read_weights():
    rows = [[mpf(text) for text in row] for row in read_observer()]
    # The sums needed are X, Y and the denominator of u and v, each weighted by Planck's 1 / wavelength^4.
    weights = zip(*([c / w**4 for c in (x, y, x + 15 * y + 3 * z)] for w, x, y, z in rows))
    return [C2 / row[0] for row in rows], list(weights)


RATES, WEIGHTS = read_weights()
# The derivatives by mired of the same sums.
SLOPE_WEIGHTS = [[rate * weight for rate, weight in zip(RATES, weights)] for weights in WEIGHTS]


def reduced_radiance(x):
    """x / (e^x - 1) and its derivative."""
    if abs(x) < SERIES_LIMIT:
        value = derivative = mpf(0)
        for power in range(len(SERIES) - 1, -1, -1):
            derivative = derivative * x + value
            value = value * x + SERIES[power]
        return value, derivative
    q = 1 / (exp(x) - 1)
    return x * q, q - x * q * (1 + q)


def locus(mired):
    """u, v and their derivatives by mired."""
    radiances, derivatives = zip(*(reduced_radiance(rate * mired) for rate in RATES))
    x, y, denominator = (fdot(weights, radiances) for weights in WEIGHTS)
    slopes = [fdot(weights, derivatives) for weights in SLOPE_WEIGHTS]
    u, v = 4 * x / denominator, 6 * y / denominator
    return u, v, (4 * slopes[0] - u * slopes[2]) / denominator, (6 * slopes[1] - v * slopes[2]) / denominator


def frame(mired):
    """u, v and the unit tangent of the locus, towards lower temperature; its normal is (-b, a)."""
    u, v, du, dv = locus(mired)
    length = sqrt(du * du + dv * dv)
    return u, v, du / length, dv / length


def uv_from_xy(x, y):
    denominator = -2 * x + 12 * y + 3
    return 4 * x / denominator, 6 * y / denominator


def xy_from_uv(u, v):
    denominator = 2 * u - 8 * v + 4
    return 3 * u / denominator, 2 * v / denominator
