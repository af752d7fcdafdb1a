"""Measures the frames of a folder by wbcal on Apache Spark, into a Parquet table of a row a frame.

    python3 measure.py FRAMES TABLE [-- OPTIONS of wbcal measure]
    spark-submit --master spark://host:7077 measure.py FRAMES TABLE [-- OPTIONS of wbcal measure]

The first line runs on this machine's processors, the second on a cluster: a folder that all machines see at the same path, and
wbcal installed on each (or its path by --wbcal). Spark pipes the files' names through one wbcal for each task; a task
whose machine or process is lost is run again. The column `json` has the line of `wbcal measure --json` to the byte, and the
others are its values.
"""
import argparse
import json
import os
import shlex
import sys

from pyspark.sql import SparkSession
from pyspark.sql.functions import from_json

# The frames that are lost with a worker, and measured again. Starting a task costs as much as measuring one or two frames.
FRAMES_PER_TASK = 100

RGB = "struct<red: double, green: double, blue: double>"
COLUMNS = f"""
    source string, verdict string, error string, region string, neutral {RGB}, gains {RGB},
    standardError struct<red: double, green: double, blue: double, temperature: double, duv: double>,
    chromaticity struct<x: double, y: double>, temperature double, duv double, tint double,
    exposureValue double, illuminance double, reasons array<struct<code: string, value: double, limit: double>>
"""


def sources(folder):
    """The files of a folder and of those in it, sorted."""
    return sorted(
        os.path.join(place, file) for place, _, files in os.walk(folder, followlinks=True) for file in files)


def main():
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("frames", help="a folder; everything in it is measured")
    parser.add_argument("table", help="the Parquet table to write; it must not be there")
    parser.add_argument("--wbcal", default="wbcal", help="the tool's path on each machine")
    arguments = parser.parse_args(words[:cut])

    spark = SparkSession.builder.appName("wbcal measure").getOrCreate()
    files = sources(os.path.abspath(arguments.frames))
    if not files:
        sys.exit(f"{arguments.frames}: there is no file to measure")
    # A task has the processors that Spark counts for it, and no more.
    workers = spark.conf.get("spark.task.cpus", "1")
    command = [arguments.wbcal, "measure", "--manifest", "-", "--workers", workers, *words[cut + 1:]]
    lines = (
        spark.sparkContext.parallelize(
            [json.dumps({"source": file}) for file in files], -(-len(files) // FRAMES_PER_TASK))
        .pipe(shlex.join(command), checkCode=True))
    table = spark.createDataFrame(lines.map(lambda line: (line,)), "json string")
    table.select(from_json("json", COLUMNS).alias("value"), "json").select("value.*", "json").write.parquet(
        arguments.table)
    print(f"{spark.read.parquet(arguments.table).count()} of {len(files)} frames are in {arguments.table}")


main()
