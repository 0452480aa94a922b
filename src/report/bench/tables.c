// Tables as a campaign's file describes them under `tables` (docs/bench.md), as Markdown: rows are configurations,
// families, tasks, or values of a statistic; each may have text before it and, below, what a paper has.
#include "base/file/input.h"
#include "base/file/output.h"
#include "report/bench/table.h"
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- cells -----------------------------------------------------------------------------------------------------------

static int by_place(const void *key, const void *entry) {
  const uint32_t *wanted = key;
  const struct bench_median *m = entry;
  if (wanted[0] != m->task) return wanted[0] < m->task ? -1 : 1;
  return (wanted[1] > m->configuration) - (wanted[1] < m->configuration);
}

static const struct bench_median *median_of(const struct table *t, uint32_t task, uint32_t configuration) {
  uint32_t key[] = {task, configuration};
  return t->medians->size ? bsearch(key, t->medians->data, t->medians->size, sizeof *t->medians->data, by_place) : NULL;
}

// Of several configurations the fastest right result, otherwise a wrong one, otherwise any.
struct cell table_cell(const struct table *t, uint32_t task, const struct column_source *source) {
  static const int rank[] = {[BENCH_NEITHER] = 0, [BENCH_WRONG] = 1, [BENCH_RIGHT] = 2};
  struct cell best = {0};
  for (uint32_t i = 0; i < source->of.size; i++) {
    const struct bench_median *m = median_of(t, task, source->of.data[i]);
    if (!m) continue;
    double time = bench_time(t->results, m);
    if (best.median &&
        (rank[m->correct] < rank[best.median->correct] || (m->correct == best.median->correct && time >= best.time)))
      continue;
    best = (struct cell){m, time};
  }
  return best;
}

static bool statistic_of(const struct table *t, const struct cell *cell, const char *name, double *out) {
  const char *text = cell->median ? t->results->rows.data[cell->median->first].statistics : NULL;
  json_t *all = text ? json_loads(text, 0, NULL) : NULL;
  const json_t *value = json_object_get(all, name);
  bool there = all != NULL; // those that are zero are left out
  *out = json_is_number(value) ? json_number_value(value) : 0;
  json_decref(all);
  return there;
}

// --- reading ---------------------------------------------------------------------------------------------------------

static bool find_configuration(struct table *t, const struct yaml *node, const char *name, struct vec_u32 *out) {
  for (uint32_t i = 0; i < t->results->configurations.size; i++)
    if (strcmp(t->results->configurations.data[i].name, name) == 0) {
      vec_u32_push(out, i);
      return true;
    }
  return bench_complain(&t->file, node, t->error, "the results have no configuration '%s'", name);
}

static bool find_all(struct table *t, const struct yaml *list, struct vec_u32 *out) {
  struct vec_word names = {0};
  bool good = bench_words(&t->file, list, &names, t->error);
  for (uint32_t i = 0; good && i < names.size; i++) good = find_configuration(t, list, names.data[i], out);
  vec_word_release(&names);
  return good;
}

static bool add_source(struct table *t, const struct yaml *node, const char *name) {
  vec_source_push(&t->sources, (struct column_source){.name = name});
  struct column_source *source = &t->sources.data[t->sources.size - 1];
  const struct yaml *best = yaml_get(t->spec, "virtual"), *of = best ? yaml_get(best, name) : NULL;
  return of ? find_all(t, of, &source->of) : find_configuration(t, node, name, &source->of);
}

// Is it a configuration of the campaign? The results may have those of others, too.
static bool is_named(const struct yaml *configurations, const char *name) {
  for (const struct yaml *item = configurations->first; item; item = item->next) {
    const char *own = yaml_get_text(item, "name");
    if (!own) own = yaml_get_text(item, "engine");
    if (own && strcmp(own, name) == 0) return true;
  }
  return false;
}

static bool read_sources(struct table *t) {
  const struct yaml *list = yaml_get(t->spec, "configurations");
  struct vec_word names = {0};
  bool good = !list || bench_words(&t->file, list, &names, t->error);
  for (uint32_t i = 0; good && i < names.size; i++) good = add_source(t, list, names.data[i]);
  const struct yaml *own = list ? NULL : yaml_get(t->root, "configurations");
  for (uint32_t i = 0; good && !list && i < t->results->configurations.size; i++) {
    const char *name = t->results->configurations.data[i].name;
    if (!own || is_named(own, name)) good = add_source(t, t->spec, name);
  }
  vec_word_release(&names);
  return good;
}

static bool is_easy(const struct table *t, uint32_t task, const struct vec_u32 *by, bool only_unsafe, double seconds) {
  for (uint32_t i = 0; i < by->size; i++) {
    const struct bench_median *m = median_of(t, task, by->data[i]);
    if (m && m->correct == BENCH_RIGHT && (!only_unsafe || m->verdict == BENCH_FALSE) &&
        bench_time(t->results, m) <= seconds)
      return true;
  }
  return false;
}

// Which configurations of the campaign have a result of the task: 0 none, 1 some, 2 all. Results of a campaign that
// goes on, and those of others in the same folder, are no ground for a comparison.
static int share_that_ran(const struct table *t, uint32_t task) {
  const struct yaml *own = yaml_get(t->root, "configurations");
  uint32_t ran = 0, all = 0;
  for (uint32_t i = 0; i < t->results->configurations.size; i++) {
    if (own && !is_named(own, t->results->configurations.data[i].name)) continue;
    all++;
    ran += median_of(t, task, i) != NULL;
  }
  return ran == all ? 2 : ran > 0;
}

static bool is_among(const struct vec_word *words, const char *text, bool part) {
  for (uint32_t i = 0; i < words->size; i++)
    if (part ? strstr(text, words->data[i]) != NULL : strcmp(text, words->data[i]) == 0) return true;
  return words->size == 0;
}

// Tasks of the families, with a part in their names, without those that one of some configurations decides right (or
// finds the error of) within a time.
static bool choose_tasks(struct table *t) {
  const struct yaml *families = yaml_get(t->spec, "families"), *easy = yaml_get(t->spec, "without");
  const struct yaml *only = yaml_get(t->spec, "only");
  struct vec_word names = {0}, parts = {0};
  struct vec_u32 solved = {0}, unsafe = {0};
  double seconds = 0;
  bool good = (!families || bench_words(&t->file, families, &names, t->error)) &&
              (!only || bench_words(&t->file, only, &parts, t->error));
  if (good && easy) {
    static const char *const known[] = {"solved_by", "unsafe_by", "seconds", NULL};
    const struct yaml *within = yaml_get(easy, "seconds"), *who = yaml_get(easy, "solved_by");
    const struct yaml *finds = yaml_get(easy, "unsafe_by");
    good = easy->kind == YAML_MAP && within && (who || finds)
               ? bench_check_keys(&t->file, easy, known, t->error) &&
                     bench_number(&t->file, within, &seconds, t->error) && (!who || find_all(t, who, &solved)) &&
                     (!finds || find_all(t, finds, &unsafe))
               : bench_complain(&t->file, easy, t->error, "without has solved_by or unsafe_by, and seconds");
  }
  for (uint32_t i = 0; good && i < t->results->tasks.size; i++) {
    const struct bench_result_task *task = &t->results->tasks.data[i];
    t->chosen[i] = share_that_ran(t, i) == 2 && is_among(&names, task->family, false) &&
                   is_among(&parts, task->name, true);
    if (is_easy(t, i, &solved, false, seconds) || is_easy(t, i, &unsafe, true, seconds)) t->chosen[i] = 0;
  }
  vec_word_release(&names);
  vec_word_release(&parts);
  vec_u32_release(&solved);
  vec_u32_release(&unsafe);
  return good;
}

static bool is_value(const char *name) {
  static const char *const known[] = {"tasks", "safe", "unsafe", "solved", "wrong",   "false alarms",
                                      "score", "time", "shared", "memory", "verdict", "unknown"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(known[i], name) == 0) return true;
  return false;
}

static bool read_table(struct table *t) {
  static const char *const known[] = {"title", "text",    "paper",  "by",      "configurations", "virtual", "families",
                                      "only",  "without", "values", "buckets", "plot",           "of",      NULL};
  if (t->spec->kind != YAML_MAP) return bench_complain(&t->file, t->spec, t->error, "a table has a title and values");
  if (!bench_check_keys(&t->file, t->spec, known, t->error)) return false;
  const struct yaml *values = yaml_get(t->spec, "values");
  if (values && !bench_words(&t->file, values, &t->values, t->error)) return false;
  return read_sources(t) && choose_tasks(t);
}

#define PER_SECOND " per second" // behind a statistic: divided by the time of the run

// --- values ----------------------------------------------------------------------------------------------------------

// Does the cell belong to a row? NULL: to all of the table.
struct row {
  const char *family; // NULL: any
  uint32_t task; // UINT32_MAX: any
  const char *statistic; // of the source, within low ≤ value < high; NULL: any
  double low, high;
};

static bool in_row(const struct table *t, const struct row *row, uint32_t task, const struct cell *cell) {
  double value;
  if (!t->chosen[task] || (row->task != UINT32_MAX && row->task != task)) return false;
  if (row->family && strcmp(t->results->tasks.data[task].family, row->family) != 0) return false;
  if (!row->statistic) return true;
  return is_right(cell) && statistic_of(t, cell, row->statistic, &value) && value >= row->low && value < row->high;
}

static bool all_right(const struct table *t, uint32_t task) {
  for (uint32_t s = 0; s < t->sources.size; s++) {
    struct cell cell = table_cell(t, task, &t->sources.data[s]);
    if (!is_right(&cell)) return false;
  }
  return true;
}

static int score_of(const struct bench_median *m) {
  if (m->correct == BENCH_RIGHT) return m->verdict == BENCH_TRUE ? 2 : 1;
  return m->correct == BENCH_WRONG ? (m->verdict == BENCH_TRUE ? -32 : -16) : 0;
}

// What one task adds. Statistics are those of tasks that are solved.
double table_value(const struct table *t, const char *name, uint32_t task, const struct cell *cell) {
  const struct bench_median *m = cell->median;
  bool right = is_right(cell);
  double value = 0;
  if (strcmp(name, "tasks") == 0) return 1;
  if (!m) return 0;
  if (strcmp(name, "safe") == 0) return right && m->verdict == BENCH_TRUE;
  if (strcmp(name, "unsafe") == 0) return right && m->verdict == BENCH_FALSE;
  if (strcmp(name, "solved") == 0) return right;
  if (strcmp(name, "wrong") == 0) return m->correct == BENCH_WRONG;
  if (strcmp(name, "false alarms") == 0) return m->correct == BENCH_WRONG && m->verdict == BENCH_FALSE;
  if (strcmp(name, "unknown") == 0) return m->verdict >= BENCH_UNKNOWN;
  if (strcmp(name, "score") == 0) return score_of(m);
  if (strcmp(name, "time") == 0) return right ? cell->time : 0;
  if (strcmp(name, "shared") == 0) return all_right(t, task) ? cell->time : 0;
  if (strcmp(name, "memory") == 0) return right ? (double)m->memory / (1 << 20) : 0;
  size_t length = strlen(name), suffix = strlen(PER_SECOND);
  bool rate = length > suffix && strcmp(name + length - suffix, PER_SECOND) == 0;
  char *statistic = mem_strdup(name);
  if (rate) statistic[length - suffix] = 0;
  if (!right || !statistic_of(t, cell, statistic, &value)) value = 0;
  mem_free(statistic);
  return rate && cell->time > 0 ? value / cell->time : value;
}

static void add_number(struct text *out, double value) {
  text_printf(out, value == floor(value) ? " %.0f |" : fabs(value) < 10 ? " %.2f |" : " %.1f |", value);
}

// The sum over the tasks of the row, "mean NAME" over those that are solved, or the largest, "most NAME".
static void add_value(const struct table *t, const char *name, const struct row *row,
                      const struct column_source *source, struct text *out) {
  double sum = 0;
  if (strcmp(name, "verdict") == 0 && row->task != UINT32_MAX) {
    struct cell cell = table_cell(t, row->task, source);
    text_printf(out, " %s%s |", cell.median ? bench_verdict_names[cell.median->verdict] : "–",
                cell.median && cell.median->correct == BENCH_WRONG ? " (wrong)" : "");
    return;
  }
  bool mean = strncmp(name, "mean ", strlen("mean ")) == 0, most = strncmp(name, "most ", strlen("most ")) == 0;
  uint32_t n = 0;
  if (mean || most) name += strlen("mean ");
  for (uint32_t task = 0; task < t->results->tasks.size; task++) {
    struct cell cell = table_cell(t, task, source);
    if (!in_row(t, row, task, &cell)) continue;
    double value = table_value(t, name, task, &cell);
    n += is_right(&cell);
    sum = most ? fmax(sum, value) : sum + value;
  }
  add_number(out, mean && n ? sum / n : sum);
}

// --- rows ------------------------------------------------------------------------------------------------------------

static void add_line(const struct table *t, const char *name, const struct row *row, struct text *out) {
  text_printf(out, "| %s |", name);
  for (uint32_t v = 0; v < t->values.size; v++)
    for (uint32_t s = 0; s < t->sources.size; s++) {
      if (s && strcmp(t->values.data[v], "tasks") == 0) continue;
      add_value(t, t->values.data[v], row, &t->sources.data[s], out);
    }
  text_addc(out, '\n');
}

static void add_rule(uint32_t columns, struct text *out) {
  text_add(out, "\n| --- |");
  while (columns--) text_add(out, " ---: |");
  text_addc(out, '\n');
}

// A column for each value and source.
static void add_head(const struct table *t, const char *what, struct text *out) {
  uint32_t n = 0;
  text_printf(out, "| %s |", what);
  for (uint32_t v = 0; v < t->values.size; v++)
    for (uint32_t s = 0; s < t->sources.size; s++) {
      bool once = strcmp(t->values.data[v], "tasks") == 0;
      if (s && once) continue;
      if (once) text_add(out, " tasks |");
      else text_printf(out, " %s %s |", t->sources.data[s].name, t->values.data[v]);
      n++;
    }
  add_rule(n, out);
}

static const struct row everything = {.task = UINT32_MAX};

static void by_configuration(const struct table *t, struct text *out) {
  text_add(out, "| configuration |");
  for (uint32_t v = 0; v < t->values.size; v++) text_printf(out, " %s |", t->values.data[v]);
  add_rule(t->values.size, out);
  for (uint32_t s = 0; s < t->sources.size; s++) {
    text_printf(out, "| %s |", t->sources.data[s].name);
    for (uint32_t v = 0; v < t->values.size; v++)
      add_value(t, t->values.data[v], &everything, &t->sources.data[s], out);
    text_addc(out, '\n');
  }
}

static void by_family(const struct table *t, struct text *out) {
  add_head(t, "family", out);
  for (uint32_t f = 0; f < t->results->families.size; f++) {
    struct row row = {.family = t->results->families.data[f], .task = UINT32_MAX};
    bool any = false;
    for (uint32_t task = 0; task < t->results->tasks.size && !any; task++)
      any = in_row(t, &row, task, &(struct cell){0});
    if (any) add_line(t, row.family, &row, out);
  }
  add_line(t, "all", &everything, out);
}

static void by_task(const struct table *t, struct text *out) {
  add_head(t, "task", out);
  for (uint32_t task = 0; task < t->results->tasks.size; task++) {
    struct row row = {.task = task};
    if (t->chosen[task]) add_line(t, t->results->tasks.data[task].name, &row, out);
  }
}

// How many tasks the source of the row solves and that of the column does not.
static void by_pair(const struct table *t, struct text *out) {
  text_add(out, "| solved by, and not by |");
  for (uint32_t s = 0; s < t->sources.size; s++) text_printf(out, " %s |", t->sources.data[s].name);
  add_rule(t->sources.size, out);
  for (uint32_t a = 0; a < t->sources.size; a++) {
    text_printf(out, "| %s |", t->sources.data[a].name);
    for (uint32_t b = 0; b < t->sources.size; b++) {
      uint32_t n = 0;
      for (uint32_t task = 0; task < t->results->tasks.size; task++) {
        struct cell left = table_cell(t, task, &t->sources.data[a]), right = table_cell(t, task, &t->sources.data[b]);
        n += t->chosen[task] && is_right(&left) && !is_right(&right);
      }
      text_printf(out, a == b ? " – |" : " %u |", n);
    }
    text_addc(out, '\n');
  }
}

// Solved tasks by a statistic, such as how many refinements they needed.
static bool by_statistic(struct table *t, const char *statistic, struct text *out) {
  const struct yaml *list = yaml_get(t->spec, "buckets");
  if (!list || list->kind != YAML_LIST || !list->first)
    return bench_complain(&t->file, t->spec, t->error,
                          "by: configuration, family, task, pair, or a statistic with buckets: [0, 1, 5]");
  add_head(t, statistic, out);
  for (const struct yaml *item = list->first; item; item = item->next) {
    struct row row = {.task = UINT32_MAX, .statistic = statistic, .high = INFINITY};
    struct text name = {0};
    if (!bench_number(&t->file, item, &row.low, t->error)) return false;
    if (item->next && !bench_number(&t->file, item->next, &row.high, t->error)) return false;
    if (row.high == row.low + 1) text_printf(&name, "%g", row.low);
    else if (isinf(row.high)) text_printf(&name, "%g and more", row.low);
    else text_printf(&name, "%g to %g", row.low, row.high - 1);
    add_line(t, text_cstr(&name), &row, out);
    text_release(&name);
  }
  return true;
}

// --- the file --------------------------------------------------------------------------------------------------------

// The plot is a file beside that of the tables: NAME-1.svg beside NAME.md.
static bool write_plot(struct table *t, const char *file, const char *title, struct text *out) {
  struct text plot = {0}, name = {0};
  const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
  uint32_t number = 1;
  for (const struct yaml *item = yaml_get(t->root, "tables")->first; item != t->spec; item = item->next)
    number += yaml_get(item, "plot") != NULL;
  text_printf(&name, "%.*s-%u.svg", (int)(dot - file), file, number);
  bool good = table_plot(t, &plot) && output_write(text_cstr(&name), &plot, t->error);
  text_printf(out, "![%s](%s)\n", title ? title : "Plot", text_cstr(&name) + (slash ? slash + 1 - file : 0));
  text_release(&plot);
  text_release(&name);
  return good;
}

static bool write_table(struct table *t, const char *file, struct text *out) {
  const char *title = yaml_get_text(t->spec, "title"), *text = yaml_get_text(t->spec, "text");
  const char *paper = yaml_get_text(t->spec, "paper"), *by = yaml_get_text(t->spec, "by");
  if (!read_table(t)) return false;
  if (!t->values.size) vec_word_push(&t->values, "solved");
  if (title) text_printf(out, "## %s\n\n", title);
  if (text) text_printf(out, "%s\n", text);
  if (yaml_get(t->spec, "plot")) {
    if (!write_plot(t, file, title, out)) return false;
  } else if (!by || strcmp(by, "configuration") == 0) by_configuration(t, out);
  else if (strcmp(by, "family") == 0) by_family(t, out);
  else if (strcmp(by, "task") == 0) by_task(t, out);
  else if (strcmp(by, "pair") == 0) by_pair(t, out);
  else if (is_value(by) || !by_statistic(t, by, out)) {
    if (!t->error->status) bench_complain(&t->file, t->spec, t->error, "by: '%s' is no kind of rows", by);
    return false;
  }
  text_addc(out, '\n');
  if (paper) text_printf(out, "The paper: %s\n", paper); // a line, or with tables of its own
  return true;
}

static void release_table(struct table *t) {
  for (uint32_t i = 0; i < t->sources.size; i++) vec_u32_release(&t->sources.data[i].of);
  vec_source_release(&t->sources);
  vec_word_release(&t->values);
  mem_free(t->chosen);
}

// What the numbers rest on.
static void add_conditions(const struct table *t, struct text *out) {
  const struct bench_results *results = t->results;
  uint32_t partial = 0;
  for (uint32_t task = 0; task < results->tasks.size; task++) partial += share_that_ran(t, task) == 1;
  if (results->configurations.size) {
    const struct bench_result_configuration *c = &results->configurations.data[0];
    text_printf(out, c->cpu_limit > 0 ? "%g s of processor time" : "%g s", bench_time_limit(c));
    if (c->memory_limit) text_printf(out, ", %u MiB", c->memory_limit);
  }
  for (uint32_t i = 0; i < results->machines.size; i++)
    text_printf(out, i ? "; %s, %u cores" : "; %s, %u cores", results->machines.data[i].processor,
                results->machines.data[i].cores);
  text_printf(out, "; %.10s.", results->created);
  double cpu = 0, wall = 0;
  uint32_t n = 0;
  for (uint32_t i = 0; i < results->rows.size; i++) {
    if (results->rows.data[i].verdict < BENCH_UNKNOWN) continue;
    cpu += results->rows.data[i].cpu;
    wall += results->rows.data[i].wall;
    n++;
  }
  // Another program may end by the clock, which on a busy machine is earlier.
  if (n)
    text_printf(out, " Runs without an answer had %.1f s of processor time in %.1f s on average.", cpu / n, wall / n);
  if (partial) text_printf(out, " Left out are %u tasks that not all configurations have run.", partial);
  text_add(out, "\n\n");
}

static bool write_all(const struct bench_results *results, const struct yaml *root, const char *campaign,
                      const char *file, struct text *out, struct error *error) {
  const struct yaml *list = yaml_get(root, "tables");
  const char *text = yaml_get_text(root, "text");
  struct vec_bench_median medians = {0};
  bool good = list && list->kind == YAML_LIST;
  if (!good) error_set(error, EXIT_DATA, "%s: the campaign has no tables", campaign);
  bench_medians(results, &medians);
  if (text) text_printf(out, "%s\n", text);
  add_conditions(&(struct table){.results = results, .medians = &medians, .root = root}, out);
  for (const struct yaml *spec = good ? list->first : NULL; spec && good; spec = spec->next) {
    struct table t = {.results = results, .medians = &medians, .root = root, .spec = spec, .error = error};
    t.file.file = campaign;
    arena_init(&t.file.arena);
    t.chosen = mem_zalloc(results->tasks.size + 1, 1);
    good = write_table(&t, file, out);
    release_table(&t);
    arena_release(&t.file.arena);
  }
  vec_bench_median_release(&medians);
  return good;
}

bool bench_report_tables(const struct bench_results *results, const char *campaign, const char *file,
                         struct error *error) {
  struct arena arena;
  struct text content = {0}, out = {0};
  arena_init(&arena);
  const struct yaml *root = input_read(campaign, &content, error) ? yaml_read(campaign, &content, &arena, error) : NULL;
  bool good = root && write_all(results, root, campaign, file, &out, error) && output_write(file, &out, error);
  text_release(&content);
  text_release(&out);
  arena_release(&arena);
  return good;
}
