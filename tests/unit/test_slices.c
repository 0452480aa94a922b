// Engines that are advanced by slices of effort: however small they are, the verdict is that of one advance, and its
// certificate is right. Engines that take turns on one program do not disturb each other.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "run/run.h"
#include "engine_fixture.h"
#include "search_fixture.h"
#include "solve/backend.h"
#include "unfold_world.h"

#define WORD "(_ BitVec 32)"
#define MEMORY "(Array (_ BitVec 64) (_ BitVec 8))"

static const struct example {
  const char *name, *text; // text NULL: a file
} examples[] = {
    {"straight", "global x " WORD "\nfunction main\n edge a -> b x := #x00000001\n"
                 " location b complete\n edge b -> bad [(= x #x00000002)]\n edge b -> end [(not (= x #x00000002))]\n"
                 " location bad error\n location end exit\n"},
    {"near error", "global x " WORD "\nfunction main\n edge a -> b input n " WORD " nondet \"n\" x := n\n"
                   " location b complete\n edge b -> c [(bvult x #x00000007)] x := (bvadd x #x00000001)\n"
                   " edge b -> end [(bvuge x #x00000007)]\n"
                   " location c complete\n edge c -> bad [(= x #x00000005)]\n edge c -> end [(not (= x #x00000005))]\n"
                   " location bad error\n location end exit\n"},
    {"infeasible", "global x " WORD "\nfunction main\n edge a -> b input n " WORD " nondet \"n\" x := n\n"
                   " location b complete\n edge b -> c [(bvult x #x00000007)]\n edge b -> end [(bvuge x #x00000007)]\n"
                   " location c complete\n edge c -> bad [(= x #x00000009)]\n edge c -> end [(not (= x #x00000009))]\n"
                   " location bad error\n location end exit\n"},
    {"diamonds", "global x " WORD "\nfunction main\n edge a -> d0 x := #x00000000\n"
#define DIAMOND(from, to)                                                                                              \
  " edge " from " -> " to " input n" to " Bool nondet \"n\" [n" to "] x := (bvadd x #x00000001)\n"                     \
  " edge " from " -> " to " input n" to " Bool nondet \"n\" [(not n" to ")] x := (bvadd x #x00000002)\n"
     DIAMOND("d0", "d1") DIAMOND("d1", "d2") DIAMOND("d2", "d3") DIAMOND("d3", "d4")
         DIAMOND("d4", "d5") " location d5 complete\n edge d5 -> bad [(bvugt x #x0000000a)]\n"
                             " edge d5 -> end [(not (bvugt x #x0000000a))]\n location bad error\n location end exit\n"},
    {"decided loop", "global i " WORD "\nfunction main\n edge a -> h i := #x00000000\n location h complete\n"
                     " edge h -> h [(bvult i #x00000bb8)] i := (bvadd i #x00000001)\n"
                     " edge h -> out [(bvuge i #x00000bb8)]\n location out complete\n"
                     " edge out -> bad [(not (= i #x00000bb8))]\n edge out -> end [(= i #x00000bb8)]\n"
                     " location bad error\n location end exit\n"},
    {"open loop", "global i " WORD "\nglobal n " WORD "\nfunction main\n"
                  " edge a -> h input m " WORD " nondet \"m\" i := #x00000000 n := m\n location h complete\n"
                  " edge h -> h [(bvult i n)] i := (bvadd i #x00000001)\n edge h -> out [(bvuge i n)]\n"
                  " location out complete\n edge out -> bad [(bvugt i n)]\n edge out -> end [(bvule i n)]\n"
                  " location bad error\n location end exit\n"},
    {"error in a loop", "global i " WORD "\nfunction main\n edge a -> h i := #x00000000\n"
                        " edge h -> h input n Bool nondet \"n\" [n] i := (bvadd i #x00000001)\n"
                        " edge h -> out input n Bool nondet \"n\" [(not n)]\n location out complete\n"
                        " edge out -> bad [(= i #x00000006)]\n edge out -> end [(not (= i #x00000006))]\n"
                        " location bad error\n location end exit\n"},
    {"nested loops", "global i " WORD "\nglobal j " WORD "\nglobal s " WORD "\nfunction main\n"
                     " edge a -> h i := #x00000000 s := #x00000000\n location h complete\n"
                     " edge h -> k [(bvult i #x00000005)] j := #x00000000\n edge h -> out [(bvuge i #x00000005)]\n"
                     " edge k -> k input n Bool nondet \"n\" [(and n (bvult j #x00000003))] j := (bvadd j #x00000001)\n"
                     " edge k -> h input n Bool nondet \"n\" [(not (and n (bvult j #x00000003)))]\n"
                     "  i := (bvadd i #x00000001) s := j\n location out complete\n"
                     " edge out -> bad [(bvugt s #x00000003)]\n edge out -> end [(bvule s #x00000003)]\n"
                     " location bad error\n location end exit\n"},
    {"endless loop", "global i (_ BitVec 8)\nfunction main\n edge a -> h i := #x00\n location h complete\n"
                     " edge h -> h [(not (= i #xff))] i := (bvadd i #x02)\n edge h -> bad [(= i #xff)]\n"
                     " location bad error\n"},
    {"unsupported", "global x " WORD "\nfunction main\n edge a -> b input n " WORD " nondet \"n\" x := n\n"
                    " location b complete\n edge b -> odd [(= x #x00000003)]\n edge b -> end [(not (= x #x00000003))]\n"
                    " location odd unsupported \"inline assembly\"\n location end exit\n"},
    {"unsupported after a loop",
     "global i " WORD "\nglobal n " WORD "\nfunction main\n"
     " edge a -> h input m " WORD " nondet \"m\" i := #x00000000 n := m\n location h complete\n"
     " edge h -> h [(bvult i n)] i := (bvadd i #x00000001)\n edge h -> out [(bvuge i n)]\n"
     " location out complete\n edge out -> odd [(bvugt i n)]\n edge out -> end [(bvule i n)]\n"
     " location odd unsupported \"inline assembly\"\n location end exit\n"},
    {"too large", "global x (_ BitVec 64)\nglobal p (_ BitVec 64)\nglobal m " MEMORY " region\nfunction main\n"
                  " edge a -> b input n (_ BitVec 64) nondet \"n\" x := n\n edge b -> c alloc q size x p := q\n"
                  " location c complete\n edge c -> bad [(= p #x0000000000000000)]\n"
                  " edge c -> end [(not (= p #x0000000000000000))]\n location bad error\n location end exit\n"},
    {"too large after a loop",
     "global x (_ BitVec 64)\nglobal p (_ BitVec 64)\nglobal m " MEMORY " region\nfunction main\n"
     " edge a -> h x := #x0000000000000001\n"
     " edge h -> k input n Bool nondet \"n\" [n]\n"
     " edge h -> c input n Bool nondet \"n\" [(not n)] alloc q size x p := q\n"
     " location k complete\n edge k -> h [(bvult x #x0000000000000064)] x := (bvadd x #x0000000000000001)\n"
     " edge k -> h [(bvuge x #x0000000000000064)]\n"
     " location c complete\n edge c -> bad [(= p #x0000000000000000)]\n"
     " edge c -> end [(not (= p #x0000000000000000))]\n location bad error\n location end exit\n"},
    {"allocating loop", "global i " WORD "\nglobal p (_ BitVec 64)\nfunction main\n edge a -> h i := #x00000000\n"
                        " location h complete\n"
                        " edge h -> h [(bvult i #x00000190)] alloc q size #x0000000000000008 p := q\n"
                        "  i := (bvadd i #x00000001)\n"
                        " edge h -> out [(bvuge i #x00000190)]\n location out complete\n"
                        " edge out -> bad [(not (= i #x00000190))]\n edge out -> end [(= i #x00000190)]\n"
                        " location bad error\n location end exit\n"},
    {"recursion", NULL},
    {"figure 1", NULL},
    {"lock", NULL},
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static const struct contender {
  const char *engine, *option, *value;
} contenders[] = {
    {"symex", "--search", "dfs"},
    {"symex", "--search", "random"},
    {"symexpa", "--abstraction", "states"},
    {"symexpa", "--abstraction", "paths"},
    {"eager", NULL, NULL},
    {"lazy", NULL, NULL},
    {"bse", NULL, NULL},
    {"bse", "--duplicates", "keep"},
    {"kind", "--step", "loops"},
    {"kind", "--step", "paths"},
    {"ic3ia", NULL, NULL},
    {"ic3ia", "--predicates", "none"},
    {"bself", NULL, NULL},
    {"bself", "--no-seeds", NULL},
    {"prune", NULL, NULL},
};
enum { CONTENDERS = sizeof contenders / sizeof *contenders };

static struct world *file_world(const char *path) {
  char text[8192];
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  return world_new(text);
}

static struct world *example_world(const struct example *e) {
  if (e->text) return world_new(e->text);
  if (!strcmp(e->name, "recursion")) return world_new(recursive);
  return file_world(!strcmp(e->name, "lock") ? CLEW_SOURCE_DIR "/tests/graph/lock.cfa"
                                             : CLEW_SOURCE_DIR "/tests/symexpa/figure1.cfa");
}

static void contender_init(struct engine_run *r, const struct contender *c, struct world *w) {
  engine_run_init(r, c->engine, w->cfa, w->program, &w->limits, &w->stats);
  if (c->option) engine_run_option(r, c->option, c->value);
}

// --- what a verdict rests on -----------------------------------------------------------------------------------------

// Running the program on the claim's inputs ends at an error.
static bool reaches_error(struct world *w, const struct claim *claim) {
  return state_replay(w->program, claim->inputs.size, claim->inputs.data, UINT64_MAX, NULL, NULL, NULL) == STATE_ERROR;
}

static void check_claim(struct engine_run *r, struct world *w, const char *where) {
  const char *message = "";
  if (r->claim.verdict == VERDICT_FALSE && !reaches_error(w, &r->claim))
    fail_msg("%s: the inputs miss the error", where);
  // What `prune` claims is about infeasible paths, not about errors.
  if (r->claim.verdict == VERDICT_TRUE && strcmp(r->engine->name, "prune") && !engine_run_proves(r, &message))
    fail_msg("%s: %s", where, message);
}

// --- slices ----------------------------------------------------------------------------------------------------------

// Effort after which an engine counts as one that diverges on the program.
#define PATIENCE 600000
// Every slice does something.
#define SLICES_MOST 200000

struct ending {
  bool done;
  enum verdict verdict;
  enum reason reason;
};

static struct ending advanced(const struct example *e, const struct contender *c, uint64_t effort) {
  struct world *w = example_world(e);
  struct engine_run r;
  char where[128];
  snprintf(where, sizeof where, "%s %s, %s, by %llu", c->engine, c->value ? c->value : "", e->name,
           (unsigned long long)effort);
  contender_init(&r, c, w);
  engine_run_open(&r);
  bool done = false;
  for (uint32_t i = 0; !done && i < (effort == PATIENCE ? 1 : SLICES_MOST); i++)
    done = r.engine->advance(r.running, &(struct slice){.effort = effort});
  r.engine->close(r.running);
  if (done) check_claim(&r, w, where);
  else assert_int_equal(r.claim.verdict, VERDICT_UNKNOWN);
  struct ending ending = {done, r.claim.verdict, r.claim.reason};
  engine_run_release(&r);
  world_free(w);
  return ending;
}

// Of examples and contenders: all of them take minutes, and longer with sanitizers.
#ifdef CLEW_SANITIZED
enum { PAIRS_EVERY = 9 };
#else
enum { PAIRS_EVERY = 3 };
#endif

// In one advance. Those that diverge take longest: each pair is run once for all tests.
static struct ending in_one_advance(uint32_t example, uint32_t contender) {
  static struct {
    struct ending ending;
    bool known;
  } endings[EXAMPLES][CONTENDERS];
  if (!endings[example][contender].known)
    endings[example][contender].ending = advanced(&examples[example], &contenders[contender], PATIENCE);
  endings[example][contender].known = true;
  return endings[example][contender].ending;
}

static void test_slices(void **state) {
  (void)state;
  static const uint64_t efforts[] = {1, 1000, 100000};
  uint32_t verdicts[3] = {0}, failures = 0;
  for (uint32_t i = 0; i < EXAMPLES; i++)
    for (uint32_t k = i % PAIRS_EVERY; k < CONTENDERS; k += PAIRS_EVERY) {
      struct ending once = in_one_advance(i, k);
      if (!once.done) continue;
      verdicts[once.verdict]++;
      for (uint32_t j = 0; j < 3; j++) {
        struct ending sliced = advanced(&examples[i], &contenders[k], efforts[j]);
        if (sliced.done && sliced.verdict == once.verdict && sliced.reason == once.reason) continue;
        failures++;
        print_error("%s %s, %s: by slices of %llu %s, verdict %d for %d, reason %s for %s\n", contenders[k].engine,
                    contenders[k].value ? contenders[k].value : "", examples[i].name, (unsigned long long)efforts[j],
                    sliced.done ? "done" : "not done", sliced.verdict, once.verdict, reason_name(sliced.reason),
                    reason_name(once.reason));
      }
    }
  assert_int_equal(failures, 0);
  // Few of the pairs diverge.
  assert_true(verdicts[VERDICT_TRUE] >= 70 / PAIRS_EVERY);
  assert_true(verdicts[VERDICT_FALSE] >= 12 / PAIRS_EVERY);
  assert_true(verdicts[VERDICT_UNKNOWN] >= 12 / PAIRS_EVERY);
}

// A loop that values decide and that never ends, in which nothing branches: the slice is kept all the same, unless the
// engine proves by induction what it excludes.
static void test_endless_slice(void **state) {
  (void)state;
  static const struct example endless = {"endless",
                                         "global p (_ BitVec 64)\nfunction main\n edge a -> h p := #x0000000000000000\n"
                                         " location h complete\n edge h -> h [(not (= p #x0000000000000003))]\n"
                                         "  alloc q size #x0000000000000008 p := q\n"
                                         " edge h -> bad [(= p #x0000000000000003)]\n location bad error\n"};
  for (uint32_t k = 0; k < CONTENDERS; k++) {
    if (!strcmp(contenders[k].engine, "bse")) continue; // backward there is no loop
    struct world *w = example_world(&endless);
    struct engine_run r;
    contender_init(&r, &contenders[k], w);
    engine_run_open(&r);
    bool done = false;
    for (uint32_t i = 0; i < 5 && !done; i++) {
      uint64_t before = w->stats.steps;
      done = r.engine->advance(r.running, &(struct slice){.effort = 1000});
      if (!done) assert_true(w->stats.steps > before && w->stats.steps - before < 1000000);
    }
    r.engine->close(r.running);
    assert_int_equal(r.claim.verdict, done ? VERDICT_TRUE : VERDICT_UNKNOWN);
    assert_true(!done || r.claim.certificate.kind == CERTIFICATE_ANNOTATION);
    check_claim(&r, w, "endless");
    engine_run_release(&r);
    world_free(w);
  }
}

// --- several engines -------------------------------------------------------------------------------------------------

enum { TURNS = 4 };
static const struct contender players[TURNS] = {{"symex", NULL, NULL},
                                                {"symexpa", "--abstraction", "states"},
                                                {"lazy", NULL, NULL},
                                                {"symexpa", "--abstraction", "paths"}};

// All engines on one program with one table of facts, a slice each in turn. What one of them decides alone it decides
// here, too.
static void take_turns(const struct example *e, const struct ending *alone, uint64_t effort) {
  struct world *w = example_world(e);
  struct engine_run runs[TURNS];
  struct facts *own[TURNS];
  bool done[TURNS] = {false};
  for (uint32_t k = 0; k < TURNS; k++) {
    contender_init(&runs[k], &players[k], w);
    own[k] = runs[k].setting.facts;
    runs[k].setting.facts = own[0];
    engine_run_open(&runs[k]);
  }
  for (uint32_t i = 0, open = TURNS; open && i < SLICES_MOST; i++) {
    open = 0;
    for (uint32_t k = 0; k < TURNS; k++) {
      if (!done[k]) done[k] = runs[k].engine->advance(runs[k].running, &(struct slice){.effort = effort});
      open += !done[k] && alone[k].done;
    }
  }
  for (uint32_t k = 0; k < TURNS; k++) {
    char where[128];
    snprintf(where, sizeof where, "%s %s, %s, in turn with others", players[k].engine,
             players[k].value ? players[k].value : "", e->name);
    runs[k].engine->close(runs[k].running);
    if (alone[k].done && (!done[k] || runs[k].claim.verdict != alone[k].verdict))
      fail_msg("%s: verdict %d, alone %d", where, runs[k].claim.verdict, alone[k].verdict);
    check_claim(&runs[k], w, where);
  }
  for (uint32_t k = 0; k < TURNS; k++) {
    runs[k].setting.facts = own[k];
    engine_run_release(&runs[k]);
  }
  world_free(w);
}

static void test_turns(void **state) {
  (void)state;
  for (uint32_t i = 0; i < EXAMPLES; i++) {
    struct ending alone[TURNS];
    for (uint32_t k = 0; k < TURNS; k++) alone[k] = advanced(&examples[i], &players[k], PATIENCE);
    take_turns(&examples[i], alone, 500);
    take_turns(&examples[i], alone, 20000);
  }
}

// What others do between two slices is not the run's effort.
static void test_effort(void **state) {
  (void)state;
  struct world *w = example_world(&examples[0]);
  struct engine_run r;
  struct run run;
  contender_init(&r, &contenders[0], w);
  run_init(&run, &r.setting, NULL, &r.claim);
  run_begin_slice(&run, &(struct slice){.effort = 1000});
  w->stats.steps += 600;
  assert_int_equal(run_effort(&run), 600);
  assert_int_equal(run_conclude(&run, false), CONCLUSION_NONE);
  w->stats.steps += 5000;
  w->stats.queries_solver += 3;
  assert_int_equal(run_effort(&run), 600);
  run_begin_slice(&run, &(struct slice){.effort = 1000});
  assert_false(run_slice_is_used(&run));
  w->stats.steps += 1001;
  assert_true(run_slice_is_used(&run));
  assert_int_equal(run_effort(&run), 1601);
  run_conclude(&run, false);
  run_release(&run);
  engine_run_release(&r);
  world_free(w);
}

// One engine for a share of the time, or of a fixed effort, then another: decides what either does.
static struct engine_run run_shared(struct world *w, double share) {
  struct engine_run r;
  struct error error = {0};
  struct engine both = *engine_find("symexpa");
  both.capabilities |= ENGINE_PRE_RUN;
  both.pre_run_share = share;
  engine_run_init(&r, "symexpa", w->cfa, w->program, &w->limits, &w->stats);
  struct search search = search_of(&r.setting);
  struct run_plan plan = {.engine = &both,
                          .options = r.options,
                          .statistics = r.statistics,
                          .solver = r.setting.solver,
                          .listener = r.setting.listener};
  assert_true(run_engine(&search, &plan, &r.claim, &error));
  return r;
}

static void test_share(void **state) {
  (void)state;
  static const struct {
    const char *name;
    enum verdict verdict;
    bool by_look;
  } expected[] = {{"near error", VERDICT_FALSE, true},
                  {"diamonds", VERDICT_TRUE, true},
                  {"open loop", VERDICT_TRUE, false}};
  for (uint32_t i = 0; i < 3; i++)
    for (int timed = 0; timed < 2; timed++) {
      uint32_t k = 0;
      while (strcmp(examples[k].name, expected[i].name)) k++;
      struct world *w = example_world(&examples[k]);
      double begin = clock_now();
      if (timed) w->limits.deadline = begin + 1;
      struct engine_run r = run_shared(w, timed ? 0.5 : 1e-3);
      assert_int_equal(r.claim.verdict, expected[i].verdict);
      check_claim(&r, w, expected[i].name);
      // The look goes on for its share where it does not decide.
      if (timed && !expected[i].by_look) assert_true(clock_now() - begin >= 0.49);
      if (!timed && !expected[i].by_look) assert_in_range(w->stats.steps, 100, 100000);
      engine_run_release(&r);
      world_free(w);
    }
}

// What runs after the look is the engine that is named.
static void test_combination(void **state) {
  (void)state;
  const struct engine *both = engine_find("se+bself"), *second = engine_find("bself");
  assert_non_null(both);
  assert_true(both->capabilities & ENGINE_PRE_RUN);
  assert_true(both->pre_run_share == 0.5);
  assert_ptr_equal(both->options, second->options);
  assert_ptr_equal(both->statistics, second->statistics);
  assert_int_equal(both->capabilities & ENGINE_LARGE_BLOCKS, second->capabilities & ENGINE_LARGE_BLOCKS);
}

// --- queries that are not answered, and interruption -----------------------------------------------------------------

// The native back end, but some queries are not answered, and after some the run is interrupted.
static struct {
  uint64_t random;
  uint32_t answered; // of 8 queries
  bool refused; // the last one
  uint32_t refusals;
  uint32_t until; // queries until the run is interrupted; 0: it is not
  struct limits *limits;
} moods;

static enum answer moody_check(struct backend *b, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                               const struct term *facts, double seconds) {
  moods.random += 0x9e3779b97f4a7c15u;
  moods.refused = hash_u64(moods.random) % 8 >= moods.answered;
  if (moods.until && !--moods.until) limits_stop(moods.limits, REASON_INTERRUPTED);
  moods.refusals += moods.refused;
  return moods.refused ? ANSWER_UNKNOWN : native_backend.check(b, n, conjuncts, n_facts, facts, seconds);
}

static enum reason moody_reason(const struct backend *b) {
  return moods.refused ? REASON_SOLVER : native_backend.reason(b);
}

// What is claimed all the same is right. Returns why nothing is claimed.
static enum reason advanced_moodily(const struct example *e, const struct contender *c, const struct ending *expected) {
  struct backend_ops moody = native_backend;
  moody.check = moody_check;
  moody.reason = moody_reason;
  struct world *w = example_world(e);
  struct engine_run r;
  char where[128];
  snprintf(where, sizeof where, "%s %s, %s, %u of 8 queries answered", c->engine, c->value ? c->value : "", e->name,
           moods.answered);
  contender_init(&r, c, w);
  r.setting.solver = (struct solver_config){.other_backend = &moody};
  moods.limits = &w->limits;
  engine_run_open(&r);
  bool done = r.engine->advance(r.running, &(struct slice){.effort = PATIENCE / 8});
  r.engine->close(r.running);
  enum verdict verdict = r.claim.verdict;
  if (done && limits_stopped(&w->limits) && verdict == VERDICT_TRUE) fail_msg("%s: TRUE, though interrupted", where);
  if (expected->done && verdict != VERDICT_UNKNOWN && expected->verdict != VERDICT_UNKNOWN &&
      verdict != expected->verdict)
    fail_msg("%s: verdict %d, otherwise %d", where, verdict, expected->verdict);
  check_claim(&r, w, where);
  enum reason why = r.claim.reason;
  engine_run_release(&r);
  world_free(w);
  return why;
}

static void test_unanswered(void **state) {
  (void)state;
  uint32_t unanswered = 0, stopped = 0;
  for (uint32_t i = 0; i < EXAMPLES; i++)
    for (uint32_t k = i % PAIRS_EVERY; k < CONTENDERS; k += PAIRS_EVERY) {
      struct ending expected = in_one_advance(i, k);
      if (!expected.done) continue;
      for (moods.answered = 0; moods.answered < 8; moods.answered += 1 + moods.answered) {
        moods.random = i * 64 + k;
        unanswered += advanced_moodily(&examples[i], &contenders[k], &expected) == REASON_SOLVER;
      }
      moods.answered = 8;
      for (uint32_t n = 1; n <= 16; n *= 4) {
        moods.until = n;
        stopped += advanced_moodily(&examples[i], &contenders[k], &expected) == REASON_INTERRUPTED;
        moods.until = 0;
      }
    }
  assert_true(unanswered >= 150 / PAIRS_EVERY && stopped >= 120 / PAIRS_EVERY && moods.refusals >= 1000 / PAIRS_EVERY);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_slices),     cmocka_unit_test(test_endless_slice), cmocka_unit_test(test_turns),
      cmocka_unit_test(test_effort),     cmocka_unit_test(test_share),         cmocka_unit_test(test_combination),
      cmocka_unit_test(test_unanswered),
  };
  return cmocka_run_group_tests_name("slices", tests, NULL, NULL);
}
