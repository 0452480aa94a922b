// See results.h.
#include "campaign/bench/results.h"
#include "base/memory/map.h"
#include <stdlib.h>
#include <string.h>

// Texts that come again and again are kept once.
struct interned {
  const char *text;
  struct interned *next;
};

struct reading {
  struct bench_results *out;
  struct bench_database db;
  struct map_u32 tasks, configurations; // by identifier: places
  struct map_ptr texts; // by hash
};

static const char *text_at(struct reading *r, sqlite3_stmt *row, int column) {
  const char *text = (const char *)sqlite3_column_text(row, column);
  if (!text) return "";
  uint64_t key = hash_string(text) >> 1;
  void **chain = map_ptr_find(&r->texts, key);
  for (struct interned *at = chain ? *chain : NULL; at; at = at->next)
    if (strcmp(at->text, text) == 0) return at->text;
  struct interned *entry = arena_alloc(&r->out->arena, sizeof *entry);
  *entry = (struct interned){arena_strdup(&r->out->arena, text), chain ? *chain : NULL};
  map_ptr_put(&r->texts, key, entry);
  return entry->text;
}

// Calls `take` for each row of the query.
static bool each(struct reading *r, const char *sql, void (*take)(struct reading *r, sqlite3_stmt *row)) {
  sqlite3_stmt *rows = bench_database_query(&r->db, sql);
  int code = SQLITE_ERROR;
  while (rows && (code = sqlite3_step(rows)) == SQLITE_ROW) take(r, rows);
  bool good = code == SQLITE_DONE || bench_database_fail(&r->db);
  sqlite3_finalize(rows);
  return good;
}

static void take_campaign(struct reading *r, sqlite3_stmt *row) {
  r->out->name = text_at(r, row, 0);
  r->out->created = text_at(r, row, 1);
  r->out->measured = text_at(r, row, 2);
  r->out->claimed = (uint32_t)sqlite3_column_int64(row, 3);
}

static void take_machine(struct reading *r, sqlite3_stmt *row) {
  vec_bench_result_machine_push(&r->out->machines,
                                (struct bench_result_machine){.host = text_at(r, row, 0),
                                                              .processor = text_at(r, row, 1),
                                                              .kernel = text_at(r, row, 2),
                                                              .cores = (uint32_t)sqlite3_column_int64(row, 3),
                                                              .memory = (uint64_t)sqlite3_column_int64(row, 4)});
}

static void take_configuration(struct reading *r, sqlite3_stmt *row) {
  map_u32_put(&r->configurations, (uint64_t)sqlite3_column_int64(row, 0), r->out->configurations.size);
  vec_bench_result_configuration_push(
      &r->out->configurations,
      (struct bench_result_configuration){.name = text_at(r, row, 1),
                                          .definition = text_at(r, row, 2),
                                          .is_clew = sqlite3_column_int(row, 3) != 0,
                                          .cpu_limit = sqlite3_column_double(row, 4),
                                          .wall_limit = sqlite3_column_double(row, 5),
                                          .memory_limit = (uint32_t)sqlite3_column_int64(row, 6),
                                          .versions = text_at(r, row, 7),
                                          .cores = (uint32_t)sqlite3_column_int64(row, 8),
                                          .started = text_at(r, row, 9)});
}

static void take_task(struct reading *r, sqlite3_stmt *row) {
  struct bench_result_task task = {.name = text_at(r, row, 1),
                                   .property = text_at(r, row, 2),
                                   .family = text_at(r, row, 4)};
  const char *expected = text_at(r, row, 5);
  task.bits = (uint32_t)sqlite3_column_int64(row, 3);
  task.expected = strcmp(expected, "true") == 0 ? EXPECTED_TRUE : *expected ? EXPECTED_FALSE : EXPECTED_NOTHING;
  task.violation = text_at(r, row, 6);
  task.files = arena_strdup(&r->out->arena, (const char *)sqlite3_column_text(row, 7));
  map_u32_put(&r->tasks, (uint64_t)sqlite3_column_int64(row, 0), r->out->tasks.size);
  struct vec_word *families = &r->out->families;
  if (!families->size || families->data[families->size - 1] != task.family) vec_word_push(families, task.family);
  vec_bench_result_task_push(&r->out->tasks, task);
}

static enum bench_verdict verdict_at(sqlite3_stmt *row, int column) {
  const char *text = (const char *)sqlite3_column_text(row, column);
  for (int v = BENCH_TRUE; v < BENCH_ERROR; v++)
    if (text && strcmp(text, bench_verdict_names[v]) == 0) return (enum bench_verdict)v;
  return BENCH_ERROR;
}

static void take_row(struct reading *r, sqlite3_stmt *row) {
  const uint32_t *task = map_u32_find(&r->tasks, (uint64_t)sqlite3_column_int64(row, 1));
  const uint32_t *configuration = map_u32_find(&r->configurations, (uint64_t)sqlite3_column_int64(row, 2));
  if (!task || !configuration) return; // registered since the others were read
  struct bench_row out = {.run = sqlite3_column_int64(row, 0), .task = *task, .configuration = *configuration};
  out.repetition = (uint32_t)sqlite3_column_int64(row, 3);
  out.verdict = verdict_at(row, 4);
  out.detail = text_at(r, row, 5);
  if (sqlite3_column_type(row, 6) != SQLITE_NULL) out.correct = sqlite3_column_int(row, 6) ? BENCH_RIGHT : BENCH_WRONG;
  out.cpu = sqlite3_column_double(row, 7);
  out.wall = sqlite3_column_double(row, 8);
  out.memory = (uint64_t)sqlite3_column_int64(row, 9);
  const char *statistics = (const char *)sqlite3_column_text(row, 10);
  if (statistics) out.statistics = arena_strdup(&r->out->arena, statistics);
  vec_bench_row_push(&r->out->rows, out);
}

static const char campaign_sql[] =
    "SELECT name, created, "
    "(SELECT group_concat(measured, char(10)) FROM (SELECT DISTINCT measured FROM worker)), "
    "(SELECT count(*) FROM run WHERE verdict IS NULL) FROM campaign";
static const char machine_sql[] =
    "SELECT host, processor, kernel, cores, memory FROM machine WHERE id IN (SELECT machine FROM worker) ORDER BY id";
static const char configuration_sql[] =
    "SELECT id, name, definition, is_clew, cpu_limit, wall_limit, memory_limit, "
    "(SELECT group_concat(text, char(10)) FROM version WHERE version.configuration = configuration.id AND "
    "EXISTS (SELECT * FROM run WHERE run.configuration = configuration.id AND run.version = version.id)), "
    "cores, (SELECT min(started) FROM run WHERE run.configuration = configuration.id) FROM configuration ORDER BY id";
// Tasks without a result say nothing.
static const char task_sql[] =
    "SELECT id, name, property, bits, family, expected, violation, files FROM task WHERE EXISTS (SELECT * FROM "
    "run WHERE run.task = task.id AND verdict IS NOT NULL) ORDER BY family, name, property, bits";
static const char row_sql[] =
    "SELECT id, task_id, configuration_id, repetition, verdict, detail, correct, cpu, wall, memory, NULL "
    "FROM result";
static const char row_statistics_sql[] =
    "SELECT id, task_id, configuration_id, repetition, verdict, detail, correct, cpu, wall, memory, statistics "
    "FROM result";

static int by_place(const void *left, const void *right) {
  const struct bench_row *a = left, *b = right;
  if (a->task != b->task) return a->task < b->task ? -1 : 1;
  if (a->configuration != b->configuration) return a->configuration < b->configuration ? -1 : 1;
  return (a->repetition > b->repetition) - (a->repetition < b->repetition);
}

bool bench_results_read(struct bench_results *results, const char *folder, bool statistics, struct error *error) {
  struct reading r = {.out = results};
  *results = (struct bench_results){0};
  arena_init(&results->arena);
  bool good = bench_database_open(&r.db, folder, BENCH_READ, error);
  // One moment of the database, whoever writes meanwhile.
  good = good && (sqlite3_exec(r.db.handle, "BEGIN", NULL, NULL, NULL) == SQLITE_OK || bench_database_fail(&r.db));
  good = good && each(&r, campaign_sql, take_campaign) && each(&r, machine_sql, take_machine) &&
         each(&r, configuration_sql, take_configuration) && each(&r, task_sql, take_task) &&
         each(&r, statistics ? row_statistics_sql : row_sql, take_row);
  bench_database_close(&r.db);
  map_u32_release(&r.tasks);
  map_u32_release(&r.configurations);
  map_ptr_release(&r.texts);
  if (results->rows.size) qsort(results->rows.data, results->rows.size, sizeof *results->rows.data, by_place);
  return good;
}

void bench_results_release(struct bench_results *results) {
  vec_bench_result_task_release(&results->tasks);
  vec_bench_result_machine_release(&results->machines);
  vec_bench_result_configuration_release(&results->configurations);
  vec_bench_row_release(&results->rows);
  vec_word_release(&results->families);
  arena_release(&results->arena);
}
