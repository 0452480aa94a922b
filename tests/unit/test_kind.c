// Windows of the expanded program, and k-induction on iterations of loops with them: which k, which conjuncts, and that
// a certificate with less is refused.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine_fixture.h"
#include "explore/window.h"
#include "fixture.h"

#define WORD "(_ BitVec 32)"

// --- programs --------------------------------------------------------------------------------------------------------

// x is 0 as long as y was 0 an iteration before: three segments are needed, or a formula.
static const char *const shifted = "global x " WORD "\nglobal y " WORD "\nfunction main\n"
                                   " edge a -> h x := #x00000000 y := #x00000000\n location h complete\n"
                                   " edge h -> bad [(not (= x #x00000000))]\n"
                                   " edge h -> h input n Bool nondet \"n\" [(and n (= x #x00000000))]\n"
                                   "  x := y y := (bvshl y #x00000001)\n"
                                   " edge h -> end input n Bool nondet \"n\" [(and (not n) (= x #x00000000))]\n"
                                   " location bad error\n location end exit\n";

// Ten iterations, and what is left of the values after them.
static const char *const counted = "global i " WORD "\nglobal s " WORD "\nfunction main\n"
                                   " edge a -> h i := #x00000000 s := #x00000001\n location h complete\n"
                                   " edge h -> h [(bvult i #x0000000a)] i := (bvadd i #x00000001)\n"
                                   "  s := (bvxor (bvmul s #x00000003) i)\n"
                                   " edge h -> out [(bvuge i #x0000000a)]\n location out complete\n"
                                   " edge out -> bad [(= s #x00000007)]\n edge out -> end [(not (= s #x00000007))]\n"
                                   " location bad error\n location end exit\n";

static const char *const bounded = "global i " WORD "\nglobal n " WORD "\nfunction main\n"
                                   " edge a -> h input m " WORD " nondet \"m\" i := #x00000000 n := m\n"
                                   " location h complete\n edge h -> h [(bvult i n)] i := (bvadd i #x00000001)\n"
                                   " edge h -> out [(bvuge i n)]\n location out complete\n"
                                   " edge out -> bad [(bvugt i n)]\n edge out -> end [(bvule i n)]\n"
                                   " location bad error\n location end exit\n";

// The sixth iteration in which the input is 1.
static const char *const sixth = "global i " WORD "\nfunction main\n edge a -> h i := #x00000000\n"
                                 " edge h -> h input n Bool nondet \"n\" [(and n (not (= i #x00000006)))]\n"
                                 "  i := (bvadd i #x00000001)\n"
                                 " edge h -> h input n Bool nondet \"n\" [(and (not n) (not (= i #x00000006)))]\n"
                                 " edge h -> bad [(= i #x00000006)]\n location bad error\n";

// The loop stands at the entry.
static const char *const at_entry = "function main\n"
                                    " edge h -> h input n " WORD " nondet \"n\" [(not (= n #x00000005))]\n"
                                    " edge h -> bad input n " WORD " nondet \"n\" [(= n #x00000005)]\n"
                                    " location bad error\n";

struct world {
  struct terms *tm;
  struct cfa *cfa;
  struct limits limits;
  struct stats stats;
  struct program *program;
};

static struct world *world_new(const char *text) {
  struct world *w = mem_zalloc(1, sizeof *w);
  w->tm = terms_new();
  w->cfa = cfa_from_text(w->tm, text);
  w->program = program_new(w->cfa, &w->limits, &w->stats);
  return w;
}

static void world_free(struct world *w) {
  program_free(w->program);
  cfa_free(w->cfa);
  terms_free(w->tm);
  mem_free(w);
}

static struct term var(struct world *w, const char *name) {
  return w->cfa->vars.data[cfa_var_named(w->cfa, name)].term;
}
static struct term num(struct world *w, uint64_t n) { return term_bv(w->tm, 32, n); }

// --- windows ---------------------------------------------------------------------------------------------------------

struct windows {
  struct world *w;
  struct claim claim;
  struct run run;
  struct expansion *x;
};

static void windows_init(struct windows *s, const char *text) {
  s->w = world_new(text);
  claim_init(&s->claim);
  struct run_setting setting = {.cfa = s->w->cfa,
                                .program = s->w->program,
                                .limits = &s->w->limits,
                                .stats = &s->w->stats,
                                .solver = {.backend = "native", .caches = true},
                                .facts = facts_new(s->w->cfa, s->w->program, &s->w->limits, 1)};
  run_init(&s->run, &setting, NULL, &s->claim);
  s->x = expansion_new(&s->run, 0);
  assert_non_null(s->x);
}

static void windows_release(struct windows *s) {
  expansion_free(s->x);
  facts_free(s->run.facts);
  run_release(&s->run);
  claim_release(&s->claim);
  world_free(s->w);
}

// From the entry values are constants: the window ends by itself.
static void test_window_of_constants(void **state) {
  (void)state;
  struct windows s;
  struct window w;
  windows_init(&s, counted);
  window_init(&w, s.x, true);
  uint32_t levels = 0;
  while (window_begin(&w, window_level(&w)) < w.visits.size && levels++ < 20) assert_true(window_extend(&w));
  assert_int_equal(window_level(&w), 12); // the entry, ten iterations, and what comes after them
  for (uint32_t i = 1; i < w.visits.size; i++) {
    assert_int_equal(w.visits.data[i].level, i);
    struct term value = symbolic_formula(s.w->tm, &w.visits.data[i].state, var(s.w, "i"));
    assert_true(term_same(value, num(s.w, i - 1)));
  }
  assert_int_equal(w.hits.size, 0);
  window_release(&w);
  windows_release(&s);
}

// From cut points values are arbitrary, and the names of visits lead back to where the paths began.
static void test_window_of_induction(void **state) {
  (void)state;
  struct windows s;
  struct window w;
  struct vec_u32 behind = {0};
  windows_init(&s, shifted);
  window_init(&w, s.x, false);
  for (uint32_t level = 0; level < 3; level++) assert_true(window_extend(&w));
  assert_int_equal(w.visits.size, 4);
  assert_int_equal(w.hits.size, 3);
  for (uint32_t level = 0; level < 3; level++) {
    assert_int_equal(window_hits_end(&w, level) - window_hits_begin(&w, level), 1);
    const struct window_hit *hit = &w.hits.data[window_hits_begin(&w, level)];
    assert_int_equal(hit->level, level);
    window_behind(&w, level, 1, &hit->cut, &behind);
    assert_int_equal(behind.size, level + 1);
    for (uint32_t i = 0; i <= level; i++) assert_int_equal(behind.data[i], i);
  }
  vec_u32_release(&behind);
  window_release(&w);
  windows_release(&s);
}

// The entry as a cut point has a visit of its own, with nothing before it.
static void test_window_at_entry(void **state) {
  (void)state;
  struct windows s;
  struct window w;
  windows_init(&s, at_entry);
  window_init(&w, s.x, true);
  assert_int_equal(window_level(&w), 1);
  assert_int_equal(w.visits.size, 1);
  assert_int_equal(w.visits.data[0].cut, 0);
  assert_int_equal(window_hits_end(&w, 0), window_hits_begin(&w, 0));
  window_release(&w);
  windows_release(&s);
}

// --- the engine ------------------------------------------------------------------------------------------------------

struct ran {
  struct world *w;
  struct engine_run run;
};

static enum verdict go(struct ran *r, const char *text, const char *option, const char *value) {
  r->w = world_new(text);
  engine_run_init(&r->run, "kind", r->w->cfa, r->w->program, &r->w->limits, &r->w->stats);
  if (option) engine_run_option(&r->run, option, value);
  return engine_run_go(&r->run);
}

static void ran_release(struct ran *r) {
  engine_run_release(&r->run);
  world_free(r->w);
}

static bool proves(struct ran *r) {
  const char *message;
  return engine_run_proves(&r->run, &message);
}

static void test_three_segments(void **state) {
  (void)state;
  struct ran r;
  assert_int_equal(go(&r, shifted, "--predicates", "none"), VERDICT_TRUE);
  struct annotation *a = &r.run.claim.certificate.annotation;
  assert_int_equal(a->points.size, 1);
  assert_int_equal(a->points.data[0].k, 3);
  assert_int_equal(a->points.data[0].conjuncts.size, 0);
  assert_int_equal(a->unwinding, 0);
  assert_true(proves(&r));
  a->points.data[0].k = 2;
  assert_false(proves(&r));
  ran_release(&r);
}

static void test_unwinding(void **state) {
  (void)state;
  struct ran r;
  assert_int_equal(go(&r, counted, NULL, NULL), VERDICT_TRUE);
  struct annotation *a = &r.run.claim.certificate.annotation;
  assert_int_equal(a->unwinding, 11);
  assert_true(proves(&r));
  a->unwinding--;
  assert_false(proves(&r));
  ran_release(&r);
}

// The formula that is needed is found, and no other is in the certificate.
static void test_strengthening(void **state) {
  (void)state;
  struct ran r;
  assert_int_equal(go(&r, bounded, NULL, NULL), VERDICT_TRUE);
  struct annotation *a = &r.run.claim.certificate.annotation;
  assert_int_equal(a->points.data[0].k, 1);
  assert_int_equal(a->points.data[0].conjuncts.size, 1);
  assert_true(term_same(a->points.data[0].conjuncts.data[0], term_ule(r.w->tm, var(r.w, "i"), var(r.w, "n"))));
  assert_true(proves(&r));
  vec_term_clear(&a->points.data[0].conjuncts);
  assert_false(proves(&r));
  ran_release(&r);
}

static void test_error(void **state) {
  (void)state;
  struct ran r;
  assert_int_equal(go(&r, sixth, NULL, NULL), VERDICT_FALSE);
  const struct claim *claim = &r.run.claim;
  assert_int_equal(state_replay(r.w->program, claim->inputs.size, claim->inputs.data, UINT64_MAX, NULL, NULL, NULL),
                   STATE_ERROR);
  ran_release(&r);
}

static void test_k_max(void **state) {
  (void)state;
  struct ran r;
  assert_int_equal(go(&r, sixth, "--k-max", "6"), VERDICT_UNKNOWN);
  assert_int_equal(r.run.claim.reason, REASON_DEPTH);
  ran_release(&r);
  assert_int_equal(go(&r, sixth, "--k-max", "8"), VERDICT_FALSE);
  ran_release(&r);
}

static void test_at_entry(void **state) {
  (void)state;
  struct ran r;
  assert_int_equal(go(&r, at_entry, NULL, NULL), VERDICT_FALSE);
  ran_release(&r);
}

static void test_recursion(void **state) {
  (void)state;
  static const char *const calls = "global x " WORD "\nfunction f\n"
                                   " edge fa -> fc [(bvult x #x00000005)] x := (bvadd x #x00000001)\n"
                                   " edge fc -> fb call f ()\n"
                                   " edge fa -> fb [(bvuge x #x00000005)]\n location fb exit\n"
                                   "function main\n edge a -> b x := #x00000000\n edge b -> c call f ()\n"
                                   " location c complete\n edge c -> bad [(not (= x #x00000005))]\n"
                                   " edge c -> end [(= x #x00000005)]\n location bad error\n location end exit\n";
  struct ran r;
  assert_int_equal(go(&r, calls, "--recursion", "3"), VERDICT_UNKNOWN);
  assert_int_equal(r.run.claim.reason, REASON_RECURSION);
  ran_release(&r);
  assert_int_equal(go(&r, calls, "--recursion", "5"), VERDICT_TRUE);
  assert_true(proves(&r));
  ran_release(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_window_of_constants),
      cmocka_unit_test(test_window_of_induction),
      cmocka_unit_test(test_window_at_entry),
      cmocka_unit_test(test_three_segments),
      cmocka_unit_test(test_unwinding),
      cmocka_unit_test(test_strengthening),
      cmocka_unit_test(test_error),
      cmocka_unit_test(test_k_max),
      cmocka_unit_test(test_at_entry),
      cmocka_unit_test(test_recursion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
