"""Prints TM-30's lamps and the CIE's HP1 to HP5 as luxpy holds them, as a table of spectra. See lamps-of-tm30."""
import os
import sys

import luxpy
import numpy

KINDS = {
    "Fluorescent Broadband": "fluorescent",
    "Fluorescent Narrowband": "fluorescent",
    "High Intensity Discharge": "discharge",
    "Incandescent/Filament": "incandescent",
    "LED Phosphor": "phosphor-led",
    "LED Hybrid": "phosphor-led",
    "LED Mixed": "mixed-led",
}

spectra = luxpy._IESTM3015["S"]
waves = spectra["data"][0]
columns = []
for row, information in zip(spectra["data"][1:], spectra["info"]):
    number, name, kind, origin = (str(text).strip() for text in information[:4])
    if kind not in KINDS or origin not in ("Commercial", "Experimental"):
        continue
    half = "TM-30 odd" if int(number) % 2 else "TM-30 even"
    name = name.replace(",", " ").replace("/", " ").replace('"', "")
    columns.append((f"{half}/{KINDS[kind]}/{number} {name}", row))

folder = os.path.join(os.path.dirname(luxpy.__file__), "data", "spds")
lamps = numpy.loadtxt(os.path.join(folder, "CIE_HP_1to5.csv"), delimiter=",")
if lamps.shape[0] < lamps.shape[1]:
    lamps = lamps.T
for lamp in range(1, lamps.shape[1]):
    power = numpy.interp(waves, lamps[:, 0], lamps[:, lamp])
    columns.append((f"CIE HP/discharge/HP{lamp}", power))

print("wavelength," + ",".join(name for name, _ in columns))
for index, wave in enumerate(waves):
    print(f"{wave:g}," + ",".join(f"{max(float(power[index]), 0):.6g}" for _, power in columns))
