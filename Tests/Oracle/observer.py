"""The CIE 1931 2° observer at 1 nm, as every table and reference row here takes it.

The CIE's file gives eight values of ȳ, from 822 to 829 nm, with a 13th decimal; luxpy has them so. The older tables that
colour-science carries have twelve decimals for all, and so has this. The choice moves the temperature at 1000 K by 4e-13 of
itself, and nothing above 1600 K by more than rounding does.
"""
import csv
import pathlib
from decimal import ROUND_HALF_EVEN, Decimal

ROOT = pathlib.Path(__file__).resolve().parents[2]
DECIMALS = Decimal("1e-12")


def read_observer():
    """Wavelength in nm and the three colour-matching functions, as texts."""
    with open(ROOT / "Data/cie/CIE_xyz_1931_2deg.csv", newline="") as table:
        rows = list(csv.reader(table))[1:]
    return [
        [row[0].strip()] + [str(Decimal(text.strip()).quantize(DECIMALS, ROUND_HALF_EVEN)) for text in row[1:]]
        for row in rows
    ]
