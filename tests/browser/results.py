#!/usr/bin/env python3
"""A database of results of `clew bench`, as large as is asked for: results.py FOLDER RESULTS [STATISTICS]. The same arguments give the same results."""
import json
import os
import random
import sqlite3
import sys

folder, results, statistics = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0
CONFIGURATIONS, FAMILIES, LIMIT = ["first", "second", "third"], 30, 10
schema = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../src/campaign/bench/schema.sql")
os.makedirs(folder, exist_ok=True)
if os.path.exists(f"{folder}/results.db"):
    os.remove(f"{folder}/results.db")
db = sqlite3.connect(f"{folder}/results.db")
with open(schema) as file:
    db.executescript(file.read() + f"PRAGMA application_id = {0x636c6577}; PRAGMA user_version = 1;")
db.execute("INSERT INTO campaign VALUES ('large', '2026-01-01T00:00:00Z')")
db.execute("INSERT INTO machine VALUES (1, 'host', 'processor', 8, 1 << 34, 'Linux')")
db.execute("INSERT INTO worker VALUES (1, 1, 1, '0', 'made up', '2026-01-01T00:00:00Z')")
for i, name in enumerate(CONFIGURATIONS, 1):
    db.execute("INSERT INTO configuration VALUES (?, ?, 1, ?, ?, ?, 1000, 1)", (i, name, f"command: {name}", LIMIT, 2 * LIMIT))
    db.execute("INSERT INTO version VALUES (?, ?, '0')", (i, i))
chosen = random.Random(1)
tasks = results // len(CONFIGURATIONS)
for t in range(1, tasks + 1):
    expected, family = chosen.choice(["true", "true", "false"]), f"family-{t % FAMILIES}"
    db.execute("INSERT INTO task VALUES (?, ?, 'unreach-call', 32, ?, '', ?, NULL)", (t, f"{family}/task-{t}.c", family, expected))
    for i in range(1, len(CONFIGURATIONS) + 1):
        seconds, chance = min(LIMIT, 0.02 * 1.001 ** chosen.randint(0, 6500)), chosen.random()
        verdict, detail = expected, "unreach-call" if expected == "false" else ""
        if seconds >= LIMIT or chance < 0.1:
            verdict, detail = "unknown", "timeout" if seconds >= LIMIT else "memory"
        elif chance < 0.105:
            verdict, detail = "false" if expected == "true" else "true", ""
        counters = {f"counter_{k}": chosen.randint(1, 10000) for k in range(statistics)}
        db.execute("INSERT INTO run (task, configuration, repetition, worker, started, verdict, detail, cpu, wall, memory, ended, status, version, statistics) "
                   "VALUES (?, ?, 0, 1, '2026-01-01T00:00:00Z', ?, ?, ?, ?, ?, 'exit', 0, ?, ?)",
                   (t, i, verdict, detail, seconds, 1.1 * seconds, chosen.randint(20, 900) << 20, i, json.dumps(counters) if counters else None))
db.commit()
