// The search of engines `eager`, `lazy` and `prune`: SymExec of figure 4 (learn.h), with a stack of frames instead of
// recursion.
//
// An infeasible edge is followed by `lazy` as a speculation: the edge is taken without its guard (line 9) one level
// further up (speculation.c says where). Below it every point may be met once only, unless it is subsumed; the second
// time, or at an error, or when it has cost more than it can save, the speculation has failed (ε), and the edge counts
// as infeasible again. Points met are forgotten when a speculation of level 0 ends (line 12).
#include "engine/tracer/tracer.h"
#include <assert.h>

#define PROGRESS_SECONDS 0.05
#define PROOF_SECONDS 0.3   // for a question whose answer is only good to know

uint32_t learn_point(struct learner *l, uint32_t context, uint32_t location) {
  uint64_t key = (uint64_t)context << 32 | location;
  uint32_t *found = map_u32_find(&l->point_of, key);
  if (found) return *found;
  map_u32_put(&l->point_of, key, l->points.size);
  vec_point_push(&l->points, (struct point){.context = context, .location = location, .visited = UINT32_MAX});
  return l->points.size - 1;
}

bool learn_state_entails(struct learner *l, uint32_t context, struct state *s, struct term t) {
  return state_violates(l->program, l->prover.solver, l->unfold, context, s, t, NULL) == ANSWER_UNSAT;
}

void learn_register(struct learner *l, uint32_t node) {
  struct point *pt = &l->points.data[l->works.data[node].point];
  uint32_t formula = l->graph->nodes.data[node].formula;
  for (uint32_t i = 0; i < pt->known.size; i++)
    if (l->graph->nodes.data[pt->known.data[i]].formula == formula && !l->works.data[pt->known.data[i]].rests) return;
  vec_u32_push(&pt->known, node);
  vec_u32_push(&pt->hints, 0);
  l->stats->interpolants++;
}

static void forget_known(struct learner *l, uint32_t node) {
  struct point *pt = &l->points.data[l->works.data[node].point];
  for (uint32_t i = pt->known.size; i-- > 0;) {
    if (pt->known.data[i] != node) continue;
    memmove(&pt->known.data[i], &pt->known.data[i + 1], (pt->known.size - i - 1) * sizeof(uint32_t));
    memmove(&pt->hints.data[i], &pt->hints.data[i + 1], (pt->hints.size - i - 1) * sizeof(uint32_t));
    pt->known.size--;
    pt->hints.size--;
    l->stats->interpolants--;
    return;
  }
}

static void release_state(struct work *w) {
  state_free(w->state);
  w->state = NULL;
}

static void note_closed(struct learner *l, uint32_t node) {
  release_state(&l->works.data[node]);
  vec_u32_push(&l->log, node);
}

// --- nodes -----------------------------------------------------------------------------------------------------------

static uint32_t add_node(struct learner *l, uint32_t parent, uint32_t arc, uint32_t context, uint32_t location,
                         uint32_t level, struct state *s) {
  uint32_t node = graph_add(l->graph, parent, arc, location, context, 0);
  assert(node == l->works.size);
  vec_work_push(&l->works,
                (struct work){.state = s, .point = learn_point(l, context, location), .level = level, .head = NO_HEAD});
  l->stats->states++;
  l->ordinary += !level;
  return node;
}

// Line 7: is there a node here whose interpolant the state satisfies?
static bool subsumed(struct learner *l, uint32_t node) {
  struct work *w = &l->works.data[node];
  struct point *pt = &l->points.data[w->point];
  bool found = false;
  if (pt->known.size) graph_remember(&l->prover, w->state);
  // What was learnt last most likely fits.
  for (uint32_t i = pt->known.size; i-- > 0 && !found;) {
    uint32_t by = pt->known.data[i];
    found = graph_subsume(&l->prover, node, w->state, by, &pt->hints.data[i]);
    if (!found) continue;
    w->rests = l->works.data[by].rests;
    l->stats->subsumed++;
  }
  graph_remember(&l->prover, NULL);
  return found;
}

// Line 6: nothing follows.
static enum outcome at_end(struct learner *l, uint32_t node) {
  if (l->works.data[node].level == 0) l->stats->paths++;
  if (l->works.data[node].learnable)
    graph_abstract(&l->prover, node, l->works.data[node].state, graph_conjunction(l->graph, l->tm, 0, NULL));
  note_closed(l, node);
  return OUTCOME_CLOSED;
}

// Lines 3 and 4.
static enum outcome at_error(struct learner *l, uint32_t node, bool is_error) {
  struct work *w = &l->works.data[node];
  if (w->level) {
    l->stats->speculations_error++;
    return OUTCOME_FAILED;
  }
  if (heads_any_abstract(l) || state_forgot(w->state)) return refine_error(l, node, is_error);
  l->stats->paths++;
  uint32_t location = state_location(w->state);
  if (is_error) errors_report(&l->errors, w->state);
  else errors_give_up(&l->errors, REASON_UNSUPPORTED, l->cfa->locations.data[location].text, location);
  note_closed(l, node);
  return l->errors.found ? OUTCOME_FOUND : OUTCOME_CLOSED;
}

// Feasible edges in their order, but those that leave a loop first.
static void add_choice(struct learner *l, struct vec_choice *choices, uint32_t location, struct choice c) {
  uint32_t at = choices->size;
  vec_choice_push(choices, c);
  const struct cfa_edge *e = &l->cfa->edges.data[c.edge];
  if (!leaves_loop(l->cfa, location, e->to)) return;
  while (at > 0 && !leaves_loop(l->cfa, location, l->cfa->edges.data[choices->data[at - 1].edge].to)) {
    choices->data[at] = choices->data[at - 1];
    at--;
  }
  choices->data[at] = c;
}

static uint32_t arc_of(const struct cfa_location *loc, uint32_t edge) {
  uint32_t i = 0;
  while (loc->out.data[i] != edge) i++;
  return i;
}

// The open edges of a state at a branch. Not REASON_NONE: something about them is not known, because of that.
static enum reason choose_open(struct learner *l, uint32_t node, struct vec_choice *choices) {
  struct state *s = l->works.data[node].state;
  uint32_t location = l->graph->nodes.data[node].location, n;
  const struct cfa_location *loc = &l->cfa->locations.data[location];
  enum reason why = REASON_NONE;
  for (uint32_t k = 0; k < loc->out.size; k++) graph_set_target(l->graph, node, k, GRAPH_CUT);
  for (uint32_t i = 0; i < (state_open(l->program, s, &n), n); i++) {
    struct open_edge open = state_open(l->program, s, &n)[i];
    struct model *model = NULL;
    enum answer answer;
    if (open.edge == CFA_NONE) {
      answer = path_check(l->solver, state_path(s), open.condition, state_model(s), &model);
    } else {
      graph_set_target(l->graph, node, arc_of(loc, open.edge), GRAPH_OPEN);
      answer = graph_mark(&l->prover, node, arc_of(loc, open.edge), s, open.condition, &model);
    }
    if (answer == ANSWER_SAT && open.edge != CFA_NONE) {
      add_choice(l, choices, location,
                 (struct choice){.arc = arc_of(loc, open.edge),
                                 .edge = open.edge,
                                 .condition = open.condition,
                                 .model = model});
      continue;
    }
    if (model) model_unref(model);
    if (answer == ANSWER_UNSAT) {
      l->stats->cuts++;
      continue;
    }
    why = answer == ANSWER_SAT ? REASON_ALLOCATION : solver_reason(l->solver);
    if (why == REASON_NONE) why = REASON_SOLVER;
  }
  return why;
}

// Something about the node is not known. Where that may be the fault of an abstraction, the node is reached again
// without it.
static enum outcome not_known(struct learner *l, uint32_t node, enum reason why) {
  l->works.data[node].learnable = false;
  if (l->works.data[node].level) return OUTCOME_FAILED;
  for (uint32_t h = l->heads.size; h-- > 0;)
    if (l->heads.data[h].exact) return heads_give_up(l, h);
  errors_give_up(&l->errors, why, "", l->graph->nodes.data[node].location);
  return OUTCOME_ENTERED;
}

static void free_choices(struct vec_choice *choices, uint32_t from) {
  for (uint32_t i = from; i < choices->size; i++) {
    if (choices->data[i].model) model_unref(choices->data[i].model);
    state_free(choices->data[i].state);
  }
  vec_choice_release(choices);
}

// Lines 13 to 16: makes a frame for the node's out-edges.
static enum outcome enter(struct learner *l, uint32_t node) {
  struct graph_node v = l->graph->nodes.data[node];
  const struct cfa_location *loc = &l->cfa->locations.data[v.location];
  struct vec_choice choices = {0};
  uint32_t edge = CFA_NONE, level = l->works.data[node].level;
  enum reason why = REASON_NONE;
  graph_expand(l->graph, node, loc->out.size, loc->out.data);
  struct state *next = state_copy(l->works.data[node].state);
  enum state_event event = state_run_once(l->program, next, &edge);
  if (event == STATE_BRANCH) {
    why = choose_open(l, node, &choices);
    // Of a branch slicing may have left one side only: whether it is taken is open all the same.
    if (choices.size > 1 || loc->out.size == 1) l->forks++;
    if (choices.size > 1) l->stats->forks++;
  } else if (event == STATE_BUDGET || event == STATE_END) {
    for (uint32_t i = 0; i < loc->out.size; i++)
      if (loc->out.data[i] != edge) graph_set_target(l->graph, node, i, GRAPH_CUT);
    if (event == STATE_BUDGET) {
      vec_choice_push(&choices, (struct choice){.arc = arc_of(loc, edge), .edge = edge, .state = next});
      next = NULL;
    }
  } else {
    why = state_why(next);
  }
  state_free(next);
  enum outcome outcome = why == REASON_NONE ? OUTCOME_ENTERED : not_known(l, node, why);
  if (outcome != OUTCOME_ENTERED) {
    free_choices(&choices, 0);
    return outcome;
  }
  speculation_choose(l, node, &choices);
  vec_frame_push(&l->frames,
                 (struct frame_record){.node = node, .level = level, .choices = choices, .begun = l->ordinary});
  if (l->works.data[node].head != NO_HEAD) l->heads.data[l->works.data[node].head].frame = l->frames.size - 1;
  return OUTCOME_ENTERED;
}

// In a recursive call every point is new: a speculation would not end.
static bool is_recursive(struct learner *l, uint32_t context) {
  uint32_t function = unfold_function(l->unfold, context);
  while ((context = unfold_parent(l->unfold, context)) != CFA_NONE)
    if (unfold_function(l->unfold, context) == function) return true;
  return false;
}

static enum outcome arrive(struct learner *l, uint32_t node) {
  struct work *w = &l->works.data[node];
  state_settle(l->program, w->state);
  struct graph_node v = l->graph->nodes.data[node];
  assert(state_location(w->state) == v.location);
  w->learnable = state_is_static(l->unfold, v.context, w->state);
  if (state_steps(w->state) > l->stats->depth_max) l->stats->depth_max = state_steps(w->state);
  enum cfa_location_kind kind = l->cfa->locations.data[v.location].kind;
  // For pruning, an error ends a path as anything else does.
  if (kind == LOC_STOP || kind == LOC_EXIT || (l->preserve && kind != LOC_PLAIN)) return at_end(l, node);
  if (kind == LOC_ERROR || kind == LOC_UNSUPPORTED) return at_error(l, node, kind == LOC_ERROR);
  if (w->learnable && subsumed(l, node)) {
    note_closed(l, node);
    return OUTCOME_CLOSED;
  }
  if (w->level) {
    struct point *pt = &l->points.data[w->point];
    l->exhausted = l->stats->states > l->limit;
    if (l->exhausted || pt->visited == l->speculation || !w->learnable || is_recursive(l, v.context)) {
      l->stats->speculations_bound++;
      return OUTCOME_FAILED;
    }
    pt->visited = l->speculation;
  }
  if (l->cfa->locations.data[v.location].loop_head) {
    enum outcome outcome = heads_arrive(l, node);
    if (outcome == OUTCOME_CLOSED) note_closed(l, node);
    if (outcome != OUTCOME_ENTERED) return outcome;
  }
  return enter(l, node);
}

// Takes a choice of the frame on top: the next state, at a new node.
static enum outcome follow(struct learner *l, struct frame_record *f, uint32_t k) {
  struct choice *c = &f->choices.data[k];
  uint32_t node = f->node, level = f->level;
  struct state *s = c->state;
  const struct unfold_step *step = unfold_step(l->unfold, l->graph->nodes.data[node].context, c->edge);
  if (!s) s = state_copy(l->works.data[node].state);
  if (c->speculative) {
    state_force_edge(l->program, s, c->edge);
    if (!level) speculation_begin(l, f);
    f->speculating = true;
    level++;
  } else if (!c->state) {
    state_take_edge(l->program, s, (struct open_edge){c->edge, c->condition}, c->model);
  }
  c->state = NULL;
  uint32_t child = add_node(l, node, c->arc, step->context, step->location, level, s);
  enum outcome outcome = arrive(l, child);
  if (outcome == OUTCOME_FAILED || outcome == OUTCOME_RESTART) {
    if (l->works.data[child].head != NO_HEAD) heads_pop(l, child);
    release_state(&l->works.data[child]);
  }
  return outcome;
}

// --- unwinding ---------------------------------------------------------------------------------------------------

// What was learnt since the head was entered and rests on it, or on one further in, is dropped.
static void drop_log(struct learner *l, uint32_t head) {
  uint64_t below = head < 63 ? ((uint64_t)1 << head) - 1 : ((uint64_t)1 << 63) - 1;
  uint32_t kept = l->heads.data[head].log;
  for (uint32_t i = kept; i < l->log.size; i++) {
    uint32_t node = l->log.data[i];
    if (l->works.data[node].rests & ~below) forget_known(l, node);
    else l->log.data[kept++] = node;
  }
  l->log.size = kept;
}

static void drop_top(struct learner *l) {
  struct frame_record *f = &l->frames.data[l->frames.size - 1];
  free_choices(&f->choices, f->next);
  if (l->works.data[f->node].head != NO_HEAD) {
    drop_log(l, l->works.data[f->node].head);
    heads_pop(l, f->node);
  }
  release_state(&l->works.data[f->node]);
  l->frames.size--;
}

// A speculation has come to nothing: the edge is infeasible, and that is all there is to know.
static void fail(struct learner *l, uint32_t level) {
  while (l->frames.data[l->frames.size - 1].level >= level) drop_top(l);
  struct frame_record *f = &l->frames.data[l->frames.size - 1];
  assert(f->speculating && f->level == level - 1);
  speculation_end(l, f, false);
  graph_set_target(l->graph, f->node, f->choices.data[f->next - 1].arc, GRAPH_CUT);
}

static enum outcome restart(struct learner *l) {
  struct head *h = &l->heads.data[l->restart];
  uint32_t node = h->node, head = l->restart;
  while (l->frames.size > h->frame + 1) drop_top(l);
  if (l->frames.size > h->frame) {
    struct frame_record *f = &l->frames.data[h->frame];
    free_choices(&f->choices, f->next);
    l->frames.size--;
  }
  drop_log(l, head);
  graph_forget(l->graph, node);
  l->stats->restarts++;
  h = &l->heads.data[head];
  h->forks = l->forks;
  if (!heads_abstract(l, head)) {
    // As it is, then: unrolled.
    h = &l->heads.data[head];
    h->never = true;
    struct work *w = &l->works.data[node];
    if (h->exact) {
      state_free(w->state);
      w->state = h->exact;
      h->exact = NULL;
    }
  }
  enum outcome outcome = enter(l, node);
  if (outcome == OUTCOME_RESTART && l->restart != head) {
    // One further out is to be explored again, and this one has no frame yet.
    drop_log(l, head);
    heads_pop(l, node);
    release_state(&l->works.data[node]);
  }
  return outcome;
}

// --- the loop ------------------------------------------------------------------------------------------------------

static void show_progress(struct learner *l) {
  if (!l->context->progress) return;
  double now = clock_now();
  if (now < l->next_progress) return;
  l->next_progress = now + PROGRESS_SECONDS;
  l->context->progress(l->context->progress_context, l->stats, l->frames.size);
}

// Lines 19 to 22 for the frame on top.
static enum outcome close_top(struct learner *l) {
  struct frame_record *f = &l->frames.data[l->frames.size - 1];
  uint32_t node = f->node, level = f->level, head = l->works.data[node].head;
  if (head != NO_HEAD && l->heads.data[head].explored && !l->heads.data[head].exact && !l->heads.data[head].never) {
    heads_explored(l, head);
    l->restart = head;
    return OUTCOME_RESTART;
  }
  if (head != NO_HEAD && l->heads.data[head].exact) {
    enum outcome outcome = heads_close(l, head);
    if (outcome != OUTCOME_CLOSED) return outcome;
  } else if (!learn_close(l, node)) {
    if (level) return OUTCOME_FAILED;
    // An abstraction above cannot do without what was not learnt here.
    for (uint32_t h = l->heads.size; h-- > 0;) {
      if (l->heads.data[h].exact) return heads_give_up(l, h);
    }
  }
  if (head != NO_HEAD) heads_pop(l, node);
  free_choices(&f->choices, f->next);
  l->frames.size--;
  note_closed(l, node);
  return OUTCOME_CLOSED;
}

static void settle(struct learner *l, enum outcome outcome, uint32_t level) {
  while (outcome == OUTCOME_RESTART) outcome = restart(l);
  if (outcome == OUTCOME_FAILED) fail(l, l->exhausted ? 1 : level);
}

static void search(struct learner *l) {
  struct state *initial = state_initial(l->program);
  uint32_t root = l->cfa->functions.data[l->cfa->main].entry;
  settle(l, arrive(l, add_node(l, GRAPH_NONE, 0, CONTEXT_ROOT, root, 0, initial)), 0);
  while (l->frames.size && !l->errors.found && !limits_stopped(l->context->limits)) {
    struct frame_record *f = &l->frames.data[l->frames.size - 1];
    show_progress(l);
    if (f->next && f->speculating) speculation_end(l, f, true);
    if (f->next < f->choices.size) {
      uint32_t k = f->next++, level = f->level + f->choices.data[k].speculative;
      // It may have failed elsewhere since the frame was made.
      if (f->choices.data[k].speculative && speculation_is_hopeless(l, f->choices.data[k].edge)) continue;
      struct model *model = f->choices.data[k].model;
      enum outcome outcome = follow(l, f, k);
      if (model) model_unref(model);
      settle(l, outcome, level);
    } else {
      uint32_t level = f->level;
      settle(l, close_top(l), level);
    }
  }
}

static void conclude(struct learner *l) {
  if (l->errors.found) return;
  if (limits_stopped(l->context->limits)) {
    l->claim->reason = limits_reason(l->context->limits);
  } else if (l->errors.impossible != REASON_NONE) {
    l->claim->reason = l->errors.impossible;
    l->claim->detail = l->errors.detail;
  } else {
    l->claim->verdict = VERDICT_TRUE;
    learn_finish(l);
  }
}

static void count_variables(struct learner *l) {
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < l->points.size; i++)
    for (uint32_t k = 0; k < l->points.data[i].known.size; k++) {
      uint32_t n, m;
      const struct term *conjuncts =
          graph_conjuncts(l->graph, l->graph->nodes.data[l->points.data[i].known.data[k]].formula, &n);
      for (uint32_t j = 0; j < n; j++) {
        const uint32_t *vars = term_free_vars(l->tm, conjuncts[j], &m);
        for (uint32_t v = 0; v < m; v++) map_u32_put(&seen, vars[v], 1);
      }
    }
  l->stats->interpolant_variables = seen.size;
  map_u32_release(&seen);
}

static void release(struct learner *l) {
  for (uint32_t i = 0; i < l->frames.size; i++) free_choices(&l->frames.data[i].choices, l->frames.data[i].next);
  while (l->heads.size) heads_pop(l, l->heads.data[l->heads.size - 1].node);
  for (uint32_t i = 0; i < l->works.size; i++) state_free(l->works.data[i].state);
  for (uint32_t i = 0; i < l->points.size; i++) {
    vec_u32_release(&l->points.data[i].known);
    vec_u32_release(&l->points.data[i].hints);
    vec_u32_release(&l->points.data[i].heads);
    vec_predicate_release(&l->points.data[i].pool);
  }
  for (uint32_t i = 0; i < l->cfa->locations.size; i++) vec_term_release(&l->modified[i]);
  mem_free(l->modified);
  mem_free(l->modified_known);
  vec_frame_release(&l->frames);
  vec_head_release(&l->heads);
  vec_work_release(&l->works);
  vec_point_release(&l->points);
  vec_u32_release(&l->log);
  map_u32_release(&l->point_of);
  map_attempts_release(&l->attempts);
  map_u32_release(&l->matters);
  map_u32_release(&l->prover.holds);
  intp_free(l->intp);
  interpolator_free(l->interpolator);
  solver_free(l->prover.solver);
  solver_free(l->solver);
}

static void run(struct engine_context *context, struct claim *claim, bool lazy, bool preserve) {
  struct learner l = {.context = context,
                      .cfa = context->cfa,
                      .tm = context->cfa->tm,
                      .program = context->program,
                      .stats = context->stats,
                      .claim = claim,
                      .graph = &claim->graph,
                      .lazy = lazy,
                      .preserve = preserve};
  l.solver = solver_new(l.tm, context->limits, context->stats, &context->solver);
  l.unfold = claim->unfold = unfold_new(l.cfa);
  // What is only good to know may not take long.
  struct solver_config impatient = context->solver;
  if (!impatient.query_seconds || impatient.query_seconds > PROOF_SECONDS) impatient.query_seconds = PROOF_SECONDS;
  impatient.record_file = impatient.trace_file = NULL;
  l.prover = (struct prover){.tm = l.tm,
                             .graph = l.graph,
                             .program = l.program,
                             .unfold = l.unfold,
                             .patient = l.solver,
                             .stats = l.stats};
  l.prover.solver = solver_new(l.tm, context->limits, context->stats, &impatient);
  program_reuse_stack(l.program, true);
  l.intp = intp_new(&l.prover, context->limits, &context->solver);
  struct interpolator_config config = {.seconds = 5, .backend = context->solver.backend};
  l.interpolator = interpolator_new(l.tm, context->limits, context->stats, &config);
  l.errors = (struct errors){.context = context, .claim = claim, .solver = l.solver};
  l.modified = mem_zalloc(l.cfa->locations.size + 1, sizeof *l.modified);
  l.modified_known = mem_zalloc(l.cfa->locations.size + 1, sizeof *l.modified_known);
  search(&l);
  count_variables(&l);
  conclude(&l);
  program_reuse_stack(l.program, false);
  if (context->reached) {
    const unsigned char *reached = program_reached(l.program, NULL);
    for (uint32_t i = 0; i < l.cfa->locations.size; i++) context->reached[i] |= reached[i];
  }
#ifndef CLEW_SANITIZED
  if (limits_stopped(context->limits)) return;
#endif
  release(&l);
}

static void run_eager(struct engine_context *context, struct claim *claim) { run(context, claim, false, false); }
static void run_lazy(struct engine_context *context, struct claim *claim) { run(context, claim, true, false); }
static void run_prune(struct engine_context *context, struct claim *claim) { run(context, claim, false, true); }

const struct engine engine_eager = {
    .name = "eager",
    .summary = "symbolic execution with interpolants, subsumption and abstraction at loops (TRACER)",
    .run = run_eager,
};

const struct engine engine_lazy = {
    .name = "lazy",
    .summary = "the same with speculation beyond infeasible branches (Chu, Jaffar, Murali)",
    .run = run_lazy,
};

const struct engine engine_prune = {
    .name = "prune",
    .summary =
        "unfolds the program into a graph without the infeasible paths it can rule out (Aissat, Voisin, Wolff); for clew prune and clew paths",
    .run = run_prune,
};
