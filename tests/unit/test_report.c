// Reports: traces with values, loops and calls; the text; the JSON.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define ALL_PROPERTIES ((1u << property_count) - 1)
#include "report/report.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char source[] = "int total;\n"
                             "int add(int a, int b) {\n"
                             "  int r = a + b;\n"
                             "  return r;\n"
                             "}\n"
                             "int main(void) {\n"
                             "  int x = __VERIFIER_nondet_int();\n"
                             "  for (int i = 0; i < 100; i++)\n"
                             "    total = add(total, x);\n"
                             "  if (total == 500)\n"
                             "    reach_error();\n"
                             "}\n";

struct fixture {
  struct terms *tm;
  struct cfa *cfa;
  struct limits limits;
  struct stats stats;
  struct claim claim;
  char file[64];
  struct location test, head;
};

static struct source_place at(uint32_t line) { return (struct source_place){0, line, 3}; }

static struct cfa_edge *edge(struct fixture *f, struct location from, struct location to, uint32_t line,
                             struct term guard) {
  struct cfa_edge *e = cfa_edge(f->cfa, cfa_add_edge(f->cfa, from, to));
  e->first = e->last = at(line);
  if (!term_none(guard)) e->guard = guard;
  return e;
}

static struct location location(struct fixture *f, uint32_t function, enum cfa_location_kind kind, uint32_t line) {
  struct location l = cfa_add_location(f->cfa, function, kind);
  cfa_location(f->cfa, l)->place = at(line);
  return l;
}

static uint32_t variable(struct fixture *f, uint32_t function, enum cfa_var_kind kind, const char *name,
                         uint32_t line) {
  uint32_t v = cfa_add_var(f->cfa, function, kind, name, "int", sort_bv(f->tm, 32));
  f->cfa->vars.data[v].place = at(line);
  return v;
}

static struct term var(struct fixture *f, uint32_t v) { return f->cfa->vars.data[v].term; }

static void make_add(struct fixture *f, uint32_t add) {
  uint32_t a = variable(f, add, VAR_PROGRAM, "a", 2), b = variable(f, add, VAR_PROGRAM, "b", 2),
           r = variable(f, add, VAR_PROGRAM, "r", 3), result = variable(f, add, VAR_RESULT, "add", 2);
  vec_u32_push(&f->cfa->functions.data[add].params, a);
  vec_u32_push(&f->cfa->functions.data[add].params, b);
  f->cfa->functions.data[add].result = result;
  struct location entry = location(f, add, LOC_PLAIN, 3), exit = location(f, add, LOC_EXIT, 5);
  f->cfa->functions.data[add].entry = entry;
  f->cfa->functions.data[add].exit = exit;
  struct term sum = term_add(f->tm, var(f, a), var(f, b));
  struct cfa_edge *e = edge(f, entry, exit, 3, TERM_NONE);
  e->last = at(4);
  vec_update_push(&e->updates, (struct cfa_update){r, sum});
  vec_update_push(&e->updates, (struct cfa_update){result, sum});
}

static void make_main(struct fixture *f, uint32_t main, uint32_t add, uint32_t total) {
  struct terms *tm = f->tm;
  uint32_t x = variable(f, main, VAR_PROGRAM, "x", 7), i = variable(f, main, VAR_PROGRAM, "i", 8);
  struct location entry = location(f, main, LOC_PLAIN, 0), start = location(f, main, LOC_PLAIN, 7),
                  body = location(f, main, LOC_PLAIN, 9), next = location(f, main, LOC_PLAIN, 8),
                  error = location(f, main, LOC_ERROR, 11), exit = location(f, main, LOC_EXIT, 12);
  f->head = location(f, main, LOC_PLAIN, 8);
  f->test = location(f, main, LOC_PLAIN, 10);
  f->cfa->functions.data[main].entry = entry;
  f->cfa->functions.data[main].exit = exit;
  cfa_location(f->cfa, error)->text = "reach_error is called";
  f->claim.error_location = error;
  vec_update_push(&edge(f, entry, start, 0, TERM_NONE)->updates, (struct cfa_update){total, term_bv(tm, 32, 0)});
  struct term in = cfa_edge_term(f->cfa, sort_bv(tm, 32), "in"), more = term_slt(tm, var(f, i), term_bv(tm, 32, 100)),
              is = term_eq(tm, var(f, total), term_bv(tm, 32, 500));
  struct cfa_edge *e = edge(f, start, f->head, 7, TERM_NONE);
  e->last = at(8);
  vec_input_push(&e->inputs, (struct cfa_input){.term = in,
                                                .kind = INPUT_NONDET,
                                                .name = "__VERIFIER_nondet_int",
                                                .ctype = "int",
                                                .place = at(7)});
  vec_update_push(&e->updates, (struct cfa_update){x, in});
  vec_update_push(&e->updates, (struct cfa_update){i, term_bv(tm, 32, 0)});
  edge(f, f->head, body, 8, more);
  edge(f, f->head, f->test, 8, term_not(tm, more));
  e = edge(f, body, next, 9, TERM_NONE);
  e->callee = add;
  e->result = total;
  vec_term_push(&e->args, var(f, total));
  vec_term_push(&e->args, var(f, x));
  vec_update_push(&edge(f, next, f->head, 8, TERM_NONE)->updates,
                  (struct cfa_update){i, term_add(tm, var(f, i), term_bv(tm, 32, 1))});
  edge(f, f->test, error, 10, is);
  edge(f, f->test, exit, 10, term_not(tm, is));
  cfa_location(f->cfa, f->head)->complete = cfa_location(f->cfa, f->test)->complete = true;
}

static void make(struct fixture *f) {
  memset(f, 0, sizeof *f);
  strcpy(f->file, "/tmp/clew-test-XXXXXX.c");
  int fd = mkstemps(f->file, 2);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, source, sizeof source - 1), sizeof source - 1);
  close(fd);
  f->tm = terms_new();
  f->cfa = cfa_new(f->tm);
  f->cfa->pointer_bits = 64;
  cfa_add_file(f->cfa, f->file);
  uint32_t main = cfa_add_function(f->cfa, "main"), add = cfa_add_function(f->cfa, "add");
  f->cfa->main = main;
  make_add(f, add);
  make_main(f, main, add, variable(f, CFA_NONE, VAR_PROGRAM, "total", 1));
  cfa_find_loops(f->cfa);
  limits_start(&f->limits, 0, 0);
  f->claim.verdict = VERDICT_FALSE;
  for (uint32_t e = 0; e < f->cfa->edges.size; e++)
    if (f->cfa->edges.data[e].inputs.size)
      vec_input_value_push(&f->claim.inputs, (struct input_value){.input = &f->cfa->edges.data[e].inputs.data[0],
                                                                  .value = term_bv(f->tm, 32, 5)});
}

static void unmake(struct fixture *f) {
  unlink(f->file);
  limits_finish(&f->limits);
  vec_input_value_release(&f->claim.inputs);
  cfa_free(f->cfa);
  terms_free(f->tm);
}

static void contains(const char *text, const char *part) {
  if (!strstr(text, part)) print_error("not there: %s\nin:\n%s\n", part, text);
  assert_non_null(strstr(text, part));
}

static void trace_tells_the_run(void **state) {
  (void)state;
  struct fixture f;
  make(&f);
  struct trace *trace = trace_build(f.cfa, NULL, &f.limits, &f.stats, &f.claim);
  assert_non_null(trace);
  assert_true(trace->complete);
  assert_true(trace->rows.size < 60);
  struct text text = {0};
  trace_print(trace, f.cfa, false, 0, &text);
  const char *out = text_cstr(&text);
  contains(out, "int x = __VERIFIER_nondet_int();");
  contains(out, "// x = 5 (__VERIFIER_nondet_int())");
  contains(out, "add(a = 0, b = 5)");
  contains(out, "// r = 5");
  contains(out, "add returns: total = 5");
  contains(out, "add returns: total = 10");
  contains(out, "more iterations of the loop at ");
  contains(out, "add returns: total = 500");
  contains(out, "error: reach_error is called");
  assert_null(strstr(out, "total = 250"));
  text_clear(&text);
  trace_print(trace, f.cfa, false, 6, &text);
  contains(text_cstr(&text), "lines …");
  text_release(&text);
  trace_free(trace);
  unmake(&f);
}

static void trace_of_other_inputs_is_incomplete(void **state) {
  (void)state;
  struct fixture f;
  make(&f);
  f.claim.inputs.data[0].value = term_bv(f.tm, 32, 6);
  struct trace *trace = trace_build(f.cfa, NULL, &f.limits, &f.stats, &f.claim);
  assert_false(trace->complete);
  trace_free(trace);
  f.claim.verdict = VERDICT_TRUE;
  assert_null(trace_build(f.cfa, NULL, &f.limits, &f.stats, &f.claim));
  unmake(&f);
}

// The source cannot be read: places and values remain.
static void trace_without_source(void **state) {
  (void)state;
  struct fixture f;
  make(&f);
  unlink(f.file);
  struct trace *trace = trace_build(f.cfa, NULL, &f.limits, &f.stats, &f.claim);
  struct text text = {0};
  trace_print(trace, f.cfa, false, 0, &text);
  contains(text_cstr(&text), ".c:7");
  contains(text_cstr(&text), "x = 5 (__VERIFIER_nondet_int())");
  text_release(&text);
  trace_free(trace);
  unmake(&f);
}

static char *text_of(const struct report *report, const struct report_style *style) {
  char *data = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&data, &size);
  report_text(report, style, out);
  assert_true(report_result_line(report, style, out));
  fclose(out);
  return data;
}

static void text_has_everything(void **state) {
  (void)state;
  struct fixture f;
  make(&f);
  vec_string_push(&f.cfa->undefined, "mystery");
  vec_string_push(&f.cfa->approximated, "sin");
  struct trace *trace = trace_build(f.cfa, NULL, &f.limits, &f.stats, &f.claim);
  const char *const warnings[] = {"a thing"};
  struct report report = {.verdict = VERDICT_FALSE,
                          .check = CHECK_CONFIRMED,
                          .cfa = f.cfa,
                          .claim = &f.claim,
                          .trace = trace,
                          .stats = &f.stats,
                          .n_warnings = 1,
                          .warnings = warnings};
  struct report_style style = {.stats = true};
  char *text = text_of(&report, &style);
  contains(text, "warning: a thing");
  assert_null(strstr(text, "mystery")); // no value of it was used
  assert_null(strstr(text, "approximated")); // nor does a run need what is assumed of sin
  contains(text, "x = 5");
  contains(text, "proof_nodes");
  contains(text, "\nRESULT: false(unreach-call)\n");
  assert_null(strchr(text, '\033'));
  free(text);
  style.quiet = true;
  text = text_of(&report, &style);
  assert_string_equal(text, "RESULT: false(unreach-call)\n");
  free(text);
  style = (struct report_style){.colour = true};
  text = text_of(&report, &style);
  assert_non_null(strchr(text, '\033'));
  free(text);
  trace_free(trace);
  unmake(&f);
}

static void results_and_statuses(void **state) {
  (void)state;
  struct report report = {.verdict = VERDICT_UNKNOWN, .reason = REASON_TIMEOUT};
  struct report_style style = {0};
  char *text = text_of(&report, &style);
  contains(text, "the time limit was reached");
  contains(text, "RESULT: unknown(timeout)\n");
  free(text);
  assert_int_equal(report_status(&report), 2);
  report.verdict = VERDICT_TRUE;
  assert_int_equal(report_status(&report), 0);
  text = text_of(&report, &style);
  contains(text, "RESULT: true\n");
  free(text);
  report.verdict = VERDICT_FALSE;
  assert_int_equal(report_status(&report), 1);
}

static void add_assumption(struct fixture *f, const char *kind, const char *text, uint32_t line) {
  cfa_add_assumption(f->cfa, kind, text, (struct source_place){0, line, 3});
}

// The sentence above the result line.
static void says_what_it_rests_on(void **state) {
  (void)state;
  struct fixture f;
  make(&f);
  struct report report = {.verdict = VERDICT_TRUE, .check = CHECK_CONFIRMED, .cfa = f.cfa};
  struct report_style style = {0};
  char *text = text_of(&report, &style);
  contains(text, "No error can be reached; the proof was checked.\n");
  free(text);
  vec_string_push(&f.cfa->approximated, "sin");
  text = text_of(&report, &style);
  contains(text, "warning: library functions are approximated: sin");
  free(text);
  add_assumption(&f, "undefined-function", "read_sensor changes nothing", 12);
  text = text_of(&report, &style);
  contains(text, "No error can be reached, if read_sensor (");
  contains(text, ":12, no body) changes nothing; the proof was checked.\n");
  free(text);
  add_assumption(&f, "undefined-function", "fill changes nothing, not even what its arguments point to", 13);
  add_assumption(&f, "undefined-pointer", "next returns a pointer to memory of its own", 14);
  add_assumption(&f, "alignment", "every object is aligned to 16 bytes", 15);
  text = text_of(&report, &style);
  contains(text, ", if fill (");
  contains(text, ":13, no body) and read_sensor (");
  contains(
      text,
      " change nothing, and if next returns a pointer to memory of its own, and pointers in it lead to other memory, "
      "and if every object is aligned to 16 bytes "
      "(");
  free(text);
  for (char name[] = "a changes nothing"; name[0] <= 'e'; name[0]++) add_assumption(&f, "undefined-function", name, 20);
  text = text_of(&report, &style);
  contains(text, " and 2 more (--json lists all) change nothing");
  free(text);
  struct vec_assumption all = {0};
  report.is_automaton = true;
  report_assumptions(&report, &all);
  assert_true(all.size >= f.cfa->assumptions.size);
  assert_string_equal(all.data[0].text, "read_sensor changes nothing");
  vec_assumption_release(&all);
  unmake(&f);
}

static void says_where_paths_end(void **state) {
  (void)state;
  struct fixture f;
  make(&f);
  struct undefined_exit ends[7];
  for (uint32_t i = 0; i < 7; i++) ends[i] = (struct undefined_exit){"an access outside `a`", {0, 3 + i, 1}};
  struct report report = {.verdict = VERDICT_TRUE,
                          .check = CHECK_CONFIRMED,
                          .cfa = f.cfa,
                          .exits_searched = true,
                          .exits_complete = true};
  struct report_style style = {0};
  char *text = text_of(&report, &style);
  assert_null(strstr(text, "Paths end"));
  free(text);
  report.n_undefined_exits = 7;
  report.undefined_exits = ends;
  text = text_of(&report, &style);
  contains(text, ":3: an access outside `a`.\n");
  contains(text, "Paths end at 2 more places (--json lists all).\n");
  free(text);
  report.n_undefined_exits = 0;
  report.nothing_to_check = true;
  text = text_of(&report, &style);
  contains(text, "There is nothing to check: no assertion, no call of an error function.");
  free(text);
  unmake(&f);
}

static void says_what_was_not_checked(void **state) {
  (void)state;
  struct fixture f;
  make(&f);
  struct report report = {.verdict = VERDICT_TRUE, .check = CHECK_CONFIRMED, .cfa = f.cfa};
  struct report_style style = {0};
  char *text = text_of(&report, &style);
  contains(text, "No error can be reached; the proof was checked.\nNot checked: ");
  contains(text, "signed integer overflow, undefined behaviour");
  contains(text, " (--check all).\n");
  free(text);
  report.checked = PROPERTY_SET(OVERFLOW);
  text = text_of(&report, &style);
  contains(text, "No signed integer overflow can be reached");
  contains(text, "Not checked: assertions, undefined behaviour");
  free(text);
  report.is_bitcode = true; // there is nothing more to ask for
  text = text_of(&report, &style);
  contains(text, "Not checked: ");
  assert_null(strstr(text, "--check"));
  free(text);
  report.has_property_file = true;
  text = text_of(&report, &style);
  assert_null(strstr(text, "Not checked"));
  free(text);
  report.has_property_file = report.is_bitcode = false;
  report.checked = ALL_PROPERTIES;
  text = text_of(&report, &style);
  assert_null(strstr(text, "Not checked"));
  free(text);
  report.checked = 0;
  report.verdict = VERDICT_UNKNOWN;
  text = text_of(&report, &style);
  assert_null(strstr(text, "Not checked"));
  free(text);
  unmake(&f);
}

static void finds_unreached_tests(void **state) {
  (void)state;
  struct fixture f;
  make(&f);
  unsigned char *reached = calloc(f.cfa->locations.size, 1);
  struct report report = {.verdict = VERDICT_TRUE, .cfa = f.cfa, .reached = reached};
  struct vec_location found = {0};
  report_unreached(&report, &found);
  assert_int_equal(found.size, 1);
  assert_int_equal(found.data[0].id, f.test.id);
  struct report_style style = {0};
  char *text = text_of(&report, &style);
  contains(text, ":11:3: reach_error is called is never tested");
  free(text);
  reached[f.test.id] = 1;
  found.size = 0;
  report_unreached(&report, &found);
  assert_int_equal(found.size, 0);
  vec_location_release(&found);
  free(reached);
  unmake(&f);
}

// What an engine has of its own.
struct own_options {
  bool restart;
  uint32_t search, threshold;
  const char *precision;
};
static const struct option_entry own_entries[] = {
    {OPTION_FLAG, "--restart", NULL, NULL, NULL, "", offsetof(struct own_options, restart), 0},
    {OPTION_CHOICE, "--search", NULL, "dfs|bfs", "dfs", "", offsetof(struct own_options, search), 0},
    {OPTION_WHOLE, "--threshold", NULL, "N", "0", "", offsetof(struct own_options, threshold), 0},
    {OPTION_VALUE, "--precision", NULL, "FILE", NULL, "", offsetof(struct own_options, precision), 0},
};
static const struct option_table own_options = OPTION_TABLE(own_entries, struct own_options);
struct own_statistics {
  uint64_t predicates;
  double time_abstracting;
};
static const struct stats_entry own_counters[] = {
    {"predicates", "predicates of loop heads", false, offsetof(struct own_statistics, predicates)},
    {"time_abstracting", "abstracting", true, offsetof(struct own_statistics, time_abstracting)},
};
static const struct stats_table own_statistics = STATS_TABLE(own_counters, struct own_statistics);

static void json_of_an_engine(const json_t *root) {
  json_t *options = json_object_get(root, "engine_options"), *statistics = json_object_get(root, "statistics");
  assert_int_equal(json_object_size(options), 4);
  assert_true(json_is_true(json_object_get(options, "restart")));
  assert_string_equal(json_string_value(json_object_get(options, "search")), "bfs");
  assert_int_equal(json_integer_value(json_object_get(options, "threshold")), 7);
  assert_true(json_is_null(json_object_get(options, "precision")));
  assert_int_equal(json_integer_value(json_object_get(statistics, "predicates")), 12);
  assert_true(json_real_value(json_object_get(statistics, "time_abstracting")) == 0.5);
}

static void json_is_complete(void **state) {
  (void)state;
  struct fixture f;
  make(&f);
  vec_string_push(&f.cfa->undefined, "mystery");
  struct trace *trace = trace_build(f.cfa, NULL, &f.limits, &f.stats, &f.claim);
  const char *const files[] = {"caf\xe9.c", "b.c"}; // not UTF-8
  struct report report = {.version = "1",
                          .verdict = VERDICT_FALSE,
                          .check = CHECK_CONFIRMED,
                          .cfa = f.cfa,
                          .claim = &f.claim,
                          .trace = trace,
                          .stats = &f.stats,
                          .engine = "symex",
                          .engine_options = &own_options,
                          .engine_option_values = &(struct own_options){.restart = true, .search = 1, .threshold = 7},
                          .engine_statistics = &own_statistics,
                          .engine_statistic_values = &(struct own_statistics){12, 0.5},
                          .bits = 64,
                          .n_files = 2,
                          .files = files};
  struct text text = {0};
  report_json_text(&report, &text);
  json_error_t error;
  json_t *root = json_loads(text_cstr(&text), 0, &error);
  assert_non_null(root);
  assert_string_equal(json_string_value(json_object_get(root, "result")), "false(unreach-call)");
  assert_int_equal(json_integer_value(json_object_get(root, "status")), 1);
  assert_string_equal(json_string_value(json_object_get(root, "engine")), "symex");
  assert_string_equal(json_string_value(json_array_get(json_object_get(root, "files"), 0)), "caf\xef\xbf\xbd.c");
  json_t *inputs = json_object_get(root, "inputs");
  assert_int_equal(json_array_size(inputs), 1);
  assert_string_equal(json_string_value(json_object_get(json_array_get(inputs, 0), "value")), "5");
  json_t *rows = json_object_get(json_object_get(root, "trace"), "rows");
  assert_int_equal(json_array_size(rows), trace->rows.size);
  json_t *last = json_array_get(rows, json_array_size(rows) - 1);
  assert_string_equal(json_string_value(json_object_get(last, "kind")), "error");
  assert_string_equal(json_string_value(json_object_get(last, "source")), "reach_error();");
  assert_int_equal(json_array_size(json_object_get(root, "undefined_functions")), 1);
  assert_true(json_is_array(json_object_get(root, "assumptions")));
#define COUNTER(name, what) assert_non_null(json_object_get(json_object_get(root, "statistics"), #name));
#define TIMER(name, what) COUNTER(name, what)
#define PEAK(name, what) COUNTER(name, what)
#include "base/table/stats.def"
#undef COUNTER
#undef TIMER
#undef PEAK
  json_of_an_engine(root);
  json_decref(root);
  text_release(&text);
  char *words = text_of(&report, &(struct report_style){.stats = true});
  contains(words, "\n  predicates                     12    predicates of loop heads\n");
  contains(words, "\n  time_abstracting            0.500 s  abstracting\n");
  free(words);
  struct error failed = {0};
  assert_false(report_json(&report, "/no/such/folder/x.json", &failed));
  contains(failed.message, "cannot be written");
  error_release(&failed);
  if (!access("/dev/full", W_OK)) {
    assert_false(report_json(&report, "/dev/full", &failed));
    error_release(&failed);
  }
  trace_free(trace);
  unmake(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trace_tells_the_run),   cmocka_unit_test(trace_of_other_inputs_is_incomplete),
      cmocka_unit_test(trace_without_source),  cmocka_unit_test(text_has_everything),
      cmocka_unit_test(results_and_statuses),  cmocka_unit_test(says_what_it_rests_on),
      cmocka_unit_test(says_where_paths_end),  cmocka_unit_test(says_what_was_not_checked),
      cmocka_unit_test(finds_unreached_tests), cmocka_unit_test(json_is_complete),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
