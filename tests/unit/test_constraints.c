// The analysis of constraints, with values given by hand: strengthening and what is asked of the solver, closing with
// names and without, predicates, order and join, integers.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "cpa_world.h"

extern const struct analysis analysis_constraints;

static const char *const variables =
    "cfa \"variables\"\npointer-bits 32\nheap-start 0x10000\n"
    "function main\n  local x (_ BitVec 32)\n  local y (_ BitVec 32)\n  local z (_ BitVec 32)\n"
    "  edge start -> end\n  location end exit\n";

struct constraints_world {
  struct cpa_world base;
  struct world *w; // its
  struct cpa *cpa; // its
  struct substitution *values; // of the variables: what the symbolic analysis would have
  struct term x, y, z, s, t;
  // Of a closing.
  struct closing closing;
  struct map_u32 named;
  struct vec_term implied;
};

// State 1 has no values but that z is 7.
static struct term value_of(void *self, struct abstract a, struct term formula) {
  struct constraints_world *c = self;
  struct term seven = num(c->w, 7);
  return a.id ? term_substitute(c->w->tm, formula, 1, &c->z, &seven) : substitution_apply(c->values, formula);
}
static const struct analysis symbolic_by_hand = {.name = "symbolic", .instance = value_of};

static void begin_closing(struct constraints_world *c) {
  if (c->values) substitution_free(c->values);
  if (c->closing.names) substitution_free(c->closing.names);
  map_u32_clear(&c->named);
  c->implied.size = 0;
  c->values = substitution_new(c->w->tm);
  c->closing = (struct closing){substitution_new(c->w->tm), &c->named, &c->implied, NULL};
}

static void begin(struct constraints_world *c, uint32_t theory) {
  *c = (struct constraints_world){0};
  cpa_world_init(&c->base, variables);
  struct world *w = c->w = c->base.w;
  c->cpa = &c->base.cpa;
  c->base.options.theory = theory;
  c->cpa->n = 1;
  c->cpa->analyses[0] = &symbolic_by_hand;
  c->cpa->selves[0] = c;
  struct error error = {0};
  c->cpa->selves[1] = analysis_constraints.open(c->cpa, &error);
  c->cpa->analyses[1] = &analysis_constraints;
  c->cpa->n = 2;
  c->x = var(w, "main::x");
  c->y = var(w, "main::y");
  c->z = var(w, "main::z");
  c->s = term_var(w->tm, sort_bv(w->tm, 32), "s");
  c->t = term_var(w->tm, sort_bv(w->tm, 32), "t");
  begin_closing(c);
}

static void end(struct constraints_world *c) {
  analysis_constraints.close(c->cpa->selves[1]);
  substitution_free(c->values);
  substitution_free(c->closing.names);
  map_u32_release(&c->named);
  vec_term_release(&c->implied);
  cpa_world_release(&c->base);
}

// The successor with the guard.
static bool take(struct constraints_world *c, struct abstract from, struct term guard, struct abstract *to) {
  struct composite before = {{{0}, from}}, after = {{{0}, from}};
  struct transfer t = {.before = &before, .after = &after, .guard = guard};
  assert_true(analysis_constraints.transfer(c->cpa->selves[1], &t, &after.parts[1]));
  assert_int_equal(after.parts[1].id, from.id);
  bool taken = analysis_constraints.strengthen(c->cpa->selves[1], &t, &after.parts[1]);
  *to = after.parts[1];
  return taken;
}

static struct abstract after(struct constraints_world *c, struct abstract from, struct term guard) {
  struct abstract to;
  assert_true(take(c, from, guard, &to));
  return to;
}

static struct abstract closed(struct constraints_world *c, struct abstract a, const struct place_precision *precision,
                              bool *exact) {
  struct composite state = {{{0}, a}};
  struct place place = {location_named(c->w, "start"), CONTEXT_ROOT};
  struct composite after = {{{1}}};
  c->closing.closed = &after;
  *exact = true;
  return analysis_constraints.closed(c->cpa->selves[1], &state, a, place, precision, &c->closing, exact);
}

// The variable has the identifier's value.
static void name(struct constraints_world *c, struct term identifier, struct term variable) {
  substitution_set(c->values, variable, identifier);
  if (!term_same(identifier, variable)) substitution_set(c->closing.names, identifier, variable);
  map_u32_put(&c->named, identifier.id, 1);
}

static void is_exactly(struct constraints_world *c, struct abstract a, uint32_t n, const struct term *expected) {
  struct vec_term conjuncts = {0};
  analysis_constraints.formula(c->cpa->selves[1], a, &conjuncts);
  assert_int_equal(conjuncts.size, n);
  for (uint32_t i = 0; i < n; i++) {
    bool found = false;
    for (uint32_t k = 0; k < n; k++) found |= term_same(conjuncts.data[k], expected[i]);
    assert_true(found);
  }
  vec_term_release(&conjuncts);
}

static struct term more(struct constraints_world *c, struct term a, uint64_t than) {
  return term_slt(c->w->tm, num(c->w, than), a);
}

// --- strengthening ---------------------------------------------------------------------------------------------------

static void guards_are_added_if_they_can_hold(void **state) {
  (void)state;
  struct constraints_world c;
  begin(&c, THEORY_BITVECTOR);
  struct terms *tm = c.w->tm;
  struct abstract out, top = ABSTRACT_TOP;
  SAME(after(&c, top, term_true(tm)), top);
  assert_false(take(&c, top, term_false(tm), &out));
  struct term positive = more(&c, c.s, 0), large = term_slt(tm, c.s, c.t);
  struct abstract a = after(&c, top, positive);
  is_exactly(&c, a, 1, &positive);
  // No wrap-around is missed: s > 0, s + 1 < 0.
  struct term wraps = term_slt(tm, term_add(tm, c.s, num(c.w, 1)), num(c.w, 0));
  assert_true(take(&c, a, wraps, &out));
  assert_false(take(&c, a, term_slt(tm, c.s, num(c.w, 0)), &out));
  // Equal sets are equal states, whatever the order; a conjunction is a set.
  struct abstract ab = after(&c, a, large);
  SAME(after(&c, after(&c, top, large), positive), ab);
  SAME(after(&c, top, term_and(tm, large, positive)), ab);
  SAME(after(&c, ab, large), ab);
  end(&c);
}

static void a_set_is_asked_about_once(void **state) {
  (void)state;
  struct constraints_world c;
  begin(&c, THEORY_BITVECTOR);
  struct terms *tm = c.w->tm;
  struct abstract out, a = after(&c, ABSTRACT_TOP, more(&c, c.s, 5));
  struct term both = term_slt(tm, term_mul(tm, c.s, c.t), c.t), never = term_eq(tm, c.s, num(c.w, 1));
  after(&c, a, both);
  assert_false(take(&c, a, never, &out));
  uint64_t asked = c.base.statistics.constraints_asked;
  assert_int_equal(asked, 3);
  after(&c, a, both);
  assert_false(take(&c, a, never, &out));
  assert_int_equal(c.base.statistics.constraints_asked, asked);
  end(&c);
}

// --- closing ---------------------------------------------------------------------------------------------------------

static void names_take_the_place_of_identifiers(void **state) {
  (void)state;
  struct constraints_world c;
  bool exact;
  begin(&c, THEORY_BITVECTOR);
  struct abstract a = after(&c, ABSTRACT_TOP, more(&c, c.s, 0)), b = after(&c, ABSTRACT_TOP, more(&c, c.t, 0));
  name(&c, c.s, c.x);
  struct abstract of_s = closed(&c, a, NULL, &exact);
  assert_true(exact);
  is_exactly(&c, of_s, 1, (struct term[]){more(&c, c.x, 0)});
  // Alike but for the identifier.
  begin_closing(&c);
  name(&c, c.t, c.x);
  SAME(closed(&c, b, NULL, &exact), of_s);
  assert_true(exact);
  // What follows from the names.
  begin_closing(&c);
  name(&c, c.t, c.x);
  vec_term_push(&c.implied, more(&c, c.y, 3));
  is_exactly(&c, closed(&c, b, NULL, &exact), 2, (struct term[]){more(&c, c.x, 0), more(&c, c.y, 3)});
  end(&c);
}

static void what_has_no_name_is_eliminated(void **state) {
  (void)state;
  struct constraints_world c;
  bool exact;
  begin(&c, THEORY_BITVECTOR);
  struct terms *tm = c.w->tm;
  // s < t < 9 and s is x: x < 8. And y's former value, of which nothing is left: not the y of now.
  struct abstract a = after(&c, ABSTRACT_TOP, term_and(tm, term_slt(tm, c.s, c.t), term_slt(tm, c.t, num(c.w, 9))));
  a = after(&c, a, more(&c, c.y, 7));
  name(&c, c.s, c.x);
  struct abstract out = closed(&c, a, NULL, &exact);
  assert_true(exact);
  is_exactly(&c, out, 1, (struct term[]){term_slt(tm, c.x, num(c.w, 8))});
  // y was not changed: it keeps its name.
  map_u32_put(&c.named, c.y.id, 1);
  out = closed(&c, a, NULL, &exact);
  assert_true(exact);
  is_exactly(&c, out, 2, (struct term[]){term_slt(tm, c.x, num(c.w, 8)), more(&c, c.y, 7)});
  end(&c);
}

static void what_cannot_be_said_is_dropped(void **state) {
  (void)state;
  struct constraints_world c;
  bool exact;
  begin(&c, THEORY_BITVECTOR);
  struct terms *tm = c.w->tm;
  struct term square = term_mul(tm, c.t, term_mul(tm, c.t, c.t));
  struct abstract a = after(&c, ABSTRACT_TOP, term_slt(tm, term_bvxor(tm, square, c.s), square));
  a = after(&c, a, more(&c, c.s, 1));
  name(&c, c.s, c.x);
  struct abstract out = closed(&c, a, NULL, &exact);
  assert_false(exact);
  is_exactly(&c, out, 1, (struct term[]){more(&c, c.x, 1)});
  end(&c);
}

static void the_tightest_bound_remains(void **state) {
  (void)state;
  struct constraints_world c;
  bool exact;
  begin(&c, THEORY_BITVECTOR);
  struct terms *tm = c.w->tm;
  const uint64_t bounds[] = {3, 9, 5};
  struct abstract a = ABSTRACT_TOP;
  for (uint32_t i = 0; i < 3; i++) {
    a = after(&c, a, more(&c, c.s, bounds[i]));
    a = after(&c, a, term_slt(tm, c.s, num(c.w, 100 + bounds[i])));
    a = after(&c, a, term_ult(tm, c.t, num(c.w, 100 - bounds[i])));
  }
  name(&c, c.s, c.x);
  name(&c, c.t, c.y);
  struct abstract out = closed(&c, a, NULL, &exact);
  assert_true(exact);
  is_exactly(&c, out, 3,
             (struct term[]){more(&c, c.x, 9), term_slt(tm, c.x, num(c.w, 103)), term_ult(tm, c.y, num(c.w, 91))});
  end(&c);
}

static void predicates_that_hold_are_kept(void **state) {
  (void)state;
  struct constraints_world c;
  bool exact;
  begin(&c, THEORY_BITVECTOR);
  struct terms *tm = c.w->tm;
  struct abstract a = after(&c, ABSTRACT_TOP, more(&c, c.s, 5));
  struct place_precision precision = {0};
  struct term sum = term_eq(tm, term_sub(tm, c.y, c.x), num(c.w, 1));
  const struct term predicates[] = {more(&c, c.x, 2), more(&c, c.x, 8), sum, more(&c, c.z, 0)};
  for (uint32_t i = 0; i < 4; i++) vec_term_push(&precision.predicates, predicates[i]);
  // x is s, y is s + 1, z is 7.
  name(&c, c.s, c.x);
  substitution_set(c.values, c.y, term_add(tm, c.s, num(c.w, 1)));
  substitution_set(c.values, c.z, num(c.w, 7));
  struct abstract out = closed(&c, a, &precision, &exact);
  is_exactly(&c, out, 3, (struct term[]){predicates[0], predicates[2], predicates[3]});
  assert_false(exact);
  // Execution goes on with the values: z is 7.
  vec_term_push(&precision.predicates, term_slt(tm, c.z, c.x));
  begin_closing(&c);
  name(&c, c.s, c.x);
  substitution_set(c.values, c.z, num(c.w, 4));
  out = closed(&c, a, &precision, &exact);
  struct abstract never;
  assert_true(analysis_constraints.less(c.cpa->selves[1], out, out));
  assert_false(take(&c, out, term_slt(tm, c.x, num(c.w, 8)), &never));
  assert_true(take(&c, out, term_slt(tm, c.x, num(c.w, 9)), &never));
  // x = s is tracked, and s = 6 is known.
  a = after(&c, a, term_eq(tm, c.s, num(c.w, 6)));
  uint32_t x = var_named(c.w, "main::x");
  map_u32_put(&precision.variables, x, 1);
  precision.predicates.size = 0;
  out = closed(&c, a, &precision, &exact);
  is_exactly(&c, out, 1, (struct term[]){term_eq(tm, c.x, num(c.w, 6))});
  vec_term_release(&precision.predicates);
  map_u32_release(&precision.variables);
  end(&c);
}

// --- order -----------------------------------------------------------------------------------------------------------

static void fewer_constraints_cover(void **state) {
  (void)state;
  struct constraints_world c;
  begin(&c, THEORY_BITVECTOR);
  void *self = c.cpa->selves[1];
  struct place place = {location_named(c.w, "start"), CONTEXT_ROOT};
  struct term p = more(&c, c.x, 0), q = more(&c, c.y, 0), r = more(&c, c.z, 0);
  struct abstract a = after(&c, ABSTRACT_TOP, p), ab = after(&c, a, q), ac = after(&c, a, r);
  assert_true(analysis_constraints.less(self, ab, a));
  assert_true(analysis_constraints.less(self, ab, ABSTRACT_TOP));
  assert_false(analysis_constraints.less(self, a, ab));
  assert_false(analysis_constraints.less(self, ab, ac));
  SAME(analysis_constraints.join(self, ab, ac, place), a);
  SAME(analysis_constraints.join(self, ab, ABSTRACT_TOP, place), ABSTRACT_TOP);
  end(&c);
}

static void integers_do_not_wrap(void **state) {
  (void)state;
  struct constraints_world c;
  begin(&c, THEORY_INTEGER);
  struct terms *tm = c.w->tm;
  assert_non_null(c.base.claim.inexact);
  struct abstract out, a = after(&c, ABSTRACT_TOP, more(&c, c.s, 0));
  is_exactly(&c, a, 1, (struct term[]){more(&c, c.s, 0)});
  assert_false(take(&c, a, term_slt(tm, term_add(tm, c.s, num(c.w, 1)), num(c.w, 0)), &out));
  assert_true(take(&c, a, term_slt(tm, num(c.w, 1), term_add(tm, c.s, num(c.w, 1))), &out));
  assert_true(take(&c, a, more(&c, term_mul(tm, c.s, c.t), 77), &out));
  end(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(guards_are_added_if_they_can_hold),
      cmocka_unit_test(a_set_is_asked_about_once),
      cmocka_unit_test(names_take_the_place_of_identifiers),
      cmocka_unit_test(what_has_no_name_is_eliminated),
      cmocka_unit_test(what_cannot_be_said_is_dropped),
      cmocka_unit_test(the_tightest_bound_remains),
      cmocka_unit_test(predicates_that_hold_are_kept),
      cmocka_unit_test(fewer_constraints_cover),
      cmocka_unit_test(integers_do_not_wrap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
