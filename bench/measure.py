"""Measurements of engines on verification tasks, shared by the scripts of this folder that print a paper's tables.

A mode is a set of clew's options with a name. A run is a line: task, family, expected verdict, mode, verdict or the reason of an UNKNOWN, the engine's own
seconds, and counters of its statistics. Lines are written to a file as they end, and what is in the file is not run again, so that a measurement can be
stopped, or done in pieces. Of two runs of a task in the same mode the last one counts.
"""
import argparse
import collections
import concurrent.futures
import csv
import json
import math
import os
import subprocess
import sys
import tempfile
import time

SHORTEST = 0.01  # seconds: less is counted as this where ratios are taken
BASIC = ["task", "family", "expected", "mode", "verdict", "seconds"]


class Measurement:
    """The modes by name, their groups, and the counters of the statistics that go into the file. What `raw` modes claim is not checked: that it is wrong at
    times is what is measured."""

    def __init__(self, modes, groups, default, counters, raw=()):
        self.modes, self.groups, self.default, self.counters, self.raw = modes, groups, default, counters, raw
        self.columns = [*BASIC, *counters]

    # --- the command line

    def arguments(self, doc, more=None):
        here = os.path.dirname(os.path.abspath(__file__))
        tasks = next((d for up in ("..", "../..") if os.path.isdir(d := os.path.join(here, up, "shared", "tasks"))), None)
        ap = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
        ap.add_argument("build", nargs="?", help="a build folder or the clew executable in it")
        ap.add_argument("--tasks", default=tasks, help="the folder of the tasks")
        ap.add_argument("--timeout", type=float, default=15, help="seconds for a run")
        ap.add_argument("--family", default="", help="only these families")
        ap.add_argument("--sample", type=int, default=0, help="at most so many tasks of a family, always the same ones")
        ap.add_argument("--only", default="", help="only tasks whose name contains this")
        ap.add_argument("--jobs", type=int, default=1, help="runs at a time")
        ap.add_argument("--modes", default=self.default, help=f"any of {', '.join(self.modes)}; or {', '.join(self.groups)} (default: {self.default})")
        ap.add_argument("--csv", default="", help="write a line for each run, and do not run what is there")
        ap.add_argument("--from", dest="files", nargs="+", default=[], metavar="FILE", help="run nothing, print the tables of these files")
        ap.add_argument("--no-check", action="store_true", help="do not check the verdicts")
        ap.add_argument("--list", action="store_true", help="print each run")
        if more:
            more(ap)
        a = ap.parse_args()
        if bool(a.build) == bool(a.files):
            ap.error("either a build folder or --from")
        if a.build and not a.tasks:
            ap.error("where are the tasks? (--tasks)")
        a.chosen = list(dict.fromkeys(m for name in a.modes.split(",") for m in self.groups.get(name, [name])))
        if unknown := [m for m in a.chosen if m not in self.modes]:
            ap.error(f"there is no mode {', '.join(unknown)}")
        a.clew = os.path.join(a.build, "clew") if a.build and os.path.isdir(a.build) else a.build
        return a

    # --- runs

    def lines(self, a):
        """What the files have, and what is run now: (task, mode) → line."""
        lines = self.read(a.files or ([a.csv] if a.csv and os.path.exists(a.csv) else []))
        if a.build:
            self.measure(a, lines)
        return lines

    def run(self, a, task, mode):
        """The line of a run: a run that neither ends nor can be stopped by its own limit is a crash, too."""
        line = {"task": task["file"], "family": task["family"], "expected": task["expected"], "mode": mode, "verdict": "crash",
                **dict.fromkeys(self.counters, "")}
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "result.json")
            command = [a.clew, "verify", "--check", "assert", "-q", *self.modes[mode].split(), f"--{task['bits']}", "--timeout", str(a.timeout), "--json", out]
            command += (["--no-check"] if a.no_check else []) + [os.path.join(a.tasks, task["file"])]
            try:
                status = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=a.timeout + 30).returncode
            except subprocess.TimeoutExpired:
                status = None
            result = {}
            if status in (0, 1, 2) and os.path.exists(out):
                with open(out) as f:
                    result = json.load(f)
                line["verdict"] = result["reason"] if result["verdict"] == "unknown" else result["verdict"]
        statistics = result.get("statistics", {})
        line["seconds"] = f"{statistics.get('time_engine') or time.monotonic() - begin:.3f}"
        line.update({c: statistics[c] for c in self.counters if c in statistics})
        self.note(line, result)
        return line

    def note(self, line, result):
        """More of the JSON result for the line; result is empty after a crash."""

    def measure(self, a, known):
        """Makes the runs that are not known; they are written down and returned as they end."""
        todo = [(task, mode) for task in tasks_of(a) for mode in a.chosen if (task["file"], mode) not in known]
        out = open(a.csv, "a", newline="") if a.csv else None
        writer = csv.DictWriter(out, self.columns) if out else None
        if out and not out.tell():
            writer.writeheader()
        with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
            waiting = [pool.submit(self.run, a, *each) for each in todo]
            try:
                for count, done in enumerate(concurrent.futures.as_completed(waiting), 1):
                    line = done.result()
                    if writer:
                        writer.writerow(line)
                        out.flush()
                    if a.list or self.is_failure(line):
                        print(f"{complaint(line) or line['verdict']}: {line['task']}, {line['mode']}, {line['seconds']} s", flush=True)
                    if sys.stderr.isatty():
                        print(f"\r{count} of {len(todo)} ", end="", file=sys.stderr, flush=True)
                    known[line["task"], line["mode"]] = line
            except KeyboardInterrupt:
                pool.shutdown(cancel_futures=True)
                raise
        if out:
            out.close()

    def is_failure(self, line):
        return is_bad(line) and (line["mode"] not in self.raw or line["verdict"] == "crash")

    def print_failures(self, lines):
        """The status: 1 if there are any."""
        bad = sorted((line["task"], line["mode"], complaint(line)) for line in lines.values() if self.is_failure(line))
        if bad:
            print()
        for task, mode, what in bad:
            print(f"{what}: {task} ({mode})")
        return 1 if bad else 0

    def read(self, files):
        lines = {}
        for name in files:
            with open(name, newline="") as f:
                reader = csv.DictReader(f)
                if reader.fieldnames != self.columns:
                    sys.exit(f"{os.path.basename(sys.argv[0])}: {name} is not a file that --csv wrote")
                for line in reader:
                    lines[line["task"], line["mode"]] = line
        return lines


def tasks_of(a):
    """The tasks, those of a family spread over its list if there is to be a sample of them."""
    families = collections.defaultdict(list)
    with open(os.path.join(a.tasks, "tasks.tsv")) as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            if (not a.family or row["family"] in a.family.split(",")) and a.only in row["file"]:
                families[row["family"]].append(row)
    for rows in families.values():
        n = min(a.sample or len(rows), len(rows))
        yield from (rows[i * len(rows) // n] for i in range(n))


# --- what a run was


def decided(line):
    return line["verdict"] == line["expected"]


def complaint(line):
    if line["verdict"] == "crash":
        return "CRASH"
    return f"WRONG {line['verdict'].upper()}" if line["verdict"] in ("true", "false") and not decided(line) else ""


def is_bad(line):
    return bool(complaint(line))


def number(line, name):
    return int(line[name] or 0)


def seconds(line):
    return max(float(line["seconds"]), SHORTEST)


def shared(lines, modes):
    """The tasks that were run in all the modes: mode → line, for each."""
    tasks = collections.defaultdict(dict)
    for line in lines.values():
        if line["mode"] in modes:
            tasks[line["task"]][line["mode"]] = line
    return [t for t in tasks.values() if len(t) == len(modes)]


def by_family(tasks, mode):
    """Pairs of a family's name and its tasks, as shared() gives them; the last pair is all of them."""
    families = collections.defaultdict(list)
    for t in tasks:
        families[t[mode]["family"]].append(t)
    return [*sorted(families.items()), ("all", tasks)]


# --- tables


def ratio(a, b):
    return a / b if b else None


def geometric_mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None


def table(title, header, rows, note, left=1):
    print(f"\n### {title}\n\n{note}\n")
    for i, cells in enumerate([header, *rows]):
        print("| " + " | ".join("–" if c is None else f"{c:.2f}" if isinstance(c, float) else str(c) for c in cells) + " |")
        if not i:
            print("|" + " --- |" * left + " ---: |" * (len(header) - left))
