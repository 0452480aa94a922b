// Errors below an abstraction (Aissat, Voisin, Wolff, section 3): is the path to the error feasible without it? If not,
// interpolants at the abstracted heads say why, and serve as safeguards of the next abstraction.
#include "engine/tracer/tracer.h"

struct trail {
  struct vec_node nodes; // root first
  struct vec_edge edges; // from node i to node i + 1
};

static void trail_of(struct learner *l, struct node node, struct trail *t) {
  for (struct node v = node; !node_none(v); v = graph_node(l->run.graph, v)->parent) vec_node_push(&t->nodes, v);
  for (uint32_t i = 0; i < t->nodes.size / 2; i++) {
    uint32_t other = t->nodes.size - 1 - i;
    struct node v = t->nodes.data[i];
    t->nodes.data[i] = t->nodes.data[other];
    t->nodes.data[other] = v;
  }
  for (uint32_t i = 1; i < t->nodes.size; i++)
    vec_edge_push(&t->edges, l->run.graph->arcs.data[graph_node(l->run.graph, t->nodes.data[i])->arc].edge);
}

static bool keeps(const struct head *h, struct term t) {
  for (uint32_t i = 0; i < h->kept.size; i++)
    if (term_same(h->kept.data[i].term, t)) return true;
  return false;
}

// Will the head's next abstraction differ from the one it has?
static bool changes(struct learner *l, uint32_t head) {
  struct vec_predicate before = l->heads.data[head].kept;
  l->heads.data[head].kept = (struct vec_predicate){0};
  heads_choose(l, head);
  struct head old = {.kept = before};
  bool differs = false;
  const struct vec_predicate *now = &l->heads.data[head].kept;
  for (uint32_t i = 0; i < now->size && !differs; i++) differs = !keeps(&old, now->data[i].term);
  vec_predicate_release(&before);
  return differs;
}

// The abstracted heads on the trail and their places there.
static void abstract_heads(struct learner *l, const struct trail *t, uint32_t length, struct vec_u32 *heads,
                           struct vec_u32 *cuts) {
  uint32_t at = 0;
  for (uint32_t h = 0; h < l->heads.size; h++) {
    if (!l->heads.data[h].exact) continue;
    while (!node_same(t->nodes.data[at], l->heads.data[h].node)) at++;
    if (at > length) break;
    vec_u32_push(heads, h);
    vec_u32_push(cuts, at);
  }
}

static bool all_matter(const struct learner *l, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(l->tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!map_u32_find(&l->matters, vars[i])) return false;
  return n > 0;
}

static void note_matters(struct learner *l, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(l->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) map_u32_put(&l->matters, vars[i], 1);
}

// What the interpolants say, of each head its own. If all the variables of one have been in interpolants before, others
// of its kind were given up and were needed again: it is taken as said for the second time at once.
static void learn_interpolants(struct learner *l, const uint32_t *heads, uint32_t n, const struct term *interpolants) {
  for (uint32_t i = 0; i < n; i++) {
    struct point *pt = &l->points.data[l->heads.data[heads[i]].point];
    if (all_matter(l, interpolants[i])) heads_learn(l, pt, interpolants[i], true);
    heads_learn(l, pt, interpolants[i], true);
    pt->refined = true;
  }
  for (uint32_t i = 0; i < n; i++) note_matters(l, interpolants[i]);
}

// Sequence interpolants at the heads. False: none were found.
static bool interpolate(struct learner *l, const struct trace_path *path, const struct vec_u32 *heads,
                        const struct vec_u32 *cuts) {
  // A head at the very beginning has nothing before it.
  uint32_t skip = cuts->size && cuts->data[0] == 0, n = cuts->size - skip;
  struct term *out = mem_alloc((heads->size + 1) * sizeof *out);
  bool good = n && path_interpolate(&l->run, path, n, cuts->data + skip, NULL, out);
  if (good) learn_interpolants(l, heads->data + skip, n, out);
  mem_free(out);
  return good;
}

static enum outcome refine(struct learner *l, const struct trail *t, const struct trace_path *path) {
  struct vec_u32 heads = {0}, cuts = {0};
  abstract_heads(l, t, path->edges.size - 1, &heads, &cuts);
  if (!heads.size) {
    // The path is exact up to the edge, and was feasible when it was explored: there is nothing to refine.
    vec_u32_release(&heads);
    vec_u32_release(&cuts);
    return OUTCOME_CLOSED;
  }
  l->run.stats->refinements++;
  bool good = interpolate(l, path, &heads, &cuts);
  l->restart = heads.data[heads.size - 1];
  bool found = false;
  for (uint32_t i = 0; good && i < heads.size && !found; i++) {
    found = changes(l, heads.data[i]);
    if (found) l->restart = heads.data[i];
  }
  // Nothing to keep instead: the innermost is unrolled.
  if (!found) heads_give_up(l, l->restart);
  vec_u32_release(&heads);
  vec_u32_release(&cuts);
  return OUTCOME_RESTART;
}

enum outcome refine_error(struct learner *l, struct node node, bool is_error) {
  struct trail t = {0};
  struct state *end = NULL;
  struct trace_path path = {0};
  trail_of(l, node, &t);
  enum answer answer = path_replay_edges(&l->run, t.edges.size, t.edges.data, &path, &end);
  enum outcome outcome = OUTCOME_CLOSED;
  if (answer == ANSWER_UNSAT) {
    l->run.stats->spurious++;
    outcome = refine(l, &t, &path);
    if (outcome == OUTCOME_CLOSED)
      run_incomplete(&l->run, REASON_UNCONFIRMED, cfa_location(l->cfa, graph_node(l->run.graph, node)->location)->text,
                     graph_node(l->run.graph, node)->location);
  } else {
    struct location location = graph_node(l->run.graph, node)->location;
    l->run.stats->paths++;
    if (answer == ANSWER_UNKNOWN) {
      run_incomplete(&l->run, run_unanswered(&l->run), "", location);
    } else if (is_error) {
      run_error(&l->run, end);
    } else {
      run_incomplete(&l->run, REASON_UNSUPPORTED, cfa_location(l->cfa, location)->text, location);
    }
    // What could not be confirmed is not looked at again: the abstraction cannot be proved any more.
    if (l->run.found) {
      outcome = OUTCOME_FOUND;
    } else {
      for (uint32_t h = 0; h < l->heads.size; h++)
        if (l->heads.data[h].exact) {
          outcome = heads_give_up(l, h);
          break;
        }
    }
  }
  state_free(end);
  vec_node_release(&t.nodes);
  vec_edge_release(&t.edges);
  trace_path_release(&path);
  return outcome;
}
