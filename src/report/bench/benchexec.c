// Results in the format of BenchExec (result-1.18.dtd): a file for each configuration and repetition. Its categories
// and scores are taken over; verdicts that come too late are TIMEOUT there, too.
#include "base/file/output.h"
#include "base/text/xml.h"
#include "report/bench/bench.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct writer {
  const struct bench_results *results;
  const struct bench_result_configuration *configuration;
  struct text out;
};

static void add_attribute(struct writer *w, const char *name, const char *value) {
  text_printf(&w->out, " %s=\"", name);
  xml_escape(value, &w->out);
  text_addc(&w->out, '"');
}

static void add_column(struct writer *w, const char *title, const char *value, bool hidden) {
  text_add(&w->out, "    <column");
  add_attribute(w, "title", title);
  add_attribute(w, "value", value);
  text_printf(&w->out, "%s/>\n", hidden ? " hidden=\"true\"" : "");
}

// --- a run -----------------------------------------------------------------------------------------------------------

static bool is_detail(const struct bench_row *row, const char *detail) { return strcmp(row->detail, detail) == 0; }

static void status_of(const struct bench_row *row, struct text *out) {
  if (row->verdict == BENCH_TRUE) text_add(out, "true");
  else if (row->verdict == BENCH_FALSE) text_printf(out, *row->detail ? "false(%s)" : "false", row->detail);
  else if (row->verdict == BENCH_ERROR) text_printf(out, *row->detail ? "ERROR (%s)" : "ERROR", row->detail);
  else if (is_detail(row, "timeout")) text_add(out, "TIMEOUT");
  else if (is_detail(row, "memory")) text_add(out, "OUT OF MEMORY");
  else text_add(out, "unknown");
}

static const char *category_of(const struct bench_row *row) {
  if (row->correct == BENCH_RIGHT) return "correct";
  if (row->correct == BENCH_WRONG) return "wrong";
  if (row->verdict <= BENCH_FALSE) return "missing"; // nothing is expected
  return row->verdict == BENCH_ERROR || is_detail(row, "timeout") || is_detail(row, "memory") ? "error" : "unknown";
}

static int score_of(const struct bench_row *row) {
  if (row->correct == BENCH_NEITHER) return 0;
  bool right = row->correct == BENCH_RIGHT;
  return row->verdict == BENCH_TRUE ? right ? 2 : -32 : right ? 1 : -16;
}

// The definition of a task lies beside its programs; by its path the table generator finds the same task in results of
// BenchExec.
static void add_name(struct writer *w, const struct bench_result_task *task) {
  struct text path = {0}, files = {0};
  const char *base = strrchr(task->name, '/') ? strrchr(task->name, '/') + 1 : task->name;
  size_t line = strcspn(task->files, "\n");
  char *first = mem_strndup(task->files, line), *slash = strrchr(first, '/');
  if (slash) text_printf(&path, "%.*s/%s", (int)(slash - first), first, base);
  bool there = slash && access(text_cstr(&path), F_OK) == 0;
  add_attribute(w, "name", there ? text_cstr(&path) : task->name);
  if (there) {
    text_addc(&files, '[');
    for (const char *at = task->files; *at; at++)
      if (*at == '\n') text_add(&files, ", ");
      else text_addc(&files, *at);
    text_addc(&files, ']');
    add_attribute(w, "files", text_cstr(&files));
  }
  mem_free(first);
  text_release(&path);
  text_release(&files);
}

static void add_run(struct writer *w, const struct bench_row *row) {
  const struct bench_result_task *task = &w->results->tasks.data[row->task];
  struct text text = {0};
  text_add(&w->out, "  <run");
  add_name(w, task);
  add_attribute(w, "properties", task->property);
  if (task->expected) {
    text_add(&text, task->expected == EXPECTED_TRUE ? "true" : "false");
    if (*task->violation) text_printf(&text, "(%s)", task->violation);
    add_attribute(w, "expectedVerdict", text_cstr(&text));
  }
  text_clear(&text);
  bench_output_name(row->run, &text);
  add_attribute(w, "logfile", text_cstr(&text));
  text_add(&w->out, ">\n");
  text_clear(&text);
  status_of(row, &text);
  add_column(w, "status", text_cstr(&text), false);
  const struct {
    const char *title, *format;
    double value;
  } numbers[] = {{"cputime", "%.3fs", row->cpu},
                 {"walltime", "%.3fs", row->wall},
                 {"memory", "%.0fB", (double)row->memory}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    text_clear(&text);
    text_printf(&text, numbers[i].format, numbers[i].value);
    add_column(w, numbers[i].title, text_cstr(&text), false);
  }
  if (task->expected) {
    text_clear(&text);
    text_printf(&text, "%d", score_of(row));
    add_column(w, "score", text_cstr(&text), false);
  }
  if (row->verdict == BENCH_UNKNOWN) add_column(w, "reason", row->detail, false);
  add_column(w, "category", category_of(row), true);
  text_add(&w->out, "  </run>\n");
  text_release(&text);
}

// --- a file ----------------------------------------------------------------------------------------------------------

static void add_limits(struct writer *w) {
  const struct bench_result_configuration *c = w->configuration;
  char text[64];
  if (c->memory_limit) {
    snprintf(text, sizeof text, "%lluB", (unsigned long long)c->memory_limit << 20);
    add_attribute(w, "memlimit", text);
  }
  snprintf(text, sizeof text, "%gs", c->cpu_limit > 0 ? c->cpu_limit : c->wall_limit);
  add_attribute(w, c->cpu_limit > 0 ? "timelimit" : "walltimelimit", text);
  if (!c->cores) return;
  snprintf(text, sizeof text, "%u", c->cores);
  add_attribute(w, "cpuCores", text);
}

static void add_machines(struct writer *w) {
  for (uint32_t i = 0; i < w->results->machines.size; i++) {
    const struct bench_result_machine *m = &w->results->machines.data[i];
    text_add(&w->out, "  <systeminfo");
    add_attribute(w, "hostname", m->host);
    text_add(&w->out, ">\n    <os");
    add_attribute(w, "name", m->kernel);
    text_printf(&w->out, "/>\n    <cpu cores=\"%u\"", m->cores);
    add_attribute(w, "model", m->processor);
    text_printf(&w->out, "/>\n    <ram size=\"%lluB\"/>\n    <environment/>\n  </systeminfo>\n",
                (unsigned long long)m->memory);
  }
}

static void add_head(struct writer *w, const char *name) {
  static const char *const columns[] = {"status", "cputime", "walltime", "memory", "score", "reason"};
  const struct bench_result_configuration *c = w->configuration;
  char version[256];
  const char *text = c->versions + (c->is_clew && strncmp(c->versions, "clew ", 5) == 0 ? 5 : 0);
  snprintf(version, sizeof version, "%.*s", (int)strcspn(text, "\n"), text);
  text_add(&w->out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE result\n"
                    "  PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 1.18//EN'\n"
                    "  'https://www.sosy-lab.org/benchexec/result-1.18.dtd'>\n<result");
  add_attribute(w, "benchmarkname", w->results->name);
  add_attribute(w, "name", name);
  add_attribute(w, "date", c->started);
  add_attribute(w, "starttime", c->started);
  add_attribute(w, "tool", c->is_clew ? "clew" : c->name);
  add_attribute(w, "toolmodule", c->is_clew ? "clew" : c->name);
  add_attribute(w, "version", version);
  add_attribute(w, "options", c->definition);
  add_limits(w);
  add_attribute(w, "generator", "clew bench");
  text_add(&w->out, ">\n  <columns>\n");
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
    text_printf(&w->out, "    <column title=\"%s\"/>\n", columns[i]);
  text_add(&w->out, "  </columns>\n");
  add_machines(w);
}

// What may stand in the name of a file everywhere.
static void add_safe(struct text *out, const char *text) {
  for (; *text; text++) text_addc(out, isalnum((unsigned char)*text) || strchr("._-+", *text) ? *text : '-');
}

static bool write_file(struct writer *w, const char *folder, uint32_t configuration, uint32_t repetition,
                       struct error *error) {
  struct text file = {0}, name = {0};
  bool any = false;
  text_add(&name, w->configuration->name);
  if (repetition) text_printf(&name, ".%u", repetition + 1);
  text_clear(&w->out);
  add_head(w, text_cstr(&name));
  for (uint32_t i = 0; i < w->results->rows.size; i++) {
    const struct bench_row *row = &w->results->rows.data[i];
    if (row->configuration != configuration || row->repetition != repetition) continue;
    add_run(w, row);
    any = true;
  }
  text_add(&w->out, "</result>\n");
  text_printf(&file, "%s/", folder);
  add_safe(&file, w->results->name);
  text_addc(&file, '.');
  for (const char *at = w->configuration->started; *at && *at != 'Z'; at++)
    if (*at == 'T') text_addc(&file, '_');
    else if (*at != ':') text_addc(&file, *at);
  text_add(&file, ".results.");
  add_safe(&file, text_cstr(&name));
  text_add(&file, ".xml");
  bool good = !any || output_write(text_cstr(&file), &w->out, error);
  text_release(&file);
  text_release(&name);
  return good;
}

bool bench_report_benchexec(const struct bench_results *results, const char *folder, struct error *error) {
  struct writer w = {.results = results};
  uint32_t repetitions = 0;
  bool good = true;
  for (uint32_t i = 0; i < results->rows.size; i++)
    if (results->rows.data[i].repetition >= repetitions) repetitions = results->rows.data[i].repetition + 1;
  for (uint32_t c = 0; good && c < results->configurations.size; c++)
    for (uint32_t r = 0; good && r < repetitions; r++) {
      w.configuration = &results->configurations.data[c];
      good = write_file(&w, folder, c, r, error);
    }
  text_release(&w.out);
  return good;
}
