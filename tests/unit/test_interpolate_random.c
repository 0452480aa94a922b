// Interpolants of random paths, the check of offers and elimination, against brute force over every state.
#include "interpolate_random.h"
#include "random.h"

// --- random paths ----------------------------------------------------------------------------------------

enum shape { SHORT, WIDE, DEEP };
static const char *const shapes[] = {"short", "wide", "deep"};

static void random_path(uint64_t seed, uint32_t mask, enum shape shape, struct tally *tally) {
  struct random_path r = {.f = start(mask), .rng = rng_new(seed + 77000000)};
  uint32_t cuts[ALL_STEPS], n_cuts = 0;
  random_variables(&r, shape == WIDE);
  random_steps(&r, shape == WIDE);
  if (shape == DEEP && !deepen(&r)) {
    finish(r.f);
    return;
  }
  for (uint32_t i = 1; i < r.f->n_steps; i++)
    if (below(&r, 3)) cuts[n_cuts++] = i;
  bool feasible = brute_feasible(&r);
  double begin = clock_now();
  enum answer answer = interpolate_path(r.f->ip, r.f->n_steps, r.f->steps, n_cuts, cuts, r.f->out, &r.f->by);
  tally->seconds += clock_now() - begin;
  tally->paths++;
  tally->infeasible += !feasible;
  tally->solved += answer == ANSWER_UNSAT;
  bool plain = answer == ANSWER_UNSAT;
  for (uint32_t i = 0; i < n_cuts && plain; i++) plain = term_is_const(r.f->tm, r.f->out[i]);
  tally->plain += plain;
  if (feasible) assert_int_equal(answer, ANSWER_SAT);
  else assert_int_not_equal(answer, ANSWER_SAT);
  if (answer == ANSWER_UNSAT) brute_sequence(&r, n_cuts, cuts);
  else if (answer == ANSWER_UNKNOWN) assert_int_not_equal(interpolator_reason(r.f->ip), REASON_NONE);
  if (getenv("CLEW_TEST_VERBOSE") && answer == ANSWER_UNKNOWN)
    printf("seed %llu not solved\n", (unsigned long long)seed);
  finish(r.f);
}

static void random_paths(const char *name, uint32_t n, uint32_t mask, enum shape shape, uint32_t least) {
  struct tally t = {0};
  const char *factor = getenv("CLEW_TEST_FACTOR");
  if (factor) n *= (uint32_t)atoi(factor);
#ifdef CLEW_SANITIZED
  n /= 8;
  least -= 10; // of few, one more may fail
#endif
  for (uint64_t seed = 1; seed <= n; seed++) random_path(seed + shape * 1000000, mask, shape, &t);
  printf("%-10s %-5s %u paths, %u infeasible, %u of them solved (%.1f %%), %u by true and false alone, %.2f ms each\n",
         name, shapes[shape], t.paths, t.infeasible, t.solved, 100.0 * t.solved / (t.infeasible ? t.infeasible : 1),
         t.plain, 1000 * t.seconds / t.paths);
  assert_true(t.solved * 100 >= t.infeasible * least);
}

static void test_random(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    enum shape shape = k ? DEEP : SHORT;
    random_paths("all", 200, 0, shape, 97);
    random_paths("weakest", 200, 1u << PROVIDER_WEAKEST, shape, 85);
    random_paths("strongest", 200, 1u << PROVIDER_STRONGEST, shape, 60);
    random_paths("both", 200, 1u << PROVIDER_WEAKEST | 1u << PROVIDER_STRONGEST, shape, 92);
  }
}

// A path on which a version of Z3's Spacer crashes: it takes its process with it, not this one. Whatever it does, there
// is an answer.
static void test_crash(void **state) {
  (void)state;
  struct tally t = {0};
  random_path(386, 1u << PROVIDER_SPACER, SHORT, &t);
  random_path(386, 0, SHORT, &t);
  assert_int_equal(t.paths, 2);
  assert_int_equal(t.infeasible, 2);
}

static void test_random_wide(void **state) {
  (void)state;
  random_paths("all", 40, 0, WIDE, 95);
}

// --- the check, by brute force ---------------------------------------------------------------------------

// Candidates that are anything are offered before the right ones: whatever sequence is chosen must be one. True: there
// was a choice to make.
static bool random_offers(uint64_t seed, uint32_t *early) {
  struct random_path r = {.f = start(0), .rng = rng_new(seed + 33000000)};
  struct fixture *f = r.f;
  struct prepared pr;
  uint32_t cuts[ALL_STEPS];
  random_variables(&r, false);
  random_steps(&r, false);
  bool any = deepen(&r);
  for (uint32_t i = 0; i + 1 < f->n_steps; i++) cuts[i] = i + 1;
  if (any && problem_prepare(f->ip, f->n_steps, f->steps, f->n_steps - 1, cuts, &pr) == ANSWER_UNSAT) {
    const struct problem *p = &pr.p;
    struct term *row = mem_zalloc(p->n_cuts + 1, sizeof *row);
    struct offers o;
    offers_init(&o, p->n_cuts);
    any = p->n_cuts > 0;
    for (uint32_t k = 0; any && k < 4; k++) {
      for (uint32_t c = 0; c < p->n_cuts; c++) {
        if (below(&r, 8)) row[c] = random_guard(&r, below(&r, 9) ? TERM_NONE : bv_var(f, 3, "in?"), 1);
        else row[c] = term_bool(f->tm, below(&r, 2));
      }
      offers_add(f->ip, &o, p, row);
      if (!offers_sequence(f->ip, &o, p, f->out)) continue;
      brute_sequence(&r, p->n_cuts, p->cuts);
      ++*early;
    }
    memset(row, 0, p->n_cuts * sizeof *row);
    bool right = any && provide_weakest(f->ip, p, row), whole = right;
    for (uint32_t c = 0; c < p->n_cuts; c++) whole = whole && !term_none(row[c]);
    if (right) offers_add(f->ip, &o, p, row);
    bool found = any && offers_sequence(f->ip, &o, p, f->out);
    if (found) brute_sequence(&r, p->n_cuts, p->cuts);
    assert_true(found || !whole);
    offers_release(&o, p->n_cuts);
    mem_free(row);
    problem_release(&pr);
  }
  finish(f);
  return any;
}

// y's last update does not matter and is left out of the problem, so nothing may be said about y after it: x = y would
// pass the check there.
static void test_offers_about_the_dead(void **state) {
  (void)state;
  struct fixture *f = start(0);
  struct terms *tm = f->tm;
  struct term x = bv_var(f, 8, "x"), y = bv_var(f, 8, "y");
  guard(f, term_ult(tm, y, num(f, y, 3)));
  new_step(f, TERM_NONE);
  set(f, x, y);
  set(f, y, plus(f, y, 1));
  guard(f, term_ule(tm, num(f, x, 3), x));
  const uint32_t cuts[2] = {1, 2};
  struct prepared pr;
  struct offers o;
  assert_int_equal(problem_prepare(f->ip, f->n_steps, f->steps, 2, cuts, &pr), ANSWER_UNSAT);
  offers_init(&o, 2);
  assert_int_equal(pr.p.n_cuts, 2);
  struct term low = term_ult(tm, x, num(f, x, 3)), first = f->steps[0].guard;
  struct term wrong[2] = {first, term_and(tm, low, term_eq(tm, x, y))}, right[2] = {first, low};
  offers_add(f->ip, &o, &pr.p, wrong);
  assert_false(offers_sequence(f->ip, &o, &pr.p, f->out));
  offers_add(f->ip, &o, &pr.p, right);
  assert_true(offers_sequence(f->ip, &o, &pr.p, f->out));
  oracle(f);
  offers_release(&o, 2);
  problem_release(&pr);
  finish(f);
}

static void test_random_offers(void **state) {
  (void)state;
  uint32_t early = 0, any = 0;
  for (uint64_t seed = 1; seed <= 100 / LESS; seed++) any += random_offers(seed, &early);
  printf("offers: %u problems, %u times something random was right\n", any, early);
  assert_true(any > 50 / LESS);
}

// --- elimination, by brute force -------------------------------------------------------------------------

// What is left follows from the conjuncts, and is no weaker than "for some value" where that is said.
// `cheap`: without the solver, which is exact or of no use.
static bool random_elimination(uint64_t seed, bool cheap) {
  struct random_path r = {.f = start(0), .rng = rng_new(seed + 55000000)};
  struct terms *tm = r.f->tm;
  struct vec_term conjuncts = {0};
  random_variables(&r, false);
  for (uint32_t n = 1 + below(&r, 4); n; n--) vec_term_push(&conjuncts, random_guard(&r, TERM_NONE, 1));
  if (below(&r, 2)) {
    struct term x = r.scalars[0], t = random_scalar(&r, term_width(tm, x), TERM_NONE, 2);
    vec_term_push(&conjuncts, term_eq(tm, x, t));
  }
  uint32_t first = below(&r, r.vars.n), n_gone = 1 + (first + 1 < r.vars.n && below(&r, 2));
  size_t n = (size_t)1 << r.vars.bits;
  uint8_t *before = mem_alloc(n), *after = mem_alloc(n), *some = mem_zalloc(n, 1);
  fill_from(&r, terms_conjunction(tm, &conjuncts), before);
  bool exact = cheap ? interpolate_project(r.f->ip, &conjuncts, n_gone, &r.vars.vars[first])
                     : eliminate(r.f->ip, &conjuncts, n_gone, &r.vars.vars[first]);
  if (cheap && !exact) {
    vec_term_clear(&conjuncts);
    memset(before, 0, n);
  }
  fill_from(&r, terms_conjunction(tm, &conjuncts), after); // aborts on variables that were made up on the way
  for (uint32_t i = 0; i < conjuncts.size; i++)
    for (uint32_t k = 0; k < n_gone; k++) assert_false(term_mentions(tm, conjuncts.data[i], r.vars.vars[first + k]));
  uint64_t gone = 0;
  for (uint32_t k = 0; k < n_gone; k++) gone |= brute_mask(r.vars.width[first + k]) << r.vars.shift[first + k];
  for (size_t s = 0; s < n; s++) some[s & ~gone] |= before[s];
  for (size_t s = 0; s < n; s++) {
    assert_true(!some[s & ~gone] || after[s]);
    assert_true(!exact || after[s] == some[s & ~gone]);
  }
  mem_free(before);
  mem_free(after);
  mem_free(some);
  vec_term_release(&conjuncts);
  finish(r.f);
  return exact;
}

// Two bounds of every kind around a variable.
static void test_bounds(void **state) {
  (void)state;
  struct fixture *f = start(0);
  struct terms *tm = f->tm;
  struct brute_layout l = {0};
  struct term x = bv_var(f, 3, "x"), a = bv_var(f, 3, "a"), b = bv_var(f, 3, "b");
  brute_add(tm, &l, a);
  brute_add(tm, &l, b);
  brute_add(tm, &l, x);
  struct term (*const kinds[4])(struct terms *, struct term, struct term) = {term_ult, term_ule, term_slt, term_sle};
  for (uint32_t k = 0; k < 48; k++) { // both above, a below and b above, both below
    struct vec_term conjuncts = {0};
    struct term first = kinds[k % 4](tm, k / 16 ? a : x, k / 16 ? x : a),
                second = kinds[k / 4 % 4](tm, k / 32 ? b : x, k / 32 ? x : b);
    vec_term_push(&conjuncts, first);
    vec_term_push(&conjuncts, second);
    struct brute_program before = brute_compile(tm, &l, term_and(tm, first, second));
    bool exact = eliminate(f->ip, &conjuncts, 1, &x), mixed = k % 4 / 2 != k / 4 % 4 / 2; // signed and unsigned
    assert_true(exact || mixed);
    struct brute_program after = brute_compile(tm, &l, terms_conjunction(tm, &conjuncts));
    for (uint64_t s = 0; s < 64; s++) {
      bool some = false;
      for (uint64_t v = 0; v < 8; v++) some = some || brute_run(&before, &l, s | v << 6);
      assert_true(brute_run(&after, &l, s) == some || (!exact && !some));
    }
    brute_release(&before);
    brute_release(&after);
    vec_term_release(&conjuncts);
  }
  finish(f);
}

static void test_random_elimination(void **state) {
  (void)state;
  uint32_t exact = 0, cheap = 0, all = 400 / LESS;
  const char *factor = getenv("CLEW_TEST_FACTOR");
  if (factor) all *= (uint32_t)atoi(factor);
  for (uint64_t seed = 1; seed <= all; seed++) {
    exact += random_elimination(seed, false);
    cheap += random_elimination(seed, true);
  }
  printf("elimination: %u of %u exact, %u without the solver\n", exact, all, cheap);
  assert_true(exact * 100 >= all * 70 && cheap * 100 >= all * 30);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_crash),
      cmocka_unit_test(test_random_wide),
      cmocka_unit_test(test_offers_about_the_dead),
      cmocka_unit_test(test_random_offers),
      cmocka_unit_test(test_bounds),
      cmocka_unit_test(test_random_elimination),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
