// Interpolants from linear combinations, relations and Horn clauses: each provider alone, on problems made by hand.
// What it gives is checked here, without its own checks: by a solver of another back end at 32 bits, by trying all
// values at 4 bits.
#include "solve/interpolate/interpolator.h"
#include "solve/linear/linear.h"
#include "solve/linear/simplex.h"
#include "timing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

enum { MAX_STEPS = 32, MAX_UPDATES = 4, MAX_VARS = 5 };

// A path while it is written down, and the problem made of it.
struct path_maker {
  struct terms *tm;
  struct limits limits;
  struct stats stats;
  struct interpolator *ip;
  uint32_t width, n, n_cuts;
  struct step steps[MAX_STEPS];
  struct step_update updates[MAX_STEPS][MAX_UPDATES];
  struct term inputs[MAX_STEPS][MAX_UPDATES];
  uint32_t cuts[MAX_STEPS];
  struct vec_term live[MAX_STEPS];
  struct problem p;
};

static struct path_maker *start(uint32_t width) {
  struct path_maker *m = mem_zalloc(1, sizeof *m);
  m->tm = terms_new();
  m->width = width;
  struct interpolator_config config = {0};
  m->ip = interpolator_new(m->tm, &m->limits, &m->stats, &config);
  return m;
}

static void finish(struct path_maker *m) {
  interpolator_free(m->ip);
  for (uint32_t i = 0; i < MAX_STEPS; i++) vec_term_release(&m->live[i]);
  terms_free(m->tm);
  mem_free(m);
}

static struct term var(struct path_maker *m, const char *name) {
  return term_var(m->tm, sort_bv(m->tm, m->width), name);
}
static struct term num(struct path_maker *m, int64_t value) { return term_bv_signed(m->tm, m->width, value); }
static struct term plus(struct path_maker *m, struct term a, int64_t value) {
  return term_add(m->tm, a, num(m, value));
}

static void step(struct path_maker *m, struct term guard) {
  assert_true(m->n < MAX_STEPS);
  m->steps[m->n] = (struct step){guard, 0, 0, m->updates[m->n], m->inputs[m->n]};
  m->n++;
}
static void assume(struct path_maker *m, struct term guard) { step(m, guard); }
static void set(struct path_maker *m, struct term x, struct term value) { // in the last step
  struct step *s = &m->steps[m->n - 1];
  m->updates[m->n - 1][s->n_updates++] = (struct step_update){x, value};
}
static void assign(struct path_maker *m, struct term x, struct term value) {
  step(m, term_true(m->tm));
  set(m, x, value);
}
static struct term input(struct path_maker *m, struct term in) { // of the last step
  struct step *s = &m->steps[m->n - 1];
  return m->inputs[m->n - 1][s->n_inputs++] = in;
}
static void cut(struct path_maker *m) { m->cuts[m->n_cuts++] = m->n; }

static void add_vars(struct path_maker *m, struct vec_term *set, struct term t) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(m->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t at = 0;
    while (at < set->size && set->data[at].id < ids[i]) at++;
    if (at < set->size && set->data[at].id == ids[i]) continue;
    vec_term_push(set, TERM_NONE);
    memmove(set->data + at + 1, set->data + at, (set->size - 1 - at) * sizeof *set->data);
    set->data[at] = (struct term){ids[i]};
  }
}

static void drop_var(struct vec_term *set, struct term x) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < set->size; i++)
    if (set->data[i].id != x.id) set->data[kept++] = set->data[i];
  set->size = kept;
}

// The problem, with the variables that are live at each cut.
static const struct problem *problem(struct path_maker *m) {
  struct vec_term live = {0};
  for (uint32_t i = m->n; i-- > 0;) {
    struct step *s = &m->steps[i];
    struct vec_term read = {0};
    for (uint32_t k = 0; k < s->n_updates; k++) {
      bool wanted = false;
      for (uint32_t j = 0; j < live.size; j++) wanted = wanted || term_same(live.data[j], s->updates[k].var);
      if (wanted) add_vars(m, &read, s->updates[k].value);
    }
    for (uint32_t k = 0; k < s->n_updates; k++) drop_var(&live, s->updates[k].var);
    for (uint32_t k = 0; k < read.size; k++) add_vars(m, &live, read.data[k]);
    add_vars(m, &live, s->guard);
    for (uint32_t k = 0; k < s->n_inputs; k++) drop_var(&live, s->inputs[k]);
    for (uint32_t k = 0; k < m->n_cuts; k++)
      if (m->cuts[k] == i)
        for (uint32_t j = 0; j < live.size; j++) vec_term_push(&m->live[k], live.data[j]);
    vec_term_release(&read);
  }
  vec_term_release(&live);
  m->p = (struct problem){.n_steps = m->n, .n_cuts = m->n_cuts, .steps = m->steps, .cuts = m->cuts, .live = m->live};
  return &m->p;
}

// --- independent checks -----------------------------------------------------------------------------

// from ∧ steps first … last-1 ∧ ¬to, run forward on versions.
static struct term violation(struct path_maker *m, struct term from, uint32_t first, uint32_t last, struct term to) {
  struct terms *tm = m->tm;
  struct substitution *now = substitution_new(tm);
  struct term all = from;
  for (uint32_t i = first; i < last; i++) {
    const struct step *s = &m->steps[i];
    struct term values[MAX_UPDATES];
    for (uint32_t k = 0; k < s->n_inputs; k++)
      substitution_set(now, s->inputs[k], term_fresh(tm, term_sort(tm, s->inputs[k]), "read"));
    all = term_and(tm, all, substitution_apply(now, s->guard));
    for (uint32_t k = 0; k < s->n_updates; k++) values[k] = substitution_apply(now, s->updates[k].value);
    for (uint32_t k = 0; k < s->n_updates; k++) substitution_set(now, s->updates[k].var, values[k]);
  }
  all = term_and(tm, all, term_not(tm, substitution_apply(now, to)));
  substitution_free(now);
  return all;
}

// Is there an assignment that makes t true? All values of all its variables, which must be few and narrow.
static bool some_value(struct path_maker *m, struct term t) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(m->tm, t, &n);
  uint32_t bits = 0, vars[8];
  assert_true(n <= 8);
  for (uint32_t i = 0; i < n; i++) bits += term_width(m->tm, (struct term){vars[i] = ids[i]});
  assert_true(bits <= 20);
  for (uint32_t code = 0; code < 1u << bits; code++) {
    struct model *model = model_new(m->tm);
    uint32_t rest = code;
    for (uint32_t i = 0; i < n; i++) {
      uint32_t width = term_width(m->tm, (struct term){vars[i]});
      model_set(model, (struct term){vars[i]}, term_bv(m->tm, width, rest & ((1u << width) - 1)));
      rest >>= width;
    }
    bool holds = model_holds(model, t);
    model_unref(model);
    if (holds) return true;
  }
  return false;
}

static bool possible(struct path_maker *m, struct term t) {
  if (m->width <= 4) return some_value(m, t);
  struct solver_config config = {.backend = "z3"};
  struct solver *s = solver_new(m->tm, &m->limits, &m->stats, &config);
  solver_assert(s, t);
  enum answer answer = solver_check(s, 0, NULL);
  solver_free(s);
  assert_int_not_equal(answer, ANSWER_UNKNOWN);
  return answer == ANSWER_SAT;
}

static void print_sequence(struct path_maker *m, const char *what, double seconds, const struct term *out) {
  struct text text = {0};
  for (uint32_t k = 0; k < m->n_cuts; k++) {
    text_add(&text, k ? " | " : "");
    term_print_c(m->tm, out[k], &text);
  }
  print_message("%-28s %2u bits %6.1f ms  %.600s\n", what, m->width, seconds * 1000, text_cstr(&text));
  text_release(&text);
}

static void check_sequence(struct path_maker *m, const struct term *out) {
  struct term before = term_true(m->tm);
  for (uint32_t k = 0; k <= m->n_cuts; k++) {
    struct term to = k < m->n_cuts ? out[k] : term_false(m->tm);
    uint32_t first = k ? m->cuts[k - 1] : 0, last = k < m->n_cuts ? m->cuts[k] : m->n;
    assert_false(possible(m, violation(m, before, first, last, to)));
    before = to;
    if (k == m->n_cuts) break;
    uint32_t n;
    const uint32_t *ids = term_free_vars(m->tm, to, &n);
    for (uint32_t i = 0; i < n; i++) {
      bool live = false;
      for (uint32_t j = 0; j < m->live[k].size; j++) live = live || m->live[k].data[j].id == ids[i];
      assert_true(live);
    }
  }
}

enum {
  FARKAS = 1 << PROVIDER_FARKAS,
  RELATIONS = 1 << PROVIDER_RELATIONS,
  SPACER = 1 << PROVIDER_SPACER,
  ALL = FARKAS | RELATIONS | SPACER
};

// Writes the path into m.
typedef void path_function(struct path_maker *m);

// Every provider named in `must` has to solve the problem; what any of them gives has to be right.
static void solve(const char *name, path_function *write, uint32_t width, uint32_t must) {
  static provider_function *const functions[] = {provide_farkas, provide_relations, provide_spacer};
  for (int i = 0; i < 3; i++) {
    struct path_maker *m = start(width);
    write(m);
    struct term out[MAX_STEPS];
    char what[64];
    enum provider provider = (enum provider)(PROVIDER_FARKAS + i);
    snprintf(what, sizeof what, "%s, %s", name, provider_name(provider));
    const struct problem *p = problem(m);
    m->ip->deadline = clock_now() + (must >> provider & 1 ? AMPLE : 10);
    double begin = clock_now();
    bool found = functions[i](m->ip, p, out);
    double seconds = clock_now() - begin;
    if (found) {
      print_sequence(m, what, seconds, out);
      check_sequence(m, out);
    } else {
      print_message("%-28s %2u bits %6.1f ms  no candidate\n", what, width, seconds * 1000);
    }
    if (must >> provider & 1 && !found) fail_msg("%s: no candidate", what);
    finish(m);
  }
}

// --- problems ---------------------------------------------------------------------------------------

// x = 0; while (x < 4) x++; assert x <= 6, unrolled twice.
static void write_counter(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct term x = var(m, "x");
  assign(m, x, num(m, 0));
  for (int i = 0; i < 2; i++) {
    cut(m);
    assume(m, term_slt(tm, x, num(m, 4)));
    set(m, x, plus(m, x, 1));
  }
  cut(m);
  assume(m, term_slt(tm, num(m, 6), x));
}

// i = x = 0; while (i < n) { i++; x++; } assert x == n, for n >= 0: needs x = i and i <= n.
static void write_equal(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct term x = var(m, "x"), i = var(m, "i"), n = var(m, "n");
  assume(m, term_sle(tm, num(m, 0), n));
  set(m, x, num(m, 0));
  set(m, i, num(m, 0));
  for (int k = 0; k < 2; k++) {
    cut(m);
    assume(m, term_slt(tm, i, n));
    set(m, i, plus(m, i, 1));
    set(m, x, plus(m, x, 1));
  }
  cut(m);
  assume(m, term_and(tm, term_sle(tm, n, i), term_not(tm, term_eq(tm, x, n))));
}

// y = x = 0; loop y++, x += 2; assert x == 2 * y.
static void write_double(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct term x = var(m, "x"), y = var(m, "y");
  assign(m, x, num(m, 0));
  set(m, y, num(m, 0));
  for (int k = 0; k < 2; k++) {
    cut(m);
    assign(m, x, plus(m, x, 2));
    set(m, y, plus(m, y, 1));
  }
  cut(m);
  assume(m, term_not(tm, term_eq(tm, x, term_mul(tm, num(m, 2), y))));
}

// s = 0; twice: in = read(), 0 <= in <= 2, s += in; then s > 4. The same input in both iterations.
static void write_inputs(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct term s = var(m, "s"), in = var(m, "in");
  assign(m, s, num(m, 0));
  for (int k = 0; k < 2; k++) {
    cut(m);
    assume(m, term_and(tm, term_sle(tm, num(m, 0), in), term_sle(tm, in, num(m, 2))));
    input(m, in);
    set(m, s, term_add(tm, s, in));
  }
  cut(m);
  assume(m, term_slt(tm, num(m, 4), s));
}

// (x == 1 or x == 3), y = x + x; y > 6.
static void write_cases(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct term x = var(m, "x"), y = var(m, "y");
  assume(m, term_or(tm, term_eq(tm, x, num(m, 1)), term_eq(tm, x, num(m, 3))));
  cut(m);
  assign(m, y, term_add(tm, x, x));
  cut(m);
  assume(m, term_slt(tm, num(m, 6), y));
}

// -5 <= x <= 5; y = |x|; y > 5.
static void write_absolute(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct term x = var(m, "x"), y = var(m, "y");
  assume(m, term_and(tm, term_sle(tm, num(m, -5), x), term_sle(tm, x, num(m, 5))));
  cut(m);
  assign(m, y, term_ite(tm, term_slt(tm, x, num(m, 0)), term_neg(tm, x), x));
  cut(m);
  assume(m, term_slt(tm, num(m, 5), y));
}

// Unsigned: x <= 10, y = x + 3; y >= 14. At 4 bits x = 13 … would wrap if 10 were larger.
static void write_unsigned(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct term x = var(m, "x"), y = var(m, "y");
  assume(m, term_ule(tm, x, num(m, m->width == 4 ? 10 : 4000000000)));
  cut(m);
  assign(m, y, plus(m, x, 3));
  cut(m);
  assume(m, term_ule(tm, num(m, m->width == 4 ? 14 : 4000000004), y));
}

// x + y <= 7 and y >= 3 without overflow, z = x; z > 4: two constraints of the first part become one.
static void write_combined(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct term x = var(m, "x"), y = var(m, "y"), z = var(m, "z");
  assume(m, term_and(tm, term_and(tm, term_sle(tm, num(m, 3), y), term_sle(tm, y, num(m, 5))),
                     term_sle(tm, num(m, -2), x)));
  assume(m, term_and(tm, term_sle(tm, x, num(m, 2)), term_sle(tm, term_add(tm, x, y), num(m, 5))));
  cut(m);
  assign(m, z, x);
  cut(m);
  assume(m, term_slt(tm, num(m, 2), z));
}

// x = 0; twice x += 2; x is odd.
static void write_parity(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct term x = var(m, "x"), in = var(m, "in");
  assume(m, term_true(tm));
  set(m, x, term_mul(tm, num(m, 2), input(m, in)));
  for (int k = 0; k < 2; k++) {
    cut(m);
    assign(m, x, plus(m, x, 2));
  }
  cut(m);
  assume(m, term_eq(tm, term_bvand(tm, x, num(m, 1)), num(m, 1)));
}

// a[i] = 3; v = a[i]; v != 3, with something else stored at j != i.
static void write_array(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct sort s = sort_bv(tm, m->width);
  struct term a = term_var(tm, sort_array(tm, s, s), "a"), i = var(m, "i"), j = var(m, "j"), v = var(m, "v");
  assign(m, a, term_store(tm, a, i, num(m, 3)));
  cut(m);
  assume(m, term_not(tm, term_eq(tm, i, j)));
  set(m, a, term_store(tm, a, j, num(m, 5)));
  cut(m);
  assign(m, v, term_select(tm, a, i));
  cut(m);
  assume(m, term_not(tm, term_eq(tm, v, num(m, 3))));
}

// Narrow values in a wide sum: bytes x, y <= 200, s = x + y as 32 bits; s > 400.
static void write_extended(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct term x = term_var(tm, sort_bv(tm, 8), "x"), y = term_var(tm, sort_bv(tm, 8), "y"), s = var(m, "s");
  assume(m, term_and(tm, term_ule(tm, x, term_bv(tm, 8, 200)), term_ule(tm, y, term_bv(tm, 8, 200))));
  cut(m);
  assign(m, s, term_add(tm, term_zext(tm, x, m->width), term_zext(tm, y, m->width)));
  cut(m);
  assume(m, term_slt(tm, num(m, 400), s));
}

// A flag that is set with the value: b = x > 3; if b then x >= 3 must hold.
static void write_flag(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct term x = var(m, "x"), b = term_var(tm, sort_bool(tm), "b");
  assign(m, b, term_slt(tm, num(m, 3), x));
  cut(m);
  assume(m, b);
  cut(m);
  assume(m, term_slt(tm, x, num(m, 3)));
}

// A remainder: r = x % 4 unsigned; k = r + 1; k > 4.
static void write_remainder(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct term x = var(m, "x"), r = var(m, "r"), k = var(m, "k");
  assign(m, r, term_urem(tm, x, num(m, 3)));
  cut(m);
  assign(m, k, plus(m, r, 1));
  cut(m);
  assume(m, term_ult(tm, num(m, 3), k));
}

// A long path: n iterations of i++, x += 2, y -= 1 with z and w alongside, then x + y != i.
static void write_long(struct path_maker *m) {
  struct terms *tm = m->tm;
  struct term x = var(m, "x"), y = var(m, "y"), i = var(m, "i"), n = var(m, "n"), z = var(m, "z");
  assume(m, term_sle(tm, n, num(m, 100)));
  set(m, x, num(m, 0)), set(m, y, num(m, 0)), set(m, i, num(m, 0));
  for (int k = 0; k < 25; k++) {
    cut(m);
    assume(m, term_slt(tm, i, n));
    set(m, x, plus(m, x, 2)), set(m, y, plus(m, y, -1)), set(m, i, plus(m, i, 1));
    set(m, z, term_add(tm, z, x));
  }
  cut(m);
  assume(m, term_or(tm, term_slt(tm, num(m, 100), i), term_not(tm, term_eq(tm, term_add(tm, x, y), i))));
}

static void test_counter(void **state) {
  (void)state;
  solve("counter", write_counter, 4, ALL), solve("counter", write_counter, 32, ALL);
}
static void test_equal(void **state) {
  (void)state;
  solve("equal", write_equal, 4, FARKAS | RELATIONS);
  solve("equal", write_equal, 32, FARKAS | RELATIONS);
}
static void test_double(void **state) {
  (void)state;
  solve("double", write_double, 4, FARKAS | RELATIONS), solve("double", write_double, 32, ALL);
}
static void test_inputs(void **state) {
  (void)state;
  solve("inputs", write_inputs, 4, ALL), solve("inputs", write_inputs, 32, ALL);
}
static void test_cases(void **state) {
  (void)state;
  solve("cases", write_cases, 4, RELATIONS), solve("cases", write_cases, 32, FARKAS | RELATIONS);
}
static void test_absolute(void **state) {
  (void)state;
  solve("absolute", write_absolute, 4, FARKAS | RELATIONS);
  solve("absolute", write_absolute, 32, ALL);
}
static void test_unsigned(void **state) {
  (void)state;
  solve("unsigned", write_unsigned, 4, FARKAS | RELATIONS);
  solve("unsigned", write_unsigned, 32, FARKAS | RELATIONS);
}
static void test_combined(void **state) {
  (void)state;
  solve("combined", write_combined, 4, ALL), solve("combined", write_combined, 32, ALL);
}
static void test_parity(void **state) {
  (void)state;
  solve("parity", write_parity, 4, RELATIONS), solve("parity", write_parity, 32, RELATIONS);
}
static void test_array(void **state) {
  (void)state;
  solve("array", write_array, 32, RELATIONS);
}
static void test_extended(void **state) {
  (void)state;
  solve("extended", write_extended, 32, FARKAS);
}
static void test_flag(void **state) {
  (void)state;
  solve("flag", write_flag, 32, FARKAS | RELATIONS);
}
static void test_remainder(void **state) {
  (void)state;
  solve("remainder", write_remainder, 4, FARKAS | RELATIONS);
  solve("remainder", write_remainder, 32, FARKAS | RELATIONS);
}
static void test_long(void **state) {
  (void)state;
  solve("long", write_long, 32, FARKAS | RELATIONS);
}

// Through the whole chain, with one provider allowed at a time: the path is reduced before and simplified after.
static void test_chain(void **state) {
  (void)state;
  static path_function *const paths[] = {write_counter,  write_equal,    write_inputs,
                                         write_combined, write_extended, write_long};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    for (enum provider provider = PROVIDER_FARKAS; provider <= PROVIDER_RELATIONS; provider++) {
      struct path_maker *m = start(32);
      m->ip->config.providers = 1u << provider;
      m->ip->config.seconds = AMPLE;
      paths[i](m);
      problem(m);
      struct term out[MAX_STEPS];
      enum provider by;
      assert_int_equal(interpolate_path(m->ip, m->n, m->steps, m->n_cuts, m->cuts, out, &by), ANSWER_UNSAT);
      check_sequence(m, out);
      finish(m);
    }
}

// A deadline that has passed is kept, and what was stopped says so.
static void test_stopped(void **state) {
  (void)state;
  static provider_function *const functions[] = {provide_farkas, provide_relations, provide_spacer};
  for (int i = 0; i < 3; i++) {
    struct path_maker *m = start(32);
    write_long(m);
    const struct problem *p = problem(m);
    struct term out[MAX_STEPS];
    m->ip->deadline = clock_cpu() / 2;
    double begin = processor_seconds();
    assert_false(functions[i](m->ip, p, out));
    assert_true(processor_seconds() - begin < 0.2 * SLOWER);
    finish(m);
  }
}

// --- simplex ----------------------------------------------------------------------------------------

// Random systems: a solution satisfies all rows, multipliers refute them. Both are checked with integers by hand.
static void test_simplex(void **state) {
  (void)state;
  srand(7);
  int feasible = 0, infeasible = 0;
  for (int round = 0; round < 3000 / LESS; round++) {
    uint32_t rows = 1 + rand() % 7, columns = 1 + rand() % 4;
    int a[8][4], b[8];
    bool equation[8];
    struct simplex *s = simplex_new(rows, columns);
    mpz_t z;
    mpq_t sum, part;
    mpz_init(z);
    mpq_inits(sum, part, NULL);
    for (uint32_t r = 0; r < rows; r++) {
      for (uint32_t c = 0; c < columns; c++) mpz_set_si(z, a[r][c] = rand() % 7 - 3), simplex_set(s, r, c, z);
      mpz_set_si(z, b[r] = rand() % 11 - 6);
      simplex_bound(s, r, z, equation[r] = rand() % 4 == 0);
    }
    enum simplex_answer answer = simplex_solve(s, 10000);
    assert_int_not_equal(answer, SIMPLEX_GAVE_UP);
    for (uint32_t r = 0; answer == SIMPLEX_FEASIBLE && r < rows; r++) {
      mpq_set_si(sum, -b[r], 1);
      for (uint32_t c = 0; c < columns; c++)
        mpq_set_si(part, a[r][c], 1), mpq_mul(part, part, simplex_value(s, c)), mpq_add(sum, sum, part);
      assert_true(equation[r] ? mpq_sgn(sum) == 0 : mpq_sgn(sum) <= 0);
    }
    for (uint32_t c = 0; answer == SIMPLEX_INFEASIBLE && c <= columns; c++) {
      mpq_set_si(sum, 0, 1);
      for (uint32_t r = 0; r < rows; r++) {
        mpq_set_si(part, c < columns ? a[r][c] : b[r], 1);
        mpq_mul(part, part, simplex_multiplier(s, r));
        mpq_add(sum, sum, part);
      }
      assert_true(c < columns ? mpq_sgn(sum) == 0 : mpq_sgn(sum) < 0);
    }
    for (uint32_t r = 0; answer == SIMPLEX_INFEASIBLE && r < rows; r++)
      assert_true(equation[r] || mpq_sgn(simplex_multiplier(s, r)) >= 0);
    feasible += answer == SIMPLEX_FEASIBLE;
    infeasible += answer == SIMPLEX_INFEASIBLE;
    mpz_clear(z);
    mpq_clears(sum, part, NULL);
    simplex_free(s);
  }
  assert_true(feasible > 300 / LESS && infeasible > 300 / LESS);
}

// --- forms ------------------------------------------------------------------------------------------

static int64_t reading_of(uint64_t bits, uint32_t width, bool is_unsigned) {
  return is_unsigned || !(bits >> (width - 1)) ? (int64_t)bits : (int64_t)bits - ((int64_t)1 << width);
}

// Wide forms are exact for all values; plain ones too where there is one variable alone.
static void test_forms(void **state) {
  (void)state;
  srand(11);
  struct terms *tm = terms_new();
  struct term x = term_var(tm, sort_bv(tm, 3), "x"), y = term_var(tm, sort_bv(tm, 2), "y");
  for (int round = 0; round < 300; round++) {
    int a = rand() % 9 - 4, b = round % 3 ? rand() % 9 - 4 : 0, k = rand() % 25 - 12;
    bool equation = rand() % 3 == 0;
    struct linear l;
    mpz_t z;
    linear_init(&l);
    mpz_init_set_si(z, a);
    linear_add_atom(&l, x, z);
    mpz_set_si(z, b);
    linear_add_atom(&l, y, z);
    mpz_set_si(l.constant, k);
    bool solvable = linear_normalise(&l, equation), alone = (a == 1 || a == -1) && !b;
    for (enum linear_form form = 0; form < LINEAR_FORM_COUNT; form++) {
      bool exact = form >= LINEAR_WIDE_SIGNED || (alone && form <= LINEAR_PLAIN_UNSIGNED);
      struct term t = solvable ? linear_formula(tm, &l, equation, form) : term_false(tm);
      if (form >= LINEAR_WIDE_SIGNED) assert_false(term_none(t));
      for (uint32_t code = 0; code < 32 && exact && !term_none(t); code++) {
        struct model *m = model_new(tm);
        model_set(m, x, term_bv(tm, 3, code & 7));
        model_set(m, y, term_bv(tm, 2, code >> 3));
        int64_t sum = a * reading_of(code & 7, 3, form & 1) + b * reading_of(code >> 3, 2, form & 1) + k;
        assert_int_equal(model_holds(m, t), equation ? sum == 0 : sum <= 0);
        model_unref(m);
      }
    }
    mpz_clear(z);
    linear_release(&l);
  }
  terms_free(tm);
}

// --- random paths -----------------------------------------------------------------------------------

static uint32_t random_seed;

static struct term random_sum(struct path_maker *m, struct term in) {
  struct term vars[3] = {var(m, "x"), var(m, "y"), in};
  struct term sum = num(m, rand() % 5 - 2);
  for (int i = 0; i < 3; i++) {
    if (term_none(vars[i]) || rand() % 2) continue;
    sum = term_add(m->tm, sum, term_mul(m->tm, num(m, rand() % 4 ? 1 : rand() % 5 - 2), vars[i]));
  }
  return sum;
}

static struct term random_guard(struct path_maker *m, struct term in) {
  struct terms *tm = m->tm;
  struct term a = random_sum(m, in), b = rand() % 2 ? num(m, rand() % 8 - 3) : random_sum(m, in), t;
  switch (rand() % 6) {
  case 0: t = term_eq(tm, a, b); break;
  case 1: t = term_not(tm, term_eq(tm, a, b)); break;
  case 2: t = term_ule(tm, a, b); break;
  case 3: t = term_slt(tm, a, b); break;
  default: t = term_sle(tm, a, b); break;
  }
  return t;
}

static void write_random(struct path_maker *m) {
  srand(random_seed);
  struct terms *tm = m->tm;
  struct term in = var(m, "in"), vars[2] = {var(m, "x"), var(m, "y")};
  uint32_t n = 3 + rand() % 4;
  for (uint32_t i = 0; i < n; i++) {
    bool reads = rand() % 4 == 0;
    if (i) cut(m);
    struct term guard = random_guard(m, reads ? in : TERM_NONE);
    if (rand() % 2) guard = term_and(tm, guard, random_guard(m, TERM_NONE));
    else if (rand() % 4 == 0) guard = term_or(tm, guard, random_guard(m, TERM_NONE));
    step(m, i && i + 1 < n && rand() % 2 ? term_true(tm) : guard);
    if (reads) input(m, in);
    for (int k = 0; k < 2; k++) {
      if (rand() % 2) continue;
      struct term value = random_sum(m, reads ? in : TERM_NONE);
      if (rand() % 6 == 0) value = term_ite(tm, random_guard(m, TERM_NONE), value, vars[k]);
      set(m, vars[k], value);
    }
  }
}

// Whatever comes out must be right, for all values of three bits; and Farkas and relations must succeed often enough to
// be of use.
static void test_random(void **state) {
  (void)state;
  uint32_t infeasible = 0, solved[3] = {0}, asked[3] = {0};
  double seconds[3] = {0};
  static provider_function *const functions[] = {provide_farkas, provide_relations, provide_spacer};
  for (random_seed = 1; random_seed <= 1500 / LESS; random_seed++) {
    struct path_maker *m = start(3);
    write_random(m);
    const struct problem *p = problem(m);
    if (!possible(m, violation(m, term_true(m->tm), 0, m->n, term_false(m->tm)))) {
      infeasible++;
      for (int i = 0; i < 3; i++) {
        struct term out[MAX_STEPS];
        if (i == 2 && infeasible % 10) continue;
        m->ip->deadline = clock_now() + 5;
        double begin = clock_now();
        bool found = functions[i](m->ip, p, out);
        seconds[i] += clock_now() - begin;
        asked[i]++;
        solved[i] += found;
        if (found) check_sequence(m, out);
      }
    }
    finish(m);
  }
  for (int i = 0; i < 3; i++)
    print_message("random, %s: %u of %u, %.2f ms each\n", provider_name((enum provider)(PROVIDER_FARKAS + i)),
                  solved[i], asked[i], seconds[i] / (asked[i] + !asked[i]) * 1000);
  assert_true(infeasible > 200 / LESS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counter),   cmocka_unit_test(test_equal),    cmocka_unit_test(test_double),
      cmocka_unit_test(test_inputs),    cmocka_unit_test(test_cases),    cmocka_unit_test(test_absolute),
      cmocka_unit_test(test_unsigned),  cmocka_unit_test(test_combined), cmocka_unit_test(test_parity),
      cmocka_unit_test(test_array),     cmocka_unit_test(test_extended), cmocka_unit_test(test_flag),
      cmocka_unit_test(test_remainder), cmocka_unit_test(test_long),     cmocka_unit_test(test_simplex),
      cmocka_unit_test(test_forms),     cmocka_unit_test(test_random),   cmocka_unit_test(test_chain),
      cmocka_unit_test(test_stopped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
