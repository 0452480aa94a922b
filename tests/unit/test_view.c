// What engines say of themselves between two slices (explore/view.h): progress stands still where a search diverges and
// grows where it ends; what is said to be certain is.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "engine_fixture.h"
#include "explore/view.h"
#include "unfold_world.h"

#define WORD "(_ BitVec 32)"

// Two counters that go up together and down together: without the relation between them every number of iterations is
// another case.
static const char counters[] =
    "global x " WORD "\nglobal y " WORD "\nfunction main\n edge a -> h x := #x00000000 y := #x00000000\n"
    " edge h -> h input n Bool nondet \"n\" [n] x := (bvadd x #x00000001) y := (bvadd y #x00000001)\n"
    " edge h -> k input n Bool nondet \"n\" [(not n)]\n location k complete\n"
    " edge k -> k [(not (= x #x00000000))] x := (bvsub x #x00000001) y := (bvsub y #x00000001)\n"
    " edge k -> out [(= x #x00000000)]\n location out complete\n"
    " edge out -> bad [(not (= y #x00000000))]\n edge out -> end [(= y #x00000000)]\n"
    " location bad error\n location end exit\n";

// An error after so many iterations.
#define FAR 200
static const char far_error[] = "global i " WORD "\nfunction main\n edge a -> h i := #x00000000\n"
                                " edge h -> h input n Bool nondet \"n\" [n] i := (bvadd i #x00000001)\n"
                                " edge h -> out input n Bool nondet \"n\" [(not n)]\n location out complete\n"
                                " edge out -> bad [(= i #x000000c8)]\n edge out -> end [(not (= i #x000000c8))]\n"
                                " location bad error\n location end exit\n";

// Paths that double with each diamond, all of them without an error.
static const char diamonds[] = "global x " WORD "\nfunction main\n edge a -> d0 x := #x00000000\n"
#define DIAMOND(from, to)                                                                                              \
  " edge " from " -> " to " input n" to " Bool nondet \"n\" [n" to "] x := (bvadd x #x00000001)\n"                     \
  " edge " from " -> " to " input n" to " Bool nondet \"n\" [(not n" to ")] x := (bvadd x #x00000002)\n"
    DIAMOND("d0", "d1") DIAMOND("d1", "d2") DIAMOND("d2", "d3") DIAMOND("d3", "d4") DIAMOND("d4", "d5")
        DIAMOND("d5", "d6") DIAMOND("d6", "d7") DIAMOND(
            "d7", "d8") " location d8 complete\n edge d8 -> bad [(bvugt x #x00000010)]\n"
                        " edge d8 -> end [(not (bvugt x #x00000010))]\n location bad error\n location end exit\n";

#define SLICES_MOST 64

struct watched {
  uint64_t progress[SLICES_MOST];
  uint32_t n;
  bool done;
  uint32_t certain; // the largest number in what was proved
};

// The number in a line like "no error on paths of at most 12 edges"; 0: there is none.
static uint32_t number_in(const char *text) {
  const char *at = strstr(text, "at most ");
  return at ? (uint32_t)strtoul(at + strlen("at most "), NULL, 10) : 0;
}

static void watch(const char *engine, const char *text, uint64_t effort, struct watched *out) {
  struct world *w = world_new(text);
  struct engine_run r;
  engine_run_init(&r, engine, w->cfa, w->program, &w->limits, &w->stats);
  engine_run_open(&r);
  *out = (struct watched){0};
  while (!out->done && out->n < SLICES_MOST) {
    out->done = r.engine->advance(r.running, &(struct slice){.effort = effort});
    struct engine_view view = {0};
    r.engine->view(r.running, &view);
    out->progress[out->n++] = view.progress;
    assert_true(view.doing.size > 0);
    if (number_in(text_cstr(&view.proved)) > out->certain) out->certain = number_in(text_cstr(&view.proved));
    engine_view_release(&view);
  }
  r.engine->close(r.running);
  engine_run_release(&r);
  world_free(w);
}

// Engines that cannot decide it: work goes on, the end does not come nearer.
static void test_diverging(void **state) {
  (void)state;
  static const char *const engines[] = {"symex", "eager", "lazy", "bse", "value"};
  for (uint32_t i = 0; i < sizeof engines / sizeof *engines; i++) {
    struct watched w;
    watch(engines[i], counters, 1 << 14, &w);
    if (w.done) fail_msg("%s decides it", engines[i]);
    if (w.progress[w.n - 1] != w.progress[w.n / 2]) fail_msg("%s takes unrolling for progress", engines[i]);
  }
}

static void test_converging(void **state) {
  (void)state;
  static const struct {
    const char *engine, *text;
    uint64_t effort;
  } runs[] = {{"symex", diamonds, 4096}, {"bse", diamonds, 1024}, {"eager", diamonds, 1024},
              {"cpa", diamonds, 8},      {"kind", counters, 256}, {"symexpa", counters, 256}};
  for (uint32_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    struct watched w;
    watch(runs[i].engine, runs[i].text, runs[i].effort, &w);
    if (!w.done || w.n < 2) fail_msg("%s: %u slices", runs[i].engine, w.n);
    for (uint32_t k = 1; k < w.n; k++)
      if (w.progress[k] < w.progress[k - 1]) fail_msg("%s goes back", runs[i].engine);
    if (w.progress[w.n - 1] <= w.progress[0]) fail_msg("%s makes no progress", runs[i].engine);
  }
}

// Every path of all that is in the frontier counts: each slice of symex brings the end nearer.
static void test_every_path_counts(void **state) {
  (void)state;
  struct watched w;
  watch("symex", diamonds, 8192, &w);
  assert_true(w.done && w.n > 4);
  for (uint32_t k = 1; k < w.n; k++) assert_true(w.progress[k] > w.progress[k - 1]);
}

// The error is on a path with FAR + 1 branches, FAR + 1 visits of the head, FAR + 3 edges: no more may be excluded.
static void test_certain(void **state) {
  (void)state;
  static const struct {
    const char *engine;
    uint32_t most;
  } runs[] = {{"symex", FAR}, {"kind", FAR}, {"ic3ia", FAR}, {"bse", FAR + 2}};
  for (uint32_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    struct watched w;
    watch(runs[i].engine, far_error, 1 << 13, &w);
    if (!w.certain || w.certain > runs[i].most)
      fail_msg("%s says that it is sure of %u, the error is at %u", runs[i].engine, w.certain, runs[i].most + 1);
  }
}

// An invariant whose text is exponentially longer than the term is not printed: that would never end.
static void test_long_invariant(void **state) {
  (void)state;
  struct world *w = world_new(counters);
  struct engine_run r;
  engine_run_init(&r, "symex", w->cfa, w->program, &w->limits, &w->stats);
  struct term x = w->cfa->vars.data[cfa_var_named(w->cfa, "x")].term, t = x;
  for (uint32_t i = 0; i < 48; i++)
    t = term_bvxor(w->tm, term_add(w->tm, t, term_bv(w->tm, 32, 3)), term_mul(w->tm, t, term_bv(w->tm, 32, 5)));
  for (uint32_t i = 0; i < w->cfa->locations.size; i++)
    if (w->cfa->locations.data[i].loop_head)
      facts_prove(r.setting.facts, (struct location){i}, term_ule(w->tm, t, term_mul(w->tm, t, t)));
  engine_run_open(&r);
  r.engine->advance(r.running, &(struct slice){.effort = 100});
  struct engine_view view = {0};
  r.engine->view(r.running, &view);
  assert_null(strstr(text_cstr(&view.proved), "invariant"));
  engine_view_release(&view);
  r.engine->close(r.running);
  engine_run_release(&r);
  world_free(w);
}

// Of formulas that differ in constants only a few count.
static void test_shapes(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct term x = term_var(tm, sort_bv(tm, 32), "x"), y = term_var(tm, sort_bv(tm, 32), "y");
  struct shapes s = {0};
  for (uint32_t i = 0; i < 20; i++) shapes_add(&s, tm, (struct location){1}, term_eq(tm, x, term_bv(tm, 32, i)));
  uint64_t few = s.new;
  assert_in_range(few, 1, 8);
  for (uint32_t i = 20; i < 40; i++) shapes_add(&s, tm, (struct location){1}, term_eq(tm, x, term_bv(tm, 32, i)));
  assert_int_equal(s.new, few);
  shapes_add(&s, tm, (struct location){2}, term_eq(tm, x, term_bv(tm, 32, 40))); // elsewhere
  shapes_add(&s, tm, (struct location){1}, term_eq(tm, y, term_bv(tm, 32, 40)));
  shapes_add(&s, tm, (struct location){1}, term_ult(tm, x, y));
  assert_int_equal(s.new, few + 3);
  shapes_release(&s);
  terms_free(tm);
}

static void test_lines(void **state) {
  (void)state;
  struct text lines = {0};
  view_line(&lines, "give %s", "more time");
  view_line(&lines, "give more");
  view_line(&lines, "give more time");
  view_line(&lines, "give more");
  assert_string_equal(text_cstr(&lines), "give more time\ngive more");
  text_release(&lines);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_diverging), cmocka_unit_test(test_converging),     cmocka_unit_test(test_every_path_counts),
      cmocka_unit_test(test_certain),   cmocka_unit_test(test_long_invariant), cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
