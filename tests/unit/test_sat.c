// The small SAT solver against brute force: clauses that come between queries, assumptions that share beginnings, few
// and many conflicts.
#include "solve/native/sat.h"
#include "random.h"
#include "timing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

enum { VARIABLES = 12, CLAUSES = 40, LONGEST = 4, ASSUMPTIONS = 6 };

struct world {
  struct rng rng;
  uint32_t n;
  int clauses[CLAUSES][LONGEST];
  uint32_t sizes[CLAUSES];
};

static uint32_t below(struct world *w, uint32_t n) { return (uint32_t)rng_below(&w->rng, n); }

static int literal(struct world *w) {
  int v = (int)below(w, VARIABLES) + 1;
  return below(w, 2) ? v : -v;
}

static bool holds(uint32_t assignment, int l) { return (assignment >> (abs(l) - 1) & 1) == (l > 0); }

static bool satisfies(const struct world *w, uint32_t assignment) {
  for (uint32_t i = 0; i < w->n; i++) {
    bool any = false;
    for (uint32_t k = 0; k < w->sizes[i]; k++) any |= holds(assignment, w->clauses[i][k]);
    if (!any) return false;
  }
  return true;
}

static bool brute(const struct world *w, uint32_t n, const int *assumptions) {
  for (uint32_t a = 0; a < 1u << VARIABLES; a++) {
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) good = holds(a, assumptions[i]);
    if (good && satisfies(w, a)) return true;
  }
  return false;
}

static void add_clause(struct world *w, struct sat *s) {
  uint32_t size = below(w, 40) ? 2 + below(w, LONGEST - 1) : 1;
  // Different variables, as a circuit's clauses have.
  for (uint32_t k = 0; k < size; k++) {
    int l = literal(w);
    bool again = false;
    for (uint32_t j = 0; j < k; j++) again |= abs(w->clauses[w->n][j]) == abs(l);
    if (again) k--;
    else w->clauses[w->n][k] = l;
  }
  w->sizes[w->n] = size;
  sat_clause(s, size, w->clauses[w->n++]);
}

static void check(struct world *w, struct sat *s, uint32_t n, const int *assumptions) {
  enum sat_result result = sat_solve(s, n, assumptions, (struct sat_budget){1000000, UINT64_MAX / 2}, NULL, NULL);
  if (result == SAT_SATISFIABLE) {
    uint32_t a = 0;
    for (int v = 1; v <= VARIABLES; v++) a |= (uint32_t)sat_value(s, v) << (v - 1);
    assert_true(satisfies(w, a));
    for (uint32_t i = 0; i < n; i++) assert_true(holds(a, assumptions[i]));
    return;
  }
  assert_int_equal(result, SAT_UNSATISFIABLE);
  uint32_t size;
  const uint32_t *failed = sat_failed(s, &size);
  int core[ASSUMPTIONS];
  assert_true(size <= n);
  for (uint32_t i = 0; i < size; i++) {
    assert_true(i == 0 || failed[i] > failed[i - 1]);
    core[i] = assumptions[failed[i]];
  }
  assert_false(brute(w, size, core));
}

static void random_runs(void **unused) {
  (void)unused;
  uint32_t sat = 0, unsat = 0;
  for (uint64_t seed = 1; seed <= 1500 / LESS; seed++) {
    struct world w = {.rng = rng_new(seed)};
    struct sat *s = sat_new();
    for (int v = 1; v <= VARIABLES; v++) {
      assert_int_equal(sat_variable(s), v);
      sat_relevant(s, v, true, 0);
    }
    int assumptions[ASSUMPTIONS];
    uint32_t n = 0;
    while (w.n < CLAUSES) {
      uint32_t more = 1 + below(&w, 12);
      for (uint32_t i = 0; i < more && w.n < CLAUSES; i++) add_clause(&w, s);
      // Back to some beginning, then on, as a search goes.
      for (uint32_t round = 0; round < 3; round++) {
        n = below(&w, n + 1);
        while (n < ASSUMPTIONS && below(&w, 3)) assumptions[n++] = literal(&w);
        check(&w, s, n, assumptions);
      }
    }
    if (brute(&w, 0, NULL)) sat++;
    else unsat++;
    sat_free(s);
  }
  assert_true(sat > 100 / LESS && unsat > 100 / LESS);
}

// A pigeon more than holes: conflicts enough to restart, reduce and give up.
static void pigeons(void **unused) {
  (void)unused;
  for (int holes = 3; holes <= 7; holes++) {
    struct sat *s = sat_new();
    int clause[8];
    for (int p = 0; p <= holes; p++)
      for (int h = 0; h < holes; h++) sat_relevant(s, sat_variable(s), true, 0);
    for (int p = 0; p <= holes; p++) {
      for (int h = 0; h < holes; h++) clause[h] = p * holes + h + 1;
      sat_clause(s, (uint32_t)holes, clause);
    }
    for (int h = 0; h < holes; h++)
      for (int p = 0; p <= holes; p++)
        for (int q = 0; q < p; q++) sat_clause(s, 2, (int[]){-(p * holes + h + 1), -(q * holes + h + 1)});
    if (holes == 7)
      assert_int_equal(sat_solve(s, 0, NULL, (struct sat_budget){50, UINT64_MAX / 2}, NULL, NULL), SAT_UNKNOWN);
    if (holes == 7)
      assert_int_equal(sat_solve(s, 0, NULL, (struct sat_budget){10000000, 1000}, NULL, NULL), SAT_UNKNOWN);
    assert_int_equal(sat_solve(s, 0, NULL, (struct sat_budget){10000000, UINT64_MAX / 2}, NULL, NULL),
                     SAT_UNSATISFIABLE);
    uint32_t n;
    sat_failed(s, &n);
    assert_int_equal(n, 0);
    sat_free(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_runs), cmocka_unit_test(pigeons)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
