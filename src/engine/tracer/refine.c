// Errors below an abstraction (Aissat, Voisin, Wolff, section 3): is the path to the error feasible without it? If not,
// interpolants at the abstracted heads say why, and serve as safeguards of the next abstraction.
#include "engine/tracer/tracer.h"

struct trail {
  struct vec_u32 nodes; // root first
  struct vec_u32 edges; // from node i to node i + 1
};

static void trail_of(struct learner *l, uint32_t node, struct trail *t) {
  for (uint32_t v = node; v != GRAPH_NONE; v = l->graph->nodes.data[v].parent) vec_u32_push(&t->nodes, v);
  for (uint32_t i = 0; i < t->nodes.size / 2; i++) {
    uint32_t other = t->nodes.size - 1 - i, v = t->nodes.data[i];
    t->nodes.data[i] = t->nodes.data[other];
    t->nodes.data[other] = v;
  }
  for (uint32_t i = 1; i < t->nodes.size; i++)
    vec_u32_push(&t->edges, l->graph->arcs.data[l->graph->nodes.data[t->nodes.data[i]].arc].edge);
}

// Runs the path from the beginning. SAT: *end is the state at its end. UNSAT: it cannot be run beyond its first *length
// edges.
static enum answer run_exactly(struct learner *l, const struct trail *t, struct state **end, uint32_t *length) {
  // As the program runs, not as formulas see it: what is found out is shown to others.
  program_reuse_stack(l->program, false);
  struct state *s = state_initial(l->program);
  enum answer answer = ANSWER_SAT;
  *length = 0;
  state_settle(l->program, s);
  for (; *length < t->edges.size && answer == ANSWER_SAT; ++*length) {
    uint32_t n, i = 0;
    const struct open_edge *open = state_open(l->program, s, &n);
    while (i < n && open[i].edge != t->edges.data[*length]) i++;
    if (i == n) {
      answer = ANSWER_UNSAT;
      break;
    }
    struct open_edge taken = open[i];
    struct model *model = NULL;
    answer = path_check(l->solver, state_path(s), taken.condition, state_model(s), &model);
    if (answer != ANSWER_SAT) break;
    state_take_edge(l->program, s, taken, model);
    model_unref(model);
    state_settle(l->program, s);
  }
  if (answer == ANSWER_SAT) *end = s;
  else state_free(s);
  program_reuse_stack(l->program, true);
  return answer;
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
    while (t->nodes.data[at] != l->heads.data[h].node) at++;
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
  }
  for (uint32_t i = 0; i < n; i++) note_matters(l, interpolants[i]);
}

// Sequence interpolants at the heads. False: none were found.
static bool interpolate(struct learner *l, const struct trail *t, uint32_t length, const struct vec_u32 *heads,
                        const struct vec_u32 *cuts) {
  struct step *steps = mem_alloc((length + 2) * sizeof *steps);
  struct term *out = mem_alloc((heads->size + 1) * sizeof *out);
  bool known = true;
  uint32_t n = length < t->edges.size ? length + 1 : length;
  for (uint32_t i = 0; i < n && known; i++) {
    const struct unfold_step *step =
        unfold_step(l->unfold, l->graph->nodes.data[t->nodes.data[i]].context, t->edges.data[i]);
    known = step->known;
    steps[i] = step->step;
  }
  // A head at the very beginning has nothing before it.
  uint32_t skip = cuts->size && cuts->data[0] == 0;
  enum provider by;
  bool good = known && cuts->size > skip &&
              interpolate_path(l->interpolator, n, steps, cuts->size - skip, cuts->data + skip, out, &by) ==
                  ANSWER_UNSAT;
  if (good) learn_interpolants(l, heads->data + skip, cuts->size - skip, out);
  mem_free(steps);
  mem_free(out);
  return good;
}

static enum outcome refine(struct learner *l, const struct trail *t, uint32_t length) {
  struct vec_u32 heads = {0}, cuts = {0};
  abstract_heads(l, t, length, &heads, &cuts);
  if (!heads.size) {
    // Memory of a frame that is gone was more arbitrary than it is in a run.
    vec_u32_release(&heads);
    vec_u32_release(&cuts);
    return OUTCOME_CLOSED;
  }
  l->stats->refinements++;
  bool good = interpolate(l, t, length, &heads, &cuts);
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

enum outcome refine_error(struct learner *l, uint32_t node, bool is_error) {
  struct trail t = {0};
  struct state *end = NULL;
  uint32_t length;
  trail_of(l, node, &t);
  enum answer answer = run_exactly(l, &t, &end, &length);
  enum outcome outcome = OUTCOME_CLOSED;
  if (answer == ANSWER_UNSAT) {
    l->stats->spurious++;
    outcome = refine(l, &t, length);
    if (outcome == OUTCOME_CLOSED)
      errors_give_up(&l->errors, REASON_UNCONFIRMED, l->cfa->locations.data[l->graph->nodes.data[node].location].text,
                     l->graph->nodes.data[node].location);
  } else {
    uint32_t location = l->graph->nodes.data[node].location;
    l->stats->paths++;
    if (answer == ANSWER_UNKNOWN) {
      enum reason why = solver_reason(l->solver);
      errors_give_up(&l->errors, why == REASON_NONE ? REASON_SOLVER : why, "", location);
    } else if (is_error) {
      errors_report(&l->errors, end);
    } else {
      errors_give_up(&l->errors, REASON_UNSUPPORTED, l->cfa->locations.data[location].text, location);
    }
    // What could not be confirmed is not looked at again: the abstraction cannot be proved any more.
    if (l->errors.found) {
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
  vec_u32_release(&t.nodes);
  vec_u32_release(&t.edges);
  return outcome;
}
