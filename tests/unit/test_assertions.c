// The checks of a program one by one: found, told apart by their calls, and disabled, each for itself.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// cmocka wants these first.
#include <cmocka.h>

#include "cfa/assertions.h"
#include "cfa/pass/markers.h"
#include "fixture.h"

// check fails for a zero; main calls it for x != 1 and, twice on a line, x != 2, and has an error of its own for x = 3.
static const char program[] = "cfa \"t\"\n"
                              "pointer-bits 64\n"
                              "heap-start 0x1000\n"
                              "file \"t.c\"\n"
                              "function main at 5:0\n"
                              "  local x (_ BitVec 8) \"char\"\n"
                              "  entry L0\n"
                              "  location L0 complete at 6:1\n"
                              "  edge L0 -> L1 at 6:1\n"
                              "    input in!0 (_ BitVec 8) nondet \"n\" \"char\" at 6:1\n"
                              "    x := in!0\n"
                              "  location L1 at 7:1\n"
                              "  edge L1 -> L2  call check ((ite (= #x01 x) #x00 #x01)) at 7:1\n"
                              "  location L2 at 8:1\n"
                              "  edge L2 -> L3  call check ((ite (= #x02 x) #x00 #x01)) at 8:1\n"
                              "  location L3 complete at 9:1\n"
                              "  edge L3 -> bad [(= #x03 x)] at 9:1\n"
                              "  edge L3 -> L4 [(not (= #x03 x))] at 9:1\n"
                              "  location bad error at 9:9\n"
                              "  location L4 exit at 10:1\n"
                              "function check at 1:0\n"
                              "  param c (_ BitVec 8) temp\n"
                              "  local d (_ BitVec 8) temp\n"
                              "  entry L0\n"
                              "  location L0 complete at 2:1\n"
                              "  edge L0 -> L1  at 2:1\n"
                              "    input in!1 (_ BitVec 8) nondet \"m\" \"char\" at 2:1\n"
                              "    d := (bvadd c in!1)\n"
                              "  location L1 complete at 2:2\n"
                              "  edge L1 -> zero [(= #x00 c)] at 2:2\n"
                              "  edge L1 -> L2 [(not (= #x00 c))]  d := (bvadd d c) at 2:2\n"
                              "  location zero error at 2:9\n"
                              "  location L2 exit at 3:1\n";

enum { CHECKS = 3 };

struct world {
  struct fixture f;
  struct vec_assertion list;
};

static void begin(struct world *w) {
  *w = (struct world){0};
  fixture_init(&w->f);
  w->f.cfa = cfa_from_text(w->f.tm, program);
  cfa_find_assertions(w->f.cfa, &w->list);
}

static void end(struct world *w) {
  vec_assertion_release(&w->list);
  fixture_release(&w->f);
}

// Runs with x, and arbitrary values for the rest; the check that it violates, or ASSERTION_NONE.
static uint32_t violated(struct world *w, uint32_t x) {
  struct fixture *f = &w->f;
  struct program *p = program_new(f->cfa, &f->limits, &f->stats);
  struct input_value values[3] = {{.value = term_bv(f->tm, 8, x)},
                                  {.value = term_bv(f->tm, 8, 17)},
                                  {.value = term_bv(f->tm, 8, 4)}};
  struct state *last = NULL;
  uint32_t found = ASSERTION_NONE;
  if (state_replay(p, 3, values, 1000, NULL, NULL, &last) == STATE_ERROR) {
    struct vec_edge calls = {0};
    state_call_string(last, &calls);
    found = cfa_assertion_of(f->cfa, &w->list, state_location(last), &calls);
    assert_int_not_equal(found, ASSERTION_NONE);
    vec_edge_release(&calls);
  }
  if (last) state_free(last);
  program_free(p);
  return found;
}

static void finds_each_call(void **state) {
  (void)state;
  struct world w;
  begin(&w);
  assert_int_equal(w.list.size, CHECKS);
  static const uint32_t lines[CHECKS] = {7, 8, 9};
  for (uint32_t i = 0; i < CHECKS; i++) assert_int_equal(w.list.data[i].place.line, lines[i]);
  assert_string_equal(w.list.data[0].text, "check");
  assert_string_equal(w.list.data[0].function, "main");
  for (uint32_t x = 0; x < 5; x++) assert_int_equal(violated(&w, x), x >= 1 && x <= 3 ? x - 1 : ASSERTION_NONE);
  end(&w);
}

// Each set of checks, in each order of two ways to reduce the automaton: the others are violated as before.
static void disables_what_it_should(void **state) {
  (void)state;
  for (uint32_t set = 0; set < 1u << CHECKS; set++)
    for (int sliced = 0; sliced < 2; sliced++) {
      struct world w;
      begin(&w);
      for (uint32_t i = 0; i < CHECKS; i++)
        if (set >> i & 1) cfa_disable_assertion(w.f.cfa, &w.list, i);
      struct error error = {0};
      if (!cfa_check(w.f.cfa, &error)) fail_msg("%s", error.message);
      (sliced ? cfa_slice : cfa_compress)(w.f.cfa);
      cfa_find_loops(w.f.cfa);
      if (!cfa_check(w.f.cfa, &error)) fail_msg("%s", error.message);
      for (uint32_t x = 0; x < 5; x++) {
        bool fails = x >= 1 && x <= 3 && !(set >> (x - 1) & 1);
        assert_int_equal(violated(&w, x), fails ? x - 1 : ASSERTION_NONE);
      }
      end(&w);
    }
}

// What a reduction left out is decided.
static void decides_what_is_gone(void **state) {
  (void)state;
  struct world w;
  begin(&w);
  struct cfa *cfa = w.f.cfa;
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    struct cfa_edge *e = &cfa->edges.data[i];
    if (e->callee == CFA_NONE && cfa_location(cfa, e->to)->place.line == 9 &&
        cfa_location(cfa, e->to)->kind == LOC_ERROR)
      e->guard = term_false(w.f.tm);
  }
  cfa_compress(cfa);
  cfa_decide_assertions(cfa, &w.list);
  assert_int_equal(w.list.data[0].status, ASSERTION_UNKNOWN);
  assert_int_equal(w.list.data[1].status, ASSERTION_UNKNOWN);
  assert_int_equal(w.list.data[2].status, ASSERTION_PROVED);
  end(&w);
}

// A marker for each test: the automaton stays sound, and each can be reached.
static void markers_tests(void **state) {
  (void)state;
  struct world w;
  begin(&w);
  struct cfa *cfa = w.f.cfa;
  cfa->of_exits = true;
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location *l = &cfa->locations.data[i];
    if (l->kind != LOC_ERROR) continue;
    l->kind = LOC_STOP;
    l->mark = MARK_CHECK;
  }
  struct vec_marker markers = {0};
  cfa_add_markers(cfa, &markers);
  assert_int_equal(markers.size, CHECKS);
  struct error error = {0};
  if (!cfa_check(cfa, &error)) fail_msg("%s", error.message);
  uint32_t errors = 0;
  cfa_compress(cfa);
  for (uint32_t i = 0; i < cfa->locations.size; i++) errors += cfa->locations.data[i].kind == LOC_ERROR;
  assert_int_equal(errors, CHECKS);
  vec_marker_release(&markers);
  end(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_each_call),
      cmocka_unit_test(disables_what_it_should),
      cmocka_unit_test(decides_what_is_gone),
      cmocka_unit_test(markers_tests),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
