// Falsification by concrete runs with random inputs (docs/random.md).
//
// The program is run very often (state/vm.h), with inputs that are drawn or that repeat, up to a point or with changes,
// the inputs of an earlier run that reached something new. Errors behind many iterations, which cost a symbolic search
// a query each, cost microseconds here. It never claims TRUE; an error is claimed with the inputs of its run and
// confirmed like any other.
//
// All is a function of the program and the seed: effort is counted in edges taken.
#include "engine/engines.h"
#include "engine/random/random.h"

#define MOST_WORDS ((size_t)1 << 23) // of the memory, the frames and the inputs of a run
#define RUN_STEPS (UINT64_C(1) << 13) // of the shortest runs
#define FIRST_STEPS (UINT64_C(1) << 22) // of the first run, whose inputs are zero
#define CUT_RUNS 4 // one after the other that were cut off double the length of runs
#define TURN_STEPS (UINT64_C(1) << 17) // between two looks at the limits
#define WORK_OF_EFFORT 24 // instructions of a concrete run while a state takes an edge
#define REDUCE_WORK (UINT64_C(1) << 25) // instructions to make the inputs of an error simpler
#define REPLAY_STEPS (UINT64_C(1) << 22) // errors up to here are repeated by state_replay first
#define RUNS_FIRST (UINT64_C(1) << 20) // effort of runs before the first search
#define SEARCH_SHARE 2 // one part of the effort in so many is searched symbolically
#define QUERY_SECONDS 0.05 // for one query of a search
#define SEARCH_EFFORT 256 // what a search counts besides
#define UNANSWERED_EFFORT (UINT64_C(1) << 18) // what one that is not answered counts
#define NOTED_INPUTS 256 // of a run: their values are remembered
#define STALE_VISITS 24 // of loop heads in states that are known, after which a run that looks for states ends
#define SEEN_BITS 22 // of the table of states seen at loop heads
#define REFUSED_RUNS 256 // that all end at something not supported, before there are only searches

// --- inputs ----------------------------------------------------------------------------------------------------------

static uint64_t on_input(void *context, uint32_t nth, const struct cfa_input *input) {
  struct random *x = context;
  while (x->inputs.size <= nth)
    vec_u64_push(&x->inputs, input_draw(&x->generator, &x->numbers, habits_of(&x->habits, input->term), &x->mood,
                                        x->run.tm, term_sort(x->run.tm, input->term)));
  return x->inputs.data[nth];
}

static uint64_t draw_other(struct random *x, uint64_t old) {
  struct mood mood = {.temper = TEMPER_MIXED, .most = 10, .one = old};
  switch (random_below(&x->generator, 4)) {
  case 0: return old + 1;
  case 1: return old - 1;
  default: return input_draw(&x->generator, &x->numbers, NULL, &mood, x->run.tm, sort_bv(x->run.tm, 32));
  }
}

// Few inputs become others.
static void mutate(struct random *x) {
  struct vec_u64 *in = &x->inputs;
  uint64_t times = 1 + random_below(&x->generator, 4);
  for (uint64_t i = 0; in->size && i < times; i++) {
    uint64_t at = random_below(&x->generator, in->size), from = random_below(&x->generator, in->size);
    switch (random_below(&x->generator, 6)) {
    case 0: in->data[at] = in->data[from]; break;
    case 1: // one is left out
      memmove(in->data + at, in->data + at + 1, (in->size - at - 1) * sizeof *in->data);
      in->size--;
      break;
    case 2: // a stretch again
      if (at < from && in->size + (from - at) < 65536)
        for (uint64_t k = at; k < from; k++) vec_u64_push(in, in->data[k]);
      break;
    default: in->data[at] = draw_other(x, in->data[at]);
    }
  }
}

// What the run begins with.
static void choose_inputs(struct random *x) {
  vec_u64_clear(&x->inputs);
  x->mood = mood_draw(&x->generator, &x->numbers);
  if (x->statistics->runs == 1) x->mood = (struct mood){.temper = TEMPER_ONE};
  if (x->todo.size) {
    struct sequence s = vec_sequence_pop(&x->todo);
    for (uint32_t i = 0; i < s.inputs.size; i++) vec_u64_push(&x->inputs, s.inputs.data[i]);
    vec_u64_release(&s.inputs);
    return;
  }
  uint64_t kind = random_below(&x->generator, 8);
  bool from_states = kind >= 5 && x->states.list.size;
  const struct sequence *s = kind < 2 ? NULL : corpus_pick(from_states ? &x->states : &x->edges, &x->generator);
  if (!s) return;
  x->extends = from_states;
  uint32_t n = s->inputs.size;
  if (!from_states && random_one_in(&x->generator, 3)) n = (uint32_t)random_below(&x->generator, n + 1);
  for (uint32_t i = 0; i < n; i++) vec_u64_push(&x->inputs, s->inputs.data[i]);
  if (!from_states && !random_one_in(&x->generator, 4)) mutate(x);
}

// --- what is new -----------------------------------------------------------------------------------------------------

static bool value_of(void *context, uint32_t var, uint64_t *bits) { return vm_value(context, var, bits); }

static void on_head(void *context, struct location head) {
  struct random *x = context;
  uint64_t hash = vm_hash(x->vm) >> (64 - SEEN_BITS), bit = (uint64_t)1 << hash % 64;
  if (x->seen[hash / 64] & bit) {
    if (x->extends && ++x->stale == STALE_VISITS) {
      x->end = vm_steps(x->vm);
      vm_stop(x->vm);
    }
    return;
  }
  x->stale = 0;
  x->seen[hash / 64] |= bit;
  x->has_new_state = true;
  x->new_state = vm_inputs_read(x->vm);
  facts_reach_values(x->run.facts, head, value_of, x->vm);
}

// Edges that were taken for the first time, or more often than before.
static bool note_edges(struct random *x) {
  const uint32_t *hits = vm_hits(x->vm);
  const struct vec_u32 *taken = vm_taken(x->vm);
  bool is_new = false;
  for (uint32_t i = 0; i < taken->size; i++) {
    uint32_t edge = taken->data[i], bit = 1u << (31 - __builtin_clz(hits[edge]));
    if (x->counts[edge] & bit) continue;
    if (!x->counts[edge]) x->statistics->edges++;
    x->counts[edge] |= bit;
    x->progress++;
    is_new = true;
  }
  return is_new;
}

// Of all inputs but the last.
static void note_passed(struct random *x) {
  uint32_t n = vm_inputs_read(x->vm);
  for (uint32_t i = 0; i + 1 < n && i < NOTED_INPUTS; i++) {
    uint64_t bits;
    const struct cfa_input *input = vm_input(x->vm, i, &bits);
    habits_add(&x->habits, &x->generator, input->term, bits);
  }
}

// For tests.
static void sample(struct random *x) {
  struct vec_input_value inputs = {0};
  vm_input_values(x->vm, &inputs);
  run_sample_inputs(&x->run, &inputs);
  vec_input_value_release(&inputs);
}

static void keep_inputs(struct random *x) {
  uint32_t n = vm_inputs_read(x->vm);
  if (n > x->inputs.size) n = x->inputs.size;
  uint64_t before = x->statistics->edges;
  bool edges = note_edges(x);
  if (edges) corpus_add(&x->edges, x->inputs.data, n);
  if (x->has_new_state && x->new_state <= n) corpus_add(&x->states, x->inputs.data, x->new_state);
  if (edges || x->has_new_state) note_passed(x);
  if (edges) x->statistics->kept++;
  if (x->statistics->edges != before && x->run.setting.listener.sample) sample(x);
}

// --- runs ------------------------------------------------------------------------------------------------------------

// Half of the runs are short, one in four is twice as long, and so on; those that look for states are short. Where one
// run after the other is cut off and was somewhere new until then, all become longer.
static uint64_t run_length(const struct random *x) {
  uint32_t longer = (x->extends ? 0 : (uint32_t)__builtin_ctzll(x->statistics->runs)) + x->cut / CUT_RUNS;
  return RUN_STEPS << (longer < 16 ? longer : 16);
}

static void begin_run(struct random *x) {
  x->statistics->runs++;
  x->has_new_state = x->extends = false;
  x->stale = 0;
  choose_inputs(x);
  x->end = x->statistics->runs == 1 ? FIRST_STEPS : run_length(x);
  vm_restart(x->vm);
  x->running = true;
}

// Does a run with these inputs, and zeroes after them, end at the error, too?
static bool still_fails(struct random *x, struct location error, uint64_t steps) {
  x->mood = (struct mood){.temper = TEMPER_ONE};
  enum vm_event event = VM_BUDGET;
  vm_restart(x->vm);
  while (event == VM_BUDGET && vm_steps(x->vm) < steps && !limits_stopped(x->run.limits))
    event = vm_run(x->vm, steps - vm_steps(x->vm) < TURN_STEPS ? steps - vm_steps(x->vm) : TURN_STEPS);
  return event == VM_ERROR && location_same(vm_location(x->vm), error);
}

// Inputs that need not be what they are become zero: stretches of them, halved again and again (Zeller and Hildebrandt,
// Simplifying and Isolating Failure-Inducing Input). A counterexample is for a person to read, and its harness for a
// compiler. Leaves the run at the error; false: it is not reached again.
static bool reduce_inputs(struct random *x) {
  if (vm_is_decided(x->vm)) return true;
  struct location error = vm_location(x->vm);
  uint64_t steps = vm_steps(x->vm) * 2 + RUN_STEPS, end = vm_work(x->vm) + REDUCE_WORK;
  struct vec_u64 kept = {0};
  x->inputs.size = vm_inputs_read(x->vm) < x->inputs.size ? vm_inputs_read(x->vm) : x->inputs.size;
  for (uint32_t size = x->inputs.size; size && vm_work(x->vm) < end; size /= 2)
    for (uint32_t at = 0; at < x->inputs.size && vm_work(x->vm) < end; at += size) {
      uint32_t n = x->inputs.size - at < size ? x->inputs.size - at : size;
      bool zero = true;
      for (uint32_t i = 0; i < n && zero; i++) zero = !x->inputs.data[at + i];
      if (zero) continue;
      vec_u64_clear(&kept);
      for (uint32_t i = 0; i < x->inputs.size; i++) vec_u64_push(&kept, x->inputs.data[i]);
      memset(x->inputs.data + at, 0, n * sizeof *kept.data);
      bool fails = still_fails(x, error, steps);
      x->inputs.size = kept.size; // a run may have asked for more
      if (!fails) memcpy(x->inputs.data, kept.data, kept.size * sizeof *kept.data);
    }
  vec_u64_release(&kept);
  // Inputs that were looked at but not read when the error was found may be missed.
  return still_fails(x, error, steps);
}

static void claim_error(struct random *x) {
  struct vec_input_value inputs = {0};
  bool good = reduce_inputs(x);
  struct location location = vm_location(x->vm);
  vm_input_values(x->vm, &inputs);
  if (good && vm_steps(x->vm) <= REPLAY_STEPS) {
    struct state *last;
    good = state_replay(x->run.program, inputs.size, inputs.data, UINT64_MAX, NULL, NULL, &last) == STATE_ERROR &&
           location_same(state_location(last), location);
    state_free(last);
  }
  if (good) run_error_of_inputs(&x->run, location, &inputs);
  else run_incomplete(&x->run, REASON_INTERNAL, "a concrete run that states do not repeat", location);
  vec_input_value_release(&inputs);
}

// The run is over. True: no other would be different.
static bool end_run(struct random *x, enum vm_event event) {
  bool decided = event != VM_BUDGET && vm_is_decided(x->vm);
  if (event != VM_BUDGET) x->cut /= 2;
  else if (x->stale < STALE_VISITS / 2) x->cut++;
  x->running = false;
  keep_inputs(x);
  if (event == VM_ERROR) claim_error(x);
  x->statistics->refused += event == VM_REFUSED;
  if (decided) {
    if (event == VM_REFUSED) run_incomplete(&x->run, REASON_UNSUPPORTED, "a concrete run", vm_location(x->vm));
    else run_incomplete(&x->run, REASON_DEPTH, "concrete runs prove nothing", vm_location(x->vm));
    return true;
  }
  return false;
}

// From a sequence that was kept, or from the beginning.
static void search(struct random *x) {
  static const struct sequence none;
  bool from_states = random_one_in(&x->generator, 2) && x->states.list.size;
  const struct sequence *from = corpus_pick(from_states ? &x->states : &x->edges, &x->generator);
  uint64_t before = run_effort(&x->run), unknown = x->run.stats->queries_unknown;
  // The first two, and some of the others, begin where the program does.
  if (x->statistics->searches < 2 || !from || random_one_in(&x->generator, 4)) from = &none;
  x->mood = mood_draw(&x->generator, &x->numbers);
  random_search(x, from);
  x->run.stats->steps += (x->run.stats->queries_unknown - unknown) * UNANSWERED_EFFORT;
  x->run.stats->steps += SEARCH_EFFORT;
  x->searched += run_effort(&x->run) - before;
}

static void count_work(struct random *x) {
  uint64_t effort = (vm_work(x->vm) - x->work) / WORK_OF_EFFORT;
  x->run.stats->steps += effort;
  x->work += effort * WORK_OF_EFFORT;
}

// Goes on with the run for a turn. True: nothing is left to do.
static bool go_on(struct random *x) {
  uint64_t before = vm_steps(x->vm), left = x->end - before;
  // Nothing else can happen than what happens now: that is run to its end.
  bool decided = vm_is_decided(x->vm);
  enum vm_event event = vm_run(x->vm, decided || left > TURN_STEPS ? TURN_STEPS : left);
  uint64_t steps = vm_steps(x->vm) - before;
  x->statistics->run_steps += steps;
  count_work(x);
  run_progress(&x->run, vm_steps(x->vm));
  if (event == VM_BUDGET && (vm_is_decided(x->vm) || vm_steps(x->vm) < x->end)) {
    if (vm_steps(x->vm) >= x->end) x->end = vm_steps(x->vm) + TURN_STEPS;
    return false;
  }
  return end_run(x, event);
}

// --- the engine ------------------------------------------------------------------------------------------------------

static void *open(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                  struct error *error) {
  (void)options;
  (void)error;
  struct random *x = mem_zalloc(1, sizeof *x);
  struct run_setting own = *setting;
  if (!(own.solver.query_seconds > 0 && own.solver.query_seconds < QUERY_SECONDS))
    own.solver.query_seconds = QUERY_SECONDS;
  run_init(&x->run, &own, NULL, claim);
  claim->certificate.kind = CERTIFICATE_GRAPH;
  x->statistics = statistics;
  x->generator.state = setting->seed;
  x->counts = mem_zalloc(setting->cfa->edges.size + 1, sizeof *x->counts);
  x->aimed = mem_zalloc(setting->cfa->edges.size + 1, sizeof *x->aimed);
  x->seen = mem_zalloc((size_t)1 << (SEEN_BITS - 6), sizeof *x->seen);
  corpus_init(&x->edges, 4096);
  corpus_init(&x->states, 8192);
  numbers_scan(&x->numbers, setting->cfa);
  struct vm_host host = {.context = x, .input = on_input, .head = on_head};
  x->vm = vm_new(setting->program, &host, MOST_WORDS);
  return x;
}

static bool wants_search(const struct random *x) {
  uint64_t effort = run_effort(&x->run);
  bool refused = x->statistics->runs >= REFUSED_RUNS && x->statistics->refused == x->statistics->runs;
  bool its_turn = refused || (effort >= RUNS_FIRST && x->searched * SEARCH_SHARE < effort);
  return !x->running && !x->todo.size && its_turn;
}

static bool advance(void *engine, const struct slice *slice) {
  struct random *x = engine;
  bool done = false;
  run_begin_slice(&x->run, slice);
  while (!done && run_goes_on(&x->run)) {
    if (wants_search(x)) {
      search(x);
      continue;
    }
    if (!x->running) begin_run(x);
    done = go_on(x);
  }
  return run_conclude(&x->run, done) != CONCLUSION_NONE;
}

static void view(const void *engine, struct engine_view *view) {
  const struct random *x = engine;
  view->progress = x->progress;
  view->effort = run_effort(&x->run);
  view->at = LOCATION_NONE;
  view_count(&view->doing, x->statistics->runs, "run");
  text_printf(&view->doing, ", %llu of %u edges taken", (unsigned long long)x->statistics->edges,
              x->run.cfa->edges.size);
}

static void close(void *engine) {
  struct random *x = engine;
  if (!limits_want_release(x->run.limits)) return;
  vm_free(x->vm);
  numbers_release(&x->numbers);
  habits_release(&x->habits);
  corpus_release(&x->edges);
  corpus_release(&x->states);
  vec_u64_release(&x->inputs);
  for (uint32_t i = 0; i < x->todo.size; i++) vec_u64_release(&x->todo.data[i].inputs);
  vec_sequence_release(&x->todo);
  mem_free(x->counts);
  mem_free(x->aimed);
  mem_free(x->seen);
  run_release(&x->run);
  mem_free(x);
}

static const struct stats_entry stats_entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct random_statistics, name)},
#include "engine/random/statistics.def"
#undef COUNTER
};
static const struct stats_table stats_table = STATS_TABLE(stats_entries, struct random_statistics);

const struct engine engine_random = {
    .name = "random",
    .summary = "concrete runs with random inputs, for errors far away; finds no proofs",
    .statistics = &stats_table,
    .capabilities = ENGINE_ENDLESS | ENGINE_SAMPLES,
    .open = open,
    .advance = advance,
    .view = view,
    .close = close,
};
