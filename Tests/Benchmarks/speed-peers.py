"""Prints lines of the table of `Tests/Benchmarks/run speed` for numpy: what a script does with a frame of the same size."""
import time

import numpy as np


def best(rounds, operation):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        operation()
        times.append(time.perf_counter() - start)
    return 1e3 * min(times)


frame = np.random.default_rng(1931).normal(5000, 90, (3000, 4000)).astype(np.uint16)
channels = [frame[row::2, column::2] for row in (0, 1) for column in (0, 1)]


def line(name, operation):
    print(f"| numpy {np.__version__}: {name} | 12 million samples | {best(10, operation):.1f} ms | | |")


line("means and variances of the channels", lambda: [(channel.mean(), channel.var()) for channel in channels])
line("medians of the channels", lambda: [np.median(channel) for channel in channels])
