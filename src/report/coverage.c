// What a test suite covers, for people and as JSON.
#include "report/suite_files.h"
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SHOWN 20u // goals of a kind

static double share(uint32_t part, uint32_t whole) { return whole ? 100.0 * part / whole : 100.0; }

static void add_share(struct text *out, const char *what, uint32_t part, uint32_t whole) {
  text_printf(out, "%-18s %" PRIu32 " of %" PRIu32 " (%.1f %%)\n", what, part, whole, share(part, whole));
}

static void add_goal(const struct suite *s, uint32_t goal, struct text *out) {
  const struct cfa_goal *g = &s->goals->list.data[goal];
  text_add(out, "  ");
  cfa_place_brief(s->cfa, g->place, out);
  text_printf(out, ":%" PRIu32 " in %s: %s\n", g->place.column, g->function, g->side);
}

static void add_goals(const struct suite *s, enum goal_state state, struct text *out) {
  uint32_t shown = 0, count = suite_count(s, state);
  for (uint32_t i = 0; i < s->goals->list.size && shown < MOST_SHOWN; i++) {
    if (suite_state(s, i) != state) continue;
    add_goal(s, i, out);
    shown++;
  }
  if (shown < count) text_printf(out, "  and %" PRIu32 " more (--json lists all)\n", count - shown);
}

static void add_branches(const struct suite *s, struct text *out) {
  uint32_t all = s->goals->list.size, covered = suite_count(s, GOAL_COVERED),
           infeasible = suite_count(s, GOAL_INFEASIBLE);
  add_share(out, "branches", covered, all);
  if (infeasible) add_share(out, "of feasible ones", covered, all - infeasible);
  uint32_t in_library = suite_count(s, GOAL_LIBRARY);
  if (in_library) add_share(out, "with the C library", covered + in_library, all);
  add_share(out, "lines", suite_lines(s), s->goals->lines.size);
}

void coverage_text(const struct generation_result *r, bool quiet, struct text *out) {
  const struct suite *s = r->suite;
  uint32_t infeasible = suite_count(s, GOAL_INFEASIBLE), open = suite_count(s, GOAL_OPEN);
  add_branches(s, out);
  text_printf(out, "%-18s %" PRIu32 ", of %" PRIu32 " runs; %" PRIu32 " dropped that cover nothing more\n", "tests",
              s->tests.size, s->tried, r->dropped);
  text_printf(out, "%-18s %s\n", "error",
              s->error_covered      ? "reached by a test"
              : s->error_in_library ? "reached by a test, if the C library gives what it gave"
              : s->error_infeasible ? "cannot be reached"
                                    : "not reached");
  if (!quiet && infeasible && !s->errors_only) {
    text_printf(out, "Infeasible, by a checked proof: %" PRIu32 "\n", infeasible);
    add_goals(s, GOAL_INFEASIBLE, out);
  }
  uint32_t in_library = suite_count(s, GOAL_LIBRARY);
  if (!quiet && in_library && !s->errors_only) {
    text_printf(
        out,
        "Covered only where the C library gives what it gave in the test (files, standard input, time): %" PRIu32 "\n",
        in_library);
    add_goals(s, GOAL_LIBRARY, out);
  }
  if (!quiet && open && !s->errors_only) {
    text_printf(out, "Not covered: %" PRIu32 "\n", open);
    add_goals(s, GOAL_OPEN, out);
  }
  if (s->contradicted)
    text_add(out,
             "A branch that was proved infeasible was covered: the program's behaviour is undefined, or this is a bug; "
             "no proof is believed.\n");
  if (r->reason != REASON_NONE) text_printf(out, "The search was stopped: %s.\n", reason_sentence(r->reason));
}

// --- JSON ------------------------------------------------------------------------------------------

static void set(json_t *object, const char *key, json_t *value) { json_object_set_new(object, key, value); }

static json_t *json_name(const char *s) {
  json_t *string = s ? json_string(s) : json_null();
  return string ? string : json_string("?");
}

static json_t *json_counts(uint32_t covered, uint32_t infeasible, uint32_t all) {
  json_t *object = json_object();
  set(object, "total", json_integer(all));
  set(object, "covered", json_integer(covered));
  set(object, "infeasible", json_integer(infeasible));
  return object;
}

static json_t *json_goal(const struct suite *s, uint32_t goal) {
  static const char *const states[] = {"open", "covered", "infeasible", "library"};
  const struct cfa_goal *g = &s->goals->list.data[goal];
  json_t *object = json_object();
  set(object, "file", json_name(s->cfa->files.data[g->place.file]));
  set(object, "line", json_integer(g->place.line));
  set(object, "column", json_integer(g->place.column));
  set(object, "function", json_name(g->function));
  set(object, "branch", json_integer(g->branch));
  set(object, "side", json_name(g->side));
  set(object, "state", json_string(states[suite_state(s, goal)]));
  return object;
}

static json_t *json_lines(const struct suite *s, bool covered) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < s->goals->lines.size; i++) {
    if (((s->covered[s->goals->list.size + i] & BY_PROGRAM) != 0) != covered) continue;
    json_t *object = json_object();
    set(object, "file", json_name(s->cfa->files.data[s->goals->lines.data[i].file]));
    set(object, "line", json_integer(s->goals->lines.data[i].line));
    json_array_append_new(array, object);
  }
  return array;
}

static json_t *json_inputs(const struct suite *s, const struct suite_test *t) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < t->inputs.size; i++) {
    const struct suite_input *input = &t->inputs.data[i];
    struct text value = {0};
    json_t *object = json_object();
    trial_value_text(s->cfa, input->input, input->bits, &value);
    set(object, "function", json_name(input->function));
    set(object, "type", json_name(trial_type(s->cfa, input->input)));
    if (input->variable) set(object, "variable", json_name(input->variable));
    set(object, "value", json_name(text_cstr(&value)));
    if (input->in_library) set(object, "library", json_true());
    json_array_append_new(array, object);
    text_release(&value);
  }
  return array;
}

static const char *const ends[] = {"exit",   "error",   "inputs-exhausted", "assumption", "unsupported",
                                   "signal", "timeout", "stopped",          "failed"};

static json_t *json_test(const struct suite *s, const struct suite_test *t) {
  json_t *object = json_object(), *covers = json_array();
  char file[32];
  snprintf(file, sizeof file, "test-%" PRIu32 ".xml", t->number);
  set(object, "file", json_string(file));
  set(object, "found_by", json_name(t->origin));
  set(object, "end", json_string(ends[t->end]));
  set(object, "covers_error", json_boolean(t->covers_error));
  set(object, "library", json_boolean(t->in_library));
  set(object, "inputs", json_inputs(s, t));
  for (uint32_t i = 0; i < s->goals->list.size; i++)
    if (t->covered[i]) json_array_append_new(covers, json_integer(i));
  set(object, "covers", covers);
  return object;
}

void coverage_json(const struct generation_result *r, struct text *out) {
  const struct suite *s = r->suite;
  json_t *root = json_object(), *goals = json_array(), *tests = json_array();
  set(root, "tool", json_pack("{s:s,s:o}", "name", "clew", "version", json_name(CLEW_VERSION)));
  set(root, "version", json_name(CLEW_VERSION));
  set(root, "specification", json_name(s->specification));
  set(root, "branches",
      json_counts(suite_count(s, GOAL_COVERED), suite_count(s, GOAL_INFEASIBLE), s->goals->list.size));
  uint32_t in_library = suite_count(s, GOAL_LIBRARY);
  if (in_library) set(json_object_get(root, "branches"), "library", json_integer(in_library));
  set(root, "lines", json_counts(suite_lines(s), 0, s->goals->lines.size));
  set(root, "error",
      json_string(s->error_covered      ? "covered"
                  : s->error_in_library ? "library"
                  : s->error_infeasible ? "infeasible"
                                        : "open"));
  set(root, "runs", json_integer(s->tried));
  set(root, "dropped", json_integer(r->dropped));
  set(root, "seconds", json_real(r->seconds));
  set(root, "stopped_by", r->reason == REASON_NONE ? json_null() : json_string(reason_name(r->reason)));
  for (uint32_t i = 0; i < s->goals->list.size; i++) json_array_append_new(goals, json_goal(s, i));
  for (uint32_t i = 0; i < s->tests.size; i++) json_array_append_new(tests, json_test(s, &s->tests.data[i]));
  set(root, "goals", goals);
  set(root, "uncovered_lines", json_lines(s, false));
  set(root, "tests", tests);
  char *text = json_dumps(root, JSON_INDENT(2));
  if (text) text_add(out, text);
  text_addc(out, '\n');
  free(text);
  json_decref(root);
}

// --- one run -----------------------------------------------------------------------------------------

void coverage_of_trial(const struct suite *s, const struct trial *trial, struct text *out) {
  uint32_t goals = s->goals->list.size, lines = s->goals->lines.size, covered = 0, covered_lines = 0;
  for (uint32_t i = 0; i < goals; i++) covered += trial->covered[i] != 0;
  for (uint32_t i = 0; i < lines; i++) covered_lines += trial->covered[goals + i] != 0;
  add_share(out, "branches", covered, goals);
  add_share(out, "lines", covered_lines, lines);
}

void coverage_of_trial_json(const struct suite *s, const struct trial *trial, struct text *out) {
  json_t *root = json_object(), *goals = json_array(), *lines = json_array();
  uint32_t n = s->goals->list.size;
  set(root, "tool", json_pack("{s:s,s:o}", "name", "clew", "version", json_name(CLEW_VERSION)));
  set(root, "version", json_name(CLEW_VERSION));
  set(root, "end", json_string(ends[trial->end]));
  set(root, "status", json_integer(trial->status));
  set(root, "error", json_boolean(trial->end == TRIAL_ERROR));
  if (trial->line) set(root, "error_line", json_integer(trial->line));
  set(root, "inputs_read", json_integer(trial->n_taken));
  for (uint32_t i = 0; i < n; i++) {
    json_t *goal = json_goal(s, i);
    set(goal, "state", json_string(trial->covered[i] ? "covered" : "open"));
    json_array_append_new(goals, goal);
  }
  for (uint32_t i = 0; i < s->goals->lines.size; i++)
    if (trial->covered[n + i]) json_array_append_new(lines, json_integer(s->goals->lines.data[i].line));
  set(root, "goals", goals);
  set(root, "covered_lines", lines);
  char *text = json_dumps(root, JSON_INDENT(2));
  if (text) text_add(out, text);
  text_addc(out, '\n');
  free(text);
  json_decref(root);
}
