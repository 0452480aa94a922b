// The engine symexpa as its watcher sees it: the run of figure 3 of Jonáš, Strejček, Griggio, the path of figure 2,
// that a fixed precision has finitely many p-simple paths (theorem 3), and that every refinement changes the precision
// and no spurious path comes twice.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "engine/symexpa/symexpa.h"
#include "engine_fixture.h"
#include "unfold_world.h"

struct seen {
  struct world *w;
  struct precision *precision; // of the run's facts
  void (*look)(struct seen *seen, const struct abstraction_point *point);
  uint32_t looked, most, points;
  uint32_t measure, unchanged;         // of the precision; refinements that left it as it was
  struct vec_u32 paths;                // spurious ones: length, edges, length, edges, …
  struct engine_run run;
  struct symexpa_options *options; // the run's
  struct symexpa_statistics *statistics;
};

static struct world *figure1(void) {
  static char text[4096];
  FILE *f = fopen(CLEW_SOURCE_DIR "/tests/symexpa/figure1.cfa", "r");
  assert_non_null(f);
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  return world_new(text);
}

static void abstracted(void *context, const struct abstraction_point *point) {
  struct seen *seen = context;
  seen->points++;
  assert_int_equal(point->answer, point->state ? ANSWER_SAT : ANSWER_UNSAT);
  if (point->state && point->number > seen->most) seen->most = point->number;
  if (seen->look) seen->look(seen, point);
}

static bool is_known_path(const struct vec_u32 *paths, uint32_t n, const struct edge *edges) {
  for (uint32_t i = 0; i < paths->size; i += 1 + paths->data[i])
    if (paths->data[i] == n && !memcmp(&paths->data[i + 1], edges, n * sizeof *edges)) return true;
  return false;
}

static uint32_t measure(const struct precision *p) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < p->points.size; i++)
    sum += p->points.data[i].predicates.size +
           (p->points.data[i].threshold == PRECISION_DEFAULT ? 0 : 1000 * (1 + p->points.data[i].threshold));
  return sum;
}

static void refined(void *context, uint32_t n, const struct edge *edges) {
  struct seen *seen = context;
  assert_false(is_known_path(&seen->paths, n, edges));
  vec_u32_push(&seen->paths, n);
  for (uint32_t i = 0; i < n; i++) vec_u32_push(&seen->paths, edges[i].id);
  uint32_t now = measure(seen->precision);
  assert_true(now >= seen->measure);
  seen->unchanged += now == seen->measure;
  seen->measure = now;
}

// Only interpolants are added to the precision, unless the options say otherwise.
static void prepare(struct seen *seen, struct world *w, bool paths) {
  seen->w = w;
  engine_run_init(&seen->run, "symexpa", w->cfa, w->program, &w->limits, &w->stats);
  seen->precision = facts_precision(seen->run.setting.facts);
  seen->options = seen->run.options;
  seen->statistics = seen->run.statistics;
  seen->options->sources = 0;
  seen->options->abstraction = paths ? ABSTRACTION_PATHS : ABSTRACTION_STATES;
}

// Runs the engine; what it claims is checked. The precision may be changed by it.
static enum verdict run(struct seen *seen) {
  struct symexpa_watch watch = {seen, abstracted, refined};
  const char *message = "";
  seen->measure = measure(seen->precision);
  engine_run_open(&seen->run);
  symexpa_set_watch(seen->run.running, &watch);
  enum verdict verdict = engine_run_go(&seen->run);
  if (verdict == VERDICT_TRUE && !engine_run_proves(&seen->run, &message)) fail_msg("%s", message);
  assert_int_equal(seen->w->stats.spurious, seen->w->stats.refinements);
  return verdict;
}

static void release(struct seen *seen) {
  engine_run_release(&seen->run);
  vec_u32_release(&seen->paths);
  world_free(seen->w);
}

static struct term difference(struct world *w) { return term_sub(w->tm, var(w, "x"), var(w, "y")); }

// p(b) = (0, {n > 0, x − y > 1, x = y})
static void precision_of_the_paper(struct world *w, struct precision *p) {
  struct location b = location_named(w, "b");
  precision_add(p, w->tm, b, term_slt(w->tm, num(w, 0), var(w, "n")));
  precision_add(p, w->tm, b, term_slt(w->tm, num(w, 1), difference(w)));
  precision_add(p, w->tm, b, term_eq(w->tm, var(w, "x"), var(w, "y")));
  precision_at(p, b)->threshold = 0;
}

// --- figure 3: init.ab.cdfb.cefb.cdfb.c --------------------------------------------------------------------------

// Does all that the state stands for satisfy the formula?
static bool holds(struct seen *seen, const struct abstraction_point *p, struct term formula) {
  struct term instance = facts_instance(p->unfold, p->context, formula);
  enum answer answer = state_violates(p->state, seen->w->solver, instance, NULL);
  assert_int_not_equal(answer, ANSWER_UNKNOWN);
  return answer == ANSWER_UNSAT;
}

// Is the path that leads here the one from init through c's edges to these locations?
static bool is_path(struct seen *seen, const struct abstraction_point *p, const char *turns) {
  uint32_t n = (uint32_t)strlen(turns);
  if (p->branches->size != 2 * n + 1 || !edge_same(p->branches->data[2 * n], edge_between(seen->w, "init", "a")))
    return false;
  for (uint32_t i = 0; i < n; i++) {
    char to[] = {turns[i], 0};
    if (!edge_same(p->branches->data[2 * (n - 1 - i) + 1], edge_between(seen->w, "b", "c"))) return false;
    if (!edge_same(p->branches->data[2 * (n - 1 - i)], edge_between(seen->w, "c", to))) return false;
  }
  return true;
}

static void look_at_figure3(struct seen *seen, const struct abstraction_point *p) {
  struct world *w = seen->w;
  struct term equal = term_eq(w->tm, var(w, "x"), var(w, "y")), more = term_slt(w->tm, num(w, 1), difference(w));
  struct term positive = term_slt(w->tm, num(w, 0), var(w, "n")), low = term_slt(w->tm, var(w, "first"), num(w, 4));
  assert_true(location_same(p->location, location_named(w, "b")));
  for (uint32_t n = 0; n <= 3; n++) {
    char turns[4] = "ded";
    turns[n] = 0;
    if (!is_path(seen, p, turns)) continue;
    seen->looked |= 1u << n;
    assert_int_equal(p->number, n + 1);
    assert_int_equal(p->answer, ANSWER_SAT);
    assert_non_null(p->state);
    // x and y were abstracted: nothing but the predicates is known about them.
    assert_false(holds(seen, p, term_eq(w->tm, var(w, "x"), num(w, 5))));
    assert_int_equal(holds(seen, p, positive), n == 0);
    assert_int_equal(holds(seen, p, equal), n == 1 || n == 3);
    assert_int_equal(holds(seen, p, term_not(w->tm, equal)), n == 2);
    assert_int_equal(holds(seen, p, term_not(w->tm, more)), n >= 1);
    // The third state differs from the first, if it goes on to c: so x − y > 1 was true in the first, where x is 5.
    assert_int_equal(holds(seen, p, low), n == 3);
    assert_int_equal(holds(seen, p, term_or(w->tm, low, term_not(w->tm, positive))), n >= 2);
    // The fourth has x = y like the second, where n > 0 was true: here it is false, and the edge to c is none of a
    // p-simple path.
    assert_int_equal(holds(seen, p, term_not(w->tm, positive)), n == 3);
  }
  assert_false(is_path(seen, p, "dedd") || is_path(seen, p, "dede"));
}

static void figure_3(void **unused) {
  (void)unused;
  struct seen seen = {.look = look_at_figure3};
  prepare(&seen, figure1(), true);
  precision_of_the_paper(seen.w, seen.precision);
  assert_int_equal(run(&seen), VERDICT_TRUE);
  assert_int_equal(seen.looked, 15);
  assert_int_equal(seen.w->stats.refinements, 0);
  // At most 2^3 abstraction points on a path.
  assert_in_range(seen.most, 4, 8);
  release(&seen);
}

// --- figure 2 ----------------------------------------------------------------------------------------------------

// With {x − y > 0} at b the path init.a.b.g is p-feasible, though not feasible.
static void figure_2(void **unused) {
  (void)unused;
  for (int paths = 0; paths < 2; paths++) {
    struct seen seen = {0};
    prepare(&seen, figure1(), paths);
    precision_add(seen.precision, seen.w->tm, location_named(seen.w, "b"),
                  term_slt(seen.w->tm, num(seen.w, 0), difference(seen.w)));
    assert_int_equal(run(&seen), VERDICT_TRUE);
    // The first spurious path is that one: up to its edge that cannot be taken.
    assert_true(seen.paths.size > 3);
    assert_int_equal(seen.paths.data[0], 3);
    assert_int_equal(seen.paths.data[1], edge_between(seen.w, "init", "a").id);
    assert_int_equal(seen.paths.data[2], edge_between(seen.w, "a", "b").id);
    assert_int_equal(seen.paths.data[3], edge_between(seen.w, "b", "g").id);
    release(&seen);
  }
}

// --- theorem 3 ---------------------------------------------------------------------------------------------------

// Loops without an end, one in the other; no error.
static const char *const endless =
    "cfa \"endless\"\nglobal x (_ BitVec 32)\nglobal y (_ BitVec 32)\n"
    "function main\n"
    "  edge start -> outer  x := #x00000000  y := #x00000000\n"
    "  edge outer -> inner\n    input i0 (_ BitVec 32) nondet \"i\"\n    x := (bvadd x i0)\n"
    "  edge inner -> inner [(bvult i1 #x00000007)]\n    input i1 (_ BitVec 32) nondet \"i\"\n    y := (bvadd y i1)\n"
    "  edge inner -> outer [(not (bvult i2 #x00000007))]\n    input i2 (_ BitVec 32) nondet \"i\"\n"
    "  edge inner -> err [(and (= i3 #x00000001) (not (= x x)))]\n    input i3 (_ BitVec 32) nondet \"i\"\n"
    "  location err error\n";

static void a_fixed_precision_has_an_end(void **unused) {
  (void)unused;
  for (uint32_t predicates = 0; predicates <= 2; predicates++) {
    for (uint32_t threshold = 0; threshold <= 1; threshold++) {
      struct seen seen = {0};
      prepare(&seen, world_new(endless), true);
      seen.options->threshold = threshold;
      for (uint32_t i = 0; i < predicates; i++) {
        precision_add(seen.precision, seen.w->tm, location_named(seen.w, "outer"),
                      term_ult(seen.w->tm, var(seen.w, i ? "x" : "y"), num(seen.w, 5)));
        precision_add(seen.precision, seen.w->tm, location_named(seen.w, "inner"),
                      term_ult(seen.w->tm, var(seen.w, i ? "y" : "x"), num(seen.w, 9)));
      }
      assert_int_equal(run(&seen), VERDICT_TRUE);
      assert_int_equal(seen.w->stats.refinements, 0);
      assert_in_range(seen.most, 1, 1u << predicates);
      assert_true(seen.points > 0);
      release(&seen);
    }
  }
}

// --- progress ----------------------------------------------------------------------------------------------------

// Twice as many iterations inside as outside; the error is behind both loops.
static const char *const twice =
    "cfa \"twice\"\nglobal i (_ BitVec 16)\nglobal k (_ BitVec 16)\nglobal n (_ BitVec 16)\nglobal s (_ BitVec 16)\n"
    "function main\n"
    "  edge start -> outer [(bvult n0 #x0100)]\n    input n0 (_ BitVec 16) nondet \"n\"\n    n := n0\n    i := #x0000\n"
    "    s := #x0000\n"
    "  location outer complete\n"
    "  edge outer -> inner [(bvult i n)]  k := #x0000\n"
    "  edge outer -> out [(not (bvult i n))]\n"
    "  location inner complete\n"
    "  edge inner -> inner [(bvult k #x0002)]  k := (bvadd k #x0001)  s := (bvadd s #x0001)\n"
    "  edge inner -> outer [(not (bvult k #x0002))]  i := (bvadd i #x0001)\n"
    "  edge out -> err [(not (= s (bvadd n n)))]\n"
    "  location err error\n";

// Iterations that read; after seven of them there is an error.
static const char *const seven =
    "cfa \"seven\"\nglobal i (_ BitVec 32)\n"
    "function main\n"
    "  edge start -> head  i := #x00000000\n"
    "  location head complete\n"
    "  edge head -> head [(= i0 #x00000003)]\n    input i0 (_ BitVec 32) nondet \"i\"\n    i := (bvadd i #x00000001)\n"
    "  edge head -> out [(not (= i0 #x00000003))]\n    input i0 (_ BitVec 32) nondet \"i\"\n"
    "  edge out -> err [(= i #x00000007)]\n"
    "  location err error\n";

static void progress_of(const char *text, enum verdict expected, uint32_t ways) {
  struct seen seen = {0};
  bool paths = ways & 1;
  prepare(&seen, text ? world_new(text) : figure1(), paths);
  seen.options->restart = ways & 2;
  seen.options->sources = ways & 4 ? SOURCE_GUARDS | SOURCE_PHASES | SOURCE_RUNS : 0;
  seen.options->threshold = ways & 8 ? 1 : 0;
  uint32_t heads = 0;
  for (uint32_t i = 0; i < seen.w->cfa->locations.size; i++) heads += seen.w->cfa->locations.data[i].loop_head;
  assert_int_equal(run(&seen), expected);
  assert_true(seen.w->stats.refinements > 0);
  assert_true(seen.paths.size > 0);
  // A loop's abstract states may become finer with the same predicates, once.
  assert_in_range(seen.unchanged, 0, paths ? 0 : heads);
  release(&seen);
}

static void every_refinement_is_a_step(void **unused) {
  (void)unused;
  for (uint32_t ways = 0; ways < 16; ways++) {
    progress_of(NULL, VERDICT_TRUE, ways);
    progress_of(seven, VERDICT_FALSE, ways);
    if (!(ways & 1)) progress_of(twice, VERDICT_TRUE, ways);
  }
}

// A loop that is entered in several ways; what is needed to leave it well is always the same.
static const char *const entered =
    "cfa \"entered\"\nglobal n (_ BitVec 32)\nglobal t (_ BitVec 32)\n"
    "function main\n"
    "  edge start -> s0 [(bvsle #x00000000 n0)]\n    input n0 (_ BitVec 32) nondet \"n\"\n    n := n0\n"
    "    t := #x00000000\n"
    "  edge s0 -> head [(= i0 #x00000000)]\n    input i0 (_ BitVec 32) nondet \"i\"\n"
    "  edge s0 -> s1 [(and (not (= i0 #x00000000)) (not (= t n)))]\n    input i0 (_ BitVec 32) nondet \"i\"\n"
    "    t := (bvadd t #x00000001)\n"
    "  edge s1 -> head [(= i1 #x00000000)]\n    input i1 (_ BitVec 32) nondet \"i\"\n"
    "  edge s1 -> s2 [(and (not (= i1 #x00000000)) (not (= t n)))]\n    input i1 (_ BitVec 32) nondet \"i\"\n"
    "    t := (bvadd t #x00000001)\n"
    "  edge s2 -> head\n"
    "  location head complete\n"
    "  edge head -> head [(not (= t n))]  t := (bvadd t #x00000001)\n"
    "  edge head -> out [(= t n)]\n"
    "  edge head -> err [(bvslt n t)]\n"
    "  edge out -> err [(bvslt t #x00000000)]\n"
    "  location err error\n";

// Entries that were made before the loop's predicates were found have them too when they need them: nothing is
// unrolled.
static void entries_catch_up(void **unused) {
  (void)unused;
  for (uint32_t i = 0; i < 4; i++) {
    struct seen seen = {0};
    prepare(&seen, world_new(entered), false);
    seen.options->search = i & 1 ? SEARCH_BFS : SEARCH_DFS;
    seen.options->sources = i & 2 ? SOURCE_GUARDS | SOURCE_PHASES : 0;
    assert_int_equal(run(&seen), VERDICT_TRUE);
    assert_int_equal(seen.statistics->thresholds_raised, 0);
    release(&seen);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figure_3),
      cmocka_unit_test(figure_2),
      cmocka_unit_test(a_fixed_precision_has_an_end),
      cmocka_unit_test(every_refinement_is_a_step),
      cmocka_unit_test(entries_catch_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
