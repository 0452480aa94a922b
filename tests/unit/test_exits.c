// Automata that are made of the front end's marks: undefined-behaviour exits and goals.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// cmocka wants these first.
#include <cmocka.h>

#include "cfa/marks.h"
#include "fixture.h"

// One step with two inputs a and b: a is not zero (or behaviour is undefined), a < 10 is assumed, b is not a. Then a
// branch.
static const char program[] = "cfa \"t\"\n"
                              "pointer-bits 64\n"
                              "heap-start 0x1000\n"
                              "file \"t.c\"\n"
                              "function main at 1:0\n"
                              "  local x (_ BitVec 8) \"char\"\n"
                              "  local y (_ BitVec 8) \"char\"\n"
                              "  entry L0\n"
                              "  location L0 complete at 1:1\n"
                              "  edge L0 -> L1 [(and (not (= #x00 a)) (bvult a #x0a) (not (= a b)))] at 1:1\n"
                              "    input a (_ BitVec 8) nondet \"n\" \"char\" at 1:1\n"
                              "    input b (_ BitVec 8) nondet \"n\" \"char\" at 3:1\n"
                              "    x := (bvadd x a)\n"
                              "    y := (bvsub b a)\n"
                              "  location L1 complete at 5:1\n"
                              "  edge L1 -> bad [(= #x03 x)] at 5:1\n"
                              "  edge L1 -> L2 [(not (= #x03 x))] at 5:1\n"
                              "  location bad error at 5:9\n"
                              "  location L2 exit at 6:1\n";

struct world {
  struct fixture f;
  struct term a, b, defined, assumed, different;
};

static void mark(struct world *w, enum cfa_conjunct_kind kind, struct term guard, struct term condition,
                 uint32_t inputs, uint32_t line) {
  const struct cfa_edge *e = &w->f.cfa->edges.data[0];
  struct cfa_conjunct c = {.kind = kind,
                           .from = e->from,
                           .guard = guard,
                           .condition = condition,
                           .text = "undefined",
                           .place = {0, line, 1},
                           .first = {0, 1, 1}};
  for (uint32_t i = 0; i < inputs; i++) vec_input_push(&c.inputs, e->inputs.data[i]);
  vec_conjunct_push(&cfa_marks(w->f.cfa)->conjuncts, c);
}

static void begin(struct world *w) {
  *w = (struct world){0};
  fixture_init(&w->f);
  w->f.cfa = cfa_from_text(w->f.tm, program);
  struct terms *tm = w->f.tm;
  const struct cfa_edge *e = &w->f.cfa->edges.data[0];
  w->a = e->inputs.data[0].term;
  w->b = e->inputs.data[1].term;
  w->defined = term_not(tm, term_eq(tm, w->a, term_bv(tm, 8, 0)));
  w->assumed = term_ult(tm, w->a, term_bv(tm, 8, 10));
  w->different = term_not(tm, term_eq(tm, w->a, w->b));
  mark(w, CONJUNCT_DEFINED, term_true(tm), w->defined, 1, 1);
  mark(w, CONJUNCT_ASSUMED, w->defined, w->assumed, 1, 2);
  mark(w, CONJUNCT_DEFINED, term_and(tm, w->defined, w->assumed), w->different, 2, 3);
  vec_u32_push(&cfa_marks(w->f.cfa)->step_ends, 1);
  vec_side_push(&cfa_marks(w->f.cfa)->sides, (struct cfa_side){{1}, 0, 0});
  vec_side_push(&cfa_marks(w->f.cfa)->sides, (struct cfa_side){{2}, 0, 1});
}

static const struct cfa_edge *only_edge(const struct cfa *cfa, const struct vec_edge *edges) {
  assert_int_equal(edges->size, 1);
  return cfa_edge(cfa, edges->data[0]);
}

static const struct cfa_location *marked(const struct cfa *cfa, enum cfa_mark mark) {
  const struct cfa_location *found = NULL;
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].mark == mark) found = &cfa->locations.data[i];
  assert_non_null(found);
  return found;
}

static const struct cfa_location *error_at(const struct cfa *cfa, uint32_t line) {
  const struct cfa_location *found = NULL;
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].kind == LOC_ERROR && cfa->locations.data[i].place.line == line)
      found = &cfa->locations.data[i];
  return found;
}

static void splits_at_assumptions(void **state) {
  (void)state;
  struct world w;
  begin(&w);
  struct terms *tm = w.f.tm;
  struct cfa *cfa = cfa_undefined_exits(w.f.cfa);
  struct error error = {0};
  if (!cfa_check(cfa, &error)) fail_msg("%s", error.message);
  assert_true(cfa->of_exits);
  // Before the assumption: the exit, and the edge that keeps the input.
  const struct cfa_location *before = marked(cfa, MARK_ASSUMES), *behind = marked(cfa, MARK_ASSUMED);
  const struct cfa_edge *exit = only_edge(cfa, &error_at(cfa, 1)->in), *first = only_edge(cfa, &before->in);
  assert_string_equal(error_at(cfa, 1)->text, "undefined");
  assert_int_equal(exit->from.id, 0);
  assert_true(term_same(exit->guard, term_not(tm, w.defined)));
  assert_true(term_same(first->guard, w.defined));
  assert_int_equal(first->inputs.size, 1);
  assert_int_equal(first->updates.size, 1);
  struct term kept = cfa->vars.data[first->updates.data[0].var].term;
  assert_true(term_same(first->updates.data[0].value, w.a));
  assert_true(term_same(only_edge(cfa, &behind->in)->guard, term_ult(tm, kept, term_bv(tm, 8, 10))));
  // Behind it: what holds there is not asked again, and only the second input is left.
  assert_int_equal(behind->out.size, 2);
  const struct cfa_edge *second = cfa_edge(cfa, behind->out.data[0]), *on = cfa_edge(cfa, behind->out.data[1]);
  assert_ptr_equal(cfa_location(cfa, second->to), error_at(cfa, 3));
  assert_true(term_same(second->guard, term_eq(tm, kept, w.b)));
  assert_true(term_same(on->guard, term_not(tm, second->guard)));
  assert_int_equal(on->inputs.size, 1);
  assert_true(term_same(on->inputs.data[0].term, w.b));
  assert_true(term_same(on->updates.data[1].value, term_sub(tm, w.b, kept)));
  assert_false(behind->complete || cfa->locations.data[0].complete);
  // The program's own error is none here, and the program is as it was.
  assert_null(error_at(cfa, 5));
  assert_non_null(error_at(w.f.cfa, 5));
  assert_int_equal(w.f.cfa->edges.size, 3);
  cfa_compress(cfa);
  if (!cfa_check(cfa, &error)) fail_msg("%s", error.message);
  cfa_free(cfa);
  fixture_release(&w.f);
}

static void leads_to_goals(void **state) {
  (void)state;
  struct world w;
  begin(&w);
  const uint32_t first[] = {8}; // its ways out are goals 7 and 8
  const unsigned char wanted[] = {0, 0, 0, 0, 0, 0, 0, 0, 1};
  struct cfa *cfa = cfa_goal_errors(w.f.cfa, first, wanted);
  struct error error = {0};
  if (!cfa_check(cfa, &error)) fail_msg("%s", error.message);
  assert_string_equal(error_at(cfa, 5)->text, "8");
  assert_true(edge_same(error_at(cfa, 5)->in.data[0], (struct edge){2}));
  uint32_t errors = 0;
  for (uint32_t i = 0; i < cfa->locations.size; i++) errors += cfa->locations.data[i].kind == LOC_ERROR;
  assert_int_equal(errors, 1);
  cfa_free(cfa);
  fixture_release(&w.f);
}

// The copy keeps the marks when a pass changes the automaton, which drops its own.
static void marks_stay_with_the_copy(void **state) {
  (void)state;
  struct world w;
  begin(&w);
  struct cfa *copy = cfa_move_marks(w.f.cfa);
  assert_null(w.f.cfa->marks);
  struct text one = {0}, other = {0};
  cfa_print(w.f.cfa, &one);
  cfa_print(copy, &other);
  assert_string_equal(text_cstr(&one), text_cstr(&other));
  cfa_compress(w.f.cfa);
  assert_int_equal(copy->marks->conjuncts.size, 3);
  cfa_compress(copy);
  assert_null(copy->marks);
  text_release(&one);
  text_release(&other);
  cfa_free(copy);
  fixture_release(&w.f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(splits_at_assumptions),
      cmocka_unit_test(leads_to_goals),
      cmocka_unit_test(marks_stay_with_the_copy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
