"""Writes Sources/Calibration/ColorChecker24Table.swift from Data/charts: python3 Tests/Oracle/chart.py"""

import csv
import pathlib

root = pathlib.Path(__file__).resolve().parents[2]
with open(root / "Data/charts/ColorChecker24_BabelColor_average_10nm.csv") as file:
    header, *rows = [row for row in csv.reader(file) if row]
wavelengths = [int(row[0]) for row in rows]
assert wavelengths == list(range(380, 740, 10)) and len(header) == 25

lines = [
    "// Made by Tests/Oracle/chart.py from Data/charts/ColorChecker24_BabelColor_average_10nm.csv.",
    "enum ColorChecker24Table {",
    f"  static let firstWavelength = {wavelengths[0]}",
    f"  static let step = {wavelengths[1] - wavelengths[0]}",
    "  /// Reflectances by wavelength, one row a patch: row by row from the top left.",
    "  static let reflectances: [[Double]] = [",
]
for patch in range(1, 25):
    values = [row[patch] for row in rows]
    lines.append("    [")
    for start in range(0, len(values), 12):
        lines.append("      " + ", ".join(values[start : start + 12]) + ",")
    lines.append("    ],")
lines += ["  ]", "}", ""]
(root / "Sources/Calibration/ColorChecker24Table.swift").write_text("\n".join(lines))
