"""The CIE 1931 2° observer at 1 nm, as every table and reference row here takes it: colour-science's, with twelve decimals.

The CIE's own file has the same numbers, but for a 13th decimal of eight values of ȳ, from 822 to 829 nm; luxpy has them so. The
choice moves the temperature at 1000 K by 4e-13 of itself, and nothing above 1600 K by more than rounding does.
"""
import csv
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The licence lines of a source file that has numbers of colour-science, or numbers made from them.
# REUSE-IgnoreStart
LICENSE_LINES = [
    "// SPDX-FileCopyrightText: 2013 Colour Developers",
    "// SPDX-FileCopyrightText: 2026 The WhiteBalance authors",
    "// SPDX-License-Identifier: Apache-2.0 AND BSD-3-Clause",
]
# REUSE-IgnoreEnd


def read_observer():
    """Wavelength in nm and the three colour-matching functions, as texts."""
    with open(ROOT / "Data/colour-science/observer_1931_2deg_1nm.csv", newline="") as table:
        return list(csv.reader(table))[1:]
