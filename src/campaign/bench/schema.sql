-- The schema of results.db, version 1 (PRAGMA user_version). docs/bench.md explains it.
CREATE TABLE campaign (
  name TEXT NOT NULL,
  created TEXT NOT NULL                     -- UTC, ISO 8601, as all times
);
CREATE TABLE configuration (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  is_clew INTEGER NOT NULL,
  definition TEXT NOT NULL,                 -- command, limits, rules
  cpu_limit REAL NOT NULL,                  -- seconds; 0: none
  wall_limit REAL NOT NULL,
  memory_limit INTEGER NOT NULL,            -- mebibytes; 0: none
  cores INTEGER NOT NULL                    -- 0: all
);
CREATE TABLE version (                      -- of the program of a configuration
  id INTEGER PRIMARY KEY,
  configuration INTEGER NOT NULL REFERENCES configuration,
  text TEXT NOT NULL,
  UNIQUE (configuration, text)
);
CREATE TABLE task (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  property TEXT NOT NULL,
  bits INTEGER NOT NULL,
  family TEXT NOT NULL,
  files TEXT NOT NULL,                      -- one a line
  expected TEXT,                            -- 'true', 'false'; NULL: nothing is
  violation TEXT,                           -- what a false is to name; NULL: anything
  UNIQUE (name, property, bits)
);
CREATE TABLE machine (
  id INTEGER PRIMARY KEY,
  host TEXT NOT NULL,
  processor TEXT NOT NULL,
  cores INTEGER NOT NULL,
  memory INTEGER NOT NULL,                  -- bytes
  kernel TEXT NOT NULL,
  UNIQUE (host, processor, cores, memory, kernel)
);
CREATE TABLE worker (                       -- a process `clew bench`
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  machine INTEGER NOT NULL REFERENCES machine,
  process INTEGER NOT NULL,
  clew TEXT NOT NULL,                       -- its version
  measured TEXT NOT NULL,                   -- what is measured how
  started TEXT NOT NULL
);
CREATE TABLE run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,     -- output/000/000123.txt
  task INTEGER NOT NULL REFERENCES task,
  configuration INTEGER NOT NULL REFERENCES configuration,
  repetition INTEGER NOT NULL,              -- from 0
  worker INTEGER NOT NULL REFERENCES worker,
  started TEXT NOT NULL,
  verdict TEXT,                             -- 'true', 'false', 'unknown', 'error'; NULL: claimed, not done
  detail TEXT,                              -- the violation of a false; the reason
  cpu REAL,                                 -- seconds
  wall REAL,
  memory INTEGER,                           -- peak, bytes
  ended TEXT,                               -- 'exit', 'signal', 'cpu', 'wall', 'memory', 'output', 'start'
  status INTEGER,                           -- exit status, signal, error number
  processes INTEGER,                        -- most at a time
  samples INTEGER,                          -- how often memory was looked at
  left_behind INTEGER,                      -- processes that had to be killed at the end
  version INTEGER REFERENCES version,
  statistics TEXT,                          -- a JSON object, those that are not zero
  UNIQUE (task, configuration, repetition)
);
CREATE INDEX run_of_worker ON run (worker) WHERE verdict IS NULL;
-- What most people ask for.
CREATE VIEW result AS
SELECT run.id, task.name AS task, task.family, task.property, task.bits, task.expected, task.violation,
  configuration.name AS configuration, run.repetition, run.verdict, run.detail,
  CASE
    WHEN run.verdict NOT IN ('true', 'false') OR task.expected IS NULL THEN NULL
    WHEN run.verdict <> task.expected THEN 0
    WHEN run.verdict = 'false' AND task.violation <> '' AND run.detail <> '' AND run.detail <> task.violation THEN 0
    ELSE 1
  END AS correct,
  run.cpu, run.wall, run.memory, run.ended, run.status, run.processes, run.left_behind, run.started, run.statistics,
  run.task AS task_id, run.configuration AS configuration_id, run.version AS version_id
FROM run JOIN task ON task.id = run.task JOIN configuration ON configuration.id = run.configuration
WHERE run.verdict IS NOT NULL;
