// The page of a campaign: src/report/bench/page.html with its scripts and the data in it. A cell of the data is a task
// with a configuration, all repetitions in one.
#include "base/memory/map.h"
#include "base/text/json.h"
#include "report/bench/bench.h"
#include "report/html/page.h"
#include <math.h>
#include <string.h>

#define STATISTICS_MOST 300000u // values of single cells: a page with more would open slowly

static void set(json_t *object, const char *key, json_t *value) { json_object_set_new(object, key, value); }
static void push(json_t *array, json_t *value) { json_array_append_new(array, value); }

static json_t *rounded(double value, double unit) { return json_real(round(value / unit) * unit); }

static json_t *lines(const char *text) {
  json_t *array = json_array();
  for (size_t n; *text; text += n + (text[n] == '\n')) {
    n = strcspn(text, "\n");
    char *line = mem_strndup(text, n);
    push(array, json_value_text(line));
    mem_free(line);
  }
  return array;
}

static json_t *machines(const struct bench_results *results) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < results->machines.size; i++) {
    const struct bench_result_machine *m = &results->machines.data[i];
    struct text text = {0};
    text_printf(&text, "%s: %s, %u cores, %llu MiB, %s", m->host, m->processor, m->cores,
                (unsigned long long)(m->memory >> 20), m->kernel);
    push(array, json_value_text(text_cstr(&text)));
    text_release(&text);
  }
  return array;
}

// --- words that come again and again, by their number ----------------------------------------------------------------

struct words {
  json_t *list;
  struct map_u32 numbers; // by pointer: equal texts are one
};

static uint32_t number_of(struct words *words, const char *text) {
  uint64_t key = (uint64_t)(uintptr_t)text;
  const uint32_t *known = map_u32_find(&words->numbers, key);
  if (known) return *known;
  uint32_t number = words->numbers.size;
  map_u32_put(&words->numbers, key, number);
  push(words->list, json_value_text(text));
  return number;
}

static json_t *words_done(struct words *words) {
  map_u32_release(&words->numbers);
  return words->list;
}

// --- tasks, configurations, cells ------------------------------------------------------------------------------------

static void add_tasks(json_t *root, const struct bench_results *results) {
  struct words families = {.list = json_array()}, properties = {.list = json_array()};
  json_t *names = json_array(), *family = json_array(), *property = json_array(), *bits = json_array();
  json_t *violations = json_array();
  struct text expected = {0};
  for (uint32_t i = 0; i < results->tasks.size; i++) {
    const struct bench_result_task *task = &results->tasks.data[i];
    push(names, json_value_text(task->name));
    push(family, json_integer(number_of(&families, task->family)));
    push(property, json_integer(number_of(&properties, task->property)));
    push(bits, json_integer(task->bits));
    push(violations, json_value_text(task->violation));
    text_addc(&expected, (char)('0' + task->expected));
  }
  json_t *tasks = json_pack("{s:o,s:o,s:o,s:o,s:o,s:s}", "name", names, "family", family, "property", property, "bits",
                            bits, "violation", violations, "expected", text_cstr(&expected));
  set(root, "tasks", tasks);
  set(root, "families", words_done(&families));
  set(root, "properties", words_done(&properties));
  text_release(&expected);
}

static json_t *configurations_of(const struct bench_results *results) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < results->configurations.size; i++) {
    const struct bench_result_configuration *c = &results->configurations.data[i];
    json_t *object = json_object();
    set(object, "name", json_value_text(c->name));
    set(object, "definition", json_value_text(c->definition));
    set(object, "versions", lines(c->versions));
    set(object, "cpu_limit", json_real(c->cpu_limit));
    set(object, "wall_limit", json_real(c->wall_limit));
    push(array, object);
  }
  return array;
}

static void add_cells(json_t *root, const struct bench_results *results, const struct vec_bench_median *medians) {
  static const char *const columns[] = {"task", "configuration", "n", "run", "detail", "cpu", "wall", "memory"};
  enum { COLUMNS = sizeof columns / sizeof *columns };
  struct words details = {.list = json_array()};
  struct text verdicts = {0}, correct = {0};
  json_t *column[COLUMNS], *cells = json_object();
  for (int i = 0; i < COLUMNS; i++) set(cells, columns[i], column[i] = json_array());
  for (uint32_t i = 0; i < medians->size; i++) {
    const struct bench_median *m = &medians->data[i];
    push(column[0], json_integer(m->task));
    push(column[1], json_integer(m->configuration));
    push(column[2], json_integer(m->n));
    push(column[3], json_integer(results->rows.data[m->first].run));
    push(column[4], json_integer(number_of(&details, m->detail)));
    push(column[5], rounded(m->cpu, 0.001));
    push(column[6], rounded(m->wall, 0.001));
    push(column[7], rounded((double)m->memory / 1048576, 0.1));
    text_addc(&verdicts, (char)('0' + m->verdict));
    text_addc(&correct, (char)('0' + m->correct));
  }
  set(cells, "verdict", json_string(text_cstr(&verdicts)));
  set(cells, "correct", json_string(text_cstr(&correct)));
  set(root, "cells", cells);
  set(root, "details", words_done(&details));
  text_release(&verdicts);
  text_release(&correct);
}

// --- statistics ------------------------------------------------------------------------------------------------------

struct statistics {
  json_t *numbers; // by name
  json_t *names;
  json_t *sums; // by configuration: an object, by number
  json_t *cells; // [cell, number, value …]
  uint32_t values;
};

static const char *key_of(uint32_t number, char *out, size_t size) {
  snprintf(out, size, "%u", number);
  return out;
}

// The number of a statistic's name.
static json_t *numbered(struct statistics *s, const char *name) {
  json_t *known = json_object_get(s->numbers, name);
  if (known) return known;
  known = json_integer((json_int_t)json_array_size(s->names));
  json_object_set_new(s->numbers, name, known);
  push(s->names, json_string(name));
  return known;
}

// Of a run: into the sums, and where `row` is one into that.
static void add_statistics(struct statistics *s, uint32_t configuration, const char *text, json_t *row) {
  json_t *own = json_loads(text, 0, NULL), *value, *sums = json_array_get(s->sums, configuration);
  const char *name;
  char key[16];
  json_object_foreach(own, name, value) {
    json_t *number = numbered(s, name);
    key_of((uint32_t)json_integer_value(number), key, sizeof key);
    set(sums, key, json_real(json_number_value(json_object_get(sums, key)) + json_number_value(value)));
    if (!row) continue;
    json_array_append(row, number);
    json_array_append(row, value);
    s->values++;
  }
  json_decref(own);
}

// The first repetition stands for a cell, the sums are over all.
static void add_cell_statistics(struct statistics *s, const struct bench_results *results, uint32_t cell,
                                const struct bench_median *median) {
  for (uint32_t i = 0; i < median->n; i++) {
    const struct bench_row *run = &results->rows.data[median->first + i];
    json_t *row = i == 0 && s->values <= STATISTICS_MOST ? json_array() : NULL;
    if (row) push(row, json_integer(cell));
    if (run->statistics) add_statistics(s, run->configuration, run->statistics, row);
    if (row && json_array_size(row) > 1) json_array_append(s->cells, row);
    json_decref(row);
  }
}

static json_t *dense(const json_t *sums, size_t n) {
  json_t *array = json_array();
  char key[16];
  for (uint32_t i = 0; i < n; i++) {
    double value = json_number_value(json_object_get(sums, key_of(i, key, sizeof key)));
    push(array, value == floor(value) && fabs(value) < 1e15 ? json_integer((json_int_t)value) : json_real(value));
  }
  return array;
}

static json_t *statistics_of(const struct bench_results *results, const struct vec_bench_median *medians) {
  struct statistics s = {json_object(), json_array(), json_array(), json_array(), 0};
  json_t *sums = json_array();
  for (uint32_t i = 0; i < results->configurations.size; i++) push(s.sums, json_object());
  for (uint32_t i = 0; i < medians->size; i++) add_cell_statistics(&s, results, i, &medians->data[i]);
  for (uint32_t i = 0; i < results->configurations.size; i++)
    push(sums, dense(json_array_get(s.sums, i), json_array_size(s.names)));
  json_decref(s.numbers);
  json_decref(s.sums);
  if (s.values > STATISTICS_MOST) {
    json_decref(s.cells);
    s.cells = json_null();
  }
  return json_pack("{s:o,s:o,s:o}", "names", s.names, "sums", sums, "cells", s.cells);
}

void bench_report_page(const struct bench_results *results, struct text *out) {
  struct vec_bench_median medians = {0};
  struct text title = {0};
  json_t *root = json_object();
  bench_medians(results, &medians);
  set(root, "name", json_value_text(results->name));
  set(root, "created", json_value_text(results->created));
  set(root, "machines", machines(results));
  set(root, "measured", lines(results->measured));
  set(root, "claimed", json_integer(results->claimed));
  set(root, "configurations", configurations_of(results));
  add_tasks(root, results);
  add_cells(root, results, &medians);
  set(root, "statistics", statistics_of(results, &medians));
  text_printf(&title, "%s – clew bench", results->name);
  html_fill(&(struct html_parts){bench_page, bench_style, bench_script, text_cstr(&title), root}, out);
  text_release(&title);
  json_decref(root);
  vec_bench_median_release(&medians);
}
