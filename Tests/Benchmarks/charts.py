"""Fits ColorCheckers that simulated cameras saw: wbcal calibrate beside Argyll's colprof on the same readings.

python3 charts.py WBCAL [--noise SHARE]

Each camera of Tests/ReferenceData/cameras sees the ColorChecker of Data/charts under A, D65, LED-B1 and LED-B4. A reading
has an error of 0.5 % of itself and one of 0.02 % of the scale. Both programs get the same .ti3. Judged on the 190
reflectances of Tests/ReferenceData/charts, which neither saw and which have no noise: the mean CIEDE2000.

Three ways to read a profile:
* relative: the intent that profiles are used with: the profile's white is D50, and the truth adapted to D50 by Bradford,
  both with white at Y = 1. Argyll's white is the chart's lightest patch there. -am -ua makes no relative profile.
* balanced: RGB times the gains that make the camera's true neutral the profile's white: both keep the white then.
* absolute: XYZ under the light from RGB as it is. The most that can be made of Argyll's profile: xicclu reverses its
  adaptation exactly, and LittleCMS would not.
"""

import argparse
import csv
import glob
import json
import os
import subprocess
import tempfile

import numpy as np

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
NANOMETERS = np.arange(380, 781, 5)
LIGHTS = {"A": ("Tests/ReferenceData/cie/CIE_std_illum_A_1nm.csv", 1), "D65": ("Tests/ReferenceData/cie/CIE_std_illum_D65.csv", 1),
          "LED-B1": ("Tests/ReferenceData/cie/CIE_illum_LEDs_1nm.csv", 1), "LED-B4": ("Tests/ReferenceData/cie/CIE_illum_LEDs_1nm.csv", 4)}
COLPROF = {"-am": [], "-am -u": ["-u"], "-am -ua": ["-ua"]}
ADDED_ERROR = 0.0002
BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
D50 = np.array([0.9642, 1, 0.8249])


def table(path):
    with open(path) as file:
        rows = [row for row in csv.reader(file) if row and not row[0].startswith("#")]
    return np.array([[float(value) for value in row] for row in rows[1:]])


def resampled(columns, edges=None):
    left, right = (None, None) if edges is None else (edges, edges)
    return np.array([np.interp(NANOMETERS, columns[:, 0], columns[:, i], left, right)
                     for i in range(1, columns.shape[1])])


def rows_of_json(path):
    with open(path) as file:
        rows = json.load(file)["spectral_data"]["data"]["main"]
    keys = sorted(rows, key=float)
    return resampled(np.array([[float(key), *rows[key]] for key in keys]))


def lab(xyz, white):
    ratio = np.asarray(xyz) / white
    f = np.where(ratio > 216 / 24389, np.cbrt(np.maximum(ratio, 1e-12)), (24389 / 27 * ratio + 16) / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


def ciede2000(one, other):
    """Sharma, Wu and Dalal 2005, doi:10.1002/col.20070."""
    (l1, a1, b1), (l2, a2, b2) = np.moveaxis(one, -1, 0), np.moveaxis(other, -1, 0)
    power = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - np.sqrt(power / (power + 25.0**7)) / 2
    a1, a2 = stretch * a1, stretch * a2
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180
    turn = np.where((turn == -180) & (h2 > h1), 180, turn)
    hue = np.where(np.abs(h1 - h2) > 180, (h1 + h2 + 360) / 2 % 360, (h1 + h2) / 2)
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    cosine = lambda degrees: np.cos(np.radians(degrees))
    t = 1 - 0.17 * cosine(hue - 30) + 0.24 * cosine(2 * hue) + 0.32 * cosine(3 * hue + 6) - 0.2 * cosine(4 * hue - 63)
    dl = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / np.sqrt(20 + (lightness - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    rotation = (-2 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7))
                * np.sin(np.radians(60 * np.exp(-(((hue - 275) / 25) ** 2)))))
    return np.sqrt(np.maximum(dl * dl + dc * dc + dh * dh + rotation * dc * dh, 0))


def check_ciede2000():
    pairs = table(os.path.join(ROOT, "Tests/ReferenceData/ciede2000-sharma2005.csv"))
    error = np.abs(ciede2000(pairs[:, 0:3], pairs[:, 3:6]) - pairs[:, 6]).max()
    assert len(pairs) == 34 and error < 1e-4, error


def write_ti3(path, rgb, xyz):
    names = [row + str(column) for row in "ABCD" for column in range(1, 7)]
    with open(path, "w") as file:
        file.write("CTI3\n\nDESCRIPTOR \"simulated ColorChecker\"\nKEYWORD \"DEVICE_CLASS\"\nDEVICE_CLASS \"INPUT\"\n"
                   "KEYWORD \"COLOR_REP\"\nCOLOR_REP \"XYZ_RGB\"\n\nNUMBER_OF_FIELDS 7\nBEGIN_DATA_FORMAT\n"
                   "SAMPLE_ID RGB_R RGB_G RGB_B XYZ_X XYZ_Y XYZ_Z\nEND_DATA_FORMAT\n\n"
                   f"NUMBER_OF_SETS {len(rgb)}\nBEGIN_DATA\n")
        for name, values in zip(names, np.hstack([rgb, xyz])):
            file.write(name + " " + " ".join(f"{value:.6f}" for value in values) + "\n")
        file.write("END_DATA\n")


def xicclu(profile, intent, rgb):
    text = "".join(" ".join(f"{value:.8f}" for value in row) + "\n" for row in rgb)
    answer = subprocess.run(["xicclu", "-ff", "-i" + intent, "-px", "-s100", profile], input=text, text=True,
                            capture_output=True, check=True).stdout
    lines = [line.split("->")[-1].split("[")[0].split() for line in answer.splitlines() if "[XYZ]" in line]
    assert len(lines) == len(rgb), answer
    return np.array([[float(value) for value in line] for line in lines])


def shown(value):
    return "–" if np.isnan(value) else f"{value:.3f}"


def summarize(results):
    readings = ["relative", "balanced", "absolute", "white off"]
    mean = {name: np.array([np.mean(rows, 0) for rows in values.values()]) for name, values in results.items()}
    print("\n| mean CIEDE2000 | " + " | ".join(readings) + " |\n| --- | --- | --- | --- | --- |")
    for name, cameras in mean.items():
        print(f"| {name} | " + " | ".join(shown(value) for value in cameras.mean(0)) + " |")
    print("\n–: colprof -am -ua makes a profile without the relative intent, so there is nothing to compare.\n")
    for name in COLPROF:
        ratio = (mean[name] / mean["ours"]).T[:3]
        better = ["–" if np.isnan(row).any() else str((row > 1).sum()) for row in ratio]
        print(f"{name}: ours is better on {', '.join(better)} of {ratio.shape[1]} cameras; theirs is "
              + ", ".join("–" if np.isnan(row).any() else f"{row.min():.2f} to {row.max():.2f}" for row in ratio)
              + " times ours")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("wbcal")
    parser.add_argument("--noise", type=float, default=0.005, help="of a reading, as a share of it")
    options = parser.parse_args()
    check_ciede2000()
    folder = tempfile.TemporaryDirectory()
    data = lambda path: os.path.join(ROOT, path)
    inside = lambda name: os.path.join(folder.name, name)
    observer = resampled(table(data("Tests/ReferenceData/cie/CIE_xyz_1931_2deg.csv")))
    chart = resampled(table(data("Data/charts/ColorChecker24_BabelColor_average_10nm.csv")))
    others = resampled(table(data("Tests/ReferenceData/charts/reflectances190_380_780_5.csv")))
    random = np.random.default_rng(20)
    results, left_out = {}, []
    for path in sorted(glob.glob(data("Tests/ReferenceData/cameras/*.json"))):
        camera = os.path.basename(path).replace("_380_780_5.json", "")
        sensitivities = rows_of_json(path)
        for light, (file, column) in LIGHTS.items():
            power = resampled(table(data(file))[:, [0, column]])[0]
            luminance = (observer[1] * power).sum()
            white = (observer * power).sum(1) / luminance
            neutral = (sensitivities * power).sum(1)
            see = lambda surfaces: ((surfaces * power) @ sensitivities.T, (surfaces * power) @ observer.T / luminance)
            (read, colors), (test, truth) = see(chart), see(others)
            scale = 90 / read.max()
            read, test, neutral = read * scale, test * scale, neutral * scale
            read = read * (1 + options.noise * random.standard_normal(read.shape))
            read = read + 100 * ADDED_ERROR * random.standard_normal(read.shape)
            write_ti3(inside("chart.ti3"), read, 100 * colors)
            xyz, truth = truth, lab(truth, white)

            to_d50 = np.linalg.inv(BRADFORD) @ np.diag((BRADFORD @ D50) / (BRADFORD @ white)) @ BRADFORD
            adapted = lab(xyz @ to_d50.T, D50)

            def judge(name, to_color, relative):
                """The matrix from RGB to XYZ under the light, and XYZ beside D50 by the relative intent."""
                found = to_color @ neutral
                balanced = to_color @ np.diag(np.linalg.solve(to_color, white) / neutral)
                off = ciede2000(lab(found / found[1], white), lab(white, white))
                results.setdefault(name, {}).setdefault(camera, []).append((
                    np.nan if relative is None else ciede2000(lab(relative, D50), adapted).mean(),
                    ciede2000(lab(test @ balanced.T, white), truth).mean(),
                    ciede2000(lab(test @ to_color.T, white), truth).mean(), off))

            with open(inside("light.csv"), "w") as file_of_light:
                file_of_light.writelines(f"{n},{p}\n" for n, p in zip(NANOMETERS, power))
            report = json.loads(subprocess.run(
                [options.wbcal, "calibrate", "chart", inside("chart.ti3"), "--light", inside("light.csv"),
                 "--output", inside("ours.icc"), "--json"], check=True, capture_output=True, text=True).stdout)
            fitted = report["lights"][0]
            left_out.extend((camera, light, patch["message"]) for patch in fitted["excluded"])
            to_color = np.linalg.inv(np.array(fitted["matrix"]).reshape(3, 3))
            judge("ours", to_color, test @ to_color.T @ to_d50.T)
            for name, arguments in COLPROF.items():
                subprocess.run(["colprof", "-v0", "-am", *arguments, "-O", inside("theirs.icc"), inside("chart")],
                               check=True, capture_output=True)
                absolute = xicclu(inside("theirs.icc"), "a", np.vstack([test, neutral]))
                matrix, *_ = np.linalg.lstsq(np.vstack([test, neutral]), absolute, rcond=None)
                assert np.abs(np.vstack([test, neutral]) @ matrix - absolute).max() < 1e-4
                relative = None
                if name != "-am -ua":
                    relative = xicclu(inside("theirs.icc"), "r", np.vstack([test, neutral]))
                    relative = relative[:-1] / relative[-1][1]
                judge(name, matrix.T, relative)
        print(camera, "  ".join(f"{name} {np.mean([row[1] for row in values[camera]]):.3f}"
                                for name, values in results.items()), flush=True)
    summarize(results)
    for words in left_out:
        print("ours left out", *words)


if __name__ == "__main__":
    main()
