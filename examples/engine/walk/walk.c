// Random walks: one path after the other, at each branch a feasible edge at random. Finds errors that many paths lead
// to; the error is run like every other before it is said. Proves nothing.
#include "base/memory/hash.h"
#include "engine/engines.h"

struct walk_options {
#include "base/table/option_fields.h"
#include "engine/walk/options.def"
#include "base/table/option_end.h"
};

struct walk_statistics {
#define COUNTER(name, text) uint64_t name;
#include "engine/walk/statistics.def"
#undef COUNTER
};

struct walker {
  struct run run;
  const struct walk_options *options;
  struct walk_statistics *statistics;
  struct state *state; // of the walk at hand; NULL: between two walks
  uint64_t random;
};

// One of the feasible edges, each with the same chance. NULL: there is none; the state is gone.
static struct state *choose(struct walker *w, struct state *s) {
  struct successors next;
  run_count_branch(&w->run, s);
  run_successors(&w->run, s, NODE_NONE, &next);
  if (next.unknown != REASON_NONE) run_incomplete(&w->run, next.unknown, "", state_location(s));
  w->random += 0x9e3779b97f4a7c15u;
  if (next.feasible.size) {
    successor_take(s, &next.feasible.data[hash_u64(w->random) % next.feasible.size]);
  } else {
    state_free(s);
    s = NULL;
  }
  successors_release(&next);
  return s;
}

// Goes on with the walk until it ends or the slice is used up.
static void walk(struct walker *w) {
  while (w->state && run_goes_on(&w->run)) {
    enum state_event event = state_run(w->state, UINT64_C(1) << 16);
    run_progress(&w->run, state_steps(w->state));
    if (event == STATE_BUDGET) continue;
    if (event == STATE_BRANCH) {
      w->state = choose(w, w->state);
      continue;
    }
    if (event == STATE_ERROR) run_error(&w->run, w->state);
    state_free(w->state);
    w->state = NULL;
  }
}

static void *open(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                  struct error *error) {
  (void)error; // its options fit together, whatever they are
  struct walker *w = mem_zalloc(1, sizeof *w);
  run_init(&w->run, setting, NULL, claim);
  w->options = options;
  w->statistics = statistics;
  w->random = setting->seed;
  return w;
}

static bool advance(void *engine, const struct slice *slice) {
  struct walker *w = engine;
  run_begin_slice(&w->run, slice);
  while (run_goes_on(&w->run) && (w->state || w->statistics->walks < w->options->walks)) {
    if (!w->state) {
      w->state = state_initial(w->run.program);
      w->statistics->walks++;
    }
    walk(w);
  }
  bool exhausted = !w->state && w->statistics->walks == w->options->walks;
  // There may be other paths.
  if (exhausted) run_incomplete(&w->run, REASON_DEPTH, "", w->run.cfa->functions.data[w->run.cfa->main].entry);
  return run_conclude(&w->run, exhausted) != CONCLUSION_NONE;
}

static void close(void *engine) {
  struct walker *w = engine;
  state_free(w->state);
  run_release(&w->run);
  mem_free(w);
}

static const struct option_entry option_entries[] = {
#define OPTIONS struct walk_options
#include "base/table/option_entries.h"
#include "engine/walk/options.def"
#include "base/table/option_end.h"
#undef OPTIONS
};
static const struct option_table option_table = OPTION_TABLE(option_entries, struct walk_options);

static const struct stats_entry stats_entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct walk_statistics, name)},
#include "engine/walk/statistics.def"
#undef COUNTER
};
static const struct stats_table stats_table = STATS_TABLE(stats_entries, struct walk_statistics);

const struct engine engine_walk = {
    .name = "walk",
    .summary = "random walks: paths chosen at random, one after the other",
    .options = &option_table,
    .statistics = &stats_table,
    .open = open,
    .advance = advance,
    .close = close,
};
