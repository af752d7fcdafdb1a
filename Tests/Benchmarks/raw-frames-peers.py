"""Prints the table's lines for numpy, OpenCV and rawpy; `Tests/Benchmarks/run` puts the table together.

The argument is a file of 4000 x 3000 little-endian words of 16 bits, RGGB, as RawFramesBenchmark writes it. The limit that
the last column refers to is the second argument: the best time of a plain read, in milliseconds. Four copies are taken by
turns, so that no operation finds its frame in a cache.
"""
import os
import struct
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"

import cv2
import numpy as np
import rawpy

WIDTH, HEIGHT = 4000, 3000
FRAME = np.fromfile(sys.argv[1], dtype="<u2").reshape(HEIGHT, WIDTH)
FRAMES = [FRAME.copy() for _ in range(4)]
LIMIT = float(sys.argv[2])
cv2.setNumThreads(1)


def channels(frame):
    return [frame[row::2, column::2] for row in (0, 1) for column in (0, 1)]


def line(name, operation, rounds=12):
    times = []
    for index in range(rounds):
        start = time.perf_counter()
        operation(FRAMES[index % len(FRAMES)])
        times.append((time.perf_counter() - start) * 1e3)
    best, median = min(times), sorted(times)[rounds // 2]
    cells = [name, f"{best:.1f}", f"{median:.1f}", f"{FRAME.nbytes / best * 1e-6:.1f}", f"{100 * LIMIT / best:.0f} %"]
    print("| " + " | ".join(cells) + " |", flush=True)


def moments(frame):
    for channel in channels(frame):
        channel.mean(), channel.var(), np.count_nonzero(channel >= 16383), channel.min(), channel.max()


def opencv_means(frame):
    # A row of pairs is an image of two channels: the even columns and the odd ones.
    pairs = frame.reshape(HEIGHT, WIDTH // 2, 2)
    for row in (0, 1):
        cv2.meanStdDev(pairs[row::2])


def opencv_histograms(frame):
    pairs = frame.reshape(HEIGHT, WIDTH // 2, 2)
    for row in (0, 1):
        for column in (0, 1):
            cv2.calcHist([pairs[row::2]], [column], None, [65536], [0, 65536])


def dng(path):
    """A raw file of one strip, by Adobe's DNG specification 1.4: the least that a reader asks for."""
    entries = [
        (254, 4, [0]), (256, 4, [WIDTH]), (257, 4, [HEIGHT]), (258, 3, [16]), (259, 3, [1]), (262, 3, [32803]),
        (271, 2, b"Made\0"), (272, 2, b"Up\0\0"), (273, 4, ["data"]), (274, 3, [1]), (277, 3, [1]), (278, 4, [HEIGHT]),
        (279, 4, [FRAME.nbytes]), (284, 3, [1]), (33421, 3, [2, 2]), (33422, 1, [0, 1, 1, 2]), (50706, 1, [1, 4, 0, 0]),
        (50708, 2, b"Made Up\0"), (50717, 4, [16383]),
        (50721, 10, [1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1]), (50778, 3, [21]),
    ]
    codes = {1: "B", 3: "H", 4: "I", 10: "i"}
    place = 8 + 2 + 12 * len(entries) + 4
    start = place + 256
    table, beside = b"", b""
    for tag, kind, values in entries:
        values = [start if value == "data" else value for value in values] if kind != 2 else values
        data = values if kind == 2 else struct.pack(f"<{len(values)}{codes[kind]}", *values)
        count = len(data) if kind == 2 else len(values) // (2 if kind == 10 else 1)
        if len(data) > 4:
            table += struct.pack("<HHII", tag, kind, count, place + len(beside))
            beside += data + b"\0" * (len(data) % 2)
        else:
            table += struct.pack("<HHI", tag, kind, count) + data.ljust(4, b"\0")
    head = b"II*\0" + struct.pack("<IH", 8, len(entries)) + table + struct.pack("<I", 0) + beside
    with open(path, "wb") as file:
        file.write(head.ljust(start, b"\0"))
        FRAME.tofile(file)


def rawpy_means(path):
    with rawpy.imread(path) as raw:
        image = raw.raw_image
        assert image.shape == FRAME.shape and image[5, 7] == FRAME[5, 7]
        for channel in channels(image):
            channel.mean()


line(f"numpy {np.__version__}: means", lambda frame: [channel.mean() for channel in channels(frame)])
line(f"numpy {np.__version__}: means, variances, clipped, extremes", moments)
line(f"numpy {np.__version__}: medians", lambda frame: [np.median(channel) for channel in channels(frame)], rounds=5)
line(f"OpenCV {cv2.__version__}: means and deviations", opencv_means)
line(f"OpenCV {cv2.__version__}: histograms", opencv_histograms)
path = sys.argv[1] + ".dng"
dng(path)
line(f"rawpy {rawpy.__version__}: opening a DNG from the page cache, and means", lambda _: rawpy_means(path))
os.remove(path)
