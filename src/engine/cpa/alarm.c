// What becomes of an alarm: of a state at an error, or at something else that makes TRUE impossible, which the analyses
// do not exclude.
//
// The path to it is run again, exactly. If it is feasible the error is claimed. If not, the abstraction is to blame:
// with CEGAR the precision is refined (refine.h); then states that were merged on the path are kept apart; then there
// is nothing left to do about it.
#include "engine/cpa/refine.h"

#define CHECK_ALWAYS 8

// The path to the node in the tree.
static void path_to(const struct cpa *cpa, struct node node, struct reached_path *path) {
  const struct graph *g = cpa->run.graph;
  uint32_t n = 0;
  for (struct node v = node; !node_none(graph_node(g, v)->parent); v = graph_node(g, v)->parent) n++;
  vec_edge_resize(&path->edges, n);
  vec_node_resize(&path->nodes, n);
  for (struct node v = node; n-- > 0; v = graph_node(g, v)->parent) {
    path->edges.data[n] = g->arcs.data[graph_node(g, v)->arc].edge;
    path->nodes.data[n] = v;
  }
}

// Keeps states apart where the path passes merged ones. True: there is a place that is new. Not with --paper: there
// an alarm is an alarm.
static bool keep_apart(struct cpa *cpa, const struct reached_path *path) {
  struct node first = NODE_NONE;
  if (cpa->options->paper) return false;
  for (uint32_t i = 0; i < path->nodes.size; i++) {
    struct node node = path->nodes.data[i];
    uint64_t key = place_key(cpa_place(cpa, node));
    // One that was not merged may be what an analysis knows of all states of the place.
    if (!cpa->any_joins || !cpa->states.data[node.id].closed || map_u32_find(&cpa->apart, key)) continue;
    map_u32_put(&cpa->apart, key, 1);
    if (node_none(first)) first = node;
  }
  if (node_none(first)) return false;
  cpa_explore_again(cpa, first);
  return true;
}

// --no-check: an alarm is an error, as the analysis sees it. There are no inputs that lead to it.
static bool say_raw(struct cpa *cpa, struct location location, enum reason bad) {
  struct claim *claim = cpa->run.claim;
  if (bad != REASON_NONE || cpa->run.setting.listener.confirm) return false;
  claim->verdict = VERDICT_FALSE;
  claim->error_location = location;
  vec_input_value_clear(&claim->inputs);
  cpa->run.found = true;
  return true;
}

// --- without CEGAR ---------------------------------------------------------------------------------------------------

// It costs something to run a path: after some that were spurious only the 2nd, 4th, 8th, … from there is worth it.
static bool is_worth_a_run(struct cpa *cpa) {
  uint64_t n = ++cpa->spurious;
  return n <= CHECK_ALWAYS || ((n - CHECK_ALWAYS) & (n - CHECK_ALWAYS - 1)) == 0;
}

static void check(struct cpa *cpa, const struct reached_path *path, struct location location, enum reason bad,
                  const char *what) {
  struct state *end = NULL;
  enum reason why = REASON_NONE;
  enum answer answer = ANSWER_UNKNOWN;
  // With --no-check an alarm stands whatever the run says: hard queries need no answer.
  struct solver *exact = cpa->run.solver;
  if (!cpa->run.setting.listener.confirm) cpa->run.solver = cpa->run.best_effort;
  if (is_worth_a_run(cpa)) answer = path_feasible(&cpa->run, path->edges.size, path->edges.data, &end, &why);
  else why = REASON_UNCONFIRMED;
  cpa->run.solver = exact;
  if (answer == ANSWER_SAT) {
    if (bad == REASON_NONE) run_error(&cpa->run, end);
    else run_incomplete(&cpa->run, bad, what, location);
    state_free(end);
    return;
  }
  if (limits_stopped(cpa->run.limits) || say_raw(cpa, location, bad)) return;
  if (answer == ANSWER_UNSAT && keep_apart(cpa, path)) return;
  run_incomplete(&cpa->run, why == REASON_NONE ? REASON_UNCONFIRMED : why, what, location);
}

// --- with CEGAR ------------------------------------------------------------------------------------------------------

static void refine_alarm(struct cpa *cpa, const struct reached_path *path, struct node node, enum reason bad,
                         const char *what) {
  struct location location = graph_node(cpa->run.graph, node)->location;
  enum reason incomplete = cpa->run.incomplete;
  const char *detail = cpa->run.detail;
  struct node pivot = NODE_NONE;
  switch (refine(cpa, path, bad, what, &pivot)) {
  case REFINED: cpa_explore_again(cpa, pivot); break;
  case REFINED_NOTHING:
    // Merged states may be what it lacks: then nothing is lost yet.
    if (keep_apart(cpa, path)) {
      cpa->run.incomplete = incomplete;
      cpa->run.detail = detail;
    } else {
      say_raw(cpa, location, bad);
    }
    break;
  case REFINED_STOPPED: cpa_explore_again(cpa, node); break; // it is not dealt with
  case REFINED_ERROR: break;
  }
}

void cpa_alarm(struct cpa *cpa, struct node node, enum reason bad, const char *what) {
  struct reached_path path = {0};
  cpa->states.data[node.id].alarmed = true;
  path_to(cpa, node, &path);
  if (cpa->tracking) refine_alarm(cpa, &path, node, bad, what);
  else check(cpa, &path, graph_node(cpa->run.graph, node)->location, bad, what);
  reached_path_release(&path);
}
