// See merge.h.
#include "campaign/bench/cluster/merge.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include "campaign/bench/outputs.h"
#include <glob.h>
#include <string.h>
#include <unistd.h>

const char *bench_shard_folder(const char *folder, struct bench_shard shard, struct arena *arena) {
  return arena_printf(arena, "%s/shards/%04u-of-%04u", folder, shard.number, shard.of);
}

// --- rows ------------------------------------------------------------------------------------------------------------

// What runs refer to. A worker is known by its machine, its process and when it started.
static const char references_sql[] =
    "INSERT OR IGNORE INTO main.task (name, property, bits, family, files, expected, violation) "
    "SELECT name, property, bits, family, files, expected, violation FROM other.task;"
    "INSERT OR IGNORE INTO main.configuration "
    "(name, is_clew, definition, cpu_limit, wall_limit, memory_limit, cores) "
    "SELECT name, is_clew, definition, cpu_limit, wall_limit, memory_limit, cores FROM other.configuration;"
    "INSERT OR IGNORE INTO main.version (configuration, text) SELECT own.id, its.text FROM other.version AS its "
    "JOIN other.configuration AS theirs ON theirs.id = its.configuration "
    "JOIN main.configuration AS own ON own.name = theirs.name;"
    "INSERT OR IGNORE INTO main.machine (host, processor, cores, memory, kernel) "
    "SELECT host, processor, cores, memory, kernel FROM other.machine;"
    "CREATE TEMP TABLE known_machine AS SELECT its.id AS old, own.id AS new FROM other.machine AS its "
    "JOIN main.machine AS own ON own.host = its.host AND own.processor = its.processor AND own.cores = its.cores "
    "AND own.memory = its.memory AND own.kernel = its.kernel;"
    "INSERT INTO main.worker (machine, process, clew, measured, started) "
    "SELECT new, process, clew, measured, started FROM other.worker AS its "
    "JOIN known_machine ON old = its.machine WHERE NOT EXISTS (SELECT * FROM main.worker AS own "
    "WHERE own.machine = new AND own.process = its.process AND own.started = its.started);"
    "CREATE TEMP TABLE known_worker AS SELECT its.id AS old, min(own.id) AS new FROM other.worker AS its "
    "JOIN known_machine ON known_machine.old = its.machine JOIN main.worker AS own ON own.machine = known_machine.new "
    "AND own.process = its.process AND own.started = its.started GROUP BY its.id;";
static const char forget_sql[] = "DROP TABLE IF EXISTS known_machine; DROP TABLE IF EXISTS known_worker;";

// The columns after the worker are those of insert_sql.
static const char rows_sql[] =
    "SELECT its.id, mine.id, own.id, its.repetition, known_worker.new, its.started, its.verdict, its.detail, its.cpu, "
    "its.wall, its.memory, its.ended, its.status, its.processes, its.samples, its.left_behind, "
    "(SELECT new.id FROM other.version AS old JOIN main.version AS new ON new.text = old.text "
    "AND new.configuration = own.id WHERE old.id = its.version), its.statistics "
    "FROM other.run AS its CROSS JOIN other.task AS theirs CROSS JOIN main.task AS mine "
    "CROSS JOIN other.configuration AS named CROSS JOIN main.configuration AS own CROSS JOIN known_worker "
    "WHERE its.verdict IS NOT NULL AND theirs.id = its.task AND mine.name = theirs.name "
    "AND mine.property = theirs.property AND mine.bits = theirs.bits AND named.id = its.configuration "
    "AND own.name = named.name AND known_worker.old = its.worker ORDER BY its.id";
static const char insert_sql[] =
    "INSERT OR IGNORE INTO main.run (task, configuration, repetition, worker, started, verdict, detail, cpu, wall, "
    "memory, ended, status, processes, samples, left_behind, version, statistics) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

// --- outputs ---------------------------------------------------------------------------------------------------------

// A link, or a copy where the folders are on different file systems. An output that is not there is no mistake: it may
// have been removed to save space.
static bool take_output(const char *from, int64_t old, const char *to, int64_t new, struct error *error) {
  struct text source = {0}, name = {0}, target = {0}, content = {0};
  text_printf(&source, "%s/", from);
  bench_output_name(old, &source);
  bench_output_name(new, &name);
  text_printf(&target, "%s/%s", to, text_cstr(&name));
  bool good = true;
  if (access(text_cstr(&source), R_OK) == 0) {
    good = bench_output_prepare(to, text_cstr(&name), error);
    unlink(text_cstr(&target)); // of a merge that was cut off
    good = good &&
           (link(text_cstr(&source), text_cstr(&target)) == 0 ||
            (input_read(text_cstr(&source), &content, error) && output_write(text_cstr(&target), &content, error)));
  }
  text_release(&source);
  text_release(&name);
  text_release(&target);
  text_release(&content);
  return good;
}

// --- folders ---------------------------------------------------------------------------------------------------------

static bool merge_row(struct bench_database *db, const char *from, sqlite3_stmt *row, sqlite3_stmt *insert,
                      struct bench_merged *out) {
  for (int i = 1; i < sqlite3_column_count(row); i++) sqlite3_bind_value(insert, i, sqlite3_column_value(row, i));
  bool good = sqlite3_step(insert) == SQLITE_DONE || bench_database_fail(db);
  sqlite3_reset(insert);
  if (!good) return false;
  if (sqlite3_changes(db->handle) == 0) {
    out->twice++;
    return true;
  }
  out->added++;
  return take_output(from, sqlite3_column_int64(row, 0), db->folder, sqlite3_last_insert_rowid(db->handle), db->error);
}

static bool merge_rows(struct bench_database *db, const char *from, struct bench_merged *out) {
  sqlite3_stmt *rows = bench_database_query(db, rows_sql), *insert = bench_database_query(db, insert_sql);
  int code = SQLITE_ERROR;
  bool good = rows && insert;
  while (good && (code = sqlite3_step(rows)) == SQLITE_ROW) good = merge_row(db, from, rows, insert, out);
  good = good && (code == SQLITE_DONE || bench_database_fail(db));
  sqlite3_finalize(rows);
  sqlite3_finalize(insert);
  return good;
}

// All of a folder or nothing.
static bool merge_folder(struct bench_database *db, const char *from, struct bench_merged *out) {
  struct bench_merged before = *out;
  if (!bench_database_attach(db, from)) return false;
  bool good = bench_database_execute(db, "BEGIN IMMEDIATE") && bench_database_execute(db, forget_sql) &&
              bench_database_execute(db, references_sql) && merge_rows(db, from, out) &&
              bench_database_execute(db, forget_sql) && bench_database_execute(db, "COMMIT");
  if (!good) {
    sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
    *out = before;
  }
  bool detached = bench_database_detach(db);
  out->folders += good;
  return good && detached;
}

// Runs of the definition: other configurations and tasks may have been there before.
static void count(void *context, struct bench_place place, bool done) {
  struct bench_merged *out = context;
  (void)place;
  out->done += done;
}

static bool merge_all(struct bench_database *db, const struct vec_word *folders, struct bench_merged *out) {
  for (uint32_t i = 0; i < folders->size; i++)
    if (!merge_folder(db, folders->data[i], out)) return false;
  return true;
}

// A shard that has only just begun has no results yet.
static bool has_results(const char *folder) {
  struct text file = {0};
  text_printf(&file, "%s/results.db", folder);
  bool there = access(text_cstr(&file), F_OK) == 0;
  text_release(&file);
  return there;
}

bool bench_merge(const struct bench_definition *definition, const char *folder, const struct vec_word *folders,
                 struct bench_merged *out, struct error *error) {
  struct bench_database db;
  struct vec_word all = {0};
  glob_t found = {0};
  struct text pattern = {0};
  *out = (struct bench_merged){.total = bench_runs_of(definition, (struct bench_shard){0})};
  for (uint32_t i = 0; i < folders->size; i++) vec_word_push(&all, folders->data[i]);
  text_printf(&pattern, "%s/shards/*", folder);
  if (!folders->size && glob(text_cstr(&pattern), 0, NULL, &found) == 0)
    for (size_t i = 0; i < found.gl_pathc; i++)
      if (has_results(found.gl_pathv[i])) vec_word_push(&all, found.gl_pathv[i]);
  if (!all.size) error_set(error, EXIT_DATA, "%s/shards: there are no results of shards", folder);
  bool good = all.size && bench_database_open(&db, folder, BENCH_WORK, error);
  if (all.size) {
    good = good && bench_database_register(&db, definition, (struct bench_shard){0}, NULL) &&
           merge_all(&db, &all, out) && bench_database_known(&db, definition, count, out);
    bench_database_close(&db);
  }
  globfree(&found);
  text_release(&pattern);
  vec_word_release(&all);
  return good;
}
