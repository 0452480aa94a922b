// CEGAR: see refine.h.
//
// An error path of the reached set is refuted by explicit values if that can be: it costs a run on values, and what
// they need are variables to track, whose values are found by lookups from then on. Otherwise the path is run exactly.
// If it is infeasible, candidates of the facts that refute it become predicates at its loop heads; or else sequence
// interpolants at the places where its states were closed.
#include "engine/cpa/refine.h"
#include "solve/interpolate/interpolate.h"
#include "term/quantified.h"

// Longer paths are not interpolated.
#define PATH_MAX_STEPS 20000
// Refinements by variables of few values, after which all of these are tracked.
#define FINITE_MAX 3
// Refinements after which everything is tracked for a while.
#define PLAIN_AFTER 24
#define PLAIN_EFFORT 100000 // at least
#define SHARED_MOST 8 // predicates of a loop head that others have found
// Refinements by predicates that are tried where the values of a counter would do.
#define COUNTING_MAX 8
// Paths that candidates did not refute, until they are tried now and then only.
#define FRUITLESS_MAX 8
#define RUNS_AFTER 2 // of them, relations of sampled runs are among the candidates

void reached_path_release(struct reached_path *path) {
  vec_edge_release(&path->edges);
  vec_node_release(&path->nodes);
}

static bool has_constraints(const struct cpa *cpa) {
  uint32_t index;
  return cpa_find(cpa, "constraints", &index);
}

// --- what is lacking where -------------------------------------------------------------------------------------------

static struct location location_of(const struct lacking *l, uint32_t i) {
  return graph_node(l->cpa->run.graph, l->path->nodes.data[i])->location;
}

// What came with this version is new to the state if the state was closed before that.
static void lacks(struct lacking *l, uint32_t i, bool new, uint32_t since) {
  l->grown = l->grown || new;
  if ((new || since > l->cpa->states.data[l->path->nodes.data[i].id].precision) && i < l->first) l->first = i;
}

void lacking_variable(struct lacking *l, uint32_t i, uint32_t var) {
  struct location at = location_of(l, i);
  bool new = tracking_add_variable(l->cpa->tracking, at, var);
  l->cpa->statistics->tracked += new;
  if (new && tracking_cost(l->cpa->tracking, var) > l->cost) l->cost = tracking_cost(l->cpa->tracking, var);
  lacks(l, i, new, map_u32_get_or(&tracking_at(l->cpa->tracking, at)->variables, var, 0));
}

void lacking_cell(struct lacking *l, uint32_t i, uint32_t region, uint64_t index) {
  struct location at = location_of(l, i);
  bool new = tracking_add_cell(l->cpa->tracking, at, region, index);
  l->cpa->statistics->tracked += new;
  if (new) l->cost = COST_COUNTER;
  const struct place_precision *p = tracking_at(l->cpa->tracking, at);
  uint32_t since = map_u32_get_or(&p->cells, cell_key(region, index), 0);
  lacks(l, i, new, since ? since : map_u32_get_or(&p->variables, region, 0));
}

void lacking_predicate(struct lacking *l, uint32_t i, struct term plain) {
  struct location at = location_of(l, i);
  bool new = tracking_add_predicate(l->cpa->tracking, at, plain);
  l->cpa->statistics->predicates += new;
  const struct place_precision *p = tracking_at(l->cpa->tracking, at);
  uint32_t since = 0;
  for (uint32_t k = 0; k < p->predicates.size; k++)
    if (term_same(p->predicates.data[k], plain)) since = p->since.data[k];
  lacks(l, i, new, since);
}

// --- predicates ------------------------------------------------------------------------------------------------------

struct refining {
  struct cpa *cpa;
  const struct reached_path *path;
  enum reason bad;
  const char *what;
  bool predicates_only; // tracking a value does not do: it follows from the path, but no store has it
  bool counting; // the path is to be refuted without the values of counters
  struct lacking lacking;
};

static bool is_lacking(const struct refining *x) { return x->lacking.first != UINT32_MAX; }

// A variable of the program, as the precision names it; CFA_NONE: none.
static uint32_t precision_variable(const struct refining *x, struct term t) {
  struct context context;
  uint32_t var;
  if (term_same(t, unfold_heap(x->cpa->run.unfold))) return PRECISION_HEAP;
  return unfold_var_of(x->cpa->run.unfold, t, &context, &var) ? var : CFA_NONE;
}

// A formula that gives a variable or a cell a value: its value is tracked.
static bool learn_value(struct refining *x, uint32_t i, struct term formula) {
  struct terms *tm = x->cpa->run.tm;
  uint64_t index;
  if (term_kind(tm, formula) == TERM_NOT) formula = term_child(tm, formula, 0);
  struct term valued = formula;
  if (term_kind(tm, formula) == TERM_EQ) {
    struct term a = term_child(tm, formula, 0), b = term_child(tm, formula, 1);
    if (!term_is_const(tm, a) && !term_is_const(tm, b)) return false;
    valued = term_is_const(tm, a) ? b : a;
  } else if (term_kind(tm, formula) != TERM_VAR) {
    return false;
  }
  if (term_kind(tm, valued) == TERM_SELECT && term_value64(tm, term_child(tm, valued, 1), &index)) {
    uint32_t region = precision_variable(x, term_child(tm, valued, 0));
    if (region != CFA_NONE) lacking_cell(&x->lacking, i, region, index);
    return region != CFA_NONE;
  }
  uint32_t var = precision_variable(x, valued);
  if (var == CFA_NONE || sort_kind(tm, term_sort(tm, valued)) == SORT_ARRAY) return false;
  if (x->counting && tracking_cost(x->cpa->tracking, var) >= COST_COUNTER) return false;
  lacking_variable(&x->lacking, i, var);
  return true;
}

// An inequality with a constant gives no value.
static bool is_equation(const struct terms *tm, struct term formula) {
  return term_kind(tm, formula) != TERM_NOT || term_kind(tm, term_child(tm, formula, 0)) != TERM_EQ;
}

static void learn_conjunct(struct refining *x, uint32_t i, struct term formula) {
  struct run *r = &x->cpa->run;
  const struct graph_node *node = graph_node(r->graph, x->path->nodes.data[i]);
  if (!x->predicates_only && is_equation(r->tm, formula) && learn_value(x, i, formula)) return;
  struct term plain = facts_plain(r->unfold, node->context, formula);
  if (term_none(plain)) return;
  lacking_predicate(&x->lacking, i, plain);
  facts_offer(r->facts, node->location, plain, SOURCE_INTERPOLANTS);
}

static void learn_formula(struct refining *x, uint32_t i, struct term formula) {
  struct vec_term conjuncts = {0};
  vec_term_push(&conjuncts, formula);
  terms_tidy(x->cpa->run.tm, &conjuncts);
  for (uint32_t k = 0; k < conjuncts.size; k++)
    if (!term_is_const(x->cpa->run.tm, conjuncts.data[k])) learn_conjunct(x, i, conjuncts.data[k]);
  vec_term_release(&conjuncts);
}

// The positions of closed states before the last edge of the trace, and numbers of their places.
static void cuts_of(const struct refining *x, uint32_t length, struct vec_u32 *cuts, struct vec_u32 *places) {
  struct map_u32 numbers = {0};
  for (uint32_t at = 1; at < length; at++) {
    struct node node = x->path->nodes.data[at - 1];
    if (!x->cpa->states.data[node.id].closed) continue;
    const struct graph_node *n = graph_node(x->cpa->run.graph, node);
    uint64_t place = (uint64_t)n->location.id << 32 | n->context.id;
    if (!map_u32_find(&numbers, place)) map_u32_put(&numbers, place, numbers.size);
    vec_u32_push(cuts, at);
    vec_u32_push(places, map_u32_get_or(&numbers, place, 0));
  }
  map_u32_release(&numbers);
}

// What others have found out about loop heads of the path since.
static void learn_shared(struct refining *x, const struct vec_u32 *cuts) {
  struct facts *facts = x->cpa->run.facts;
  struct refiner *r = refiner_of(x->cpa);
  struct vec_term fresh = {0};
  for (uint32_t i = 0; i < cuts->size && facts_count(facts).shared; i++) {
    struct location at = location_of(&x->lacking, cuts->data[i] - 1);
    if (!cfa_location(x->cpa->run.cfa, at)->loop_head) continue;
    uint32_t known = map_u32_get_or(&r->others, at.id, 0);
    struct facts_seen seen = {known >> 16, known & 0xffff};
    vec_term_clear(&fresh);
    facts_fresh(facts, at, &seen, &fresh);
    uint32_t room = seen.proven + seen.shared - fresh.size; // seen before: at most so many are taken of a head
    room = room < SHARED_MOST ? SHARED_MOST - room : 0;
    for (uint32_t k = 0; k < fresh.size && k < room; k++)
      if (term_none(quantified_in(x->cpa->run.tm, fresh.data[k])))
        lacking_predicate(&x->lacking, cuts->data[i] - 1, fresh.data[k]);
    map_u32_put(&r->others, at.id, seen.proven << 16 | seen.shared);
  }
  vec_term_release(&fresh);
}

static void learn_interpolants(struct refining *x, const struct trace_path *trace) {
  struct vec_u32 cuts = {0}, places = {0};
  cuts_of(x, trace->edges.size, &cuts, &places);
  struct term *out = mem_zalloc(cuts.size + 1, sizeof *out);
  bool found = cuts.size && path_interpolate(&x->cpa->run, trace, cuts.size, cuts.data, places.data, out);
  for (uint32_t i = 0; found && i < cuts.size; i++) learn_formula(x, cuts.data[i] - 1, out[i]);
  x->predicates_only = !is_lacking(x);
  for (uint32_t i = 0; found && x->predicates_only && i < cuts.size; i++) learn_formula(x, cuts.data[i] - 1, out[i]);
  learn_shared(x, &cuts);
  mem_free(out);
  vec_u32_release(&cuts);
  vec_u32_release(&places);
}

// Candidates are tried for every path at first, then for fewer and fewer.
static bool learn_candidates(struct refining *x) {
  struct refiner *r = refiner_of(x->cpa);
  if (x->bad == REASON_ALLOCATION) return false;
  if (r->fruitless > FRUITLESS_MAX && (r->fruitless & (r->fruitless - 1))) return r->fruitless++, false;
  bool found = refine_by_candidates(x->cpa, x->path, r->fruitless >= RUNS_AFTER, &x->lacking);
  x->cpa->statistics->by_candidates += found;
  if (!found) r->fruitless++;
  else if (r->fruitless > RUNS_AFTER) r->fruitless = RUNS_AFTER;
  return found;
}

// Tracks every variable that a guard of the path reads, wherever the path is closed: the last resort.
static void learn_guards(struct refining *x, const struct trace_path *trace) {
  struct terms *tm = x->cpa->run.tm;
  struct map_u32 seen = {0};
  struct vec_u32 vars = {0};
  for (uint32_t i = 0; i < trace->edges.size; i++) {
    const struct unfold_step *step = unfold_step(x->cpa->run.unfold, trace->contexts.data[i], trace->edges.data[i]);
    if (!step->known) continue;
    uint32_t n;
    const uint32_t *read = term_free_vars(tm, step->step.guard, &n);
    for (uint32_t k = 0; k < n; k++) {
      uint32_t var = precision_variable(x, (struct term){read[k]});
      if (var == CFA_NONE || map_u32_find(&seen, var)) continue;
      map_u32_put(&seen, var, 1);
      vec_u32_push(&vars, var);
    }
  }
  for (uint32_t at = 1; at < trace->edges.size; at++) {
    if (!x->cpa->states.data[x->path->nodes.data[at - 1].id].closed) continue;
    for (uint32_t k = 0; k < vars.size; k++) lacking_variable(&x->lacking, at - 1, vars.data[k]);
  }
  map_u32_release(&seen);
  vec_u32_release(&vars);
}

// --- the path --------------------------------------------------------------------------------------------------------

static struct location end_of(const struct refining *x) {
  const struct reached_path *p = x->path;
  const struct graph *g = x->cpa->run.graph;
  return graph_node(g, p->nodes.size ? p->nodes.data[p->nodes.size - 1] : g->root)->location;
}

static struct context end_context(const struct refining *x) {
  const struct reached_path *p = x->path;
  const struct graph *g = x->cpa->run.graph;
  return graph_node(g, p->nodes.size ? p->nodes.data[p->nodes.size - 1] : g->root)->context;
}

// What happens at the end of a path that can be run. False: nothing bad, a condition there does not hold.
static bool happens(struct refining *x, struct state *end) {
  struct run *r = &x->cpa->run;
  struct location location = end_of(x);
  if (x->bad == REASON_ALLOCATION && !run_may_be_too_large(r, end)) return false;
  if (x->bad == REASON_NONE) run_error(r, end);
  else run_incomplete(r, x->bad, x->what, location);
  return true;
}

static enum refinement give_up(struct refining *x) {
  enum reason why = x->bad == REASON_NONE ? REASON_UNCONFIRMED : x->bad;
  run_incomplete(&x->cpa->run, why, x->what, end_of(x));
  return REFINED_NOTHING;
}

// The path cannot be run, but explicit values do not say so.
static enum refinement refute(struct refining *x) {
  struct trace_path trace = {0};
  struct state *end = NULL;
  if (!has_constraints(x->cpa) || x->path->edges.size > PATH_MAX_STEPS) return give_up(x);
  enum answer answer = path_replay_edges(&x->cpa->run, x->path->edges.size, x->path->edges.data, &trace, &end);
  state_free(end);
  if (answer == ANSWER_UNSAT && !learn_candidates(x)) {
    learn_interpolants(x, &trace);
    if (!is_lacking(x) && !limits_stopped(x->cpa->run.limits)) learn_guards(x, &trace);
  }
  trace_path_release(&trace);
  if (is_lacking(x)) return REFINED;
  return limits_stopped(x->cpa->run.limits) ? REFINED_STOPPED : give_up(x);
}

// --- many at once ----------------------------------------------------------------------------------------------------

// Programs that are decided by values (state machines, product lines) most often need all of them; while some are not
// tracked more states are reached, not less, and each refinement costs an exploration. So variables are tracked class
// by class, the cheap ones first, when refinements ask for them one after the other or when many states were reached
// with less.
static const struct {
  uint32_t cost, states;
} levels[] = {{COST_FINITE, 2000}, {COST_COMPUTED, 8000}, {COST_COUNTER, 30000}};
#define LEVELS (sizeof levels / sizeof *levels)

static bool next_level(struct cpa *cpa) {
  struct refiner *r = refiner_of(cpa);
  r->states = cpa->states.size;
  return tracking_add_everywhere(cpa->tracking, levels[r->level++].cost);
}

// --- a while without abstraction -------------------------------------------------------------------------------------

// Where refinement goes on and on, everything may be tracked for a while: a program with few paths, but with many
// relations, is done then. It gets as much effort as was spent before, or a little; then the precision is what it was.
static bool begin_plain(struct cpa *cpa, struct refiner *r) {
  r->next_plain = 4 * (r->next_plain ? r->next_plain : PLAIN_AFTER);
  uint64_t spent = run_effort(&cpa->run);
  r->until = spent + (spent < PLAIN_EFFORT ? PLAIN_EFFORT : spent);
  r->incomplete = cpa->run.incomplete;
  r->detail = cpa->run.detail;
  r->aside = cpa->tracking;
  cpa->tracking = NULL;
  return true;
}

static bool end_plain(struct cpa *cpa, struct refiner *r) {
  cpa->tracking = r->aside;
  r->aside = NULL;
  cpa->run.incomplete = r->incomplete;
  cpa->run.detail = r->detail;
  return true;
}

bool refine_restarts(struct cpa *cpa) {
  if (!cpa_refines(cpa)) return false;
  struct refiner *r = cpa->refiner ? cpa->refiner : refiner_of(cpa);
  if (r->aside) return run_effort(&cpa->run) >= r->until && end_plain(cpa, r);
  uint64_t wanted = r->next_plain ? r->next_plain : PLAIN_AFTER;
  if (cpa->statistics->refinements >= wanted && has_constraints(cpa)) return begin_plain(cpa, r);
  return r->level < LEVELS && cpa->states.size - r->states >= levels[r->level].states && next_level(cpa);
}

bool refine_resumes(struct cpa *cpa) {
  struct refiner *r = cpa->refiner;
  return r && r->aside && cpa->run.incomplete != r->incomplete && end_plain(cpa, r);
}

static void track_finite(struct refining *x) {
  struct refiner *r = refiner_of(x->cpa);
  if (!x->lacking.grown || x->lacking.cost > COST_FINITE || r->level || ++r->finite < FINITE_MAX) return;
  next_level(x->cpa);
  for (uint32_t i = 0; i < x->lacking.first; i++)
    if (x->cpa->states.data[x->path->nodes.data[i].id].closed) x->lacking.first = i;
}

static enum refinement run_exactly(struct refining *x) {
  struct run *r = &x->cpa->run;
  struct state *end = NULL;
  enum reason why;
  // With --no-check an alarm that values cannot refute stands, whatever the run says: hard queries need no answer.
  struct solver *exact = r->solver;
  if (!r->setting.listener.confirm && !has_constraints(x->cpa)) r->solver = r->best_effort;
  enum answer answer = path_feasible(r, x->path->edges.size, x->path->edges.data, &end, &why);
  r->solver = exact;
  if (answer == ANSWER_SAT) {
    bool real = happens(x, end);
    state_free(end);
    return real ? REFINED_ERROR : give_up(x);
  }
  if (answer == ANSWER_UNSAT) return refute(x);
  if (limits_stopped(r->limits)) return REFINED_STOPPED;
  run_incomplete(r, why, "", end_of(x));
  return REFINED_NOTHING;
}

// Values refute the path, but they are a counter's: tracking them unrolls a loop. Predicates may do without.
static enum refinement refute_counting(struct refining *x, struct term last) {
  struct refiner *r = refiner_of(x->cpa);
  if (learn_candidates(x)) return REFINED;
  r->counting++;
  x->counting = true;
  struct trace_path trace = {0};
  struct state *end = NULL;
  if (x->path->edges.size <= PATH_MAX_STEPS &&
      path_replay_edges(&x->cpa->run, x->path->edges.size, x->path->edges.data, &trace, &end) == ANSWER_UNSAT)
    learn_interpolants(x, &trace);
  if (end) state_free(end);
  trace_path_release(&trace);
  if (is_lacking(x)) return REFINED;
  if (limits_stopped(x->cpa->run.limits)) return REFINED_STOPPED;
  x->counting = false;
  refine_explicit(x->cpa, x->path, last, UINT64_MAX, &x->lacking);
  return is_lacking(x) ? REFINED : refute(x);
}

static enum refinement decide(struct refining *x) {
  struct cpa *cpa = x->cpa;
  struct term last = TERM_NONE;
  if (x->bad == REASON_ALLOCATION) last = unfold_too_large(cpa->run.unfold, end_context(x), end_of(x));
  bool may_count = !has_constraints(cpa) || refiner_of(cpa)->counting >= COUNTING_MAX;
  switch (refine_explicit(cpa, x->path, last, may_count ? UINT64_MAX : COST_COUNTER, &x->lacking)) {
  case EXPLICIT_NOT: return run_exactly(x);
  case EXPLICIT_COSTLY: return refute_counting(x, last);
  case EXPLICIT_REFUTED: break;
  }
  if (!is_lacking(x)) return refute(x);
  track_finite(x);
  return REFINED;
}

enum refinement refine(struct cpa *cpa, const struct reached_path *path, enum reason bad, const char *what,
                       struct node *pivot) {
  double begin = clock_cpu();
  struct refining x = {.cpa = cpa, .path = path, .bad = bad, .what = what};
  x.lacking = (struct lacking){.cpa = cpa, .path = path, .first = UINT32_MAX};
  enum refinement result = decide(&x);
  if (result == REFINED) {
    *pivot = path->nodes.data[x.lacking.first];
    cpa->statistics->refinements++;
    cpa->run.stats->refinements++;
  }
  cpa->statistics->time_refinement += clock_cpu() - begin;
  return result;
}
