// Recordings: what is written is read back with the same answers, beginnings are shared, malformed files are refused.
#include "base/memory/map.h"
#include "solve/path.h"
#include "solve/recording.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>
#include <cmocka.h>
#include "random_terms.h"

static void temporary(char *name) {
  strcpy(name, "/tmp/clew-record-XXXXXX");
  int file = mkstemp(name);
  assert_true(file >= 0);
  close(file);
}

static void read_good(struct recording *recording, struct terms *tm, const char *name) {
  struct error error = {0};
  bool good = recording_read(recording, tm, name, &error);
  if (!good) print_error("%s\n", error.message);
  assert_true(good);
}

// The engine's way: a path that branches, recorded by the solver itself.
static void test_solver_records(void **state) {
  (void)state;
  char name[40];
  temporary(name);
  struct terms *tm = terms_new();
  struct limits limits = {0};
  struct stats stats = {0};
  struct solver_config config = {.backend = "z3", .caches = true, .record_file = name};
  struct solver *s = solver_new(tm, &limits, &stats, &config);
  struct sort word = sort_bv(tm, 32);
  struct term x = term_var(tm, word, "x y%z"), y = term_var(tm, word, "main::y"), product = term_mul(tm, x, y);
  struct path *path = path_new(tm);
  struct model *model = model_new(tm), *found;
  enum answer answers[8];
  uint32_t n = 0;
  for (uint32_t i = 1; i < 6; i++) {
    struct term condition = i == 3 ? term_eq(tm, x, term_bv(tm, 32, 5))
                                   : term_ult(tm, term_bv(tm, 32, 10 * i), product);
    answers[n++] = path_check(s, path, condition, model, &found);
    if (answers[n - 1] != ANSWER_SAT) continue;
    struct path *longer = path_add(path, condition);
    path_unref(path);
    path = longer;
    model_unref(model);
    model = found;
  }
  answers[n++] = path_check(s, path, term_ult(tm, y, term_bv(tm, 32, 1)), model, &found);
  assert_int_equal(answers[n - 1], ANSWER_UNSAT);
  path_unref(path);
  model_unref(model);
  uint64_t asked = stats.queries - stats.queries_model - stats.queries_constant;
  solver_free(s);
  terms_free(tm);

  tm = terms_new();
  struct recording recording;
  read_good(&recording, tm, name);
  config = (struct solver_config){.backend = "z3", .caches = false};
  s = solver_new(tm, &limits, &stats, &config);
  struct vec_term conjuncts = {0};
  uint32_t paths = 0, backend = 0;
  enum answer last = ANSWER_UNKNOWN;
  for (uint32_t i = 0; i < recording.queries.size; i++) {
    const struct recorded_query *q = &recording.queries.data[i];
    recording_conjuncts(&recording, q, &conjuncts);
    bool is_path = !term_none(q->condition);
    if (is_path) vec_term_push(&conjuncts, q->condition);
    paths += is_path;
    backend += !is_path;
    last = solver_check(s, conjuncts.size, conjuncts.data);
    // Of the recorded ones only the last is unsatisfiable.
    if (is_path && paths < asked) assert_int_equal(last, ANSWER_SAT);
  }
  assert_int_equal(paths, asked);
  assert_true(asked > 1 && backend > 0);
  assert_int_equal(last, ANSWER_UNSAT);
  uint32_t vars;
  term_free_vars(tm, recording.queries.data[0].condition, &vars);
  assert_int_equal(vars, 2);
  // The odd name survives.
  assert_string_equal(term_var_name(tm, term_var(tm, sort_bv(tm, 32), "x y%z")), "x y%z");
  vec_term_release(&conjuncts);
  recording_release(&recording);
  solver_free(s);
  terms_free(tm);
  unlink(name);
}

// The value of a term under the same values of the same-named variables in two tables must be the same.
struct copied {
  struct terms *to;
  struct model *model;
  struct terms *from;
};

static void copy_value(void *context, struct term var, struct term value) {
  struct copied *c = context;
  struct text text = {0};
  const char *message = NULL, *at;
  sort_print_smt(c->from, term_sort(c->from, var), &text);
  at = text_cstr(&text);
  struct sort s = sort_parse(c->to, &at, &message);
  assert_non_null(s.id ? c : NULL);
  text_clear(&text);
  term_print_smt(c->from, value, &text);
  at = text_cstr(&text);
  struct term v = term_parse(c->to, &at, NULL, NULL, &message);
  assert_false(term_none(v));
  model_set(c->model, term_var(c->to, s, term_var_name(c->from, var)), v);
  text_release(&text);
}

// Random formulas of every kind: the copy evaluates as the original does.
static void test_random_terms(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    char name[40];
    temporary(name);
    struct terms *tm = terms_new();
    struct random_terms r;
    random_init(&r, tm, seed);
    struct sort byte = sort_bv(tm, 8), word = sort_bv(tm, 32);
    random_add_sort(&r, sort_bool(tm), 3, 0);
    random_add_sort(&r, byte, 3, 3);
    random_add_sort(&r, word, 3, 3);
    random_add_sort(&r, sort_bv(tm, 3), 1, 2);
    random_add_sort(&r, sort_bv(tm, 128), 1, 2);
    random_add_sort(&r, sort_float(tm, 8, 24), 2, 3);
    random_add_sort(&r, sort_float(tm, 11, 53), 1, 2);
    random_add_sort(&r, sort_array(tm, word, byte), 2, 1);
    random_add_sort(&r, sort_int(tm), 2, 2);
    for (int i = 0; i < 2500; i++) random_step(&r);
    struct random_pool *formulas = random_pool_of(&r, sort_bool(tm));
    uint32_t n = formulas->entries.size;
    assert_true(n > 50);
    struct record *record = record_open(tm, name);
    assert_non_null(record);
    struct vec_term all = {0};
    for (uint32_t i = 0; i < n; i++) {
      record_path(record, all.size, all.data, formulas->entries.data[i].term);
      vec_term_push(&all, formulas->entries.data[i].term);
      if (i % 10 == 9) record_backend(record, all.size, all.data);
    }
    record_close(record);

    struct terms *other = terms_new();
    struct recording recording;
    read_good(&recording, other, name);
    assert_int_equal(recording.queries.size, n + n / 10);
    assert_true(recording.lists.size <= n + 1);
    for (int k = 0; k < ASSIGNMENTS; k++) {
      struct copied c = {other, model_new(other), tm};
      model_each(r.models[k], copy_value, &c);
      uint32_t i = 0;
      for (uint32_t q = 0; q < recording.queries.size; q++) {
        struct term condition = recording.queries.data[q].condition;
        if (term_none(condition)) {
          recording_conjuncts(&recording, &recording.queries.data[q], &all);
          assert_int_equal(all.size, i);
          for (uint32_t m = 0; m < i; m++)
            assert_int_equal(model_holds(c.model, all.data[m]), term_is_true(tm, formulas->entries.data[m].values[k]));
          continue;
        }
        assert_int_equal(model_holds(c.model, condition), term_is_true(tm, formulas->entries.data[i++].values[k]));
      }
      model_unref(c.model);
    }
    vec_term_release(&all);
    recording_release(&recording);
    terms_free(other);
    random_release(&r);
    terms_free(tm);
    unlink(name);
  }
}

// A long path whose every step is asked about, and a jump back and forth between two of them, cost what is new.
static void test_compact(void **state) {
  (void)state;
  char name[40];
  temporary(name);
  struct terms *tm = terms_new();
  struct record *record = record_open(tm, name);
  struct term x = term_var(tm, sort_bv(tm, 32), "x");
  struct vec_term left = {0}, right = {0};
  for (uint32_t i = 0; i < 2000; i++) {
    struct term t = term_ult(tm, term_bv(tm, 32, i), x);
    record_path(record, left.size, left.data, t);
    vec_term_push(&left, t);
    record_path(record, right.size, right.data, term_not(tm, t));
    vec_term_push(&right, term_not(tm, t));
  }
  struct term array = term_var(tm, sort_array(tm, sort_bv(tm, 32), sort_bv(tm, 8)), "a");
  for (uint32_t i = 0; i < 1000; i++) array = term_store(tm, array, term_bv(tm, 32, 7 * i), term_bv(tm, 8, i));
  struct term read = term_eq(tm, term_select(tm, array, x), term_bv(tm, 8, 3));
  record_path(record, 0, NULL, read);
  record_close(record);
  FILE *f = fopen(name, "r");
  assert_non_null(f);
  fseek(f, 0, SEEK_END);
  assert_true(ftell(f) < 400000);
  fclose(f);
  struct terms *other = terms_new();
  struct recording recording;
  read_good(&recording, other, name);
  assert_int_equal(recording.queries.size, 4001);
  assert_int_equal(recording.lists.data[recording.queries.data[3998].list].size, 1999);
  struct model *m = model_new(other);
  model_set(m, term_var(other, sort_bv(other, 32), "x"), term_bv(other, 32, 7 * 3));
  assert_true(model_holds(m, recording.queries.data[4000].condition));
  model_unref(m);
  recording_release(&recording);
  vec_term_release(&left);
  vec_term_release(&right);
  terms_free(other);
  terms_free(tm);
  unlink(name);
}

#define HEADER "clew queries 1\n"
#define SORTS HEADER "s 1 (_ BitVec 8)\ns 2 Bool\ns 3 (Array (_ BitVec 8) (_ BitVec 8))\ns 4 (_ FloatingPoint 8 24)\n"
#define TERMS SORTS "t 1 var 1 x\nt 2 value 1 f\nt 3 bvult 2 1 2\nt 4 var 3 a\n"

static void refused(const char *content, size_t length, const char *what) {
  char name[40];
  temporary(name);
  FILE *f = fopen(name, "w");
  fwrite(content, 1, length, f);
  fclose(f);
  struct terms *tm = terms_new();
  struct recording recording;
  struct error error = {0};
  bool good = recording_read(&recording, tm, name, &error);
  if (good || !strstr(error.message, what)) print_error("%s\n--- %s\n", content, good ? "accepted" : error.message);
  assert_false(good);
  assert_int_equal(error.status, EXIT_DATA);
  assert_non_null(strstr(error.message, what));
  error_release(&error);
  terms_free(tm);
  unlink(name);
}

static void test_malformed(void **state) {
  (void)state;
  static const struct {
    const char *content, *what;
  } cases[] = {
      {"", ": the file is empty"},
      {"clew queries 2\n", ":1: not a recording"},
      {"clew queries 1", ":1: the line does not end"},
      {TERMS "p 0 3", ":10: the line does not end"},
      {HEADER "q 1\n", ":2: expected a line"},
      {HEADER "\n", ":2: expected a line"},
      {HEADER "s 2 Bool\n", ":2: sorts are not numbered"},
      {HEADER "s 1 (_ BitVec 0)\n", ":2: "},
      {HEADER "s 1 Bool Bool\n", ":2: text after the sort"},
      {SORTS "t 2 var 1 x\n", ":6: terms are not numbered"},
      {SORTS "t 1 var 9 x\n", ":6: a sort that has not been given"},
      {SORTS "t 1 var 1 \n", ":6: expected a name"},
      {SORTS "t 1 var 1 x%0\n", ":6: expected two hexadecimal digits"},
      {SORTS "t 1 var 1 x%00\n", ":6: expected two hexadecimal digits"},
      {SORTS "t 1 var 1 x y\n", ":6: text after the name"},
      {SORTS "t 1 var 1 x\nt 2 var 2 x\n", ":7: a variable that was given before"},
      {SORTS "t 1 value 1 100\n", ":6: a value that does not fit"},
      {SORTS "t 1 value 1 -1\n", ":6: expected a hexadecimal number"},
      {SORTS "t 1 value 1 1g\n", ":6: expected a hexadecimal number"},
      {SORTS "t 1 value 2 1\n", ":6: a value of a sort that has none"},
      {SORTS "t 1 true 1\n", ":6: the term has another sort"},
      {SORTS "t 1 true 2 1\n", ":6: text after the constant"},
      {TERMS "t 5 bvult 2 1 3\n", ":10: "},
      {TERMS "t 5 bvult 2 1\n", ":10: "},
      {TERMS "t 5 bvult 2 1 5\n", ":10: a term that has not been given"},
      {TERMS "t 5 bvult 2 1 0\n", ":10: a term that has not been given"},
      {TERMS "t 5 bvult 2 1 99999999999\n", ":10: a number that is too large"},
      {TERMS "t 5 bvult 2 1 x\n", ":10: expected a number"},
      {TERMS "t 5 bvult 1 1 2\n", ":10: the term has another sort"},
      {TERMS "t 5 bvnothing 2 1 2\n", ":10: an unknown operator"},
      {TERMS "t 5 extract 1 8 0 1\n", ":10: bits outside"},
      {TERMS "t 5 extract 1 8\n", ":10: expected a number"},
      {TERMS "t 5 const 1 1\n", ":10: expected the sort of an array"},
      {TERMS "t 5 const 3 3\n", ":10: the value has another sort"},
      {TERMS "t 5 stores 3 4 2\n", ":10: expected an array and pairs"},
      {TERMS "t 5 stores 3 4 2 3\n", ":10: expected an array and pairs"},
      {TERMS "t 5 stores 3 1 2 2\n", ":10: expected an array and pairs"},
      {TERMS "t 5 to_fp 4 1\n", ":10: expected a bit-vector of the float's width"},
      {TERMS "t 5 and 2\n", ":10: a wrong number of arguments"},
      {TERMS "l 2 0 3\n", ":10: lists are not numbered"},
      {TERMS "l 1 1 3\n", ":10: a list that has not been given"},
      {TERMS "l 1 0\n", ":10: expected a term"},
      {TERMS "l 1 0 1\n", ":10: expected a Bool"},
      {TERMS "p 1 3\n", ":10: a list that has not been given"},
      {TERMS "p 0\n", ":10: expected a number"},
      {TERMS "p 0 1\n", ":10: expected a Bool"},
      {TERMS "p 0 3 3\n", ":10: text after the query"},
      {TERMS "b 0 3\n", ":10: text after the query"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    refused(cases[i].content, strlen(cases[i].content), cases[i].what);
  refused(HEADER "# a\0b\n", sizeof HEADER - 1 + 6, ":2: a byte 0");
  struct terms *tm = terms_new();
  struct recording recording;
  struct error error = {0};
  assert_false(recording_read(&recording, tm, "/nonexistent/file", &error));
  assert_non_null(strstr(error.message, "cannot be read"));
  error_release(&error);
  terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_solver_records),
      cmocka_unit_test(test_random_terms),
      cmocka_unit_test(test_compact),
      cmocka_unit_test(test_malformed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
