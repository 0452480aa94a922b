// Arrays: random formulas against Z3's own theory and against all assignments; chains, tables and equations that are
// large.
//
// The solver eliminates arrays (solve/arrays/array_elimination.h). The answers are compared with those of Z3 on the
// formulas as they are, asked through the back end's table of functions, which eliminates nothing; models are
// evaluated. Formulas over very small arrays are decided by trying all assignments as well.
#include "base/memory/map.h"
#include "solve/backend.h"
#include "random.h"
#include "timing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

struct world {
  struct terms *tm;
  struct limits limits;
  struct stats stats;
  struct solver *s;
  struct sort index, element, array;
  struct rng rng;
  bool copies;
};

static uint64_t rnd(struct world *w, uint64_t n) { return rng_below(&w->rng, n); }

static void start(struct world *w, const char *backend, bool caches, double seconds, uint64_t seed) {
  *w = (struct world){.tm = terms_new(), .rng = rng_new(seed), .copies = true};
  struct solver_config config = {.backend = backend, .caches = caches, .query_seconds = seconds};
  w->s = solver_new(w->tm, &w->limits, &w->stats, &config);
}

static void sorts(struct world *w, uint32_t index_bits, struct sort element) {
  w->index = sort_bv(w->tm, index_bits);
  w->element = element;
  w->array = sort_array(w->tm, w->index, element);
}

static void finish(struct world *w) {
  solver_free(w->s);
  terms_free(w->tm);
}

static enum answer ask(struct world *w, uint32_t n, const struct term *conjuncts) {
  solver_push(w->s);
  for (uint32_t i = 0; i < n; i++) solver_assert(w->s, conjuncts[i]);
  enum answer answer = solver_check(w->s, 0, NULL);
  if (answer == ANSWER_SAT) {
    struct model *m = solver_model(w->s);
    for (uint32_t i = 0; i < n; i++) assert_true(model_holds(m, conjuncts[i]));
    model_unref(m);
  }
  solver_pop(w->s);
  return answer;
}

static enum answer ask_one(struct world *w, struct term t) { return ask(w, 1, &t); }

// --- random formulas ------------------------------------------------------------------------

static struct term random_bool(struct world *w, int depth);

// A variable of a few; `what` keeps the names of sorts apart.
static struct term variable(struct world *w, struct sort s, char what, uint32_t of) {
  char name[32];
  snprintf(name, sizeof name, "%c%u_%u", what, s.id, (unsigned)rnd(w, of));
  return term_var(w->tm, s, name);
}

static struct term random_index(struct world *w, int depth) {
  uint32_t width = sort_width(w->tm, w->index);
  switch (rnd(w, depth > 0 ? 6 : 4)) {
  case 0:
  case 1: return variable(w, w->index, 'i', 3);
  case 2: return term_bv(w->tm, width, rnd(w, 4) - (rnd(w, 3) == 0 ? 2 : 0));
  case 3: return term_add(w->tm, variable(w, w->index, 'i', 3), term_bv(w->tm, width, rnd(w, 3)));
  case 4: return term_ite(w->tm, random_bool(w, depth - 2), random_index(w, 0), random_index(w, 0));
  default: return term_sub(w->tm, random_index(w, depth - 1), random_index(w, 0));
  }
}

static struct term random_array(struct world *w, int depth);

static struct term random_constant(struct world *w) {
  switch (sort_kind(w->tm, w->element)) {
  case SORT_BOOL: return term_bool(w->tm, rnd(w, 2));
  case SORT_FLOAT: return term_float_bits64(w->tm, w->element, rnd(w, 3) ? rnd(w, 4) << 5 : rnd(w, 256));
  default: return term_bv(w->tm, sort_width(w->tm, w->element), rnd(w, 3));
  }
}

static struct term random_element(struct world *w, int depth) {
  switch (rnd(w, depth > 0 ? 7 : 3)) {
  case 0: return random_constant(w);
  case 1: return variable(w, w->element, 'e', 3);
  case 2: return term_select(w->tm, variable(w, w->array, 'a', 3), random_index(w, 0));
  case 3: return term_ite(w->tm, random_bool(w, depth - 2), random_element(w, depth - 1), random_element(w, 0));
  default: return term_select(w->tm, random_array(w, depth - 1), random_index(w, depth - 1));
  }
}

static struct term random_array(struct world *w, int depth) {
  struct terms *tm = w->tm;
  if (depth <= 0)
    return rnd(w, 5) ? variable(w, w->array, 'a', 3) : term_array_const(tm, w->array, random_element(w, 0));
  switch (rnd(w, 9)) {
  case 0: return variable(w, w->array, 'a', 3);
  case 1: return term_array_const(tm, w->array, random_element(w, depth - 1));
  case 2: return term_ite(tm, random_bool(w, depth - 2), random_array(w, depth - 1), random_array(w, depth - 1));
  case 3:
  case 4:
    if (!w->copies) break;
    return term_copy(tm, random_array(w, depth - 1), random_index(w, 0), random_array(w, depth - 1), random_index(w, 0),
                     rnd(w, 2) ? random_index(w, 0) : term_bv(tm, sort_width(tm, w->index), rnd(w, 5)));
  default: break;
  }
  return term_store(tm, random_array(w, depth - 1), random_index(w, depth - 1), random_element(w, depth - 1));
}

static struct term random_bool(struct world *w, int depth) {
  struct terms *tm = w->tm;
  if (depth <= 0)
    return rnd(w, 2) ? variable(w, sort_bool(tm), 'b', 2) : term_eq(tm, random_index(w, 0), random_index(w, 0));
  switch (rnd(w, 10)) {
  case 0: return term_ult(tm, random_index(w, depth - 1), random_index(w, 0));
  case 1:
  case 2: return term_eq(tm, random_element(w, depth - 1), random_element(w, depth - 1));
  case 3:
  case 4: return term_eq(tm, random_array(w, depth - 1), random_array(w, depth - 1));
  case 5: return term_not(tm, term_eq(tm, random_array(w, depth - 1), random_array(w, depth - 1)));
  case 6: return term_not(tm, random_bool(w, depth - 1));
  case 7: return term_or(tm, random_bool(w, depth - 1), random_bool(w, depth - 1));
  case 8: return term_and(tm, random_bool(w, depth - 1), random_bool(w, depth - 1));
  default: return term_eq(tm, random_bool(w, depth - 1), random_bool(w, depth - 1));
  }
}

struct tally {
  unsigned sat, unsat, unknown, z3_unknown;
  double seconds, slowest, z3_seconds;
};

// Z3 says SAT: with a model that is none? It does so for copies of ranges, which are lambdas for it.
static bool has_wrong_model(struct world *w, struct backend *z3, uint32_t n, const struct term *conjuncts) {
  struct vec_u32 vars = {0};
  for (uint32_t i = 0; i < n; i++) {
    uint32_t count;
    const uint32_t *some = term_free_vars(w->tm, conjuncts[i], &count);
    for (uint32_t k = 0; k < count; k++) vec_u32_push(&vars, some[k]);
  }
  struct model *model = model_new(w->tm);
  bool told = true, holds = true;
  for (uint32_t i = 0; i < vars.size && told; i++) {
    struct term var = {vars.data[i]}, value = z3_backend.value(z3, var);
    told = !term_none(value);
    if (told) model_set(model, var, value);
  }
  for (uint32_t i = 0; i < n && told; i++) holds = holds && model_holds(model, conjuncts[i]);
  vec_u32_release(&vars);
  model_unref(model);
  return told && !holds;
}

// A conjunction for the solver and for Z3's theory of arrays.
static void compare(struct world *w, struct backend *z3, struct tally *tally, uint32_t n,
                    const struct term *conjuncts) {
  double began = clock_now();
  enum answer ours = ask(w, n, conjuncts);
  double took = clock_now() - began;
  tally->seconds += took;
  if (took > tally->slowest) tally->slowest = took;
  enum answer theirs = z3_backend.check(z3, n, conjuncts, 0, NULL, 0.2);
  tally->z3_seconds += clock_now() - began - took;
  if (ours == ANSWER_UNKNOWN) tally->unknown++;
  else if (theirs == ANSWER_UNKNOWN) tally->z3_unknown++;
  else if (ours != theirs && theirs == ANSWER_SAT && has_wrong_model(w, z3, n, conjuncts)) tally->z3_unknown++;
  else if (ours != theirs) {
    struct text text = {0};
    for (uint32_t i = 0; i < n; i++) {
      term_print_smt(w->tm, conjuncts[i], &text);
      text_addc(&text, '\n');
    }
    fail_msg("ours %d, Z3 %d:\n%s", ours, theirs, text_cstr(&text));
  }
  tally->sat += ours == ANSWER_SAT;
  tally->unsat += ours == ANSWER_UNSAT;
}

static void random_round(struct world *w, struct backend *z3, struct tally *tally, uint32_t formulas, int depth) {
  for (uint32_t k = 0; k < formulas; k++) {
    struct term conjuncts[8];
    uint32_t n = 1 + (uint32_t)rnd(w, 5);
    for (uint32_t i = 0; i < n; i++) conjuncts[i] = random_bool(w, depth);
    compare(w, z3, tally, n, conjuncts);
  }
}

static void report(const char *what, const struct tally *t) {
  print_message("%s: %u sat, %u unsat, %u unknown, %u unknown to Z3; %.1f s, at most %.1f s, Z3 %.1f s\n", what, t->sat,
                t->unsat, t->unknown, t->z3_unknown, t->seconds, t->slowest, t->z3_seconds);
}

static void test_random(void **state) {
  (void)state;
  static const uint32_t index_bits[] = {2, 3, 4, 32, 64};
  struct tally tally = {0};
  for (uint64_t seed = 0; seed < 20 / LESS; seed++) {
    struct world w;
    start(&w, seed % 3 ? "native" : "z3", seed % 2, 1, seed + 1);
    uint32_t element_bits = 1 + (uint32_t)rnd(&w, 8);
    sorts(&w, index_bits[seed % 5], sort_bv(w.tm, element_bits));
    w.copies = seed % 4 != 3;
    struct backend *z3 = z3_backend.open(w.tm, &w.limits);
    random_round(&w, z3, &tally, 20, 2 + (int)rnd(&w, 3));
    z3_backend.close(z3);
    finish(&w);
  }
  report("bits", &tally);
  assert_true(tally.unknown < 60); // equations between copies over 64 bits, within a second
  assert_true(tally.sat > 200 / LESS && tally.unsat > 40 / LESS && tally.z3_unknown < 300);
}

static void test_random_elements(void **state) {
  (void)state;
  struct tally tally = {0};
  for (uint64_t seed = 0; seed < 8 / LESS; seed++) {
    struct world w;
    start(&w, seed % 4 < 2 ? "native" : "z3", false, 1, 1000 + seed);
    sorts(&w, seed % 4 < 2 ? 3 : 64, seed % 2 ? sort_bool(w.tm) : sort_float(w.tm, 3, 5));
    struct backend *z3 = z3_backend.open(w.tm, &w.limits);
    random_round(&w, z3, &tally, 20, 3);
    z3_backend.close(z3);
    finish(&w);
  }
  report("floats and Booleans", &tally);
  assert_true(tally.unknown < 30);
  assert_true(tally.sat > 50 / LESS && (LESS > 1 || tally.unsat > 5));
}

// --- all assignments --------------------------------------------------------------------------

// The values of a variable of a very small sort by number; false behind the last.
static bool nth_value(struct world *w, struct term var, uint32_t k, struct term *value) {
  struct sort s = term_sort(w->tm, var);
  if (sort_kind(w->tm, s) == SORT_BOOL) return k < 2 ? *value = term_bool(w->tm, k), true : false;
  if (sort_kind(w->tm, s) == SORT_BV)
    return k < 1u << sort_width(w->tm, s) ? *value = term_bv(w->tm, sort_width(w->tm, s), k), true : false;
  uint32_t cells = 1u << sort_width(w->tm, w->index), bits = sort_width(w->tm, w->element);
  if (k >= 1u << (cells * bits)) return false;
  *value = term_zero(w->tm, s);
  for (uint32_t i = 0; i < cells; i++)
    *value = term_store(w->tm, *value, term_bv(w->tm, sort_width(w->tm, w->index), i),
                        term_bv(w->tm, bits, k >> (i * bits)));
  return true;
}

// By trial; UNKNOWN if there are too many assignments.
static enum answer try_all(struct world *w, struct term t) {
  uint32_t n, at[16] = {0};
  const uint32_t *ids = term_free_vars(w->tm, t, &n);
  double assignments = 1;
  struct term value, vars[16];
  for (uint32_t i = 0; i < n && i < 16; i++) {
    uint32_t values = 0;
    vars[i].id = ids[i];
    while (nth_value(w, vars[i], values, &value)) values++;
    assignments *= values;
  }
  if (n > 16 || assignments > 20000) return ANSWER_UNKNOWN;
  for (;;) {
    struct model *m = model_new(w->tm);
    for (uint32_t i = 0; i < n; i++) {
      nth_value(w, vars[i], at[i], &value);
      model_set(m, vars[i], value);
    }
    bool holds = model_holds(m, t);
    model_unref(m);
    if (holds) return ANSWER_SAT;
    uint32_t i = 0;
    while (i < n && !nth_value(w, vars[i], ++at[i], &value)) at[i++] = 0;
    if (i == n) return ANSWER_UNSAT;
  }
}

static void test_all_assignments(void **state) {
  (void)state;
  unsigned sat = 0, unsat = 0;
  for (uint64_t seed = 0; seed < 40 / LESS; seed++) {
    struct world w;
    start(&w, seed % 2 ? "native" : "z3", false, 0, 5000 + seed);
    sorts(&w, 1 + (uint32_t)(seed / 2 % 2), sort_bv(w.tm, 1));
    for (uint32_t k = 0; k < 60; k++) {
      struct term t = random_bool(&w, 3);
      for (uint32_t more = (uint32_t)rnd(&w, 4); more; more--) t = term_and(w.tm, t, random_bool(&w, 3));
      enum answer expected = try_all(&w, t);
      if (expected == ANSWER_UNKNOWN) continue;
      assert_int_equal(ask_one(&w, t), expected);
      sat += expected == ANSWER_SAT;
      unsat += expected == ANSWER_UNSAT;
    }
    finish(&w);
  }
  print_message("all assignments: %u sat, %u unsat\n", sat, unsat);
  assert_true(sat > 300 / LESS && unsat > 100 / LESS);
}

// --- equality by hand ------------------------------------------------------------------------------

static void test_equality(void **state) {
  (void)state;
  struct world w;
  start(&w, "z3", false, 0, 1);
  struct terms *tm = w.tm;
  sorts(&w, 64, sort_bv(tm, 8));
  struct term a = term_var(tm, w.array, "a"), b = term_var(tm, w.array, "b"), c = term_var(tm, w.array, "c");
  struct term i = term_var(tm, w.index, "i"), j = term_var(tm, w.index, "j"), n = term_var(tm, w.index, "n");
  struct term five = term_array_const(tm, w.array, term_bv(tm, 8, 5)),
              six = term_array_const(tm, w.array, term_bv(tm, 8, 6));
#define SAT(...)                                                                                                       \
  assert_int_equal(ask(&w, sizeof((struct term[]){__VA_ARGS__}) / sizeof(struct term), (struct term[]){__VA_ARGS__}),  \
                   ANSWER_SAT)
#define UNSAT(...)                                                                                                     \
  assert_int_equal(ask(&w, sizeof((struct term[]){__VA_ARGS__}) / sizeof(struct term), (struct term[]){__VA_ARGS__}),  \
                   ANSWER_UNSAT)
  struct term ab = term_eq(tm, a, b), bc = term_eq(tm, b, c), ac = term_eq(tm, a, c);
  SAT(ab, bc);
  UNSAT(ab, bc, term_not(tm, ac));
  SAT(term_not(tm, ab), term_not(tm, bc), term_not(tm, ac));
  SAT(term_eq(tm, a, five));
  UNSAT(term_eq(tm, a, five), term_eq(tm, b, six), ab);
  // Constant arrays through variables and stores.
  struct term stored = term_store(tm, term_store(tm, a, i, term_bv(tm, 8, 1)), j, term_bv(tm, 8, 2));
  SAT(term_eq(tm, stored, b), term_eq(tm, a, five));
  SAT(term_eq(tm, b, stored), term_eq(tm, b, c),
      term_eq(tm, term_store(tm, c, i, term_bv(tm, 8, 5)), term_store(tm, five, j, term_bv(tm, 8, 2))));
  UNSAT(term_eq(tm, stored, six), term_eq(tm, a, five));
  UNSAT(term_eq(tm, b, stored), term_eq(tm, b, five));
  SAT(term_eq(tm, term_store(tm, a, i, term_bv(tm, 8, 5)), five), term_not(tm, term_eq(tm, a, five)));
  // Swapping two cells twice.
  struct term once = term_store(tm, term_store(tm, a, i, term_select(tm, a, j)), j, term_select(tm, a, i));
  struct term twice = term_store(tm, term_store(tm, once, i, term_select(tm, once, j)), j, term_select(tm, once, i));
  UNSAT(term_not(tm, term_eq(tm, a, twice)));
  SAT(term_not(tm, term_eq(tm, a, once)));
  // Long copies; a region of one constant array in another, as large as no list of cells could be.
  struct term large = term_ult(tm, term_bv(tm, 64, (uint64_t)1 << 40), n), copied = term_copy(tm, a, i, b, j, n);
  SAT(large, term_eq(tm, c, copied), term_eq(tm, a, five), term_eq(tm, b, six),
      term_eq(tm, term_select(tm, c, i), term_bv(tm, 8, 6)));
  UNSAT(large, term_eq(tm, c, copied), term_eq(tm, a, five), term_eq(tm, b, six),
        term_eq(tm, term_select(tm, c, i), term_bv(tm, 8, 5)));
  UNSAT(large, term_eq(tm, c, copied), term_eq(tm, a, five), term_eq(tm, b, six), term_eq(tm, c, five));
  UNSAT(term_eq(tm, b, a), term_not(tm, term_eq(tm, term_copy(tm, a, i, b, i, n), a)));
  SAT(term_eq(tm, copied, c), term_not(tm, term_eq(tm, a, c)), term_not(tm, term_eq(tm, b, c)));
  // What was copied can be read back.
  UNSAT(term_eq(tm, c, copied), term_ult(tm, term_bv(tm, 64, 3), n),
        term_not(tm, term_eq(tm, term_select(tm, c, term_add(tm, i, term_bv(tm, 64, 3))),
                             term_select(tm, b, term_add(tm, j, term_bv(tm, 64, 3))))));
  // Choices.
  struct term p = term_var(tm, sort_bool(tm), "p"),
              chosen = term_ite(tm, p, a, term_ite(tm, term_ult(tm, i, j), b, five));
  SAT(term_eq(tm, chosen, six), term_not(tm, term_eq(tm, a, six)));
  UNSAT(term_eq(tm, chosen, six), term_not(tm, term_eq(tm, a, six)), term_not(tm, term_eq(tm, b, six)));
  finish(&w);
}

// Over two bits four stores reach every cell, so a constant array can become another one.
static void test_equality_small(void **state) {
  (void)state;
  struct world w;
  start(&w, "z3", false, 0, 1);
  struct terms *tm = w.tm;
  sorts(&w, 2, sort_bv(tm, 8));
  struct term array = term_array_const(tm, w.array, term_bv(tm, 8, 5)),
              six = term_array_const(tm, w.array, term_bv(tm, 8, 6));
  for (int k = 0; k < 4; k++) {
    SAT(term_not(tm, term_eq(tm, array, six)));
    UNSAT(term_eq(tm, array, six));
    char name[8];
    snprintf(name, sizeof name, "i%d", k);
    array = term_store(tm, array, term_var(tm, w.index, name), term_bv(tm, 8, 6));
  }
  SAT(term_eq(tm, array, six));
  SAT(term_not(tm, term_eq(tm, array, six)));
  finish(&w);
}

// --- large ---------------------------------------------------------------------------------------------

static void timed(struct world *w, const char *what, double seconds, enum answer expected, uint32_t n,
                  const struct term *conjuncts) {
  double began = processor_seconds();
  enum answer answer = ask(w, n, conjuncts);
  double took = processor_seconds() - began;
  print_message("%-50s %6.2f s\n", what, took);
  assert_int_equal(answer, expected);
  assert_true(took < SLOWER * seconds);
}

#define TIMED(what, seconds, expected, ...)                                                                            \
  timed(&w, what, seconds, expected, sizeof((struct term[]){__VA_ARGS__}) / sizeof(struct term),                       \
        (struct term[]){__VA_ARGS__})

// A million cells at every third index, with values of more or less random bits; `twist` changes the last one.
static struct term table(struct world *w, uint32_t n, uint64_t twist) {
  uint64_t *indices = mem_alloc(n * sizeof *indices);
  struct term *values = mem_alloc(n * sizeof *values);
  for (uint32_t i = 0; i < n; i++) {
    indices[i] = 3 * (uint64_t)i;
    values[i] = term_bv(w->tm, 32, (uint64_t)i * 2654435761u + (i == n - 1 ? twist : 0));
  }
  struct term t = term_stores(w->tm, term_var(w->tm, w->array, "base"), n, indices, values);
  mem_free(indices);
  mem_free(values);
  return t;
}

static void test_large_tables(void **state) {
  (void)state;
  for (int native = LESS > 1; native < 2; native++) {
    struct world w;
    start(&w, native ? "native" : "z3", false, 0, 1);
    struct terms *tm = w.tm;
    sorts(&w, 64, sort_bv(tm, 32));
    uint32_t n = native && LESS == 1 ? 1000000 : 100000;
    struct term big = table(&w, n, 0), i = term_var(tm, w.index, "i"), j = term_var(tm, w.index, "j"),
                end = term_bv(tm, 64, 3 * (uint64_t)n);
    struct term at_i = term_select(tm, big, i), at_j = term_select(tm, big, j), zero = term_bv(tm, 64, 0);
    struct term third = term_eq(tm, term_urem(tm, i, term_bv(tm, 64, 3)), zero);
    TIMED("a table of a million cells, read", 2, ANSWER_SAT, term_not(tm, term_eq(tm, at_i, term_bv(tm, 32, 77))));
    TIMED("read inside", 2, ANSWER_SAT, term_ult(tm, i, end), third);
    TIMED("read near an index", 2, ANSWER_UNSAT, term_ult(tm, i, term_bv(tm, 64, 30)), third,
          term_eq(tm, at_i, term_bv(tm, 32, 1)));
    TIMED("two reads, equal", 2, ANSWER_SAT, term_eq(tm, at_i, at_j), term_not(tm, term_eq(tm, i, j)));
    TIMED("two reads, unequal", 2, ANSWER_SAT, term_not(tm, term_eq(tm, at_i, at_j)), term_ult(tm, i, end),
          term_ult(tm, j, i));
    TIMED("two reads at one index, unequal", 2, ANSWER_UNSAT, term_not(tm, term_eq(tm, at_i, at_j)), term_eq(tm, i, j));
    TIMED("a read and the cell below", 2, ANSWER_UNSAT, term_eq(tm, i, term_bv(tm, 64, 30000)),
          term_not(tm, term_eq(tm, at_i, term_bv(tm, 32, 10000 * UINT64_C(2654435761)))));
    n = native && LESS == 1 ? 100000 : 20000;
    struct term other = term_store(tm, table(&w, n, 1), i, term_bv(tm, 32, 5)),
                changed = term_store(tm, table(&w, n, 0), j, term_bv(tm, 32, 5));
    TIMED("two tables, equal", 10, ANSWER_SAT, term_eq(tm, other, changed));
    TIMED("two tables, equal but for the cell that differs", 10, ANSWER_UNSAT, term_eq(tm, other, changed),
          term_ult(tm, i, term_bv(tm, 64, 3)), term_ult(tm, j, term_bv(tm, 64, 3)));
    TIMED("two tables, unequal", 10, ANSWER_SAT, term_not(tm, term_eq(tm, other, changed)));
    finish(&w);
  }
}

// Stores at variable indices, one above the other.
static struct term chain(struct world *w, struct term array, uint32_t n, char what, uint64_t value) {
  char name[16];
  for (uint32_t k = 0; k < n; k++) {
    snprintf(name, sizeof name, "%c%u", what, k);
    array = term_store(w->tm, array, term_var(w->tm, w->index, name), term_bv(w->tm, 32, value + k));
  }
  return array;
}

static void test_long_chains(void **state) {
  (void)state;
  for (int native = LESS > 1; native < 2; native++) {
    struct world w;
    start(&w, native ? "native" : "z3", false, 0, 1);
    struct terms *tm = w.tm;
    sorts(&w, 32, sort_bv(tm, 32));
    uint32_t n = 500;
    struct term base = term_var(tm, w.array, "base"), i = term_var(tm, w.index, "i"), j = term_var(tm, w.index, "j");
    struct term one = chain(&w, base, n, 'k', 1000), at_i = term_select(tm, one, i), at_j = term_select(tm, one, j);
    struct term none = term_array_const(tm, w.array, term_bv(tm, 32, 0)), over = chain(&w, none, n, 'k', 1000);
    TIMED("a chain of 500 stores, read", 4, ANSWER_SAT, term_eq(tm, at_i, term_bv(tm, 32, 1400)));
    TIMED("read, what was never stored", 4, ANSWER_UNSAT, term_eq(tm, term_select(tm, over, i), term_bv(tm, 32, 5)));
    TIMED("read, at the first store or above", 4, ANSWER_UNSAT,
          term_eq(tm, term_select(tm, over, term_var(tm, w.index, "k0")), term_bv(tm, 32, 0)));
    TIMED("two reads, equal", 4, ANSWER_SAT, term_eq(tm, at_i, at_j), term_not(tm, term_eq(tm, i, j)));
    TIMED("two reads at one index, unequal", 4, ANSWER_UNSAT, term_not(tm, term_eq(tm, at_i, at_j)), term_eq(tm, i, j));
    struct term same = chain(&w, term_var(tm, w.array, "other"), n, 'k', 1000), less = chain(&w, base, n, 'm', 1001);
    TIMED("two chains, equal", 10, ANSWER_SAT, term_eq(tm, one, same));
    TIMED("two chains, equal, what is below is not", 10, ANSWER_SAT, term_eq(tm, one, same),
          term_not(tm, term_eq(tm, base, term_var(tm, w.array, "other"))));
    TIMED("two chains, unequal", 10, ANSWER_SAT, term_not(tm, term_eq(tm, one, same)));
    TIMED("two chains, unequal over one base", 10, ANSWER_SAT, term_not(tm, term_eq(tm, one, less)));
    TIMED("two chains, equal, their ends differ", 10, ANSWER_UNSAT, term_eq(tm, one, less),
          term_eq(tm, term_var(tm, w.index, "k499"), term_var(tm, w.index, "m499")));
    finish(&w);
  }
}

// Many reads of one variable: congruence only where it is needed.
static void test_many_reads(void **state) {
  (void)state;
  struct world w;
  start(&w, "native", false, 0, 1);
  struct terms *tm = w.tm;
  sorts(&w, 32, sort_bv(tm, 32));
  struct term a = term_var(tm, w.array, "a"), sum = term_bv(tm, 32, 0), all[3];
  struct term ordered = term_true(tm), before = term_bv(tm, 32, 0);
  for (uint32_t k = 0; k < 120; k++) {
    char name[16];
    snprintf(name, sizeof name, "i%u", k);
    struct term i = term_var(tm, w.index, name);
    ordered = term_and(tm, ordered, term_ule(tm, before, term_select(tm, a, i)));
    before = term_select(tm, a, i);
    sum = term_bvor(tm, sum, i);
  }
  all[0] = ordered;
  all[1] = term_not(tm, term_eq(tm, sum, term_bv(tm, 32, 0)));
  all[2] = term_ult(tm, sum, term_bv(tm, 32, 2)); // indices 0 and 1
  timed(&w, "120 reads at variable indices", 4, ANSWER_SAT, 2, all);
  timed(&w, "120 reads at two indices", 8, ANSWER_SAT, 3, all);
  struct term top = term_select(tm, a, term_bv(tm, 32, 0)), bottom = term_select(tm, a, term_var(tm, w.index, "i119"));
  struct term clash[4] = {ordered, term_ult(tm, bottom, top),
                          term_eq(tm, term_var(tm, w.index, "i0"), term_bv(tm, 32, 0))};
  timed(&w, "120 reads in order, the first above the last", 4, ANSWER_UNSAT, 3, clash);
  finish(&w);
}

// Copies of copies of an array onto itself: 2^30 ways down.
static void test_copies(void **state) {
  (void)state;
  struct world w;
  start(&w, "native", false, 0, 1);
  struct terms *tm = w.tm;
  sorts(&w, 32, sort_bv(tm, 8));
  struct term a = term_array_const(tm, w.array, term_bv(tm, 8, 7)), i = term_var(tm, w.index, "i");
  for (uint32_t k = 0; k < 12; k++) {
    char to[16], from[16];
    snprintf(to, sizeof to, "d%u", k);
    snprintf(from, sizeof from, "s%u", k);
    if (k == 3) a = term_store(tm, a, term_var(tm, w.index, "s2"), term_bv(tm, 8, 9));
    a = term_copy(tm, a, term_var(tm, w.index, to), a, term_var(tm, w.index, from), term_var(tm, w.index, "n"));
  }
  struct term cell = term_select(tm, a, i);
  TIMED("12 copies, read", 4, ANSWER_SAT, term_eq(tm, cell, term_bv(tm, 8, 9)),
        term_eq(tm, term_var(tm, w.index, "n"), term_bv(tm, 32, 100)));
  TIMED("12 copies, read what is nowhere, nothing copied", 4, ANSWER_UNSAT, term_eq(tm, cell, term_bv(tm, 8, 8)),
        term_eq(tm, term_var(tm, w.index, "n"), term_bv(tm, 32, 0)));
  finish(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equality),        cmocka_unit_test(test_equality_small),
      cmocka_unit_test(test_large_tables),    cmocka_unit_test(test_long_chains),
      cmocka_unit_test(test_many_reads),      cmocka_unit_test(test_copies),
      cmocka_unit_test(test_all_assignments), cmocka_unit_test(test_random),
      cmocka_unit_test(test_random_elements),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
