"""What darktable and RawTherapee make of the files that wbcal writes. See run."""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

import numpy
import tifffile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.path.abspath(sys.argv[1])
# A row of 602 samples of 10 bits does not fill whole bytes.
WIDTH, HEIGHT = 602, 400
# The middle, which is measured in the programs' output too: the sensor's fixed pattern shifts colours by 0.1 % from place to place.
REGION = ["--region", f"{WIDTH // 4},{HEIGHT // 4},{WIDTH // 2 // 2 * 2},{HEIGHT // 2}"]
LAYOUT = ["--format", "RG10", "--width", str(WIDTH), "--height", str(HEIGHT), "--black", "64"]
CAMERA = ROOT / "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json"
SAMPLE = ROOT / "Data/sample/sample.icc"
# daylight.raw, each of its samples four times in each direction, because RawTherapee refuses small pictures: the size, the chart's
# outer corner, and the side of a patch.
ENLARGED = 4
CHART_WIDTH, CHART_HEIGHT, CORNER, SIDE = 252 * ENLARGED, 172 * ENLARGED, 6 * ENLARGED, 40 * ENLARGED

# Shares of a channel by which a card may be off green in linear light, and CIEDE2000.
AS_SHOT_LIMIT, SIDECAR_LIMIT, PRESET_LIMIT, CHART_LIMIT, SCALE_LIMIT = 0.001, 0.01, 0.01, 0.05, 0.001
failures = []


def wbcal(*words):
    return subprocess.run([TOOL, *map(str, words)], check=True, capture_output=True, text=True).stdout


def report(what, value, limit, unit=""):
    verdict = "" if limit is None else f" (limit {limit:g}{unit})" if value <= limit else f" BEYOND ITS LIMIT of {limit:g}{unit}"
    if limit is not None and not value <= limit:
        failures.append(what)
    print(f"{what}: {value:.5f}{unit}{verdict}", flush=True)


# MARK: the programs


def darktable(raw, folder, sidecar=None, space="LIN_REC709"):
    """Linear output of 32 bits, by a configuration of its own. A sidecar beside the raw file is found by its name."""
    output = folder / "darktable.tif"
    output.unlink(missing_ok=True)
    words = ["darktable-cli", raw, *([sidecar] if sidecar else []), output, "--icc-type", space, "--core", "--configdir",
             folder / "darktable", "--library", ":memory:"]
    for setting in ("bpp=32", "compress=0"):
        words += ["--conf", f"plugins/imageio/format/tiff/{setting}"]
    said = subprocess.run(words, capture_output=True, text=True)
    if not output.exists():
        sys.exit(f"Tests/OtherPrograms/run: darktable wrote nothing of {raw}:\n{said.stdout}{said.stderr}")
    return tifffile.imread(output).astype(float)


def rawtherapee(raw, folder, balance="Setting=Camera", color="InputProfile=(camera)", sidecar=None):
    """Linear ProPhoto, the curve of the output profile undone. A sidecar is a profile that comes after this one."""
    profile, output = folder / "p.pp3", folder / "rawtherapee.tif"
    output.unlink(missing_ok=True)
    profile.write_text(
        f"[Version]\nAppVersion=5.9\nVersion=349\n[White Balance]\nEnabled=true\n{balance}\nEqual=1\nTemperatureBias=0\n"
        f"[Color Management]\n{color}\nToneCurve=false\nApplyLookTable=false\nApplyBaselineExposureOffset=false\n"
        "ApplyHueSatMap=false\nWorkingProfile=ProPhoto\nOutputProfile=RTv4_Large\nOutputProfileIntent=Relative\n"
        "[RAW Bayer]\nMethod=fast\n")
    said = subprocess.run(
        ["rawtherapee-cli", "-q", "-o", output, "-t", "-b16", "-p", profile, *(["-p", sidecar] if sidecar else []), "-Y", "-c", raw], capture_output=True, text=True,
        env=os.environ | {"RT_SETTINGS": str(folder / "rawtherapee")})
    if not output.exists():
        sys.exit(f"Tests/OtherPrograms/run: RawTherapee wrote nothing of {raw}:\n{said.stdout}{said.stderr}")
    encoded = tifffile.imread(output).astype(float) / 65535
    return numpy.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def set_gains(sidecar, gains):
    """Puts other gains into darktable's module."""
    text = sidecar.read_text()
    start = text.index('darktable:params="') + len('darktable:params="')
    sidecar.write_text(text[:start] + struct.pack("<4f", *gains, gains[1]).hex() + text[text.index('"', start):])


def off_neutral(picture):
    """The larger share by which red or blue is off green in the middle of the picture."""
    height, width, _ = picture.shape
    mean = picture[height // 4:3 * height // 4, width // 4:3 * width // 4].reshape(-1, 3).mean(0)
    return float(abs(mean[[0, 2]] / mean[1] - 1).max())


# MARK: cards


def card(light, folder, profile):
    raw = folder / f"{light.replace(':', '-')}.raw"
    wbcal("simulate", "--light", light, "--width", WIDTH, "--height", HEIGHT, "--output", raw)
    gains = json.loads(wbcal("measure", raw, *REGION, *LAYOUT, "--profile", profile, "--json"))["gains"]
    return raw, [gains[name] for name in ("red", "green", "blue")]


def cards(folder, profile):
    for light in ("A", "D65", "LED-B3"):
        raw, gains = card(light, folder, profile)
        dng = folder / f"{light}.dng"
        wbcal("dng", raw, *LAYOUT, "--profile", profile, "--gains", ",".join(map(str, gains)), "--output", dng)
        report(f"{light}, DNG with the gains, darktable", off_neutral(darktable(dng, folder)), AS_SHOT_LIMIT)
        report(f"{light}, DNG with the gains, RawTherapee", off_neutral(rawtherapee(dng, folder)), AS_SHOT_LIMIT)
        wrong, sidecar = folder / f"wrong-{light}.dng", folder / f"wrong-{light}.dng.xmp"
        wbcal("dng", raw, *LAYOUT, "--profile", profile, "--gains", "1.5,1,1.5", "--output", wrong)
        report(f"{light}, DNG with other gains, darktable", off_neutral(darktable(wrong, folder)), None)
        wbcal("measure", wrong, *REGION, "--sidecar", sidecar)
        report(f"{light}, the same with the sidecar beside it, darktable", off_neutral(darktable(wrong, folder)), SIDECAR_LIMIT)
        processing = folder / f"wrong-{light}.dng.pp3"
        wbcal("measure", wrong, *REGION, "--sidecar", processing)
        report(f"{light}, the same with a processing profile, RawTherapee", off_neutral(rawtherapee(wrong, folder, sidecar=processing)), SIDECAR_LIMIT)


def presets(folder, profile):
    """The gains of each preset in darktable's own module, on a card under a black body of its temperature."""
    file, white_map = folder / "presets.json", folder / "map.icc"
    wbcal("calibrate", "sensitivities", CAMERA, "--manufacturer", "Test", "--model", "Card", "--output", white_map)
    wbcal("profile", "export", white_map, "--format", "darktable", "--output", file)
    ours, theirs = json.loads(file.read_text()), json.loads(pathlib.Path("/usr/share/darktable/wb_presets.json").read_text())

    def form(value):
        """Names of members and kinds of values, without the numbers."""
        if isinstance(value, dict):
            return {name: form(member) for name, member in value.items()}
        return [form(value[0])] if isinstance(value, list) else "number" if isinstance(value, (int, float)) else "text"

    if form(ours) != form(theirs):
        failures.append("the form of darktable's presets")
        print("the presets have another form than darktable's own")
    named = {preset["name"].removesuffix("K"): preset for preset in ours["wb_presets"][0]["models"][0]["presets"]}
    for kelvin in ("3000", "5000", "6500"):
        preset = named.get(kelvin)
        if preset is None:
            failures.append(f"a preset of {kelvin} K")
            print(f"there is no preset of {kelvin} K; there are {', '.join(named)}")
            continue
        raw, _ = card(kelvin, folder, profile)
        dng, sidecar = folder / "preset.dng", folder / f"preset-{kelvin}.xmp"
        wbcal("dng", raw, *LAYOUT, "--profile", profile, "--gains", "1.5,1,1.5", "--output", dng)
        wbcal("measure", dng, "--sidecar", sidecar)
        set_gains(sidecar, preset["channels"][:3])
        report(f"preset {preset['name']}, darktable", off_neutral(darktable(dng, folder, sidecar)), PRESET_LIMIT)
        # RawTherapee's matrix is that of the DNG, which is the profile's that the preset is of.
        own, processing = folder / "own-preset.dng", folder / "preset.pp3"
        wbcal("dng", raw, *LAYOUT, "--profile", white_map, "--gains", "1.5,1,1.5", "--output", own)
        wbcal("profile", "export", white_map, "--format", "rawtherapee", "--temperature", kelvin, "--output", processing)
        report(f"preset {preset['name']}, RawTherapee", off_neutral(rawtherapee(own, folder, sidecar=processing)), PRESET_LIMIT)


def rawtherapee_scale(folder, profile):
    """The formula of RawTherapee's temperature and green, against the gains that it takes: its input profile off, the ratios of its output
    are those of the samples and of the gains. A dark card, so that no channel is clipped. With the 2 degree observer D65 would be 6504 K and 1."""
    raw, dng = folder / "dark.raw", folder / "dark.dng"
    wbcal("simulate", "--light", "D65", "--exposure", "0.12", "--width", WIDTH, "--height", HEIGHT, "--output", raw)
    wbcal("dng", raw, *LAYOUT, "--profile", profile, "--gains", "1.5,1,1.5", "--output", dng)

    def ratios(balance):
        height, width, _ = (picture := rawtherapee(dng, folder, balance, "InputProfile=(none)")).shape
        mean = picture[height // 4:3 * height // 4, width // 4:3 * width // 4].reshape(-1, 3).mean(0)
        return mean / mean[1]

    samples = ratios("Setting=Camera") / numpy.array([1.5, 1, 1.5])
    worst, plain = 0.0, 0.0
    for kelvin in (2000, 3000, 4000, 4500, 5000, 6504, 8000, 12000):
        for green in (0.6, 1, 1.5):
            taken = ratios(f"Setting=Custom\nTemperature={kelvin}\nGreen={green}") / samples
            for observer in (TEN_DEGREES_59, TWO_DEGREES):
                light = rawtherapee_light(kelvin, observer)
                light[1] /= green
                neutral = tags(dng)[1].reshape(3, 3) @ numpy.linalg.inv(TO_SRGB) @ light
                off = float(abs(neutral[1] / neutral / taken - 1).max())
                # Python's max may drop a NaN.
                if observer is TEN_DEGREES_59:
                    worst = float(numpy.maximum(worst, off))
                else:
                    plain = float(numpy.maximum(plain, off))
    report("RawTherapee's gains of temperature and green, from the formula", worst, SCALE_LIMIT)
    report("the same by the 2 degree observer", plain, None)


# XYZ to linear sRGB, as dcraw has it.
TO_SRGB = numpy.array([[3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560], [0.0556434, -0.2040259, 1.0572252]])


def table(name):
    return numpy.array([[float(word) for word in line.split(",")] for line in (ROOT / "Data/colour-science" / name).read_text().split()[1:]])


WAVELENGTHS = numpy.arange(360, 831, 5)
WIDE = table("observer_1964_10deg_5nm.csv")[:, 1:]
# RawTherapee 5.9 lacks the row of 560 nm, and those after it are one place too early.
TEN_DEGREES_59 = numpy.vstack([numpy.delete(WIDE, 40, 0), [[0, 0, 0]]])
TWO_DEGREES = table("observer_1931_2deg_1nm.csv")[::5, 1:]
DAYLIGHT = table("daylight_components_5nm.csv")
DAYLIGHT = DAYLIGHT[(DAYLIGHT[:, 0] >= 360) & (DAYLIGHT[:, 0] <= 830), 1:]


def rawtherapee_light(kelvin, observer):
    if kelvin <= 4000:
        metres = WAVELENGTHS * 1e-9
        spectrum = metres**-5.0 / (numpy.exp(1.4388e-2 / (metres * kelvin)) - 1)
    else:
        terms = (-4.6070, 2.9678, 0.09911, 0.244063) if kelvin <= 7000 else (-2.0064, 1.9018, 0.24748, 0.237040)
        x = numpy.polyval(terms, 1000 / kelvin)
        y = -3 * x * x + 2.87 * x - 0.275
        divisor = 0.0241 + 0.2562 * x - 0.7341 * y
        spectrum = DAYLIGHT @ [1, (-1.3515 - 1.7703 * x + 5.9114 * y) / divisor, (0.03 - 31.4424 * x + 30.0717 * y) / divisor]
    xyz = spectrum @ observer
    return TO_SRGB @ (xyz / xyz[1])


# MARK: the chart

D50 = numpy.array([0.9642, 1, 0.8249])
# Rec. 2020 (ITU-R BT.2020) to XYZ under D50, adapted by Bradford from D65.
REC2020 = numpy.array([[0.6734241, 0.1656411, 0.1251286], [0.2790177, 0.6753402, 0.0456377], [-0.0019300, 0.0299784, 0.7973330]])
# ROMM RGB (ISO 22028-2) to the same.
PROPHOTO = numpy.array([[0.7976749, 0.1351917, 0.0313534], [0.2880402, 0.7118741, 0.0000857], [0, 0, 0.8252100]])


def lab(xyz):
    t = xyz / D50
    f = numpy.where(t > 216 / 24389, numpy.cbrt(t), (24389 / 27 * t + 16) / 116)
    return numpy.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


def ciede2000(one, two):
    """Sharma, Wu and Dalal 2005."""
    (l1, a1, b1), (l2, a2, b2) = one.T, two.T
    mean = (numpy.hypot(a1, b1) + numpy.hypot(a2, b2)) / 2
    g = 0.5 * (1 - numpy.sqrt(mean**7 / (mean**7 + 25.0**7)))
    c1, c2 = numpy.hypot((1 + g) * a1, b1), numpy.hypot((1 + g) * a2, b2)
    h1, h2 = (numpy.degrees(numpy.arctan2(b, (1 + g) * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    dl, dc, dh = l2 - l1, c2 - c1, (h2 - h1 + 180) % 360 - 180
    dH = 2 * numpy.sqrt(c1 * c2) * numpy.sin(numpy.radians(dh / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = numpy.where(abs(h1 - h2) > 180, (h1 + h2 + 360) / 2 % 360, (h1 + h2) / 2)
    cos = lambda factor, offset: numpy.cos(numpy.radians(factor * hm + offset))
    t = 1 - 0.17 * cos(1, -30) + 0.24 * cos(2, 0) + 0.32 * cos(3, 6) - 0.20 * cos(4, -63)
    sl, sc, sh = 1 + 0.015 * (lm - 50)**2 / numpy.sqrt(20 + (lm - 50)**2), 1 + 0.045 * cm, 1 + 0.015 * cm * t
    turn = -2 * numpy.sqrt(cm**7 / (cm**7 + 25.0**7)) * numpy.sin(numpy.radians(60 * numpy.exp(-((hm - 275) / 25)**2)))
    return numpy.sqrt((dl / sl)**2 + (dc / sc)**2 + (dH / sh)**2 + turn * dc / sc * dH / sh)


def patches(picture, border=0):
    """The means of the middles of the 24 patches. RawTherapee leaves out a border."""
    found = []
    for row in range(4):
        for column in range(6):
            x, y = (CORNER + SIDE * place + SIDE // 3 - border for place in (column, row))
            found.append(picture[y:y + SIDE // 3, x:x + SIDE // 3].reshape(-1, picture.shape[-1]).mean(0))
    return numpy.array(found)


# The lightest gray, which the balance is of.
WHITE = 18


def tags(dng):
    """The matrices and lights of a DNG, by exiftool."""
    names = ["ColorMatrix1", "ColorMatrix2", "ForwardMatrix1", "ForwardMatrix2", "AsShotNeutral"]
    read = json.loads(subprocess.run(
        ["exiftool", "-j", "-n", *[f"-{name}" for name in names], dng], check=True, capture_output=True, text=True).stdout)[0]
    return [numpy.array([float(word) for word in str(read[name]).split()]) for name in names]


def specification(camera, dng):
    """Chapter 6 of the DNG specification: camera RGB to XYZ under D50, by ForwardMatrix at the light as shot."""
    first, second, forward1, forward2, neutral = tags(dng)
    temperature = 5000.0
    for _ in range(30):
        share = min(max((1 / temperature - 1 / 6500) / (1 / 2850 - 1 / 6500), 0), 1)
        xyz = numpy.linalg.inv((share * first + (1 - share) * second).reshape(3, 3)) @ neutral
        x, y = xyz[:2] / xyz.sum()
        temperature = json.loads(wbcal("convert", "--json", "--from", "xy", x, y))["temperature"]
    forward = (share * forward1 + (1 - share) * forward2).reshape(3, 3)
    return camera / neutral @ forward.T


def chart(folder, profile):
    raw, dng, dcp = ROOT / "Data/sample-chart/daylight.raw", folder / "chart.dng", folder / "chart.dcp"
    samples = numpy.frombuffer(raw.read_bytes(), "<u2").reshape(172 // 2, 2, 252 // 2, 2)
    mosaic = samples.repeat(ENLARGED, 0).repeat(ENLARGED, 2).reshape(CHART_HEIGHT, CHART_WIDTH)
    large = folder / "chart.raw"
    large.write_bytes(mosaic.astype("<u2").tobytes())
    levels = (mosaic.astype(float) - 64) / (1023 - 64)
    cell = numpy.stack([levels[0::2, 0::2], (levels[0::2, 1::2] + levels[1::2, 0::2]) / 2, levels[1::2, 1::2]], -1)
    camera = patches(cell.repeat(2, 0).repeat(2, 1))
    gains = camera[WHITE, 1] / camera[WHITE]
    wbcal("dng", large, "--format", "RG10", "--width", CHART_WIDTH, "--height", CHART_HEIGHT, "--black", "64", "--profile",
          profile, "--gains", ",".join(map(str, gains)), "--output", dng)
    wbcal("profile", "export", profile, "--format", "dcp", "--output", dcp)

    def colors(xyz):
        return lab(xyz * 0.9 / xyz[WHITE, 1])

    reference = colors(specification(camera, dng))

    def compare(what, found, limit):
        report(f"chart, {what}, mean CIEDE2000 from the specification's arithmetic", float(ciede2000(found, reference).mean()), limit)

    picture = rawtherapee(dng, folder, color=f"InputProfile=file:{dcp}\nDCPIlluminant=0")
    compare("RawTherapee with the DCP", colors(patches(picture, 4) @ PROPHOTO.T), CHART_LIMIT)
    compare("RawTherapee without it", colors(patches(rawtherapee(dng, folder), 4) @ PROPHOTO.T), None)
    # With a sidecar darktable leaves out its tone curve. It knows one matrix, and no ForwardMatrix.
    sidecar = folder / "chart.dng.xmp"
    sidecar.write_text((folder / "wrong-D65.dng.xmp").read_text())
    set_gains(sidecar, gains)
    compare("darktable", colors(patches(darktable(dng, folder, space="LIN_REC2020")) @ REC2020.T), None)


def main():
    for program in (["darktable-cli", "--version"], ["rawtherapee-cli", "-v"]):
        print(subprocess.run(program, capture_output=True, text=True).stdout.splitlines()[0])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # A name of its own: RawTherapee has matrices of known cameras, which it takes before a DNG's.
        own, profile = folder / "own.dng", folder / "own.icc"
        raw, gains = card("D65", folder, SAMPLE)
        wbcal("dng", raw, *LAYOUT, "--profile", SAMPLE, "--gains", ",".join(map(str, gains)), "--output", own)
        wbcal("profile", "import", own, "--model", "Card", "--output", profile)
        cards(folder, profile)
        presets(folder, profile)
        rawtherapee_scale(folder, profile)
        chart(folder, profile)
    if failures:
        sys.exit(f"Tests/OtherPrograms/run: beyond their limits: {'; '.join(failures)}")


main()
