// Forward symbolic execution: Jonáš, Strejček, Griggio, Combining Symbolic Execution with Predicate Abstraction
// and CEGAR (docs/papers.md), algorithm 1.
//
// The recursion over paths is a loop over a frontier of open edges, so that paths may be as long as they like and other
// orders than depth-first are possible. The history h of the algorithm is in the state: its inputs are what a
// counterexample needs. A state carries a model of its path condition; the edge that holds under it needs no query
// (line 9).
//
// TRUE is claimed when every path was explored to its end; the graph of branches, a tree here, is the certificate.
// Whatever was not explored (a query not answered, a spurious error, something unsupported) makes TRUE impossible, not
// FALSE. With a bound on iterations (unwind.h) a path that exceeds it is such a thing, too.
#include "engine/engines.h"
#include "explore/unwind.h"
#include "explore/frontier.h"
#include "graph/record.h"
#include <inttypes.h>

#define RUN_STEPS (UINT64_C(1) << 18) // effort for one path before others get their turn
#define SHORT_RUN_STEPS (UINT64_C(1) << 10) // the same where the clock is looked at

struct symex_options {
#include "base/table/option_fields.h"
#include "engine/symex/options.def"
#include "base/table/option_end.h"
};

static const struct option_entry entries[] = {
#define OPTIONS struct symex_options
#include "base/table/option_entries.h"
#include "engine/symex/options.def"
#include "base/table/option_end.h"
#undef OPTIONS
};
static const struct option_table options_table = OPTION_TABLE(entries, struct symex_options);

VEC_TYPE(vec_turns, struct turns)

struct symex {
  struct run run;
  struct frontier *frontier;
  struct vec_edge edges; // scratch: of a branch
  struct unwind unwind;
  struct vec_turns turns; // by node: of the path to it
  struct map_u32 suspended; // node and arc → number in `waiting`, of a path that was left between two nodes
  struct vec_turns waiting;
  uint32_t taken; // edges, of which samples were told
  bool begun;
};

// A path: where it is in the graph, and in its loops.
struct place {
  struct node node;
  uint32_t arc;
  struct turns turns;
};

// --- samples (for tests) ---------------------------------------------------------------------------------------------

// Has the state, which was the last to move, taken an edge that is new?
static void sample(struct symex *x, struct state *s) {
  uint32_t taken;
  program_taken(x->run.program, &taken);
  if (taken == x->taken) return;
  x->taken = taken;
  run_sample(&x->run, s);
}

// At a branch, not only when it is the turn of its paths: it may never come.
static void sample_successors(struct symex *x, struct state *s, const struct successors *successors) {
  if (!x->run.setting.listener.sample) return;
  for (uint32_t i = 0; i < successors->feasible.size; i++) {
    const struct successor *next = &successors->feasible.data[i];
    if (program_taken(x->run.program, NULL)[next->open.edge.id]) continue;
    struct state *to = state_copy(s);
    state_take_edge(to, next->open, next->model);
    sample(x, to);
    state_free(to);
  }
}

// --- branches (lines 6 to 11) ----------------------------------------------------------------------------------------

// A node with an open arc for each open edge, at the end of an arc.
static struct node add_node(struct symex *x, struct state *s, struct node parent, uint32_t arc) {
  uint32_t n;
  const struct open_edge *open = state_open(s, &n);
  vec_edge_clear(&x->edges);
  for (uint32_t i = 0; i < n; i++) vec_edge_push(&x->edges, open[i].edge);
  struct node node = graph_record_node(x->run.graph, parent, arc, state_location(s), CONTEXT_ROOT, GRAPH_RUN);
  graph_expand(x->run.graph, node, n, x->edges.data);
  return node;
}

static void note_turns(struct symex *x, struct node node, struct turns turns) {
  while (x->turns.size <= node.id) vec_turns_push(&x->turns, (struct turns){0});
  x->turns.data[node.id] = turns;
}

// A state at a branch: returns the state to go on with, or NULL. *at becomes its place.
static struct state *branch(struct symex *x, struct state *s, struct place *at) {
  struct successors successors;
  struct node *node = &at->node;
  run_count_branch(&x->run, s);
  if (!x->unwind.bound) unwind_branch(&x->unwind, s, &at->turns);
  unwind_decide(&at->turns);
  if (cfa_location(x->run.cfa, state_location(s))->loop_head) facts_reach(x->run.facts, s);
  *node = add_node(x, s, *node, at->arc);
  run_successors(&x->run, s, *node, &successors);
  if (successors.unknown != REASON_NONE) run_incomplete(&x->run, successors.unknown, "", state_location(s));
  if (successors.too_large) run_incomplete(&x->run, REASON_ALLOCATION, "", state_location(s));
  sample_successors(x, s, &successors);
  if (successors.feasible.size == 1) {
    at->arc = successors.feasible.data[0].arc;
    successor_take(s, &successors.feasible.data[0]);
  } else if (successors.feasible.size) {
    note_turns(x, *node, at->turns);
    frontier_fork(x->frontier, s, *node, &successors);
    s = NULL;
  } else { // line 10, for all of them
    x->run.stats->paths++;
    state_free(s);
    s = NULL;
  }
  successors_release(&successors);
  return s;
}

// --- the loop --------------------------------------------------------------------------------------------------------

// The path ends.
static void end(struct symex *x, struct state *s, enum state_event event, struct node node, uint32_t arc) {
  x->run.stats->paths++;
  if (event == STATE_END) {
    graph_record_target(x->run.graph, node, arc, NODE_END); // line 15
  } else if (event == STATE_ERROR) {
    run_error(&x->run, s); // lines 3 and 4
  } else {
    enum reason why = state_why(s);
    const char *what = why == REASON_UNSUPPORTED ? cfa_location(x->run.cfa, state_location(s))->text : "";
    run_incomplete(&x->run, why, what, state_location(s));
  }
  state_free(s);
}

static void suspend(struct symex *x, struct state *s, const struct place *at) {
  uint64_t key = (uint64_t)at->node.id << 32 | at->arc;
  uint32_t number = map_u32_get_or(&x->suspended, key, UINT32_MAX);
  if (number == UINT32_MAX) {
    map_u32_put(&x->suspended, key, x->waiting.size);
    vec_turns_push(&x->waiting, at->turns);
  } else {
    x->waiting.data[number] = at->turns;
  }
  frontier_suspend(x->frontier, s, at->node, at->arc);
}

static struct place place_of(const struct symex *x, const struct pending *p) {
  uint64_t key = (uint64_t)p->node.id << 32 | p->arc;
  const struct turns turns = frontier_waited(p) ? x->waiting.data[map_u32_get_or(&x->suspended, key, 0)]
                                                : x->turns.data[p->node.id];
  return (struct place){p->node, p->arc, turns};
}

// With a bound every loop head is a stop. What stands at a function's exit has to return first. False: the path has
// made its iterations.
static bool stop_at_heads(struct symex *x, struct state *s, struct place *at, uint64_t steps, enum state_event *event) {
  *event = state_run(s, 0);
  for (uint64_t begin = state_steps(s); *event == STATE_BUDGET && state_steps(s) - begin < steps;) {
    if (limits_stopped(x->run.limits)) return true;
    if (x->unwind.stops[state_location(s).id] && !unwind_arrive(&x->unwind, s, &at->turns)) return false;
    *event = state_run_to(s, steps, x->unwind.stops);
  }
  return true;
}

static void cut(struct symex *x, struct state *s) {
  struct text what = {0};
  text_add(&what, "no error up to ");
  view_count(&what, x->unwind.bound, "iteration");
  text_add(&what, ", but there are more");
  run_incomplete(&x->run, REASON_BOUND, text_cstr(&what), state_location(s));
  text_release(&what);
  x->run.stats->paths++;
  state_free(s);
}

// Follows one path until it ends or forks, or others want their turn.
static void follow(struct symex *x, struct state *s, struct place at) {
  uint64_t begin = run_effort(&x->run);
  while (s) {
    uint64_t steps = x->run.slice.cpu_seconds > 0 ? SHORT_RUN_STEPS : RUN_STEPS;
    enum state_event event;
    if (!x->unwind.bound) event = state_run(s, steps);
    else if (!stop_at_heads(x, s, &at, steps, &event)) {
      cut(x, s);
      return;
    }
    run_progress(&x->run, state_steps(s));
    sample(x, s);
    if (event != STATE_BRANCH && event != STATE_BUDGET && (!limits_stopped(x->run.limits) || event == STATE_ERROR)) {
      end(x, s, event, at.node, at.arc);
      return;
    }
    if (limits_stopped(x->run.limits)) {
      state_free(s);
      return;
    }
    if (event == STATE_BRANCH) s = branch(x, s, &at);
    bool long_enough = run_effort(&x->run) - begin >= RUN_STEPS || run_slice_is_used(&x->run);
    if (s && (event == STATE_BUDGET || long_enough)) {
      suspend(x, s, &at);
      return;
    }
  }
}

static void *open(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                  struct error *error) {
  (void)statistics;
  (void)error;
  struct symex *x = mem_zalloc(1, sizeof *x);
  run_init(&x->run, setting, NULL, claim);
  claim->certificate.kind = CERTIFICATE_GRAPH;
  const struct symex_options *own = options;
  x->frontier = frontier_new(&x->run, own->search);
  unwind_init(&x->unwind, &x->run, own->unwind);
  return x;
}

static bool advance(void *engine, const struct slice *slice) {
  struct symex *x = engine;
  struct pending p;
  run_begin_slice(&x->run, slice);
  if (!x->begun) follow(x, state_initial(x->run.program), (struct place){.node = NODE_NONE});
  x->begun = true;
  while (run_goes_on(&x->run) && frontier_pop(x->frontier, &p)) {
    uint64_t begin = run_effort(&x->run);
    struct place at = place_of(x, &p);
    follow(x, frontier_resume(&p), at);
    frontier_spent(x->frontier, run_effort(&x->run) - begin);
  }
  return run_conclude(&x->run, !frontier_size(x->frontier)) != CONCLUSION_NONE;
}

// Every path that is not done goes on from the frontier, so that it has at least as many branches as what waits there.
static void view_proved(const struct symex *x, struct engine_view *view) {
  uint32_t forks = frontier_forks(x->frontier, limits_stopped(x->run.limits));
  if (x->run.incomplete != REASON_NONE || x->run.errors || forks < 2 || forks == UINT32_MAX) return;
  view_line(&view->proved, "no error on paths on which inputs decide at most %" PRIu32 " branches", forks - 1);
}

static void view(const void *engine, struct engine_view *view) {
  const struct symex *x = engine;
  struct text work = {0};
  run_view(&x->run, view);
  if (!x->begun) return;
  view->progress += mass_progress(frontier_mass(x->frontier));
  view_count(&work, run_paths(&x->run), "path");
  text_add(&work, " done, ");
  if (frontier_size(x->frontier)) {
    view_number(&work, frontier_size(x->frontier));
    text_add(&work, " open, ");
  }
  text_add(&work, text_cstr(&view->doing));
  text_release(&view->doing);
  view->doing = work;
  view_proved(x, view);
  unwind_view(&x->unwind, &view->reached);
  if (!x->unwind.bound && x->run.incomplete == REASON_NONE)
    view_line(&view->advice, "look for errors up to a bound of your own with --unwind N");
}

static void close(void *engine) {
  struct symex *x = engine;
  if (!limits_want_release(x->run.limits)) return;
  vec_edge_release(&x->edges);
  vec_turns_release(&x->turns);
  vec_turns_release(&x->waiting);
  map_u32_release(&x->suspended);
  unwind_release(&x->unwind);
  frontier_free(x->frontier);
  run_release(&x->run);
  mem_free(x);
}

const struct engine engine_symex = {
    .name = "symex",
    .summary = "forward symbolic execution of every path (algorithm 1 of Jonáš, Strejček, Griggio)",
    .options = &options_table,
    .capabilities = ENGINE_QUICK | ENGINE_SAMPLES,
    .open = open,
    .advance = advance,
    .view = view,
    .close = close,
};
