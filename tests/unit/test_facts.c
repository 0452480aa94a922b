// The table of facts: candidates that are offered, options that name sources, proven conjuncts, states that refute.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "engine_fixture.h"
#include "facts/precision.h"
#include "term/quantified.h"
#include "unfold_world.h"

// for (i = 0; i < n; i++) calls f, which has a loop of its own.
static const char *const counting =
    "cfa \"counting\"\npointer-bits 32\nfile \"counting.c\"\nglobal total (_ BitVec 32) \"int\"\n"
    "global a (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "function main at 1:0\n  local i (_ BitVec 32) \"int\"\n  local n (_ BitVec 32) \"int\"\n"
    "  entry start\n"
    "  location start at 2:1\n"
    "  edge start -> head [(and (bvslt #x00000000 n0) (bvslt n0 #x00001000))]\n"
    "    input n0 (_ BitVec 32) nondet \"n\"\n"
    "    i := #x00000000\n    n := n0\n    total := #x00000007\n"
    "  location head at 3:1 complete\n"
    "  edge head -> again [(bvslt i n)]\n"
    "  edge head -> last [(not (bvslt i n))]\n"
    "  location again at 4:1\n  edge again -> head  i := (bvadd i #x00000001)\n"
    "  location last at 5:1\n  edge last -> bad [(not (= i n))]\n  edge last -> end [(= i n)]\n"
    "  location bad error\n  location end exit\n"
    "function other at 9:0\n  local k (_ BitVec 32) \"int\"\n  entry in\n  location in at 10:1\n"
    "  edge in -> in [(bvslt k #x00000009)]  k := (bvadd k #x00000001)\n"
    "  edge in -> out [(not (bvslt k #x00000009))]\n  location out exit\n";

static struct facts *facts_of(struct world *w) { return facts_new(w->cfa, w->program, &w->limits, 1); }

// --- candidates ------------------------------------------------------------------------------------------------------

static void offered_candidates(void **unused) {
  (void)unused;
  struct world *w = world_new(counting);
  struct facts *f = facts_of(w);
  struct location head = location_named(w, "head"), in = location_named(w, "in");
  struct term i = var(w, "main::i"), low = term_sle(w->tm, num(w, 0), i), high = term_sle(w->tm, i, num(w, 9));
  assert_true(facts_offer(f, head, low, SOURCE_INTERPOLANTS));
  assert_false(facts_offer(f, head, low, SOURCE_INTERPOLANTS));
  assert_true(facts_offer(f, head, low, SOURCE_FILE));
  assert_true(facts_offer(f, head, high, SOURCE_INTERPOLANTS));
  assert_false(facts_offer(f, head, term_true(w->tm), SOURCE_INTERPOLANTS)); // says nothing
  struct vec_term out = {0};
  facts_candidates(f, in, SOURCE_INTERPOLANTS | SOURCE_FILE, &out);
  assert_int_equal(out.size, 0);
  facts_candidates(f, head, SOURCE_INTERPOLANTS, &out);
  assert_int_equal(out.size, 2);
  SAME(out.data[0], low);
  SAME(out.data[1], high);
  facts_candidates(f, head, SOURCE_FILE, &out);
  assert_int_equal(out.size, 3);
  SAME(out.data[2], low);
  assert_int_equal(facts_count(f).candidates, 3);
  // As many as the table says.
  for (uint64_t k = 0; k < 100; k++) facts_offer(f, in, term_sle(w->tm, i, num(w, k)), SOURCE_INTERPOLANTS);
  vec_term_clear(&out);
  facts_candidates(f, in, SOURCE_INTERPOLANTS, &out);
  assert_int_equal(out.size, 64);
  vec_term_release(&out);
  facts_free(f);
  world_free(w);
}

struct words {
#define SOURCES_DEFAULT "all"
#include "base/table/option_fields.h"
#include "facts/options.def"
#include "base/table/option_end.h"
};

// The option is a set of the sources' bits.
static void sources_by_their_words(void **unused) {
  (void)unused;
  static const struct option_entry entries[] = {
#define OPTIONS struct words
#include "base/table/option_entries.h"
#include "facts/options.def"
#include "base/table/option_end.h"
#undef OPTIONS
  };
  static const struct option_table table = OPTION_TABLE(entries, struct words);
  static const struct {
    const char *word;
    uint32_t bit;
  } sources[] = {
#define SOURCE(name, word, most, text) {#word, SOURCE_##name},
#include "facts/sources.def"
#undef SOURCE
  };
  struct words words;
  struct error error = {0};
  const char *attached;
  option_defaults(&table, &words);
  assert_int_equal(words.sources, SOURCES_ALL);
  const struct option_entry *entry = option_find(&table, "--predicates", &attached);
  for (uint32_t i = 0; i < SOURCE_COUNT; i++) {
    assert_true(option_set(entry, &words, sources[i].word, &error));
    assert_int_equal(words.sources, sources[i].bit);
  }
  assert_true(option_set(entry, &words, "none", &error));
  assert_int_equal(words.sources, 0);
  assert_true(option_set(entry, &words, "runs,guards", &error));
  assert_int_equal(words.sources, SOURCE_GUARDS | SOURCE_RUNS);
}
#undef SOURCES_DEFAULT

static void predicates_of_a_file(void **unused) {
  (void)unused;
  struct world *w = world_new(counting);
  struct facts *f = facts_of(w);
  struct error error = {0};
  char name[] = "/tmp/clew-facts-XXXXXX";
  int file = mkstemp(name);
  assert_true(file >= 0);
  FILE *stream = fdopen(file, "w");
  fputs("main:3 threshold 4\n  i <= n\n  total == 7\n", stream);
  fclose(stream);
  assert_true(facts_load(f, NULL, &error));
  assert_true(facts_load(f, name, &error));
  assert_true(facts_load(f, name, &error)); // by another engine: once
  struct location head = location_named(w, "head");
  const struct precision_point *point = precision_at(facts_precision(f), head);
  assert_int_equal(point->threshold, 4);
  assert_int_equal(point->predicates.size, 2);
  struct vec_term out = {0};
  facts_candidates(f, head, SOURCES_ALL & ~(uint32_t)(SOURCE_GUARDS | SOURCE_PHASES | SOURCE_RUNS | SOURCE_CELLS),
                   &out);
  assert_int_equal(out.size, 2);
  SAME(out.data[0], term_sle(w->tm, var(w, "main::i"), var(w, "main::n")));
  SAME(out.data[1], term_eq(w->tm, var(w, "total"), num(w, 7)));
  vec_term_release(&out);
  facts_free(f);
  f = facts_of(w);
  unlink(name);
  assert_false(facts_load(f, name, &error));
  assert_non_null(error.message);
  error_release(&error);
  facts_free(f);
  world_free(w);
}

// --- proven ----------------------------------------------------------------------------------------------------------

static void proven_conjuncts(void **unused) {
  (void)unused;
  struct world *w = world_new(counting);
  struct facts *f = facts_of(w);
  struct location head = location_named(w, "head");
  struct term i = var(w, "main::i"), low = term_sle(w->tm, num(w, 0), i), high = term_sle(w->tm, i, var(w, "main::n"));
  assert_null(facts_proven(f, head));
  facts_prove(f, head, term_true(w->tm));
  assert_null(facts_proven(f, head));
  facts_prove(f, head, term_and(w->tm, low, high));
  facts_prove(f, head, high);
  assert_int_equal(facts_proven(f, head)->size, 2);
  assert_int_equal(facts_count(f).proven, 2);
  assert_null(facts_proven(f, location_named(w, "in")));
  facts_free(f);
  world_free(w);
}

// --- reached states --------------------------------------------------------------------------------------------------

// Another iteration of the loop at whose head the state is.
static void go_on(struct world *w, struct state *s) {
  uint32_t n;
  struct open_edge open = state_open(s, &n)[0];
  struct model *model = NULL;
  assert_int_equal(path_check(w->solver, state_path(s), open.condition, state_model(s), &model), ANSWER_SAT);
  state_take_edge(s, open, model);
  model_unref(model);
  assert_int_equal(state_run(s, 1000), STATE_BRANCH);
}

// At the head for the first time.
static struct state *at_head(struct world *w) {
  struct state *s = state_initial(w->program);
  assert_int_equal(state_run(s, 1000), STATE_BRANCH);
  go_on(w, s);
  assert_true(location_same(state_location(s), location_named(w, "head")));
  return s;
}

static void reached_states_refute(void **unused) {
  (void)unused;
  struct world *w = world_new(counting);
  struct facts *f = facts_of(w);
  struct terms *tm = w->tm;
  struct location head = location_named(w, "head");
  struct term i = var(w, "main::i"), n = var(w, "main::n"), zero = term_eq(tm, i, num(w, 0));
  struct state *s = at_head(w);
  assert_false(facts_is_reached(f, head) || facts_refute(f, head, term_false(tm)));
  facts_reach(f, s);
  facts_reach(f, s); // each once
  assert_int_equal(facts_count(f).reached, 1);
  assert_true(facts_is_reached(f, head));
  assert_false(facts_refute(f, head, zero));
  go_on(w, s);
  facts_reach(f, s);
  assert_int_equal(facts_count(f).reached, 2);
  // What was looked at before is looked at again where there is more to look at.
  assert_true(facts_refute(f, head, zero) && facts_refute(f, head, zero));
  assert_int_equal(facts_count(f).refuted, 1);
  assert_true(facts_refute(f, head, term_false(tm)));
  // n is what the model of the path says: something above i.
  assert_false(facts_refute(f, head, term_sle(tm, i, n)));
  assert_true(facts_refute(f, head, term_slt(tm, n, i)));
  assert_false(facts_refute(f, head, term_eq(tm, var(w, "total"), num(w, 7))));
  assert_true(facts_refute(f, head, term_eq(tm, var(w, "total"), num(w, 8))));
  // Nothing is known about other functions, arrays, or any cell; nor about another location.
  assert_false(facts_refute(f, head, term_not(tm, term_eq(tm, var(w, "other::k"), var(w, "other::k")))) &&
               facts_refute(f, head, term_slt(tm, var(w, "other::k"), num(w, 0))));
  assert_false(facts_refute(f, head, term_eq(tm, term_select(tm, var(w, "a"), i), byte(w, 1))));
  assert_false(facts_refute(f, head, term_slt(tm, i, quantified_variable(tm, 32))));
  assert_false(facts_refute(f, location_named(w, "in"), term_false(tm)));
  state_free(s);
  facts_free(f);
  world_free(w);
}

static void first_visits_are_kept(void **unused) {
  (void)unused;
  struct world *w = world_new(counting);
  struct facts *f = facts_of(w);
  struct location head = location_named(w, "head");
  struct state *s = at_head(w);
  for (uint32_t k = 0; k < 100; k++) {
    facts_reach(f, s);
    go_on(w, s);
  }
  assert_int_equal(facts_count(f).reached, 64);
  assert_false(facts_refute(f, head, term_slt(w->tm, var(w, "main::i"), num(w, 64))));
  assert_true(facts_refute(f, head, term_slt(w->tm, var(w, "main::i"), num(w, 63))));
  state_free(s);
  facts_free(f);
  world_free(w);
}

// What sampled runs reached refutes, too.
static void samples_refute(void **unused) {
  (void)unused;
  struct world *w = world_new(counting);
  struct facts *f = facts_of(w);
  struct location head = location_named(w, "head");
  struct term i = var(w, "main::i"), n = var(w, "main::n");
  struct vec_term out = {0};
  facts_candidates(f, head, SOURCE_RUNS, &out);
  assert_true(out.size > 0 && facts_count(f).reached > 10);
  for (uint32_t k = 0; k < out.size; k++) assert_false(facts_refute(f, head, out.data[k]));
  assert_true(facts_refute(f, head, term_eq(w->tm, i, num(w, 0))));
  assert_true(facts_refute(f, head, term_slt(w->tm, i, n)));
  assert_false(facts_refute(f, head, term_sle(w->tm, i, n)));
  vec_term_release(&out);
  facts_free(f);
  world_free(w);
}

// --- engines ---------------------------------------------------------------------------------------------------------

// symex leaves what it reached at loop heads.
static void symex_reaches(void **unused) {
  (void)unused;
  struct world *w = world_new(counting);
  struct engine_run r;
  engine_run_init(&r, "symex", w->cfa, w->program, &w->limits, &w->stats);
  struct location head = location_named(w, "head");
  engine_run_open(&r);
  r.engine->advance(r.running, &(struct slice){.effort = 3000});
  assert_true(w->stats.reached_states > 1);
  assert_true(facts_refute(r.setting.facts, head, term_eq(w->tm, var(w, "main::i"), num(w, 0))));
  assert_false(facts_refute(r.setting.facts, head, term_sle(w->tm, var(w, "main::i"), var(w, "main::n"))));
  r.engine->close(r.running);
  engine_run_release(&r);
  world_free(w);
}

// eager takes candidates of files as predicates, but those that a reached state refutes.
static void eager_takes_candidates(void **unused) {
  (void)unused;
  for (uint32_t refuted = 0; refuted < 2; refuted++) {
    struct world *w = world_new(counting);
    struct engine_run r;
    engine_run_init(&r, "eager", w->cfa, w->program, &w->limits, &w->stats);
    struct location head = location_named(w, "head");
    struct term t = term_sle(w->tm, var(w, "main::i"), num(w, 12345)),
                zero = term_eq(w->tm, var(w, "main::i"), num(w, 0));
    facts_offer(r.setting.facts, head, refuted ? zero : t, SOURCE_FILE);
    struct state *s = at_head(w);
    go_on(w, s);
    facts_reach(r.setting.facts, s);
    state_free(s);
    engine_run_open(&r);
    r.engine->advance(r.running, &(struct slice){.effort = 3000});
    // What it has as predicates it offers.
    struct vec_term out = {0};
    bool taken = false;
    facts_candidates(r.setting.facts, head, SOURCE_INTERPOLANTS, &out);
    for (uint32_t i = 0; i < out.size; i++) taken = taken || term_same(out.data[i], refuted ? zero : t);
    vec_term_release(&out);
    assert_int_equal(taken, !refuted);
    assert_int_equal(facts_count(r.setting.facts).refuted, refuted);
    r.engine->close(r.running);
    engine_run_release(&r);
    world_free(w);
  }
}

// What symexpa and eager learn at loop heads is there for others.
static void engines_offer_interpolants(void **unused) {
  (void)unused;
  static const char *const names[] = {"symexpa", "eager"};
  for (uint32_t i = 0; i < 2; i++) {
    struct world *w = world_new(counting);
    struct engine_run r;
    engine_run_init(&r, names[i], w->cfa, w->program, &w->limits, &w->stats);
    engine_run_option(&r, "--predicates", "none");
    assert_int_equal(engine_run_go(&r), VERDICT_TRUE);
    struct vec_term out = {0};
    facts_candidates(r.setting.facts, location_named(w, "head"), SOURCE_INTERPOLANTS, &out);
    assert_true(out.size > 0);
    for (uint32_t k = 0; k < out.size; k++) {
      uint32_t n;
      const uint32_t *ids = term_free_vars(w->tm, out.data[k], &n);
      for (uint32_t v = 0; v < n; v++) assert_int_not_equal(cfa_var_of(w->cfa, (struct term){ids[v]}), CFA_NONE);
    }
    vec_term_release(&out);
    engine_run_release(&r);
    world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(offered_candidates),     cmocka_unit_test(sources_by_their_words),
      cmocka_unit_test(predicates_of_a_file),   cmocka_unit_test(proven_conjuncts),
      cmocka_unit_test(reached_states_refute),  cmocka_unit_test(first_visits_are_kept),
      cmocka_unit_test(samples_refute),         cmocka_unit_test(symex_reaches),
      cmocka_unit_test(eager_takes_candidates), cmocka_unit_test(engines_offer_interpolants),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
