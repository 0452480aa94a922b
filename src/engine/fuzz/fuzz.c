// Falsification by native runs that are guided by what they cover (docs/fuzz.md).
//
// The program, with its checks, is compiled once and run very often in one locked-in process (native/served/served.h).
// Inputs of runs that took an edge for the first time, or more often than before, are kept and changed further; what
// the program compares is put in its place among the inputs; where nothing new is reached the solver finds inputs for
// branches beside the path of a test. An error is repeated by the automaton, claimed with its inputs and confirmed as
// that of any other engine. It never claims TRUE.
//
// All is a function of the program and the seed: what comes next counts runs, never the clock.
#include "engine/engines.h"
#include "engine/fuzz/fuzz.h"

#define RUN_EDGES (UINT64_C(1) << 16) // of the shortest runs
#define FIRST_EDGES (UINT64_C(1) << 24) // of the first run, whose inputs are zeroes
#define ONLY_EDGES (UINT64_C(1) << 28) // of the only run of a program without inputs, at a time
#define MOST_LONGER 12 // a run may be so many times twice as long
#define MOST_INPUTS 65536u
#define RUN_EFFORT 128 // a run counts as so many steps of a state, and one for so many edges of its
#define EDGES_OF_EFFORT 128
#define RUNS_OF_PICK 48 // for a test that is taken up
#define FIRST_DRAWN 64 // runs with inputs from nothing, at first
#define DRAWN_ONE_IN 16 // later
#define FIRST_WALK 2048 // runs without anything new before the solver is asked
#define MOST_PAUSE (UINT64_C(1) << 16)
#define CLOCK_RUNS 8 // between two looks at the time that they took
#define MOST_KEPT 8192u
#define REPEAT_STEPS (UINT64_C(1) << 26)
#define QUERY_SECONDS 0.05
#define TRIES_OF_PLACE 4 // runs that fail at one place and are not confirmed; of others the 8th, 16th, … is worth one

static struct location entry_of(const struct fuzz *x) { return x->run.cfa->functions.data[x->run.cfa->main].entry; }

// --- what is new -----------------------------------------------------------------------------------------------------

// How often an edge was taken, in classes.
static unsigned char class_of(unsigned char n) {
  static const unsigned char first[] = {1, 2, 3, 4, 8, 16, 32, 128};
  unsigned char class = 0;
  for (uint32_t i = 0; i < 8 && n >= first[i]; i++) class = (unsigned char)(1u << i);
  return class;
}

static bool note_edges(struct fuzz *x) {
  const struct served_exchange *e = x->exchange;
  bool is_new = false;
  for (uint32_t i = 0; i < e->n_touched; i++) {
    uint32_t edge = e->touched[i] % SERVED_EDGES;
    unsigned char class = class_of(e->map[edge]);
    x->hits[edge]++;
    if (x->seen[edge] & class) continue;
    if (!x->seen[edge]) x->statistics->edges++;
    x->seen[edge] |= class;
    x->progress++;
    is_new = true;
  }
  return is_new;
}

static void sample(struct fuzz *x) {
  struct vec_input_value inputs = {0};
  struct state *last;
  fuzz_repeat(x, x->test, REPEAT_STEPS, &inputs, &last);
  state_free(last);
  run_sample_inputs(&x->run, &inputs);
  vec_input_value_release(&inputs);
}

static void keep(struct fuzz *x) {
  const struct served_exchange *e = x->exchange;
  x->last_new = x->statistics->runs;
  if (x->tests.size >= MOST_KEPT) return;
  struct test *kept = mem_zalloc(1, sizeof *kept);
  test_copy(kept, x->test);
  // What was not asked for is of no use.
  for (uint32_t s = 0; s < e->sources; s++)
    if (kept->values[s].size > e->source[s].asked) kept->values[s].size = e->source[s].asked;
  for (uint32_t i = 0; i < e->n_touched; i++) vec_u32_push(&kept->edges, e->touched[i] % SERVED_EDGES);
  vec_ptr_push(&x->tests, kept);
  x->statistics->kept++;
}

// --- errors ----------------------------------------------------------------------------------------------------------

// What failed, and where; 0: it did not fail.
static uint64_t place_of(const struct fuzz *x, enum served_end end) {
  char what[sizeof x->exchange->what];
  memcpy(what, x->exchange->what, sizeof what);
  what[sizeof what - 1] = 0;
  if (end == SERVED_ERROR) return hash_mix(hash_string(what), x->exchange->line) >> 1 | 1;
  return end == SERVED_SIGNALLED || end == SERVED_DIED ? 2 : 0;
}

static void claim_error(struct fuzz *x, enum served_end end) {
  uint64_t place = place_of(x, end);
  uint32_t tries = map_u32_get_or(&x->failed, place, 0);
  x->statistics->failures++;
  map_u32_put(&x->failed, place, tries + 1);
  if (tries >= TRIES_OF_PLACE && (tries & (tries - 1))) return;
  struct vec_input_value inputs = {0};
  struct state *last;
  if (fuzz_repeat(x, x->test, REPEAT_STEPS, &inputs, &last) == STATE_ERROR)
    run_error_of_inputs(&x->run, state_location(last), &inputs);
  else x->statistics->unreproduced++;
  state_free(last);
  vec_input_value_release(&inputs);
}

// --- runs ------------------------------------------------------------------------------------------------------------

static void hand_over(struct fuzz *x) {
  struct served_exchange *e = x->exchange;
  uint32_t at = 0;
  for (uint32_t s = 0; s < SERVED_SOURCES; s++) {
    const struct vec_u64 *v = &x->test->values[s];
    uint32_t n = v->size < SERVED_VALUES - at ? v->size : SERVED_VALUES - at;
    e->source[s].offset = at;
    e->source[s].count = n;
    if (n) memcpy(e->values + at, v->data, n * sizeof *v->data);
    at += n;
  }
}

// Half of the runs are short, one in four may be twice as long, and so on. Where many are cut off all become longer.
static uint64_t length_of(const struct fuzz *x) {
  if (!x->statistics->runs) return FIRST_EDGES;
  if (x->is_last) return ONLY_EDGES;
  uint32_t longer = (uint32_t)__builtin_ctzll(x->statistics->runs);
  return x->length << (longer / 2 < 6 ? longer / 2 : 6);
}

static void note_cut(struct fuzz *x, enum served_end end) {
  if (end == SERVED_CUT) x->statistics->cut++, x->cut_lately++;
  if (x->statistics->runs % 64) return;
  if (x->cut_lately > 32 && x->length < RUN_EDGES << MOST_LONGER) x->length *= 2;
  x->cut_lately = 0;
}

// The process of the runs takes as much of a slice as this one.
static void count_seconds(struct fuzz *x) {
  if (x->statistics->runs % CLOCK_RUNS) return;
  double seconds = served_seconds(x->program);
  run_count_cpu(&x->run, seconds - x->seconds);
  x->seconds = seconds;
}

bool fuzz_run(struct fuzz *x, bool compares) {
  if (x->run.found || x->is_last_of_bound || !run_goes_on(&x->run)) return false;
  uint64_t length = length_of(x);
  hand_over(x);
  enum served_end end = served_run(x->program, length, MOST_INPUTS, compares);
  if (end == SERVED_STOPPED) return false;
  if (end == SERVED_FAILED) {
    run_incomplete(&x->run, REASON_UNSUPPORTED, "the program could not be run", entry_of(x));
    x->is_last = true;
    return false;
  }
  uint64_t edges = length - (uint64_t)(x->exchange->left > 0 ? x->exchange->left : 0);
  x->statistics->runs++;
  x->is_last_of_bound = x->options->runs && x->statistics->runs >= x->options->runs;
  x->statistics->run_edges += edges;
  x->statistics->crashed += end == SERVED_DIED;
  x->statistics->alone = served_alone(x->program);
  x->run.stats->steps += RUN_EFFORT + edges / EDGES_OF_EFFORT;
  note_cut(x, end);
  count_seconds(x);
  bool is_new = note_edges(x), covers = x->run.setting.listener.sample && is_new;
  if (is_new && !x->options->no_coverage) keep(x);
  if (covers) sample(x);
  if (place_of(x, end)) claim_error(x, end);
  return !x->run.found;
}

static bool run_todo(struct fuzz *x) {
  while (x->todo.size) {
    struct test *next = vec_ptr_pop(&x->todo);
    test_copy(x->test, next);
    test_free(next);
    if (!fuzz_run(x, false)) return false;
  }
  return true;
}

// --- what comes next -------------------------------------------------------------------------------------------------

// The first run decides whether there is another: without inputs there is none.
static bool begin(struct fuzz *x) {
  bool goes_on = fuzz_run(x, false);
  bool reads = x->exchange->taken > 0;
  if (!goes_on || reads || x->run.found) return goes_on;
  // A run that was cut off goes on in the only way there is.
  x->is_last = true;
  return false;
}

static void conclude_only(struct fuzz *x) {
  if (x->exchange->end == SERVED_CUT && !x->exchange->taken) fuzz_run(x, false);
  run_incomplete(&x->run, REASON_DEPTH, "concrete runs prove nothing", entry_of(x));
}

static bool wants_walk(const struct fuzz *x) {
  uint64_t since = x->last_new > x->next_walk ? x->last_new : x->next_walk;
  return !x->options->no_solver && x->tests.size && x->statistics->runs >= since + x->walk_pause;
}

static void walk(struct fuzz *x) {
  struct test *test = fuzz_pick(x);
  uint64_t before = x->progress;
  for (uint32_t i = 0; i < 8 && test->walked; i++) test = fuzz_pick(x);
  fuzz_walk(x, test);
  run_todo(x);
  // Where it helps it is asked sooner again.
  if (x->progress != before) x->walk_pause = FIRST_WALK / 4;
  else if (x->walk_pause < MOST_PAUSE) x->walk_pause *= 2;
  x->next_walk = x->statistics->runs;
}

static void work_on(struct fuzz *x, struct test *test) {
  test->rounds++;
  if (!test->compared) fuzz_replace(x, test);
  for (uint32_t i = 0; i < RUNS_OF_PICK; i++) {
    test_copy(x->test, test);
    fuzz_mutate(x);
    if (!fuzz_run(x, false)) return;
  }
}

static void turn(struct fuzz *x) {
  bool drawn = x->options->no_coverage || !x->tests.size || x->statistics->runs < FIRST_DRAWN;
  if (wants_walk(x)) {
    walk(x);
  } else if (drawn || fuzz_one_in(x, DRAWN_ONE_IN)) {
    for (uint32_t i = 0; i < 8; i++) {
      fuzz_draw(x);
      if (!fuzz_run(x, false)) return;
    }
  } else work_on(x, fuzz_pick(x));
}

// --- the engine ------------------------------------------------------------------------------------------------------

static void note_edges_of_inputs(struct fuzz *x) {
  const struct cfa *cfa = x->run.cfa;
  for (uint32_t e = 0; e < cfa->edges.size; e++)
    for (uint32_t i = 0; i < cfa->edges.data[e].inputs.size; i++)
      map_u32_put(&x->edges_of, cfa->edges.data[e].inputs.data[i].term.id, e);
}

static void prepare_arguments(struct fuzz *x) {
  const struct cfa_arguments *a = &x->run.cfa->arguments;
  if (term_none(a->argc) || !a->count || a->stride < 2) return;
  x->exchange->arguments = a->count < 16 ? a->count : 16;
  x->exchange->argument_length = a->stride < 256 ? (uint32_t)a->stride : 256;
}

static void *open(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                  struct error *error) {
  struct text message = {0};
  struct fuzz *x = mem_zalloc(1, sizeof *x);
  if (setting->native.open) x->program = setting->native.open(setting->native.context, &x->words, &message);
  else text_add(&message, "there is no program to run");
  if (!x->program) text_add(&x->refused, message.size ? text_cstr(&message) : "the program could not be linked");
  text_release(&message);
  (void)error;
  struct run_setting own = *setting;
  if (!(own.solver.query_seconds > 0 && own.solver.query_seconds < QUERY_SECONDS))
    own.solver.query_seconds = QUERY_SECONDS;
  run_init(&x->run, &own, NULL, claim);
  claim->certificate.kind = CERTIFICATE_GRAPH;
  x->options = options;
  x->statistics = statistics;
  x->generator = hash_u64(setting->seed + 1);
  x->length = RUN_EDGES;
  x->walk_pause = FIRST_WALK;
  x->test = mem_zalloc(1, sizeof *x->test);
  x->seen = mem_zalloc(SERVED_EDGES, sizeof *x->seen);
  x->hits = mem_zalloc(SERVED_EDGES, sizeof *x->hits);
  x->taken = mem_zalloc(setting->cfa->edges.size + 1, sizeof *x->taken);
  x->aimed = mem_zalloc(setting->cfa->edges.size + 1, sizeof *x->aimed);
  note_edges_of_inputs(x);
  if (!x->program) return x;
  x->exchange = served_exchange(x->program);
  prepare_arguments(x);
  return x;
}

static bool advance(void *engine, const struct slice *slice) {
  struct fuzz *x = engine;
  bool done = !x->program;
  run_begin_slice(&x->run, slice);
  if (done) run_incomplete(&x->run, REASON_UNSUPPORTED, text_cstr(&x->refused), entry_of(x));
  while (!done && run_goes_on(&x->run)) {
    if (!x->statistics->runs && !begin(x) && x->is_last) {
      if (!x->run.found) conclude_only(x);
      done = true;
    } else if (!x->run.found) {
      turn(x);
      run_progress(&x->run, x->tests.size);
    }
    if (x->is_last_of_bound && !x->run.found) {
      run_incomplete(&x->run, REASON_BOUND, "as many runs as --runs allows", entry_of(x));
      done = true;
    }
    done |= x->is_last;
  }
  return run_conclude(&x->run, done) != CONCLUSION_NONE;
}

static void view(const void *engine, struct engine_view *view) {
  const struct fuzz *x = engine;
  view->progress = x->progress;
  view->effort = run_effort(&x->run);
  view->at = LOCATION_NONE;
  view_count(&view->doing, x->statistics->runs, "native run");
  text_printf(&view->doing, ", %llu edges, %u tests", (unsigned long long)x->statistics->edges, x->tests.size);
}

static void close(void *engine) {
  struct fuzz *x = engine;
  served_program_free(x->program); // its process ends
  if (!limits_want_release(x->run.limits)) return;
  for (uint32_t i = 0; i < x->tests.size; i++) test_free(x->tests.data[i]);
  for (uint32_t i = 0; i < x->todo.size; i++) test_free(x->todo.data[i]);
  test_free(x->test);
  vec_ptr_release(&x->tests);
  vec_ptr_release(&x->todo);
  vec_string_release(&x->words);
  vec_u64_release(&x->numbers);
  vec_u64_release(&x->blocks);
  vec_object_release(&x->objects);
  map_u32_release(&x->known_numbers);
  map_u32_release(&x->failed);
  map_u32_release(&x->compared);
  map_u32_release(&x->sources);
  map_u32_release(&x->edges_of);
  text_release(&x->refused);
  mem_free(x->seen);
  mem_free(x->hits);
  mem_free(x->taken);
  mem_free(x->aimed);
  run_release(&x->run);
  mem_free(x);
}

static const struct option_entry entries[] = {
#define OPTIONS struct fuzz_options
#include "base/table/option_entries.h"
#include "engine/fuzz/options.def"
#include "base/table/option_end.h"
};
static const struct option_table options_table = OPTION_TABLE(entries, struct fuzz_options);

static const struct stats_entry stats_entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct fuzz_statistics, name)},
#include "engine/fuzz/statistics.def"
#undef COUNTER
};
static const struct stats_table stats_table = STATS_TABLE(stats_entries, struct fuzz_statistics);

const struct engine engine_fuzz = {
    .name = "fuzz",
    .summary = "native runs guided by what they cover, with the solver's help; finds no proofs",
    .options = &options_table,
    .statistics = &stats_table,
    .capabilities = ENGINE_ENDLESS | ENGINE_SAMPLES,
    .open = open,
    .advance = advance,
    .view = view,
    .close = close,
};
