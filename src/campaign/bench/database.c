// See database.h.
#include "campaign/bench/database.h"
#include "base/memory/map.h"
#include "campaign/bench/machine.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

extern const char bench_schema[]; // schema.sql

#define APPLICATION_ID 0x636c6577 // "clew"
#define BUSY_MILLISECONDS 60000

// --- failures --------------------------------------------------------------------------------------------------------

bool bench_database_fail(struct bench_database *db) {
  if (db->error->status) return false;
  int code = sqlite3_errcode(db->handle);
  if (code == SQLITE_NOTADB) error_set(db->error, EXIT_DATA, "%s: this is no database of results", db->file);
  else if (code == SQLITE_FULL || sqlite3_system_errno(db->handle) == ENOSPC)
    error_set(db->error, EXIT_DATA, "%s: the disk is full; what was measured until now is kept", db->file);
  else error_set(db->error, EXIT_DATA, "%s: %s", db->file, sqlite3_errmsg(db->handle));
  return false;
}

bool bench_database_execute(struct bench_database *db, const char *sql) {
  return sqlite3_exec(db->handle, sql, NULL, NULL, NULL) == SQLITE_OK || bench_database_fail(db);
}

sqlite3_stmt *bench_database_query(struct bench_database *db, const char *sql) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL) != SQLITE_OK) bench_database_fail(db);
  return statement;
}

// Runs a statement that gives no rows, and makes it ready to be run again.
static bool step(struct bench_database *db, sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  if (code != SQLITE_DONE && code != SQLITE_ROW) bench_database_fail(db);
  sqlite3_reset(statement);
  return code == SQLITE_DONE || code == SQLITE_ROW;
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text) {
  sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT);
}

static bool number_of(struct bench_database *db, const char *sql, int64_t *out) {
  sqlite3_stmt *statement = bench_database_query(db, sql);
  if (!statement) return false;
  bool good = sqlite3_step(statement) == SQLITE_ROW;
  if (good) *out = sqlite3_column_int64(statement, 0);
  else bench_database_fail(db);
  sqlite3_finalize(statement);
  return good;
}

static void now(char *out, size_t size) {
  time_t seconds = time(NULL);
  struct tm utc;
  gmtime_r(&seconds, &utc);
  strftime(out, size, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

// --- opening ---------------------------------------------------------------------------------------------------------

// An empty database, or one of ours of this version.
static bool check_version(struct bench_database *db, bool *empty) {
  int64_t application, version, tables;
  if (!number_of(db, "PRAGMA application_id", &application) || !number_of(db, "PRAGMA user_version", &version) ||
      !number_of(db, "SELECT count(*) FROM sqlite_master", &tables))
    return false;
  *empty = tables == 0 && application == 0 && version == 0;
  if (*empty) return true;
  if (application != APPLICATION_ID) {
    error_set(db->error, EXIT_DATA, "%s: a database of another program", db->file);
    return false;
  }
  if (version == BENCH_SCHEMA_VERSION) return true;
  error_set(db->error, EXIT_DATA, "%s: a database of version %lld; this clew reads and writes version %d", db->file,
            (long long)version, BENCH_SCHEMA_VERSION);
  return false;
}

static bool make_schema(struct bench_database *db) {
  struct text sql = {0};
  bool empty;
  text_printf(&sql, "%s PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT;", bench_schema, APPLICATION_ID,
              BENCH_SCHEMA_VERSION);
  // Another worker may have made it in the meantime.
  bool good = bench_database_execute(db, "BEGIN IMMEDIATE") && check_version(db, &empty) &&
              (empty ? bench_database_execute(db, text_cstr(&sql)) : bench_database_execute(db, "COMMIT"));
  text_release(&sql);
  return good;
}

// With either journal a process that is killed loses nothing; with the write-ahead log a reader and a writer do not
// wait for each other.
static bool prepare(struct bench_database *db, enum bench_access mode) {
  static const char *const settings[] = {
      [BENCH_WORK] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;",
      [BENCH_WORK_ON_SHARD] = "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"};
  bool empty;
  sqlite3_busy_timeout(db->handle, BUSY_MILLISECONDS);
  if (!check_version(db, &empty)) return false;
  if (mode != BENCH_READ) return bench_database_execute(db, settings[mode]) && (!empty || make_schema(db));
  if (!empty) return true;
  error_set(db->error, EXIT_DATA, "%s: there are no results in it", db->file);
  return false;
}

// With the folders that it is in.
static bool make_folder(const char *folder, struct error *error) {
  struct stat status;
  char *path = mem_strdup(folder);
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0777);
    *slash = '/';
  }
  mem_free(path);
  if (mkdir(folder, 0777) == 0) return true;
  int why = errno;
  if (why == EEXIST && stat(folder, &status) == 0 && S_ISDIR(status.st_mode)) return true;
  error_set(error, EXIT_DATA, "%s: the folder cannot be made: %s", folder, strerror(why));
  return false;
}

bool bench_database_open(struct bench_database *db, const char *folder, enum bench_access mode, struct error *error) {
  bool create = mode != BENCH_READ;
  struct text name = {0};
  *db = (struct bench_database){.lock = -1, .error = error, .folder = mem_strdup(folder)};
  text_printf(&name, "%s/results.db", folder);
  db->file = mem_strdup(text_cstr(&name));
  text_release(&name);
  if (create && !make_folder(folder, error)) return false;
  if (!create && access(db->file, F_OK) != 0) {
    error_set(error, EXIT_DATA, "%s: there are no results of a campaign: %s", db->file, strerror(errno));
    return false;
  }
  int flags = create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE;
  int code = sqlite3_open_v2(db->file, &db->handle, flags, NULL);
  if (code != SQLITE_OK) return bench_database_fail(db);
  return prepare(db, mode);
}

void bench_database_close(struct bench_database *db) {
  sqlite3_finalize(db->claim);
  sqlite3_finalize(db->store);
  sqlite3_finalize(db->release);
  sqlite3_close(db->handle);
  if (db->lock >= 0) close(db->lock);
  vec_u64_release(&db->tasks);
  vec_u64_release(&db->configurations);
  vec_u64_release(&db->versions);
  mem_free(db->folder);
  mem_free(db->file);
  *db = (struct bench_database){.lock = -1};
}

// --- the results in another folder -----------------------------------------------------------------------------------

// The row of the query, if there is one, is what is wrong with it.
static bool check_other(struct bench_database *db, const char *folder, const char *sql, const char *format) {
  sqlite3_stmt *row = bench_database_query(db, sql);
  int code = row ? sqlite3_step(row) : SQLITE_ERROR;
  if (code == SQLITE_ROW)
    error_set(db->error, EXIT_DATA, format, folder, (const char *)sqlite3_column_text(row, 0),
              (const char *)sqlite3_column_text(row, 1), (const char *)sqlite3_column_text(row, 2));
  else if (code != SQLITE_DONE) bench_database_fail(db);
  sqlite3_finalize(row);
  return code == SQLITE_DONE;
}

bool bench_database_attach(struct bench_database *db, const char *folder) {
  struct bench_database other;
  bool good = bench_database_open(&other, folder, BENCH_READ, db->error);
  sqlite3_stmt *attach = good ? bench_database_query(db, "ATTACH DATABASE ? AS other") : NULL;
  if (attach) bind_text(attach, 1, other.file);
  good = attach && step(db, attach);
  sqlite3_finalize(attach);
  bench_database_close(&other);
  if (!good) return false;
  good = check_other(db, folder,
                     "SELECT its.name, mine.name, '' FROM other.campaign AS its, main.campaign AS mine "
                     "WHERE its.name <> mine.name",
                     "%s: the results are of the campaign '%s', not of '%s'%s") &&
         check_other(db, folder,
                     "SELECT its.name, its.definition, mine.definition FROM other.configuration AS its "
                     "JOIN main.configuration AS mine ON mine.name = its.name WHERE mine.definition <> its.definition",
                     "%s: the results are of another configuration '%s':\n%s\nHere it is:\n%s");
  return good || (bench_database_detach(db), false);
}

bool bench_database_detach(struct bench_database *db) {
  return sqlite3_exec(db->handle, "DETACH DATABASE other", NULL, NULL, NULL) == SQLITE_OK || bench_database_fail(db);
}

// --- workers ---------------------------------------------------------------------------------------------------------

// Locks of fcntl belong to the process, not to its children, and go when the file is closed: it is opened once.
static struct flock lock_of(int64_t worker, short type) {
  return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = worker, .l_len = 1};
}

static bool open_lock(struct bench_database *db) {
  struct text name = {0};
  if (db->lock < 0) {
    text_printf(&name, "%s/results.lock", db->folder);
    db->lock = open(text_cstr(&name), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (db->lock < 0) error_set(db->error, EXIT_DATA, "%s: %s", text_cstr(&name), strerror(errno));
    text_release(&name);
  }
  return db->lock >= 0;
}

static bool lives(const struct bench_database *db, int64_t worker) {
  struct flock lock = lock_of(worker, F_WRLCK);
  if (worker == db->worker) return true;
  return fcntl(db->lock, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

// What a run that was cut off has said until then.
static void remove_output(const struct bench_database *db, int64_t run) {
  struct text file = {0};
  text_printf(&file, "%s/", db->folder);
  bench_output_name(run, &file);
  unlink(text_cstr(&file));
  text_release(&file);
}

bool bench_database_recover(struct bench_database *db) {
  struct vec_u64 dead = {0};
  sqlite3_stmt *workers = bench_database_query(db, "SELECT DISTINCT worker FROM run WHERE verdict IS NULL");
  if (!workers || !open_lock(db)) return sqlite3_finalize(workers), false;
  int code;
  while ((code = sqlite3_step(workers)) == SQLITE_ROW)
    if (!lives(db, sqlite3_column_int64(workers, 0))) vec_u64_push(&dead, (uint64_t)sqlite3_column_int64(workers, 0));
  bool good = code == SQLITE_DONE || bench_database_fail(db);
  sqlite3_finalize(workers);
  sqlite3_stmt *release =
      good ? bench_database_query(db, "DELETE FROM run WHERE worker = ? AND verdict IS NULL RETURNING id") : NULL;
  for (uint32_t i = 0; good && release && i < dead.size; i++) {
    sqlite3_bind_int64(release, 1, (int64_t)dead.data[i]);
    while ((code = sqlite3_step(release)) == SQLITE_ROW) remove_output(db, sqlite3_column_int64(release, 0));
    good = code == SQLITE_DONE || bench_database_fail(db);
    sqlite3_reset(release);
  }
  sqlite3_finalize(release);
  vec_u64_release(&dead);
  return good;
}

static bool insert_worker(struct bench_database *db) {
  struct bench_machine machine;
  char time[32];
  bool good = false;
  bench_machine_read(&machine);
  now(time, sizeof time);
  sqlite3_stmt *own = bench_database_query(db, "INSERT OR IGNORE INTO machine (host, processor, cores, memory, kernel) "
                                               "VALUES (?1, ?2, ?3, ?4, ?5)");
  sqlite3_stmt *worker = bench_database_query(
      db, "INSERT INTO worker (machine, process, clew, measured, started) SELECT id, ?6, ?7, ?8, ?9 FROM machine "
          "WHERE host = ?1 AND processor = ?2 AND cores = ?3 AND memory = ?4 AND kernel = ?5");
  for (int i = 0; own && worker && i < 2; i++) {
    sqlite3_stmt *statement = i ? worker : own;
    bind_text(statement, 1, machine.host);
    bind_text(statement, 2, machine.processor);
    sqlite3_bind_int64(statement, 3, machine.cores);
    sqlite3_bind_int64(statement, 4, (int64_t)machine.memory);
    bind_text(statement, 5, machine.kernel);
    if (i) {
      sqlite3_bind_int64(worker, 6, getpid());
      bind_text(worker, 7, CLEW_VERSION);
      bind_text(worker, 8, bench_measured());
      bind_text(worker, 9, time);
    }
    good = step(db, statement);
    if (!good) break;
  }
  sqlite3_finalize(own);
  sqlite3_finalize(worker);
  if (good) db->worker = sqlite3_last_insert_rowid(db->handle);
  return good;
}

// Within the transaction: nobody sees the worker before it has its lock.
static bool become_worker(struct bench_database *db) {
  if (!open_lock(db) || !insert_worker(db)) return false;
  struct flock lock = lock_of(db->worker, F_WRLCK);
  if (fcntl(db->lock, F_SETLK, &lock) == 0) return true;
  error_set(db->error, EXIT_DATA, "%s/results.lock: cannot be locked: %s", db->folder, strerror(errno));
  return false;
}

// --- tasks and configurations ----------------------------------------------------------------------------------------

static bool register_configuration(struct bench_database *db, const struct bench_configuration *c,
                                   const struct bench_limits *limits, sqlite3_stmt *find, sqlite3_stmt *insert) {
  bind_text(find, 1, c->name);
  bool there = sqlite3_step(find) == SQLITE_ROW;
  int64_t id = there ? sqlite3_column_int64(find, 0) : 0;
  if (there && strcmp((const char *)sqlite3_column_text(find, 1), c->definition) != 0)
    error_set(db->error, EXIT_DATA,
              "%s: there are results of another configuration '%s':\n%s\nNow it is:\n%s\nGive it another name, another "
              "folder (-o), or forget these results: --forget '%s'",
              db->file, c->name, (const char *)sqlite3_column_text(find, 1), c->definition, c->name);
  sqlite3_reset(find);
  if (db->error->status) return false;
  if (!there) {
    bind_text(insert, 1, c->name);
    sqlite3_bind_int(insert, 2, c->is_clew);
    bind_text(insert, 3, c->definition);
    sqlite3_bind_double(insert, 4, limits->cpu);
    sqlite3_bind_double(insert, 5, limits->wall);
    sqlite3_bind_int64(insert, 6, limits->memory);
    sqlite3_bind_int64(insert, 7, limits->cores);
    if (!step(db, insert)) return false;
    id = sqlite3_last_insert_rowid(db->handle);
  }
  vec_u64_push(&db->configurations, (uint64_t)id);
  return true;
}

static bool register_configurations(struct bench_database *db, const struct bench_definition *d) {
  sqlite3_stmt *find = bench_database_query(db, "SELECT id, definition FROM configuration WHERE name = ?");
  sqlite3_stmt *insert = bench_database_query(
      db, "INSERT INTO configuration (name, is_clew, definition, cpu_limit, wall_limit, memory_limit, cores) "
          "VALUES (?, ?, ?, ?, ?, ?, ?)");
  bool good = find && insert;
  for (uint32_t i = 0; good && i < d->configurations.size; i++)
    good = register_configuration(db, &d->configurations.data[i], &d->limits, find, insert);
  sqlite3_finalize(find);
  sqlite3_finalize(insert);
  return good;
}

static bool register_versions(struct bench_database *db, const struct vec_word *versions) {
  sqlite3_stmt *insert = bench_database_query(
      db, "INSERT INTO version (configuration, text) VALUES (?, ?) ON CONFLICT DO UPDATE SET text = text RETURNING id");
  bool good = insert != NULL;
  for (uint32_t i = 0; good && i < versions->size; i++) {
    sqlite3_bind_int64(insert, 1, (int64_t)db->configurations.data[i]);
    bind_text(insert, 2, versions->data[i]);
    good = sqlite3_step(insert) == SQLITE_ROW || bench_database_fail(db);
    if (good) vec_u64_push(&db->versions, (uint64_t)sqlite3_column_int64(insert, 0));
    while (good && sqlite3_step(insert) == SQLITE_ROW) continue;
    sqlite3_reset(insert);
  }
  sqlite3_finalize(insert);
  return good;
}

static bool register_task(struct bench_database *db, const struct bench_task *task, sqlite3_stmt *insert) {
  struct text files = {0};
  for (uint32_t i = 0; i < task->files.size; i++) text_printf(&files, "%s%s", i ? "\n" : "", task->files.data[i]);
  bind_text(insert, 1, task->name);
  bind_text(insert, 2, task->property);
  sqlite3_bind_int(insert, 3, (int)task->bits);
  bind_text(insert, 4, task->family);
  bind_text(insert, 5, text_cstr(&files));
  bind_text(insert, 6, task->expected == EXPECTED_TRUE ? "true" : task->expected ? "false" : NULL);
  bind_text(insert, 7, task->violation);
  bool good = sqlite3_step(insert) == SQLITE_ROW || bench_database_fail(db);
  if (good) vec_u64_push(&db->tasks, (uint64_t)sqlite3_column_int64(insert, 0));
  while (good && sqlite3_step(insert) == SQLITE_ROW) continue;
  sqlite3_reset(insert);
  text_release(&files);
  return good;
}

static bool shard_has_task(const struct bench_definition *d, struct bench_shard shard, uint32_t task) {
  for (uint32_t r = 0; r < d->repetitions; r++)
    for (uint32_t c = 0; c < d->configurations.size; c++)
      if (bench_shard_has(shard, (struct bench_place){task, c, r})) return true;
  return false;
}

// What is expected may have been corrected: the newest counts.
static bool register_tasks(struct bench_database *db, const struct bench_definition *d, struct bench_shard shard) {
  sqlite3_stmt *insert = bench_database_query(
      db, "INSERT INTO task (name, property, bits, family, files, expected, violation) VALUES (?1, ?2, ?3, ?4, ?5, ?6, "
          "?7) ON CONFLICT DO UPDATE SET family = ?4, files = ?5, expected = ?6, violation = ?7 RETURNING id");
  bool good = insert != NULL;
  for (uint32_t i = 0; good && i < d->tasks.size; i++) {
    if (shard_has_task(d, shard, i)) good = register_task(db, &d->tasks.data[i], insert);
    else vec_u64_push(&db->tasks, 0);
  }
  sqlite3_finalize(insert);
  return good;
}

static bool register_campaign(struct bench_database *db, const char *name) {
  char time[32];
  now(time, sizeof time);
  sqlite3_stmt *insert = bench_database_query(
      db, "INSERT INTO campaign (name, created) SELECT ?1, ?2 WHERE NOT EXISTS (SELECT * FROM campaign)");
  if (!insert) return false;
  bind_text(insert, 1, name);
  bind_text(insert, 2, time);
  bool good = step(db, insert);
  sqlite3_finalize(insert);
  return good;
}

bool bench_database_register(struct bench_database *db, const struct bench_definition *definition,
                             struct bench_shard shard, const struct vec_word *versions) {
  bool good = bench_database_execute(db, "BEGIN IMMEDIATE") && register_campaign(db, definition->name) &&
              register_configurations(db, definition) && register_tasks(db, definition, shard) &&
              (!versions || (register_versions(db, versions) && become_worker(db))) &&
              bench_database_execute(db, "COMMIT");
  if (!good) sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
  return good;
}

bool bench_database_forget(struct bench_database *db, const char *configuration) {
  static const char *const statements[] = {
      "DELETE FROM run WHERE configuration IN (SELECT id FROM configuration WHERE name = ?)",
      "DELETE FROM version WHERE configuration IN (SELECT id FROM configuration WHERE name = ?)",
      "DELETE FROM configuration WHERE name = ?"};
  bool good = bench_database_execute(db, "BEGIN IMMEDIATE");
  for (size_t i = 0; good && i < sizeof statements / sizeof *statements; i++) {
    sqlite3_stmt *statement = bench_database_query(db, statements[i]);
    if (statement) bind_text(statement, 1, configuration);
    good = statement && step(db, statement);
    sqlite3_finalize(statement);
  }
  if (good && sqlite3_changes(db->handle) == 0) {
    error_set(db->error, EXIT_USAGE, "%s: there is no configuration '%s'", db->file, configuration);
    good = false;
  }
  good = good && bench_database_execute(db, "COMMIT");
  if (!good) sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
  return good;
}

// --- runs ------------------------------------------------------------------------------------------------------------

// By identifier: the place in the definition.
static void number_places(const struct vec_u64 *identifiers, struct map_u32 *places) {
  for (uint32_t i = 0; i < identifiers->size; i++)
    if (identifiers->data[i]) map_u32_put(places, identifiers->data[i], i);
}

static bool known_by(struct bench_database *db, const char *sql, const struct bench_definition *definition,
                     bench_take_known *take, void *context) {
  struct map_u32 tasks = {0}, configurations = {0};
  sqlite3_stmt *rows = bench_database_query(db, sql);
  int code = SQLITE_ERROR;
  number_places(&db->tasks, &tasks);
  number_places(&db->configurations, &configurations);
  while (rows && (code = sqlite3_step(rows)) == SQLITE_ROW) {
    const uint32_t *task = map_u32_find(&tasks, (uint64_t)sqlite3_column_int64(rows, 0));
    const uint32_t *configuration = map_u32_find(&configurations, (uint64_t)sqlite3_column_int64(rows, 1));
    int64_t repetition = sqlite3_column_int64(rows, 2);
    if (!task || !configuration || repetition < 0 || repetition >= definition->repetitions) continue;
    take(context, (struct bench_place){*task, *configuration, (uint32_t)repetition}, sqlite3_column_int(rows, 3) != 0);
  }
  bool good = code == SQLITE_DONE || bench_database_fail(db);
  sqlite3_finalize(rows);
  map_u32_release(&tasks);
  map_u32_release(&configurations);
  return good;
}

bool bench_database_known(struct bench_database *db, const struct bench_definition *definition, bench_take_known *take,
                          void *context) {
  return known_by(db, "SELECT task, configuration, repetition, verdict IS NOT NULL FROM run", definition, take,
                  context);
}

bool bench_database_known_in_other(struct bench_database *db, const struct bench_definition *definition,
                                   bench_take_known *take, void *context) {
  return known_by(db,
                  "SELECT mine.id, own.id, run.repetition, 1 FROM other.run CROSS JOIN other.task AS its "
                  "CROSS JOIN main.task AS mine CROSS JOIN other.configuration AS theirs "
                  "CROSS JOIN main.configuration AS own WHERE run.verdict IS NOT NULL AND its.id = run.task AND "
                  "mine.name = its.name AND mine.property = its.property AND mine.bits = its.bits AND "
                  "theirs.id = run.configuration AND own.name = theirs.name",
                  definition, take, context);
}

int64_t bench_database_claim(struct bench_database *db, struct bench_place place) {
  char time[32];
  now(time, sizeof time);
  if (!db->claim)
    db->claim = bench_database_query(
        db, "INSERT OR IGNORE INTO run (task, configuration, repetition, worker, started) VALUES (?, ?, ?, ?, ?)");
  if (!db->claim) return 0;
  sqlite3_bind_int64(db->claim, 1, (int64_t)db->tasks.data[place.task]);
  sqlite3_bind_int64(db->claim, 2, (int64_t)db->configurations.data[place.configuration]);
  sqlite3_bind_int64(db->claim, 3, place.repetition);
  sqlite3_bind_int64(db->claim, 4, db->worker);
  bind_text(db->claim, 5, time);
  if (!step(db, db->claim) || sqlite3_changes(db->handle) == 0) return 0;
  return sqlite3_last_insert_rowid(db->handle);
}

bool bench_database_store(struct bench_database *db, int64_t run, uint32_t configuration,
                          const struct bench_outcome *outcome) {
  static const char *const ends[] = {"exit",   "signal", "cpu",  "wall",
                                     "memory", "output", "start"}; // enum supervise_end
  const struct supervise_result *r = &outcome->run;
  if (!db->store)
    db->store = bench_database_query(
        db, "UPDATE run SET verdict = ?1, detail = ?2, cpu = ?3, wall = ?4, memory = ?5, ended = ?6, status = ?7, "
            "processes = ?8, samples = ?9, left_behind = ?10, version = ?11, statistics = ?12 WHERE id = ?13");
  if (!db->store) return false;
  bind_text(db->store, 1, bench_verdict_names[outcome->answer.verdict]);
  bind_text(db->store, 2, text_cstr(&outcome->answer.detail));
  sqlite3_bind_double(db->store, 3, r->cpu);
  sqlite3_bind_double(db->store, 4, r->wall);
  sqlite3_bind_int64(db->store, 5, (int64_t)r->memory);
  bind_text(db->store, 6, ends[r->end]);
  sqlite3_bind_int(db->store, 7, r->status);
  sqlite3_bind_int64(db->store, 8, r->processes);
  sqlite3_bind_int64(db->store, 9, r->samples);
  sqlite3_bind_int64(db->store, 10, r->left_behind);
  sqlite3_bind_int64(db->store, 11, (int64_t)db->versions.data[configuration]);
  bind_text(db->store, 12, outcome->statistics.size ? text_cstr(&outcome->statistics) : NULL);
  sqlite3_bind_int64(db->store, 13, run);
  if (!step(db, db->store)) return false;
  if (sqlite3_changes(db->handle) == 1) return true;
  error_set(db->error, EXIT_DATA, "%s: the claim of run %lld is gone: do file locks work in this folder?", db->file,
            (long long)run);
  return false;
}

bool bench_database_release(struct bench_database *db, int64_t run) {
  if (!db->release) db->release = bench_database_query(db, "DELETE FROM run WHERE id = ? AND verdict IS NULL");
  if (!db->release) return false;
  sqlite3_bind_int64(db->release, 1, run);
  return step(db, db->release);
}

void bench_output_name(int64_t run, struct text *out) {
  text_printf(out, "output/%03lld/%06lld.txt", (long long)(run / 1000), (long long)run);
}
