#!/usr/bin/env python3
"""Synthetic results of a campaign in shards, to measure the merge: bench/scale.py FOLDER [TASKS [CONFIGURATIONS [SHARDS]]]

Writes FOLDER/campaign.yml and FOLDER/results/shards/*, as `clew bench --shard` leaves them: each run has a row with statistics and an output of the size
that runs of clew have. docs/scale.md has what was measured: time clew bench FOLDER/campaign.yml -o FOLDER/results --merge
"""
import os
import random
import sqlite3
import sys

REPOSITORY = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STATISTICS = "{" + ", ".join(f'"statistic_{i}": {i * 1234}' for i in range(60)) + "}"
OUTPUT = "a line of what a verifier says\n" * 20 + "RESULT: true\n"
LIMITS = "limits: cpu 900 s, wall 1810 s, memory 15000 MiB, cores 1\n"


def write_tasks(folder, tasks, configurations):
    """A campaign that `clew bench` accepts: the programs are one file, by hard links."""
    programs = os.path.join(folder, "programs")
    os.makedirs(programs)
    first = os.path.join(programs, "first")
    with open(first, "w") as f:
        f.write("int main(void) { return 0; }\n")
    with open(os.path.join(folder, "tasks.tsv"), "w") as table:
        table.write("family\tfile\tbits\texpected\n")
        for t in range(tasks):
            os.makedirs(f"{programs}/{t // 1000}", exist_ok=True)
            os.link(first, f"{programs}/{t // 1000}/{t:06}.c")
            table.write(f"family-{t // 1000}\tprograms/{t // 1000}/{t:06}.c\t32\ttrue\n")
    with open(os.path.join(folder, "campaign.yml"), "w") as f:
        f.write("name: scale\ntasks: tasks.tsv\nlimits: {cpu: 900, memory: 15000, cores: 1}\nconfigurations:\n")
        for c in range(configurations):
            f.write(f'  - {{name: c{c}, command: [/bin/true, "{{file}}"]}}\n')


def write_shard(path, shard, shards, tasks, configurations, schema, generator):
    os.makedirs(path)
    db = sqlite3.connect(os.path.join(path, "results.db"))
    db.executescript(schema)
    db.execute(f"PRAGMA application_id = {0x636c6577}")
    db.execute("PRAGMA user_version = 1")
    db.execute("INSERT INTO campaign VALUES ('scale', '2026-01-01T00:00:00Z')")
    db.execute("INSERT INTO machine VALUES (1, ?, 'processor', 64, 256000000000, 'Linux')", (f"host{shard % 16}",))
    db.execute("INSERT INTO worker VALUES (1, 1, ?, '0.1.0', 'as always', '2026-01-01T00:00:00Z')", (1000 + shard,))
    for c in range(configurations):
        db.execute("INSERT INTO configuration VALUES (?, ?, 0, ?, 900, 1810, 15000, 1)", (c + 1, f"c{c}", f"command: /bin/true {{file}}\n{LIMITS}"))
        db.execute("INSERT INTO version VALUES (?, ?, '')", (c + 1, c + 1))
    number, known = 0, {}
    for c in range(configurations):
        for t in range((shard - c) % shards, tasks, shards):
            if t not in known:
                known[t] = len(known) + 1
                db.execute("INSERT INTO task VALUES (?, ?, 'unreach-call', 32, ?, ?, 'true', NULL)",
                           (known[t], f"programs/{t // 1000}/{t:06}.c", f"family-{t // 1000}", f"/cluster/programs/{t // 1000}/{t:06}.c"))
            number += 1
            cpu = 900 if generator.random() < 0.4 else generator.expovariate(1 / 20)
            db.execute("INSERT INTO run VALUES (?, ?, ?, 0, 1, '2026-01-01T00:00:00Z', ?, ?, ?, ?, ?, 'exit', 0, 1, 20, 0, ?, ?)",
                       (number, known[t], c + 1, "unknown" if cpu >= 900 else "true", "timeout" if cpu >= 900 else "", cpu, cpu,
                        generator.randrange(1 << 32), c + 1, STATISTICS))
            output = os.path.join(path, f"output/{number // 1000:03}/{number:06}.txt")
            os.makedirs(os.path.dirname(output), exist_ok=True)
            with open(output, "w") as f:
                f.write(OUTPUT)
    db.commit()
    db.close()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = sys.argv[1]
    tasks, configurations, shards = [int(n) for n in sys.argv[2:5]] + [36000, 10, 1000][len(sys.argv) - 2:]
    with open(os.path.join(REPOSITORY, "src/campaign/bench/schema.sql")) as f:
        schema = f.read()
    write_tasks(folder, tasks, configurations)
    generator = random.Random(1)
    for shard in range(shards):
        write_shard(f"{folder}/results/shards/{shard + 1:04}-of-{shards:04}", shard, shards, tasks, configurations, schema, generator)


main()
