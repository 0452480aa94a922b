// The program with its calls expanded: points in their order, cut points, components and nesting, the bound on
// recursion, targets, the weakest precondition of a step against its execution, and sweeps, which must say what the
// weakest preconditions of all paths say one by one.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine_fixture.h"
#include "explore/expansion.h"
#include "fixture.h"
#include "state/symbolic.h"

#define WORD "(_ BitVec 32)"
#define POINTER "(_ BitVec 64)"

struct expanding {
  struct fixture f;
  struct engine_run engine; // for its setting
  struct run run;
  struct expansion *x;
};

static void expanding_init(struct expanding *e, const char *text, uint32_t recursion) {
  fixture_init(&e->f);
  fixture_read(&e->f, text);
  engine_run_init(&e->engine, "bse", e->f.cfa, e->f.program, &e->f.limits, &e->f.stats);
  run_init(&e->run, &e->engine.setting, NULL, &e->engine.claim);
  e->x = expansion_new(&e->run, recursion);
  assert_non_null(e->x);
}

static void expanding_release(struct expanding *e) {
  expansion_free(e->x);
  run_release(&e->run);
  engine_run_release(&e->engine);
  fixture_release(&e->f);
}

// The point at the n-th context (in the order of points) of a location.
static struct point point_named(const struct expanding *e, const char *name, uint32_t n) {
  for (uint32_t i = 0; i < e->x->points.size; i++)
    if (!strcmp(cfa_location(e->f.cfa, e->x->points.data[i].location)->text, name) && !n--) return (struct point){i};
  return POINT_NONE;
}

static uint32_t count_targets(const struct expansion *x, enum target_kind kind) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < x->targets.size; i++) n += x->targets.data[i].kind == kind;
  return n;
}

// --- programs --------------------------------------------------------------------------------------------------------

static const char *const diamonds =
    "global x " WORD "\nfunction main\n edge a -> b input n " WORD " nondet \"n\" x := n\n"
    " edge b -> c input m Bool nondet \"m\" [m] x := (bvadd x #x00000001)\n"
    " edge b -> c input m Bool nondet \"m\" [(not m)] x := (bvmul x #x00000003)\n"
    " edge b -> d input m Bool nondet \"m\" [(bvult x #x00000009)]\n"
    " location c complete\n edge c -> d [(bvult x #x00000007)] x := (bvxor x #x00000005)\n"
    " edge c -> e [(bvuge x #x00000007)]\n edge d -> e input k " WORD " nondet \"k\" x := (bvand x k)\n"
    " edge e -> bad [(= x #x00000005)]\n location bad error\n";

static const char *const nested =
    "global i " WORD "\nglobal j " WORD "\nfunction main\n edge a -> h i := #x00000000\n location h complete\n"
    " edge h -> k [(bvult i #x00000005)] j := #x00000000\n edge h -> out [(bvuge i #x00000005)]\n"
    " edge k -> k2 input n Bool nondet \"n\" [(and n (bvult j #x00000003))] j := (bvadd j #x00000001)\n"
    " edge k2 -> k\n edge k -> back input n Bool nondet \"n\" [(not (and n (bvult j #x00000003)))]\n"
    " edge back -> h i := (bvadd i #x00000001)\n edge out -> g\n"
    " edge g -> g input n2 Bool nondet \"n\" [n2] i := (bvadd i #x00000001)\n"
    " edge g -> bad input n2 Bool nondet \"n\" [(and (not n2) (= i #x00000007))]\n"
    " edge g -> end input n2 Bool nondet \"n\" [(and (not n2) (not (= i #x00000007)))]\n"
    " location bad error\n location end exit\n";

static const char *const irreducible =
    "global x " WORD "\nfunction main\n edge a -> p input n Bool nondet \"n\" [n] x := #x00000000\n"
    " edge a -> q input n Bool nondet \"n\" [(not n)] x := #x00000001\n location p complete\n"
    " edge p -> q [(bvult x #x00000009)] x := (bvadd x #x00000001)\n edge p -> end [(bvuge x #x00000009)]\n"
    " edge q -> p x := (bvadd x #x00000002)\n edge q -> bad [(= x #x00000064)]\n location bad error\n"
    " location end exit\n";

// f has a loop; it is called in a loop, and before it.
static const char *const calls =
    "global g " WORD "\nfunction main\n local r " WORD "\n edge a -> b call f (#x00000002) -> r\n"
    " edge b -> h g := r\n location h complete\n edge h -> c [(bvult g #x00000064)]\n"
    " edge h -> bad [(bvuge g #x00000064)]\n edge c -> d call f (g) -> r\n edge d -> h g := (bvadd g r)\n"
    " location bad error\n"
    "function f\n param k " WORD "\n local z " WORD "\n result ret " WORD "\n edge f0 -> f1 z := #x00000000\n"
    " location f1 complete\n edge f1 -> f2 [(bvult z k)] z := (bvadd z #x00000001)\n edge f2 -> f1\n"
    " edge f1 -> f3 [(bvuge z k)] ret := z\n location f3 exit\n";

static const char *const recursive =
    "global g " WORD "\nfunction main\n local r " WORD "\n edge a -> b call f (#x00000002) -> r\n"
    " edge b -> bad [(= r #x00000009)]\n edge b -> end [(not (= r #x00000009))]\n location bad error\n"
    " location end exit\n"
    "function f\n param k " WORD "\n local z " WORD "\n result ret " WORD "\n location f0 complete\n"
    " edge f0 -> f1 [(= k #x00000000)] ret := #x00000001\n edge f0 -> f2 [(not (= k #x00000000))]\n"
    " edge f2 -> f4 call f ((bvsub k #x00000001)) -> z\n edge f4 -> f1 ret := (bvmul z k)\n location f1 exit\n";

static const char *const many_targets =
    "global x " POINTER "\nglobal p " POINTER "\nglobal m (Array " POINTER " (_ BitVec 8)) region\nfunction main\n"
    " edge a -> b input n " POINTER " nondet \"n\" x := n\n edge b -> c input s " POINTER
    " nondet \"s\" alloc q size s p := q\n"
    " location c complete\n edge c -> odd [(= x #x0000000000000003)]\n edge c -> d [(not (= x #x0000000000000003))]\n"
    " edge d -> bad [(= x p)]\n location odd unsupported \"inline assembly\"\n location bad error\n";

static const char *const texts[] = {diamonds, nested, irreducible, calls, recursive, many_targets};
enum { TEXTS = sizeof texts / sizeof *texts };

// --- what holds of all -----------------------------------------------------------------------------------------------

static void test_order(void **state) {
  (void)state;
  for (uint32_t t = 0; t < TEXTS; t++) {
    struct expanding e;
    expanding_init(&e, texts[t], 2);
    const struct expansion *x = e.x;
    assert_int_equal(x->by_order.size, x->points.size);
    for (uint32_t i = 0; i < x->points.size; i++) {
      const struct expanded_point *p = &x->points.data[x->by_order.data[i].id];
      assert_int_equal(p->order, i);
      assert_true(point_same(expansion_point(x, p->context, p->location), x->by_order.data[i]));
      assert_true(!p->cut || p->component != COMPONENT_NONE);
    }
    for (uint32_t i = 0; i < x->steps.size; i++) {
      const struct expanded_step *s = &x->steps.data[i];
      if (point_none(s->to)) continue;
      const struct expanded_point *from = expansion_at(x, s->from), *to = expansion_at(x, s->to);
      assert_true(to->cut || from->order < to->order);
    }
    for (uint32_t i = 0; i + 1 < x->cuts.size; i++)
      assert_true(expansion_at(x, x->cuts.data[i])->order < expansion_at(x, x->cuts.data[i + 1])->order);
    expanding_release(&e);
  }
}

static bool has_point(const struct vec_point *points, struct point p) {
  for (uint32_t i = 0; i < points->size; i++)
    if (point_same(points->data[i], p)) return true;
  return false;
}

// --- loops -----------------------------------------------------------------------------------------------------------

static void test_nested(void **state) {
  (void)state;
  struct expanding e;
  expanding_init(&e, nested, 0);
  struct point h = point_named(&e, "h", 0), k = point_named(&e, "k", 0), k2 = point_named(&e, "k2", 0);
  struct point back = point_named(&e, "back", 0), g = point_named(&e, "g", 0), out = point_named(&e, "out", 0);
  assert_int_equal(e.x->cuts.size, 3);
  assert_int_equal(e.x->components.size, 2);
  const struct component *c = &e.x->components.data[expansion_at(e.x, h)->component];
  assert_int_equal(c->points.size, 4);
  assert_int_equal(c->cuts.size, 2);
  assert_true(has_point(&c->points, k2) && has_point(&c->points, back) && has_point(&c->cuts, k));
  assert_int_equal(c->entering.size, 1);
  assert_true(point_same(e.x->steps.data[c->entering.data[0]].from, e.x->entry));
  assert_true(point_same(expansion_at(e.x, k)->loop_parent, h) && point_none(expansion_at(e.x, h)->loop_parent));
  assert_true(point_same(expansion_at(e.x, k2)->loop, k) && point_same(expansion_at(e.x, back)->loop, h));
  assert_true(expansion_in_loop(e.x, k2, h) && expansion_in_loop(e.x, k2, k) && !expansion_in_loop(e.x, back, k));
  assert_true(!expansion_in_loop(e.x, out, h) && point_none(expansion_at(e.x, out)->loop));
  assert_true(expansion_at(e.x, g)->component != expansion_at(e.x, h)->component);
  assert_int_equal(expansion_at(e.x, out)->component, COMPONENT_NONE);
  expanding_release(&e);
}

static void test_irreducible(void **state) {
  (void)state;
  struct expanding e;
  expanding_init(&e, irreducible, 0);
  struct point p = point_named(&e, "p", 0), q = point_named(&e, "q", 0);
  assert_int_equal(e.x->components.size, 1);
  assert_true(expansion_at(e.x, p)->component == expansion_at(e.x, q)->component);
  assert_int_equal(e.x->components.data[0].entering.size, 2);
  assert_true(expansion_at(e.x, p)->cut || expansion_at(e.x, q)->cut);
  expanding_release(&e);
}

static void test_calls(void **state) {
  (void)state;
  struct expanding e;
  expanding_init(&e, calls, 0);
  struct point h = point_named(&e, "h", 0), before = point_named(&e, "f1", 0), inside = point_named(&e, "f1", 1);
  assert_true(point_none(point_named(&e, "f1", 2)));
  assert_int_equal(e.x->cuts.size, 3);
  assert_int_equal(e.x->components.size, 2);
  assert_false(e.x->bounded);
  // A loop of a function that is called in a loop is inside that.
  assert_true(point_none(expansion_at(e.x, before)->loop_parent));
  assert_true(point_same(expansion_at(e.x, inside)->loop_parent, h));
  assert_true(expansion_at(e.x, inside)->component == expansion_at(e.x, h)->component);
  assert_true(expansion_at(e.x, before)->component != expansion_at(e.x, h)->component);
  assert_true(point_same(expansion_at(e.x, point_named(&e, "f0", 1))->loop, h));
  assert_true(expansion_in_loop(e.x, point_named(&e, "f2", 1), h));
  assert_false(expansion_in_loop(e.x, point_named(&e, "f2", 0), h));
  expanding_release(&e);
}

static void test_recursion(void **state) {
  (void)state;
  for (uint32_t bound = 0; bound < 4; bound++) {
    struct expanding e;
    expanding_init(&e, recursive, bound);
    assert_true(e.x->bounded);
    // f0, f2, f4 for each call; a call beyond the bound is a target, and its step has no end.
    assert_false(point_none(point_named(&e, "f2", bound)));
    assert_true(point_none(point_named(&e, "f2", bound + 1)));
    assert_int_equal(count_targets(e.x, TARGET_RECURSION), 1);
    const struct target *t = &e.x->targets.data[e.x->targets.size - 1];
    assert_int_equal(t->kind, TARGET_RECURSION);
    assert_true(point_same(t->point, point_named(&e, "f2", bound)));
    assert_true(point_none(e.x->steps.data[expansion_at(e.x, t->point)->out.data[0]].to));
    expanding_release(&e);
  }
}

static void test_targets(void **state) {
  (void)state;
  struct expanding e;
  expanding_init(&e, many_targets, 0);
  assert_int_equal(e.x->targets.size, 3);
  assert_int_equal(e.x->targets.data[0].kind, TARGET_ERROR);
  assert_int_equal(count_targets(e.x, TARGET_UNSUPPORTED), 1);
  assert_int_equal(count_targets(e.x, TARGET_TOO_LARGE), 1);
  for (uint32_t i = 0; i < e.x->targets.size; i++) {
    const struct target *t = &e.x->targets.data[i];
    if (t->kind == TARGET_UNSUPPORTED) assert_string_equal(target_text(e.x, t), "inline assembly");
    if (t->kind != TARGET_TOO_LARGE) continue;
    // The size is an input: in each pass another one.
    struct term one = expansion_target(e.x, t, 1), two = expansion_target(e.x, t, 2);
    assert_true(point_same(t->point, point_named(&e, "b", 0)));
    assert_false(term_same(one, two));
    uint32_t n;
    const uint32_t *vars = term_free_vars(e.x->tm, one, &n);
    assert_true(n == 1 && expansion_is_input(e.x, (struct term){vars[0]}));
  }
  expanding_release(&e);
}

// --- one step --------------------------------------------------------------------------------------------------------

static void check_equal(struct expanding *e, struct term a, struct term b) {
  struct term differ = term_not(e->x->tm, term_eq(e->x->tm, a, b));
  assert_int_equal(solver_check(e->run.solver, 1, &differ), ANSWER_UNSAT);
}

// The step is taken, and then the formula holds: said forward, with the inputs that expansion_pre has in the pass.
static struct term by_execution(struct expanding *e, uint32_t step, struct term formula, uint32_t pass) {
  struct terms *tm = e->x->tm;
  const struct expanded_step *s = &e->x->steps.data[step];
  struct symbolic before = {0}, after;
  struct map_u32 inputs = {0};
  for (uint32_t i = 0; i < s->step->step.n_inputs; i++) {
    struct term input = s->step->step.inputs[i];
    map_u32_put(&inputs, input.id, expansion_value(e->x, step, input, pass).id);
  }
  struct term said = term_false(tm);
  if (symbolic_take(e->x->unfold, &before, s->context, s->step, &inputs, &after)) {
    vec_term_push(&after.path, symbolic_formula(tm, &after, formula));
    said = term_and_n(tm, after.path.size, after.path.data);
    symbolic_release(&after);
  }
  map_u32_release(&inputs);
  return said;
}

// A global is small, or what it holds at some place.
static struct term small(struct expanding *e, uint32_t global) {
  struct terms *tm = e->x->tm;
  struct term g = e->f.cfa->vars.data[global].term;
  if (sort_kind(tm, term_sort(tm, g)) == SORT_ARRAY) g = term_select(tm, g, term_bv(tm, 64, 16));
  return term_ult(tm, g, term_bv(tm, term_width(tm, g), 12));
}

// For a step that is taken: a formula after it is its weakest precondition before it, for every value of the inputs.
static void test_pre_against_post(void **state) {
  (void)state;
  uint32_t checked = 0, with_inputs = 0;
  for (uint32_t t = 0; t < TEXTS; t++) {
    struct expanding e;
    expanding_init(&e, texts[t], 2);
    for (uint32_t i = 0; i < e.x->steps.size; i++) {
      if (point_none(e.x->steps.data[i].to) || !e.x->steps.data[i].step->known) continue;
      for (uint32_t k = 0; k < e.f.cfa->globals.size; k++, checked++) {
        struct term formula = small(&e, e.f.cfa->globals.data[k]), before = expansion_pre(e.x, i, formula, 3);
        check_equal(&e, before, by_execution(&e, i, formula, 3));
        uint32_t n;
        const uint32_t *vars = term_free_vars(e.x->tm, before, &n);
        for (uint32_t v = 0; v < n; v++) with_inputs += expansion_is_input(e.x, (struct term){vars[v]});
      }
    }
    expanding_release(&e);
  }
  assert_true(checked >= 50 && with_inputs >= 10);
}

// --- sweeps ----------------------------------------------------------------------------------------------------------

// All paths into the goal, one after the other: what they say at the points where they begin.
static void by_paths(struct expanding *e, struct point at, struct term formula, struct term *out) {
  const struct vec_u32 *in = &expansion_at(e->x, at)->in;
  for (uint32_t i = 0; i < in->size; i++) {
    const struct expanded_step *s = &e->x->steps.data[in->data[i]];
    struct term before = expansion_pre(e->x, in->data[i], formula, 7);
    out[s->from.id] = term_or(e->x->tm, out[s->from.id], before);
    if (!expansion_at(e->x, s->from)->cut) by_paths(e, s->from, before, out);
  }
}

static void check_sweep(struct expanding *e, struct point goal, struct term formula, bool here) {
  struct terms *tm = e->x->tm;
  struct term *out = mem_zalloc(e->x->points.size, sizeof *out);
  struct map_u32 swept = {0};
  for (uint32_t i = 0; i < e->x->points.size; i++) out[i] = term_false(tm);
  if (here) out[goal.id] = formula;
  if (!here || !expansion_at(e->x, goal)->cut) by_paths(e, goal, formula, out);
  expansion_sweep(e->x, 1, &(struct goal){goal, formula, here}, 7, NULL, &swept);
  for (uint32_t i = 0; i < e->x->points.size; i++)
    check_equal(e, out[i], (struct term){map_u32_get_or(&swept, i, term_false(tm).id)});
  map_u32_release(&swept);
  mem_free(out);
}

static void test_sweep(void **state) {
  (void)state;
  uint32_t checked = 0;
  for (uint32_t t = 0; t < TEXTS; t++) {
    struct expanding e;
    expanding_init(&e, texts[t], 2);
    for (uint32_t i = 0; i < e.x->targets.size; i++, checked++)
      check_sweep(&e, e.x->targets.data[i].point, expansion_target(e.x, &e.x->targets.data[i], 7), true);
    // A formula about a global at each cut point.
    struct term g = e.f.cfa->vars.data[e.f.cfa->globals.data[0]].term;
    struct term formula = term_ult(e.x->tm, g, term_bv(e.x->tm, term_width(e.x->tm, g), 12));
    for (uint32_t i = 0; i < e.x->cuts.size; i++, checked++) {
      check_sweep(&e, e.x->cuts.data[i], formula, false);
      check_sweep(&e, e.x->cuts.data[i], formula, true);
    }
    expanding_release(&e);
  }
  assert_true(checked >= 15);
}

// Only from the points that are allowed.
static void test_within(void **state) {
  (void)state;
  struct expanding e;
  expanding_init(&e, nested, 0);
  unsigned char *within = mem_zalloc(e.x->points.size, 1);
  struct point k = point_named(&e, "k", 0), k2 = point_named(&e, "k2", 0), h = point_named(&e, "h", 0);
  within[k.id] = within[k2.id] = 1;
  struct map_u32 swept = {0};
  expansion_sweep(e.x, 1, &(struct goal){k, term_true(e.x->tm), false}, 0, within, &swept);
  assert_true(map_u32_find(&swept, k.id) && map_u32_find(&swept, k2.id) && !map_u32_find(&swept, h.id));
  map_u32_release(&swept);
  mem_free(within);
  expanding_release(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_nested),
      cmocka_unit_test(test_irreducible),
      cmocka_unit_test(test_calls),
      cmocka_unit_test(test_recursion),
      cmocka_unit_test(test_targets),
      cmocka_unit_test(test_pre_against_post),
      cmocka_unit_test(test_sweep),
      cmocka_unit_test(test_within),
  };
  return cmocka_run_group_tests_name("expansion", tests, NULL, NULL);
}
