// Tree interpolants: by hand and at random.
#include "interpolate_random.h"
#include "random.h"

// Leaves x = in, y = x + 1 over hidden variables, joined above, and a root that contradicts them.
static void test_tree(void **state) {
  (void)state;
  struct fixture *f = start(0);
  struct terms *tm = f->tm;
  struct term x = bv_var(f, 16, "x"), y = bv_var(f, 16, "y"), z = bv_var(f, 16, "z"), p = bv_var(f, 16, "p"),
              q = bv_var(f, 16, "q");
  const uint32_t parent[4] = {2, 2, 3, 3};
  struct term formulas[4] = {
      term_and(tm, term_eq(tm, x, plus(f, p, 1)), term_ult(tm, p, num(f, p, 10))),
      term_and(tm, term_eq(tm, y, plus(f, q, 2)), term_ult(tm, q, num(f, q, 20))),
      term_eq(tm, z, term_add(tm, x, y)),
      term_ult(tm, num(f, z, 31), z),
  };
  struct term out[4];
  assert_int_equal(interpolate_tree(f->ip, 4, parent, formulas, out, &f->by), ANSWER_UNSAT);
  assert_true(term_is_false(tm, out[3]));
  const struct term shared[3] = {x, y, z};
  for (uint32_t i = 0; i < 3; i++) {
    uint32_t n;
    const uint32_t *ids = term_free_vars(tm, out[i], &n);
    assert_int_equal(n, 1);
    assert_int_equal(ids[0], shared[i].id);
  }
  finish(f);
}

struct tree_case {
  struct fixture *f;
  uint32_t n, parent[8];
  struct term formulas[8];
  struct brute_layout all;
};

static bool in_subtree(const struct tree_case *t, uint32_t node, uint32_t root) {
  while (node != root && node != t->parent[node]) node = t->parent[node];
  return node == root;
}

static void tree_check(struct tree_case *t) {
  struct terms *tm = t->f->tm;
  for (uint32_t i = 0; i < t->n; i++) {
    struct term left = t->formulas[i];
    for (uint32_t j = 0; j < i; j++)
      if (t->parent[j] == i) left = term_and(tm, left, t->f->out[j]);
    struct brute_program a = brute_compile(tm, &t->all, left), b = brute_compile(tm, &t->all, t->f->out[i]);
    for (uint64_t s = 0; s < UINT64_C(1) << t->all.bits; s++)
      assert_true(!brute_run(&a, &t->all, s) || brute_run(&b, &t->all, s));
    brute_release(&a);
    brute_release(&b);
    uint32_t n;
    const uint32_t *ids = term_free_vars(tm, t->f->out[i], &n);
    for (uint32_t k = 0; k < n; k++) {
      bool in = false, out = false;
      for (uint32_t j = 0; j < t->n; j++) {
        uint32_t m;
        const uint32_t *vars = term_free_vars(tm, t->formulas[j], &m);
        for (uint32_t v = 0; v < m; v++)
          if (vars[v] == ids[k]) *(in_subtree(t, j, i) ? &in : &out) = true;
      }
      assert_true(in && out);
    }
  }
  assert_true(term_is_false(tm, t->f->out[t->n - 1]));
}

static void random_tree(uint64_t seed, struct tally *tally) {
  struct tree_case t = {.f = start(0)};
  struct random_path r = {.f = t.f, .rng = rng_new(seed + 99000000)};
  struct terms *tm = t.f->tm;
  struct term vars[5];
  for (uint32_t i = 0; i < 5; i++) {
    char name[8];
    snprintf(name, sizeof name, "v%u", i);
    vars[i] = bv_var(t.f, 3, name);
    brute_add(tm, &t.all, vars[i]);
  }
  t.n = 3 + below(&r, 5);
  for (uint32_t i = 0; i < t.n; i++) {
    t.parent[i] = i + 1 < t.n ? i + 1 + below(&r, t.n - i - 1) : i;
    r.n_scalars = 2;
    for (uint32_t k = 0; k < 2; k++) r.scalars[k] = vars[below(&r, 5)];
    t.formulas[i] = term_and(tm, random_guard(&r, TERM_NONE, 1), random_guard(&r, TERM_NONE, 1));
  }
  struct term whole = term_and_n(tm, t.n, t.formulas);
  struct brute_program p = brute_compile(tm, &t.all, whole);
  bool feasible = false;
  for (uint64_t s = 0; s < UINT64_C(1) << t.all.bits && !feasible; s++) feasible = brute_run(&p, &t.all, s);
  brute_release(&p);
  double begin = clock_now();
  enum answer answer = interpolate_tree(t.f->ip, t.n, t.parent, t.formulas, t.f->out, &t.f->by);
  tally->seconds += clock_now() - begin;
  tally->paths++;
  tally->infeasible += !feasible;
  tally->solved += answer == ANSWER_UNSAT;
  if (feasible) assert_int_equal(answer, ANSWER_SAT);
  else assert_int_not_equal(answer, ANSWER_SAT);
  if (answer == ANSWER_UNSAT) tree_check(&t);
  finish(t.f);
}

static void test_random_trees(void **state) {
  (void)state;
  struct tally t = {0};
  for (uint64_t seed = 1; seed <= 150; seed++) random_tree(seed, &t);
  printf("trees: %u, %u conflicting, %u solved, %.2f ms each\n", t.paths, t.infeasible, t.solved,
         1000 * t.seconds / t.paths);
  assert_true(t.solved * 100 >= t.infeasible * 95);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tree),
      cmocka_unit_test(test_random_trees),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
