"""Prints measured lamps and skies of public repositories as a table of spectra. See lights-of-clones."""
import io
import json
import pathlib
import subprocess
import sys

import numpy
import scipy.io

FOLDER = pathlib.Path(sys.argv[1])
WAVES = numpy.arange(380, 781)  # nm

KINDS = {"LED": "phosphor-led", "CFL": "fluorescent", "FL": "fluorescent", "HPS": "discharge", "MH": "discharge",
         "Halo": "incandescent", "INC": "incandescent"}
# Entries that are left out: colours, filters, spectra that are no lamp's of the kind, and spectra that another entry has too.
LEFT_OUT = {2485, 2489, 2495, 2496, 2501, 2520, 2535, 2542, 2546, 2575, 2577, 2579, 2586, 2594, 2600, 2602, 2617}
# A spectrum that ends before this has no red.
LAST_WAVE = 740  # nm

# Neighbours in time are alike, so blocks are learnt or kept aside as wholes: 100 measurements of Granada, and 54 of Stanford, about a day.
GRANADA_BLOCK, STANFORD_BLOCK = 100, 54
# One measurement in so many, and all that are so blue or so warm.
GRANADA_STEP, STANFORD_STEP = 10, 6
GRANADA_ALL = (0, 190)  # mired
STANFORD_ALL = (140, 203)  # mired


def git(clone, *arguments):
    return subprocess.run(["git", "-C", str(FOLDER / clone), *arguments], check=True, capture_output=True).stdout


def stored(clone, path):
    """The bytes of a file of a clone."""
    return git(clone, "show", f"HEAD:{path}")


def mired(waves, power):
    """The reciprocal temperature after McCamy 1992, which is near enough to choose by."""
    observer = numpy.loadtxt("../../Data/colour-science/observer_1931_2deg_1nm.csv", delimiter=",", skiprows=1)
    tristimulus = numpy.interp(observer[:, 0], waves, power, left=0, right=0) @ observer[:, 1:4]
    x, y = tristimulus[:2] / tristimulus.sum()
    n = (x - 0.3320) / (0.1858 - y)
    return 1e6 / (449 * n**3 + 3525 * n**2 + 6823.3 * n + 5520.33)


def lamps():
    for path in git("lspdd", "ls-tree", "--name-only", "HEAD", "data/").decode().split():
        lamp = json.loads(stored("lspdd", path))
        if lamp["category"] not in KINDS or lamp["id"] in LEFT_OUT:
            continue
        rows = [line.split(",")[:2] for line in lamp["spectraldata"].split("\n")[1:] if "," in line]
        waves, power = numpy.array(rows, dtype=float).T
        if waves[-1] < LAST_WAVE:
            continue
        # Samples are half a nanometre apart: each nanometre has the mean of the ten tenths about it.
        tenths = numpy.interp(numpy.arange(10 * len(WAVES)) / 10 + WAVES[0] - 0.45, waves, numpy.maximum(power, 0))
        name = f"{lamp['id']} {lamp['brand']} {lamp['lamptype']}".replace(",", " ").replace("/", " ").replace('"', "")
        yield f"LSPDD/{KINDS[lamp['category']]}/{name}", tenths.reshape(-1, 10).mean(axis=1)


def skies(name, waves, spectra, block, step, blue, warm):
    for index, power in enumerate(spectra.T):
        place = mired(waves, power)
        if index % step == 0 or place < blue or place > warm:
            half = "kept aside" if index // block % 2 else "learnt"
            yield f"{name} {half}/daylight/{index}", numpy.interp(WAVES, waves, power)


granada = scipy.io.loadmat(io.BytesIO(stored(
    "IlluminationSpectraDataset", "analysis/data/spd_Granada/Granada_daylight_2600_81.mat")))["final"]
stanford = scipy.io.loadmat(io.BytesIO(stored("isetcam", "data/lights/daylightSpectra.mat")))
columns = [
    *lamps(),
    *skies("Granada", numpy.arange(380, 781, 5), granada, GRANADA_BLOCK, GRANADA_STEP, *GRANADA_ALL),
    *skies("Stanford", stanford["wavelength"].ravel(), stanford["data"], STANFORD_BLOCK, STANFORD_STEP, *STANFORD_ALL),
]

print("wavelength," + ",".join(name for name, _ in columns))
for index, wave in enumerate(WAVES):
    print(f"{wave}," + ",".join(f"{power[index] / power.max():.6g}" for _, power in columns))
