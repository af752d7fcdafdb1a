"""Runs measure.py on a cluster of this machine's processes, and holds its table against direct calls. See run."""
import argparse
import contextlib
import json
import os
import pathlib
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
WIDTH, HEIGHT = 640, 480
OPTIONS = ["--format", "RG10", "--width", str(WIDTH), "--height", str(HEIGHT), "--black", "64"]


def fail(text):
    sys.exit(f"Tests/Scale/run: {text}")


class Timed:
    """Seconds of the wall and of processors, of a block and of all processes that ended in it."""

    def __enter__(self):
        self.start = time.monotonic(), self.processor()
        return self

    def __exit__(self, *_):
        self.wall = time.monotonic() - self.start[0]
        self.cpu = self.processor() - self.start[1]

    @staticmethod
    def processor():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime


def direct(tool, files, workers):
    """The lines of one call for all files."""
    manifest = "".join(json.dumps({"source": str(file)}) + "\n" for file in files)
    with Timed() as timed:
        lines = subprocess.run(
            [tool, "measure", "--manifest", "-", "--workers", str(workers), *OPTIONS], input=manifest, check=True,
            capture_output=True, text=True).stdout
    return lines.splitlines(), timed


@contextlib.contextmanager
def cluster(spark, workers, folder):
    """A standalone cluster: a master, and workers of one core each. Gives its address and the workers' processes."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = open(folder / "cluster.log", "a")
    environment = os.environ | {"SPARK_WORKER_DIR": str(folder / "work")}

    def start(*words):
        return subprocess.Popen(
            [spark / "bin/spark-class", *words], stdout=log, stderr=log, env=environment, start_new_session=True)

    address = f"spark://127.0.0.1:{port}"
    deploy = "org.apache.spark.deploy"
    processes = [start(f"{deploy}.master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")]
    while not accepts(port):
        if processes[0].poll() is not None:
            fail(f"Spark's master ended; see {log.name}")
        time.sleep(0.1)
    for _ in range(workers):
        processes.append(start(f"{deploy}.worker.Worker", address, "--cores", "1", "--memory", "2g", "--webui-port", "0"))
    try:
        yield address, processes[1:]
    finally:
        for process in reversed(processes):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait()
        log.close()


def accepts(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def submitted(spark, address, frames, table, tool, log):
    """The job's process; its words are in the log."""
    shutil.rmtree(table, ignore_errors=True)
    return subprocess.Popen(
        [spark / "bin/spark-submit", "--master", address, "--conf", "spark.ui.enabled=false", HERE / "measure.py", frames,
         table, "--wbcal", tool, "--", *OPTIONS],
        stdout=log, stderr=log)


class ClusterTime:
    """Seconds of processors that the processes of some sessions have used, from what the kernel tells of those alive.

    An executor does not wait for the end of its Python, so no sum of ended children has all: each Java process counts for
    itself, and each Python below one with the children that it waited for, as long as it was seen.
    """

    def __init__(self, processes):
        self.sessions, self.seen = {process.pid for process in processes}, {}

    def look(self):
        found = {}
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                name, values = (folder / "stat").read_text().rsplit(")", 1)
                fields = values.split()
                if int(fields[3]) in self.sessions:
                    found[int(folder.name)] = name.split("(", 1)[1], int(fields[1]), [int(ticks) for ticks in fields[11:15]]
        for pid, (name, parent, ticks) in found.items():
            if name == "java":
                self.seen[pid] = sum(ticks[:2])
            elif found.get(parent, ("",))[0] == "java":
                self.seen[pid] = sum(ticks)

    def seconds(self):
        return sum(self.seen.values()) / os.sysconf("SC_CLK_TCK")


def ended(job, time_used):
    """The job's status, once it has ended."""
    while job.poll() is None:
        time_used.look()
        time.sleep(0.1)
    return job.returncode


def tasks_done(table):
    """The tasks whose part of the table is written, while the job runs."""
    return len(list(table.glob("_temporary/0/task_*")))


def kill_in_the_middle(job, table, tasks, worker):
    """Kills a worker and its executor once a third of the tasks is done. Gives the number of those done."""
    while (done := tasks_done(table)) < tasks // 3:
        if job.poll() is not None:
            fail("the job ended before a worker was killed")
        time.sleep(0.02)
    os.killpg(worker.pid, signal.SIGKILL)
    return done


def rows(table):
    """The table's rows, sorted by source, read by Spark itself."""
    from pyspark.sql import SparkSession
    session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config(
        "spark.log.level", "ERROR").config("spark.ui.showConsoleProgress", "false").getOrCreate()
    return [row.asDict(recursive=True) for row in session.read.parquet(str(table)).sort("source").collect()]


def compare(table, lines, what):
    """Every row has the bytes of the direct call's line, and each column the value in it."""
    expected = sorted(lines, key=lambda line: json.loads(line)["source"])
    found = rows(table)
    if [row["json"] for row in found] != expected:
        fail(f"{what}: the table is not what direct calls print")
    for row, line in zip(found, expected):
        values = json.loads(line)
        for name, value in row.items():
            if name != "json" and value != trimmed(values.get(name), value):
                fail(f"{what}: {row['source']} has {name} {value} in the table and {values.get(name)} in the line")


def trimmed(value, like):
    """An object with the members that the table keeps of it."""
    return {name: value.get(name) for name in like} if isinstance(value, dict) and isinstance(like, dict) else value


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", type=int, default=10_000)
    parser.add_argument("tool")
    parser.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    tool, folder, count = os.path.abspath(arguments.tool), arguments.folder.resolve(), arguments.frames
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    import pyspark
    spark = pathlib.Path(pyspark.__file__).parent
    frames = folder / "frames"
    print(f"{count} frames of {WIDTH} x {HEIGHT}, RG10; Spark {pyspark.__version__}; "
          f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}", flush=True)
    subprocess.run([HERE / "frames", tool, frames, str(count)], check=True)
    files = sorted(frames.glob("*.raw"))

    lines, _ = direct(tool, files, 2)
    chosen = range(0, len(files), 50)
    for number in chosen:
        single = subprocess.run([tool, "measure", files[number], "--json", *OPTIONS], capture_output=True, text=True).stdout
        if single != lines[number] + "\n":
            fail(f"{files[number]}: a call for it alone prints another line than the call for all")
    print(f"the call for all prints the lines of calls for one: {len(chosen)} of {len(files)} compared", flush=True)

    times = {}
    tasks = -(-count // 100)
    for workers, is_killed in ((1, False), (2, False), (2, True)):
        plain = None if is_killed else direct(tool, files, workers)[1]
        table = folder / f"table-{workers}{'-killed' if is_killed else ''}"
        with open(folder / "job.log", "w") as log, cluster(spark, workers, folder) as (address, processes):
            used = ClusterTime(processes)
            with Timed() as timed:
                job = submitted(spark, address, frames, table, tool, log)
                done = kill_in_the_middle(job, table, tasks, processes[0]) if is_killed else tasks
                status = ended(job, used)
        if status != 0:
            fail(f"the job ended with status {status}; see {folder / 'job.log'}")
        what = f"{workers} workers, one killed after {done} of {tasks} tasks" if is_killed else f"workers: {workers}"
        compare(table, lines, what)
        if is_killed and "Lost executor" not in (folder / "job.log").read_text():
            fail("no executor was lost; the worker was killed too late")
        print(f"{what}: the table is that of direct calls, to the bit; {timed.wall:.1f} s", flush=True)
        if plain:
            times[workers] = plain.wall, timed.wall
            print(f"  one call of wbcal: {plain.wall:.1f} s, {1e3 * plain.wall / count:.2f} ms a frame, "
                  f"{1e3 * plain.cpu / count:.2f} ms of processors\n"
                  f"  Spark: {timed.wall:.1f} s, {1e3 * timed.wall / count:.2f} ms a frame; "
                  f"{timed.wall - plain.wall:.1f} s more, {timed.wall / plain.wall:.2f} times; "
                  f"{1e3 * (used.seconds() + timed.cpu) / count:.2f} ms of processors, of them {1e3 * timed.cpu / count:.2f} "
                  f"the driver's; load {os.getloadavg()[0]:.1f}", flush=True)
    model(times, count)
    array(tool, frames, folder / "array", lines, count)


def model(times, count):
    """T(n) = serial + parallel / n, through the runs with one and with two workers."""
    (_, one), (_, two) = times[1], times[2]
    print(f"growth: 2 workers are {one / two:.2f} times as fast as 1")
    parallel = 2 * (one - two)
    serial = one - parallel
    if parallel <= 0 or serial < 0:
        print("  no model: other work on this machine moved the times by more than the second worker did")
        return
    print(f"  model: {serial:.1f} s + {parallel:.1f} s / workers")
    for workers in (4, 8, 16, 64):
        print(f"  model, not measured: {workers} workers {serial + parallel / workers:.1f} s for {count} frames, "
              f"{serial + 100 * parallel / workers:.0f} s for {100 * count}", flush=True)


def array(tool, frames, table, lines, count):
    """The lines of the Slurm array, its tasks run one after another with the variables that Slurm sets."""
    shutil.rmtree(table, ignore_errors=True)
    tasks = 4
    for task in range(tasks):
        variables = {"FRAMES": str(frames), "TABLE": str(table), "SLURM_ARRAY_TASK_COUNT": str(tasks),
                     "SLURM_ARRAY_TASK_ID": str(task), "SLURM_CPUS_PER_TASK": "2", "WBCAL": tool}
        subprocess.run([HERE / "array.slurm", *OPTIONS], check=True, env=os.environ | variables)
    found = [line for file in table.iterdir() for line in file.read_text().splitlines()]
    if sorted(found) != sorted(lines):
        fail("the array's lines are not those of direct calls")
    print(f"Slurm array, {tasks} tasks by hand: its {count} lines are those of direct calls")


main()
