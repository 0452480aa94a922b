// See drawn_paths.h.
#include "report/paths/drawn_paths.h"
#include "base/memory/alloc.h"
#include "native/replay.h"
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

// --- text --------------------------------------------------------------------------------

static void add_row(struct text *out, const char *name, const char *left, const char *right) {
  text_printf(out, "%-24s %16s %16s\n", name, left, right);
}

static void add_numbers(struct text *out, const char *name, uint32_t left, uint32_t right) {
  char a[16], b[16];
  snprintf(a, sizeof a, "%" PRIu32, left);
  snprintf(b, sizeof b, "%" PRIu32, right);
  add_row(out, name, a, b);
}

static void share(const struct draws *d, char *out, size_t size) {
  if (!d->checked) snprintf(out, size, "-");
  else snprintf(out, size, "%.1f %%", 100.0 * d->feasible / d->checked);
}

void draws_text(const struct pruned_graph *g, const struct draws d[DRAWN_FROM], struct text *out) {
  char left[24], right[24], name[48];
  struct text before = {0}, after = {0};
  graph_report_number(g->before, 12, &before);
  graph_report_number(g->after, 12, &after);
  add_row(out, "", "program", "pruned");
  snprintf(name, sizeof name, "paths of length %" PRIu32, g->length);
  add_row(out, name, text_cstr(&before), text_cstr(&after));
  add_numbers(out, "drawn", d[0].checked, d[1].checked);
  add_numbers(out, "feasible", d[0].feasible, d[1].feasible);
  add_numbers(out, "infeasible", d[0].infeasible, d[1].infeasible);
  add_numbers(out, "not decided", d[0].unknown, d[1].unknown);
  share(&d[0], left, sizeof left);
  share(&d[1], right, sizeof right);
  add_row(out, "feasible share", left, right);
  for (int k = 0; k < DRAWN_FROM; k++)
    if (d[k].checked < d[k].paths.size)
      text_printf(out, "Of the %" PRIu32 " paths drawn from the %s graph %" PRIu32 " were looked at: %s.\n",
                  d[k].paths.size, k ? "pruned" : "program's own", d[k].checked,
                  reason_sentence(g->reason == REASON_NONE ? REASON_TIMEOUT : g->reason));
  text_release(&before);
  text_release(&after);
}

// --- JSON --------------------------------------------------------------------------------

static void set(json_t *object, const char *key, json_t *value) { json_object_set_new(object, key, value); }

static json_t *json_name(const char *s) {
  json_t *string = s ? json_string(s) : json_null();
  return string ? string : json_string("?");
}

static json_t *json_inputs(const struct cfa *cfa, const struct vec_input_value *inputs) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < inputs->size; i++) {
    const struct input_value *given = &inputs->data[i];
    json_t *object = json_object();
    if (given->input) {
      set(object, "name", json_name(given->input->name));
      set(object, "type", json_name(given->input->ctype));
      if (given->input->place.line) set(object, "line", json_integer(given->input->place.line));
    }
    struct text text = {0};
    struct term value = given->input ? cfa_typed_value(cfa->tm, given->input->ctype, given->value) : given->value;
    if (!term_none(value)) term_print_value(cfa->tm, value, given->input && given->input->is_unsigned, &text);
    // null: any value does.
    set(object, "value", term_none(given->value) ? json_null() : json_name(text_cstr(&text)));
    text_release(&text);
    json_array_append_new(array, object);
  }
  return array;
}

// Each line once in a row.
static json_t *json_lines(const struct cfa *cfa, const struct vec_edge *edges) {
  json_t *array = json_array();
  uint32_t last = 0;
  for (uint32_t i = 0; i <= edges->size && edges->size; i++) {
    const struct cfa_edge *e = cfa_edge(cfa, edges->data[i < edges->size ? i : i - 1]);
    uint32_t line = cfa_location(cfa, i < edges->size ? e->from : e->to)->place.line;
    if (line && line != last) json_array_append_new(array, json_integer(line));
    last = line;
  }
  return array;
}

static json_t *json_path(const struct cfa *cfa, const struct drawn_path *p, bool checked) {
  static const char *const words[] = {[ANSWER_SAT] = "yes", [ANSWER_UNSAT] = "no", [ANSWER_UNKNOWN] = "unknown"};
  json_t *object = json_object(), *edges = json_array();
  set(object, "feasible", checked ? json_string(words[p->answer]) : json_null());
  if (checked && p->answer == ANSWER_UNKNOWN) set(object, "reason", json_string(reason_name(p->reason)));
  for (uint32_t i = 0; i < p->edges.size; i++) json_array_append_new(edges, json_integer(p->edges.data[i].id));
  set(object, "edges", edges);
  set(object, "lines", json_lines(cfa, &p->edges));
  if (p->same_as != UINT32_MAX) set(object, "same_as", json_integer(p->same_as));
  if (checked && p->answer == ANSWER_SAT) set(object, "inputs", json_inputs(cfa, &p->inputs));
  if (p->test) set(object, "test", json_name(p->test));
  return object;
}

static json_t *json_draws(const struct cfa *cfa, mpz_srcptr total, const struct draws *d) {
  json_t *object = json_object(), *paths = json_array();
  struct text text = {0};
  graph_report_number(total, UINT32_MAX, &text);
  set(object, "paths_of_length", json_name(text_cstr(&text)));
  text_release(&text);
  set(object, "drawn", json_integer(d->checked));
  set(object, "feasible", json_integer(d->feasible));
  set(object, "infeasible", json_integer(d->infeasible));
  set(object, "not_decided", json_integer(d->unknown));
  for (uint32_t i = 0; i < d->paths.size; i++)
    json_array_append_new(paths, json_path(cfa, &d->paths.data[i], i < d->checked));
  set(object, "paths", paths);
  return object;
}

void draws_json(const struct graph_report *r, uint64_t seed, const struct draws d[DRAWN_FROM], struct text *out) {
  const struct pruned_graph *g = r->graph;
  json_t *root = json_object(), *tool = json_object(), *files = json_array();
  set(tool, "name", json_string("clew"));
  set(tool, "version", json_name(r->version));
  set(root, "tool", tool);
  for (uint32_t i = 0; i < r->n_files; i++) json_array_append_new(files, json_name(r->files[i]));
  set(root, "files", files);
  set(root, "length", json_integer(g->length));
  set(root, "seed", json_integer((json_int_t)seed));
  set(root, "finished", json_boolean(g->flow->n_open == 0));
  set(root, "plugged_places", json_integer(g->flow->n_open));
  set(root, "program", json_draws(g->cfa, g->before, &d[0]));
  set(root, "pruned", json_draws(g->cfa, g->after, &d[1]));
  char *text = json_dumps(root, JSON_INDENT(1));
  text_add(out, text ? text : "{}");
  text_addc(out, '\n');
  free(text);
  json_decref(root);
}

// --- tests -------------------------------------------------------------------------------

bool draws_open_tests(const struct job *job, struct folder *folder, struct error *error) {
  if (job->request->kind == INPUT_FILE_CFA)
    error_set(error, EXIT_USAGE, "--tests: an automaton has no C program to write tests for");
  else if (job->request->entry.has_parameters) // what they point to is made by a copy of the program only
    error_set(error, EXIT_USAGE, "--tests: --entry must not state parameters");
  else if (folder_open(folder, "--tests", job->request->options.tests, error))
    folder_keep_out(folder, ".", "path-", error);
  return !error->status;
}

static bool write_test(const struct job *job, struct folder *folder, uint32_t number, struct drawn_path *path,
                       struct error *error) {
  struct replay_options options = job_replay(job);
  struct claim claim = {.inputs = path->inputs, .error_location = LOCATION_NONE};
  struct text text = {0}, name = {0};
  text_printf(&name, "%s/path-%04" PRIu32 ".c", folder->path, number);
  options.harness = text_cstr(&name);
  harness_write(job->program.cfa, &options, &claim, &text);
  bool good = folder_write(folder, text_cstr(&name) + strlen(folder->path) + 1, &text, error);
  if (good) path->test = mem_strdup(text_cstr(&name));
  text_release(&text);
  text_release(&name);
  return good;
}

bool draws_write_tests(const struct job *job, struct folder *folder, struct draws *d, struct error *error) {
  for (uint32_t i = 0; i < d->checked && !error->status; i++) {
    struct drawn_path *path = &d->paths.data[i];
    if (path->answer == ANSWER_SAT && path->same_as == UINT32_MAX) write_test(job, folder, i + 1, path, error);
  }
  return !error->status;
}
