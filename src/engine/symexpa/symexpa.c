// The search of symexpa: Jonáš, Strejček, Griggio, Combining Symbolic Execution with Predicate Abstraction and CEGAR,
// algorithm 2, and the loop of algorithm 3 around it.
//
// As in symex.c the recursion is a loop over a frontier of open edges. A refinement goes back by declaring cases dead:
// what waits in the frontier below a dead case is dropped when its turn comes.
#include "engine/symexpa/symexpa.h"
#include "engine/engines.h"
#include "graph/record.h"

#define PROVEN_MOST 16 // facts of a head that become predicates

// --- places ----------------------------------------------------------------------------------------------------------

uint32_t symexpa_trail(struct symexpa *x, struct trail t) {
  vec_trail_push(&x->trails, t);
  return x->trails.size - 1;
}

struct place *symexpa_place(struct symexpa *x, struct node node) {
  if (x->places.size <= node.id) vec_place_resize(&x->places, node.id + 1);
  return &x->places.data[node.id];
}

static bool symexpa_dead(const struct symexpa *x, const struct place *p) {
  for (uint32_t e = p->entry, at = p->at; e != NOTHING;) {
    const struct entry *entry = &x->entries.data[e];
    if (entry->cases.data[at].dead) return true;
    e = entry->place.entry;
    at = entry->place.at;
  }
  return false;
}

void symexpa_doubt(struct symexpa *x, const struct place *p, enum reason why, const char *what,
                   struct location location) {
  vec_doubt_push(&x->doubts, (struct doubt){*p, why, what, location});
}

void symexpa_solver_doubt(struct symexpa *x, const struct place *p, struct location location) {
  symexpa_doubt(x, p, run_unanswered(&x->run), "", location);
}

// --- branches (lines 12 to 17) ---------------------------------------------------------------------------------------

// The place of a state that has taken an edge at a branch; so many steps it had before.
static void note_branch(struct symexpa *x, struct place *p, struct node node, uint32_t arc, struct edge edge,
                        uint64_t steps) {
  p->trail = symexpa_trail(
      x, (struct trail){.kind = TRAIL_BRANCH, .before = p->trail, .edge = edge, .steps = steps + p->ahead});
  p->node = node;
  p->arc = arc;
  p->steps = steps + 1;
}

static struct node add_branch(struct symexpa *x, struct state *s, const struct place *p) {
  uint32_t n;
  const struct open_edge *open = state_open(s, &n);
  vec_edge_clear(&x->edges);
  for (uint32_t i = 0; i < n; i++) vec_edge_push(&x->edges, open[i].edge);
  struct node node = graph_record_node(x->run.graph, p->node, p->arc, state_location(s), CONTEXT_ROOT, GRAPH_RUN);
  graph_expand(x->run.graph, node, n, x->edges.data);
  *symexpa_place(x, node) = *p;
  return node;
}

// Iterations of a loop that is abstracted on this path are not counted: they stand for all.
static void count_iteration(struct symexpa *x, struct state *s, struct place *p) {
  struct location head = cfa_location(x->cfa, state_location(s))->loop;
  for (uint32_t e = p->active; e != NOTHING; e = x->entries.data[e].place.active)
    if (location_same(x->entries.data[e].location, head)) return;
  unwind_branch(&x->unwind, s, &p->turns);
}

// A state at a branch: the state to go on with, or NULL.
static struct state *branch(struct symexpa *x, struct state *s, struct place *p) {
  struct successors successors;
  run_count_branch(&x->run, s);
  count_iteration(x, s, p);
  struct node node = add_branch(x, s, p);
  run_successors(&x->run, s, node, &successors);
  if (successors.unknown != REASON_NONE) symexpa_doubt(x, p, successors.unknown, "", state_location(s));
  bool back = successors.too_large && refine_reached(x, s, p, false, REASON_ALLOCATION);
  if (!back && successors.feasible.size == 1) {
    struct successor *only = &successors.feasible.data[0];
    note_branch(x, p, node, only->arc, only->open.edge, state_steps(s));
    successor_take(s, only);
  } else if (!back && successors.feasible.size) {
    frontier_fork(x->frontier, s, node, &successors);
    s = NULL;
  } else {
    if (!back) x->run.stats->paths++;
    state_free(s);
    s = NULL;
  }
  successors_release(&successors);
  return s;
}

// --- the loop --------------------------------------------------------------------------------------------------------

void symexpa_push(struct symexpa *x, struct state *s, struct node node) {
  frontier_suspend(x->frontier, s, node, NOTHING);
}

// The slice is used up: the path goes on in the next one. Owns the state.
static void suspend(struct symexpa *x, struct state *s, const struct place *p, bool at_head) {
  frontier_suspend(x->frontier, s, p->node, x->suspended.size);
  vec_suspended_push(&x->suspended, (struct suspended){*p, at_head});
}

// Decided steps, up to the next head.
static enum state_event run_on(struct symexpa *x, struct state *s, bool at_head) {
  if (!at_head) state_return(s);
  if (!at_head && x->is_head[state_location(s).id]) return STATE_BUDGET;
  return state_run_to(s, UINT64_MAX, x->is_head);
}

// Follows one path until it ends or forks, or the slice is used up. `at_head`: the head where the state stands was
// visited already. Owns the state.
static void follow(struct symexpa *x, struct state *s, struct place p, bool at_head) {
  while (s) {
    enum state_event event = run_on(x, s, at_head);
    run_progress(&x->run, state_steps(s));
    if (limits_stopped(x->run.limits) && event != STATE_ERROR) break;
    heads_leave(x, s, &p);
    at_head = false;
    if (event == STATE_BUDGET) {
      enum visit visit = heads_visit(x, &s, &p);
      if (visit == VISIT_DONE) return;
      at_head = visit == VISIT_PASSED;
    } else if (event == STATE_BRANCH) {
      s = branch(x, s, &p);
    } else {
      x->run.stats->paths++;
      if (event == STATE_END) graph_record_target(x->run.graph, p.node, p.arc, NODE_END);
      else refine_reached(x, s, &p, event == STATE_ERROR, event == STATE_ERROR ? REASON_NONE : state_why(s));
      break;
    }
    if (s && run_slice_is_used(&x->run)) {
      suspend(x, s, &p, at_head);
      return;
    }
  }
  state_free(s);
}

// From the program's entry, with nothing but the precision.
static void begin(struct symexpa *x) {
  struct pending q;
  while (frontier_pop(x->frontier, &q)) frontier_discard(&q);
  graph_release(x->run.graph);
  heads_forget(x);
  x->places.size = x->trails.size = x->suspended.size = 0;
  arena_release(&x->unwind.cells);
  x->begin_again = false;
  x->doubts.size = 0;
  struct place p = {.node = NODE_NONE, .trail = NOTHING, .entry = NOTHING, .active = NOTHING};
  follow(x, state_initial(x->run.program), p, false);
}

static void resume(struct symexpa *x, struct pending *q) {
  bool waited = frontier_waited(q), at_head = waited;
  struct place p;
  if (!waited || q->arc == NOTHING) {
    p = x->places.data[q->node.id];
  } else {
    p = x->suspended.data[q->arc].place;
    at_head = x->suspended.data[q->arc].at_head;
    if (q->arc + 1 == x->suspended.size) x->suspended.size--;
  }
  if (symexpa_dead(x, &p)) {
    frontier_discard(q);
    return;
  }
  struct state *s = frontier_resume(q);
  if (!waited) note_branch(x, &p, q->node, q->arc, q->open.edge, state_steps(s) - 1);
  follow(x, s, p, at_head);
}

// True: there is nothing left to explore.
static bool search(struct symexpa *x) {
  struct pending q;
  while (run_goes_on(&x->run)) {
    if (x->begin_again) {
      begin(x);
    } else if (frontier_pop(x->frontier, &q)) {
      uint64_t before = run_effort(&x->run);
      resume(x, &q);
      frontier_spent(x->frontier, run_effort(&x->run) - before);
    } else {
      return true;
    }
  }
  return !x->begin_again && !frontier_size(x->frontier);
}

// --- the end ---------------------------------------------------------------------------------------------------------

// The cases that are left become arcs of their LOOP nodes.
static void finish_graph(struct symexpa *x) {
  struct graph *graph = x->run.graph;
  struct map_u32 loops = {0}; // LOOP node → entry
  struct vec_node cases = {0};
  for (uint32_t i = 0; i < x->entries.size; i++) {
    const struct entry *e = &x->entries.data[i];
    if (e->gone || symexpa_dead(x, &e->place)) continue;
    vec_node_clear(&cases);
    for (uint32_t k = 0; k < e->cases.size; k++)
      if (!e->cases.data[k].dead) vec_node_push(&cases, e->cases.data[k].node);
    graph_record_cases(graph, e->node, cases.size, cases.data);
    const struct graph_node *n = graph_node(graph, e->node);
    graph_record_run(graph, e->node, n->steps, cases_arc(e, n->near));
    map_u32_put(&loops, e->node.id, i);
  }
  for (uint32_t v = 0; v < graph->nodes.size; v++) {
    const struct graph_node *n = graph_node(graph, (struct node){v});
    const uint32_t *i = n->flags & GRAPH_BACK ? map_u32_find(&loops, n->subsumer.id) : NULL;
    if (i) graph_record_run(graph, (struct node){v}, n->steps, cases_arc(&x->entries.data[*i], n->near));
  }
  map_u32_release(&loops);
  vec_node_release(&cases);
}

static void count(struct symexpa *x) {
  uint64_t most = 0, all = 0;
  for (uint32_t i = 0; i < x->precision->points.size; i++) {
    uint32_t n = x->precision->points.data[i].predicates.size;
    all += n;
    if (n > most) most = n;
  }
  x->statistics->predicates = all;
  x->statistics->predicates_most = most;
}

static bool conclude(struct symexpa *x, bool exhausted) {
  count(x);
  for (uint32_t i = 0; exhausted && i < x->doubts.size; i++) {
    const struct doubt *d = &x->doubts.data[i];
    if (!symexpa_dead(x, &d->place)) run_incomplete(&x->run, d->why, d->what, d->location);
  }
  enum conclusion conclusion = run_conclude(&x->run, exhausted);
  if (conclusion == CONCLUSION_TRUE) finish_graph(x);
  return conclusion != CONCLUSION_NONE;
}

// --- the engine ------------------------------------------------------------------------------------------------------

bool symexpa_is_changed(struct symexpa *x, struct location head, struct term formula) {
  const struct vec_u32 *changes = &run_loop(&x->run, head)->changes;
  for (uint32_t v = 0; v < changes->size; v++)
    if (term_mentions(x->tm, formula, x->cfa->vars.data[changes->data[v]].term)) return true;
  return false;
}

// What is proven of loop heads becomes predicates of them: it holds, so that every case has it, and the proof proves it
// again. Of no use is what the loop does not change: the state has it. Many cost more than they are worth: each is
// asked about whenever the head is reached.
static void take_proven(struct symexpa *x) {
  struct vec_term taken = {0};
  for (uint32_t i = 0; i < x->cfa->locations.size; i++) {
    struct location head = {i};
    const struct vec_term *proven = x->is_head[i] ? facts_proven(x->run.facts, head) : NULL;
    vec_term_clear(&taken);
    for (uint32_t k = 0; proven && k < proven->size; k++)
      if (symexpa_is_changed(x, head, proven->data[k])) vec_term_push(&taken, proven->data[k]);
    for (uint32_t k = 0; k < taken.size && taken.size <= PROVEN_MOST; k++)
      precision_add(x->precision, x->tm, head, taken.data[k]);
    if (proven) x->heads[i].seen.proven = proven->size;
  }
  vec_term_release(&taken);
}

#define OPEN_SECONDS 0.2 // for the question whether a predicate is open

static void *open(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                  struct error *error) {
  const struct symexpa_options *o = options;
  if (!facts_load(setting->facts, o->precision, error)) return NULL;
  struct symexpa *x = mem_zalloc(1, sizeof *x);
  run_init(&x->run, setting, &(struct run_wishes){.best_effort_seconds = OPEN_SECONDS}, claim);
  claim->certificate.kind = CERTIFICATE_GRAPH;
  x->options = *o;
  x->statistics = statistics;
  x->tm = x->run.tm;
  x->cfa = x->run.cfa;
  x->printed = o->paper;
  x->paths = o->paper || o->abstraction == ABSTRACTION_PATHS;
  x->precision = facts_precision(setting->facts);
  x->frontier = frontier_new(&x->run, o->search);
  unwind_init(&x->unwind, &x->run, 0);
  x->heads = mem_zalloc(x->cfa->locations.size + 1, sizeof *x->heads);
  x->is_head = mem_zalloc(x->cfa->locations.size + 1, sizeof *x->is_head);
  for (uint32_t i = 0; i < x->cfa->locations.size; i++) x->is_head[i] = x->cfa->locations.data[i].loop_head;
  take_proven(x);
  x->begin_again = true;
  return x;
}

#define CAPABILITIES (ENGINE_LARGE_BLOCKS | ENGINE_PRE_RUN | ENGINE_SINGLE_GOALS)

static unsigned capabilities_with(const void *options) {
  const struct symexpa_options *o = options;
  if (o->paper) return ENGINE_SINGLE_GOALS; // nothing but the printed algorithm
  return o->blocks == BLOCKS_SMALL ? CAPABILITIES & ~(unsigned)ENGINE_LARGE_BLOCKS : CAPABILITIES;
}

void symexpa_set_watch(void *engine, const struct symexpa_watch *watch) { ((struct symexpa *)engine)->watch = watch; }

static bool advance(void *engine, const struct slice *slice) {
  struct symexpa *x = engine;
  run_begin_slice(&x->run, slice);
  uint64_t refinements = x->refinements, paths = run_paths(&x->run);
  bool exhausted = search(x);
  if (exhausted && x->paths && !x->run.found && !limits_stopped(x->run.limits)) {
    // Algorithm 2 is done: with its precision, the states that can be reached are the proof.
    run_searched(&x->run);
    x->certifying = true;
    x->paths = x->printed = false;
    x->begin_again = true;
    exhausted = search(x);
  }
  // With the precision that it has, a search ends.
  x->quiet += refinements == x->refinements && paths < run_paths(&x->run);
  return conclude(x, exhausted);
}

static void view(const void *engine, struct engine_view *view) {
  const struct symexpa *x = engine;
  struct shapes shapes = {0};
  struct text work = {0};
  uint32_t predicates = 0; // the statistics may be older
  run_view(&x->run, view);
  for (uint32_t i = 0; i < x->precision->points.size; i++) {
    const struct precision_point *p = &x->precision->points.data[i];
    predicates += p->predicates.size;
    for (uint32_t k = 0; k < p->predicates.size; k++) shapes_add(&shapes, x->tm, p->location, p->predicates.data[k]);
  }
  view->progress += shapes.new + x->quiet;
  shapes_release(&shapes);
  text_printf(&work, "%s %s, ", x->refinements ? "refining" : "exploring", text_cstr(&view->doing) + strlen("at "));
  view_count(&work, predicates, "predicate");
  text_add(&work, x->refinements ? " after " : ", ");
  view_count(&work, x->refinements ? x->refinements : run_paths(&x->run), x->refinements ? "refinement" : "path");
  if (!x->refinements) text_add(&work, " done");
  text_release(&view->doing);
  view->doing = work;
  unwind_view(&x->unwind, &view->reached);
  view_advise_invariant(&x->run, view);
}

static void close(void *engine) {
  struct symexpa *x = engine;
  if (!limits_want_release(x->run.limits)) return;
  heads_release(x);
  vec_trail_release(&x->trails);
  vec_doubt_release(&x->doubts);
  vec_place_release(&x->places);
  vec_suspended_release(&x->suspended);
  vec_edge_release(&x->edges);
  unwind_release(&x->unwind);
  frontier_free(x->frontier);
  run_release(&x->run);
  mem_free(x);
}

static const struct option_entry option_entries[] = {
#define OPTIONS struct symexpa_options
#include "base/table/option_entries.h"
#include "engine/symexpa/options.def"
#include "base/table/option_end.h"
#undef OPTIONS
};
static const struct option_table option_table = OPTION_TABLE(option_entries, struct symexpa_options);

static const struct stats_entry stats_entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct symexpa_statistics, name)},
#include "engine/symexpa/statistics.def"
#undef COUNTER
};
static const struct stats_table stats_table = STATS_TABLE(stats_entries, struct symexpa_statistics);

const struct engine engine_symexpa = {
    .name = "symexpa",
    .summary =
        "symbolic execution with predicate abstraction and CEGAR (algorithms 2 and 3 of Jonáš, Strejček, Griggio)",
    .options = &option_table,
    .statistics = &stats_table,
    .capabilities = CAPABILITIES,
    .capabilities_with = capabilities_with,
    .open = open,
    .advance = advance,
    .view = view,
    .close = close,
};
