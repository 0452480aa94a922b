// Ranges of variables: the abstract evaluation of steps against all states at small widths, the domain's operations
// against sets of states, widening, which must end, and the fixpoint of programs.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "brute.h"
#include "engine_fixture.h"
#include "explore/bounds.h"
#include "fixture.h"
#include "random.h"

// --- random steps over two numbers of four bits and a Boolean --------------------------------------------------------

#define NIBBLE "(_ BitVec 4)"
#define STATES 512u

struct small {
  struct fixture f;
  struct persistents *pool;
  struct ranges *r;
  struct range_steps *steps;
  struct rng rng;
  struct term x, y, b;
  struct brute_layout layout;
};

static void small_init(struct small *s, uint64_t seed) {
  fixture_init(&s->f);
  fixture_read(&s->f, "global x " NIBBLE "\nglobal y " NIBBLE "\nglobal b Bool\n"
                      "function main\n edge a -> c [(bvult x #x9)]\n location c stop\n");
  s->pool = persistents_new();
  s->r = ranges_new(s->f.unfold, s->pool);
  s->steps = range_steps_new(s->r);
  s->rng = rng_new(seed);
  s->x = s->f.cfa->vars.data[0].term;
  s->y = s->f.cfa->vars.data[1].term;
  s->b = s->f.cfa->vars.data[2].term;
  s->layout = (struct brute_layout){0};
  brute_add(s->f.tm, &s->layout, s->x);
  brute_add(s->f.tm, &s->layout, s->y);
  brute_add(s->f.tm, &s->layout, s->b);
}

static void small_release(struct small *s) {
  range_steps_free(s->steps);
  ranges_free(s->r);
  persistents_free(s->pool);
  fixture_release(&s->f);
}

static uint32_t pick(struct small *s, uint32_t n) { return (uint32_t)((rng_next(&s->rng) >> 7) % n); }

static struct term random_condition(struct small *s, uint32_t depth);

static struct term random_number(struct small *s, uint32_t depth) {
  struct terms *tm = s->f.tm;
  if (!depth || !pick(s, 5)) return pick(s, 3) ? (pick(s, 2) ? s->x : s->y) : term_bv(tm, 4, pick(s, 16));
  static const enum term_kind binary[] = {TERM_BV_ADD,  TERM_BV_MUL,  TERM_BV_UDIV, TERM_BV_UREM, TERM_BV_SDIV,
                                          TERM_BV_SREM, TERM_BV_AND,  TERM_BV_OR,   TERM_BV_XOR,  TERM_BV_SHL,
                                          TERM_BV_LSHR, TERM_BV_ASHR, TERM_BV_ADD,  TERM_BV_ADD};
  uint32_t how = pick(s, 20), low = pick(s, 4);
  struct term a = random_number(s, depth - 1), c = random_number(s, depth - 1), pair[2] = {a, c};
  if (how < 14) return term_make(tm, binary[how], (struct sort){0}, 0, 0, 2, pair);
  if (how == 14) return term_bvnot(tm, a);
  if (how == 15) return term_neg(tm, a);
  if (how == 16) return term_zext(tm, term_extract(tm, low, 0, a), 4);
  if (how == 17) return term_sext(tm, term_extract(tm, 3, 3 - low, a), 4);
  if (how == 18) return term_concat(tm, term_extract(tm, 1, 0, a), term_extract(tm, 3, 2, c));
  return term_ite(tm, random_condition(s, depth - 1), a, c);
}

static struct term random_condition(struct small *s, uint32_t depth) {
  struct terms *tm = s->f.tm;
  uint32_t how = pick(s, 9);
  if (!depth || how == 8) return s->b;
  if (how < 5) {
    struct term a = random_number(s, depth - 1), c = random_number(s, depth - 1);
    return how == 0   ? term_eq(tm, a, c)
           : how == 1 ? term_ult(tm, a, c)
           : how == 2 ? term_ule(tm, a, c)
           : how == 3 ? term_slt(tm, a, c)
                      : term_sle(tm, a, c);
  }
  struct term a = random_condition(s, depth - 1), c = random_condition(s, depth - 1);
  return how == 5 ? term_and(tm, a, c) : how == 6 ? term_or(tm, a, c) : term_not(tm, a);
}

static struct dom random_range(struct small *s, uint32_t width) {
  struct dom d = dom_const(pick(s, 1u << width), width);
  for (uint32_t n = pick(s, 3); n; n--) {
    struct dom more = dom_const(pick(s, 1u << width), width);
    d = dom_join(&d, &more);
    assert_true(dom_close(&d, width));
  }
  return d;
}

static struct persistent random_map(struct small *s) {
  struct persistent map = PERSISTENT_EMPTY;
  for (uint32_t i = 0; i < 3; i++) {
    struct dom d = random_range(s, s->layout.width[i]);
    if (pick(s, 3)) map = ranges_put(s->r, map, s->layout.vars[i], &d);
  }
  return map;
}

static uint64_t value_in(const struct small *s, uint64_t state, uint32_t i) {
  return state >> s->layout.shift[i] & brute_mask(s->layout.width[i]);
}

static bool has(const struct small *s, struct persistent map, uint64_t state) {
  for (uint32_t i = 0; i < 3; i++) {
    struct dom d = ranges_get(s->r, map, s->layout.vars[i]);
    if (!dom_has(&d, value_in(s, state, i), s->layout.width[i])) return false;
  }
  return true;
}

static void steps_are_sound(void **unused) {
  (void)unused;
  struct small s;
  small_init(&s, 7);
  uint32_t cut = 0, taken = 0;
  for (uint32_t round = 0; round < 3000; round++) {
    uint32_t deep = 1 + pick(&s, 4);
    struct step_update updates[3] = {{s.x, random_number(&s, deep)},
                                     {s.y, random_number(&s, deep)},
                                     {s.b, random_condition(&s, deep)}};
    // Steps are known by their addresses.
    struct unfold_step *step = mem_zalloc(1, sizeof *step);
    uint32_t first = pick(&s, 3);
    *step = (struct unfold_step){.context = CONTEXT_ROOT, .known = true};
    step->step = (struct step){.guard = random_condition(&s, deep), .n_updates = 3 - first, .updates = updates + first};
    struct persistent before = random_map(&s), after = PERSISTENT_EMPTY;
    bool possible = range_step(s.steps, CONTEXT_ROOT, step, before, &after);
    struct brute_program guard = brute_compile(s.f.tm, &s.layout, step->step.guard), values[3];
    for (uint32_t i = 0; i < 3; i++)
      values[i] = brute_compile(s.f.tm, &s.layout, i < first ? s.layout.vars[i] : updates[i].value);
    uint32_t leads = 0;
    for (uint64_t state = 0; state < STATES; state++) {
      if (!has(&s, before, state) || !brute_run(&guard, &s.layout, state)) continue;
      uint64_t next = 0;
      for (uint32_t i = 0; i < 3; i++) next |= brute_run(&values[i], &s.layout, state) << s.layout.shift[i];
      leads++;
      assert_true(possible && has(&s, after, next));
    }
    if (!possible) cut++;
    if (leads) taken++;
    brute_release(&guard);
    for (uint32_t i = 0; i < 3; i++) brute_release(&values[i]);
    range_steps_free(s.steps); // it knows the step
    s.steps = range_steps_new(s.r);
    mem_free(step);
  }
  assert_in_range(cut, 200, 3000); // it is of use, too
  assert_in_range(taken, 1000, 3000);
  small_release(&s);
}

static void operations_are_those_of_sets(void **unused) {
  (void)unused;
  struct small s;
  small_init(&s, 3);
  for (uint32_t round = 0; round < 1000; round++) {
    struct persistent a = random_map(&s), c = random_map(&s), join = ranges_join(s.r, a, c), meet;
    bool common = ranges_meet(s.r, a, c, &meet), less = true;
    struct persistent widened = ranges_widen(s.r, a, join, pick(&s, 4));
    struct vec_term conjuncts = {0};
    ranges_formula(s.r, a, &conjuncts);
    struct brute_program formula = brute_compile(s.f.tm, &s.layout, term_and_n(s.f.tm, conjuncts.size, conjuncts.data));
    for (uint64_t state = 0; state < STATES; state++) {
      bool in_a = has(&s, a, state), in_c = has(&s, c, state);
      assert_true(!(in_a || in_c) || has(&s, join, state));
      assert_true(!has(&s, join, state) || has(&s, widened, state));
      assert_int_equal(common && has(&s, meet, state), in_a && in_c);
      assert_int_equal(in_a, brute_run(&formula, &s.layout, state));
      less = less && (!in_a || in_c);
    }
    assert_true(ranges_less(s.r, a, join) && ranges_less(s.r, c, join));
    assert_true(less || !ranges_less(s.r, a, c));
    brute_release(&formula);
    vec_term_release(&conjuncts);
  }
  small_release(&s);
}

static void ranges_are_printed(void **unused) {
  (void)unused;
  struct small s;
  small_init(&s, 1);
  struct dom low = dom_const(2, 4), high = dom_const(6, 4), x = dom_join(&low, &high), y = dom_const(15, 4),
             b = dom_const(1, 1);
  dom_close(&x, 4);
  struct persistent map = ranges_put(s.r, ranges_put(s.r, PERSISTENT_EMPTY, s.x, &x), s.y, &y);
  struct text text = {0};
  ranges_print(s.r, PERSISTENT_EMPTY, &text);
  ranges_print(s.r, ranges_put(s.r, map, s.b, &b), &text);
  assert_string_equal(text_cstr(&text), "{}{x in [2, 6] & 0x3 = 0x2, y = -1, b = true}");
  text_release(&text);
  small_release(&s);
}

// A chain that grows by single values is widened to its end in few steps, whatever the values are.
static void widening_ends(void **unused) {
  (void)unused;
  struct fixture f;
  fixture_init(&f);
  fixture_read(&f, "global x (_ BitVec 64)\nfunction main\n edge a -> c [(bvult x #x0000000000001000)]\n"
                   " location c stop\n");
  struct persistents *pool = persistents_new();
  struct ranges *r = ranges_new(f.unfold, pool);
  struct term x = f.cfa->vars.data[0].term;
  struct rng rng = rng_new(5);
  for (uint32_t place = 0; place < 40; place++) {
    struct dom d = dom_const(place, 64), top = dom_top(64);
    struct persistent at = ranges_put(r, PERSISTENT_EMPTY, x, &d);
    uint32_t steps = 0;
    for (; at.id; steps++) {
      // A value outside the range, as near as can be or anywhere.
      d = ranges_get(r, at, x);
      uint64_t value = place % 4 == 0 ? d.uhi + 1 : place % 4 == 1 ? (uint64_t)d.slo - 1 : rng_next(&rng);
      if (place % 4 == 3) value = d.uhi + ((uint64_t)1 << (place % 60)); // multiples of a power of two stay known
      if (dom_has(&d, value, 64))
        value = !dom_has(&d, d.uhi + 1, 64)   ? d.uhi + 1
                : !dom_has(&d, d.ulo - 1, 64) ? d.ulo - 1
                : d.one                       ? 0
                                              : UINT64_MAX;
      if (dom_has(&d, value, 64)) break;
      struct dom more = dom_const(value, 64);
      struct persistent joined = ranges_join(r, at, ranges_put(r, PERSISTENT_EMPTY, x, &more));
      struct persistent next = ranges_widen(r, at, joined, place);
      assert_true(ranges_less(r, at, next) && !persistent_same(at, next));
      at = next;
    }
    assert_in_range(steps, 2, 60);
    d = ranges_get(r, at, x);
    assert_true(dom_equal(&d, &top) || dom_has(&d, d.uhi, 64));
  }
  ranges_free(r);
  persistents_free(pool);
  fixture_release(&f);
}

// --- programs --------------------------------------------------------------------------------------------------------

#define WORD "(_ BitVec 32)"

struct analysed {
  struct fixture f;
  struct engine_run engine; // for its setting
  struct run run;
  struct persistents *pool;
  struct ranges *r;
  struct range_steps *steps;
  struct bounds *bounds;
};

static void analysed_init(struct analysed *a, const char *text) {
  fixture_init(&a->f);
  fixture_read(&a->f, text);
  engine_run_init(&a->engine, "bse", a->f.cfa, a->f.program, &a->f.limits, &a->f.stats);
  run_init(&a->run, &a->engine.setting, NULL, &a->engine.claim);
  a->pool = persistents_new();
  a->r = ranges_new(a->run.unfold, a->pool);
  a->steps = range_steps_new(a->r);
  a->bounds = bounds_new(&a->run, a->r, a->steps, 1u << 24);
}

static void analysed_release(struct analysed *a) {
  bounds_free(a->bounds);
  range_steps_free(a->steps);
  ranges_free(a->r);
  persistents_free(a->pool);
  run_release(&a->run);
  engine_run_release(&a->engine);
  fixture_release(&a->f);
}

static struct location location_named(const struct analysed *a, const char *name) {
  for (uint32_t i = 0; i < a->f.cfa->locations.size; i++)
    if (!strcmp(a->f.cfa->locations.data[i].text, name)) return (struct location){i};
  fail_msg("no location %s", name);
  return LOCATION_NONE;
}

// The proven facts of a location as text.
static void expect_facts(struct analysed *a, const char *location, const char *expected) {
  struct text text = {0};
  const struct vec_term *proven = facts_proven(a->run.facts, location_named(a, location));
  for (uint32_t i = 0; proven && i < proven->size; i++) {
    if (i) text_add(&text, "; ");
    term_print_c(a->f.tm, proven->data[i], &text);
  }
  assert_string_equal(text_cstr(&text), expected);
  text_release(&text);
}

// The inner loop's bound is won back by narrowing; one edge cannot be taken.
static void loops_have_bounds(void **unused) {
  (void)unused;
  struct analysed a;
  analysed_init(&a, "global i " WORD "\nglobal j " WORD "\nfunction main\n"
                    " edge start -> outer i := #x00000000 j := #x00000000\n"
                    " edge outer -> inner [(bvslt i #x0000000a)] j := i\n"
                    " edge outer -> out [(not (bvslt i #x0000000a))]\n"
                    " edge inner -> inner [(bvslt j #x00000064)] j := (bvadd j #x00000002)\n"
                    " edge inner -> outer [(not (bvslt j #x00000064))] i := (bvadd i #x00000001)\n"
                    " edge out -> err [(bvslt i #x00000003)]\n edge out -> end [(not (bvslt i #x00000003))]\n"
                    " location err error\n location end stop\n");
  assert_non_null(a.bounds);
  assert_int_equal(bounds_edges_cut(a.bounds), 1);
  struct persistent map;
  assert_false(bounds_at(a.bounds, CONTEXT_ROOT, location_named(&a, "err"), &map));
  bounds_prove(a.bounds);
  expect_facts(&a, "outer", "i > -1; i < 11; j > -1; j < 102; (j & 26) == 0");
  expect_facts(&a, "inner", "i > -1; i < 10; j > -1; j < 102");
  analysed_release(&a);
}

// A branch that large-block encoding has made a choice.
static void choices_are_looked_at(void **unused) {
  (void)unused;
  struct analysed a;
  analysed_init(&a, "global x " WORD "\nfunction main\n edge start -> head x := #x00000000\n"
                    " edge head -> head input n Bool nondet \"n\" [n]"
                    "  x := (ite (bvult x #x00000005) (bvadd x #x00000001) #x00000000)\n"
                    " edge head -> end input n Bool nondet \"n\" [(not n)]\n location end stop\n");
  assert_non_null(a.bounds);
  assert_int_equal(bounds_prove(a.bounds), 2);
  expect_facts(&a, "head", "x > -1; x < 6");
  analysed_release(&a);
}

// A head in two contexts has the bounds that hold in both; what is known of a frame goes with it.
static void contexts_are_united(void **unused) {
  (void)unused;
  struct analysed a;
  analysed_init(&a, "global g " WORD "\nfunction main\n edge start -> mid call f(#x00000003)\n"
                    " edge mid -> end call f(#x00000007)\n location end stop\n"
                    "function f\n param n " WORD "\n local k " WORD "\n edge in -> head k := #x00000000\n"
                    " edge head -> head [(bvult k n)] k := (bvadd k #x00000001)\n"
                    " edge head -> done [(not (bvult k n))] g := k\n location done exit\n");
  assert_non_null(a.bounds);
  bounds_prove(a.bounds);
  expect_facts(&a, "head", "n > 2; n < 8; (n & 3) == -1; k > -1; k < 8");
  struct persistent map;
  assert_true(bounds_at(a.bounds, CONTEXT_ROOT, location_named(&a, "mid"), &map));
  assert_int_equal(persistent_size(a.pool, map), 2); // g and the bump pointer
  analysed_release(&a);
}

// Arithmetic wraps: a counter without a bound has every value.
static void numbers_wrap(void **unused) {
  (void)unused;
  struct analysed a;
  analysed_init(&a, "global i " WORD "\nglobal e " WORD
                    "\nfunction main\n edge start -> head i := #x00000000 e := #x00000000\n"
                    " edge head -> head [(not (= i #xffffffff))] i := (bvadd i #x00000001) e := (bvadd e #x00000004)\n"
                    " edge head -> end [(= i #xffffffff)]\n location end stop\n");
  assert_non_null(a.bounds);
  bounds_prove(a.bounds);
  expect_facts(&a, "head", "(e & 3) == 0");
  analysed_release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_are_sound),     cmocka_unit_test(operations_are_those_of_sets),
      cmocka_unit_test(widening_ends),       cmocka_unit_test(ranges_are_printed),
      cmocka_unit_test(loops_have_bounds),   cmocka_unit_test(choices_are_looked_at),
      cmocka_unit_test(contexts_are_united), cmocka_unit_test(numbers_wrap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
