// The search of engines `eager`, `lazy` and `prune`: SymExec of figure 4 (tracer.h), with a stack of frames instead of
// recursion.
//
// An infeasible edge is followed by `lazy` as a speculation: the edge is taken without its guard (line 9) one level
// further up (speculation.c says where). Below it every point may be met once only, unless it is subsumed; the second
// time, or at an error, or when it has cost more than it can save, the speculation has failed (ε), and the edge counts
// as infeasible again. Points met are dropped when a speculation of level 0 ends (line 12).
#include "engine/tracer/tracer.h"
#include "engine/engines.h"
#include "graph/record.h"
#include <assert.h>

uint32_t learn_point(struct learner *l, struct context context, struct location location) {
  uint64_t key = (uint64_t)context.id << 32 | location.id;
  uint32_t *found = map_u32_find(&l->point_of, key);
  if (found) return *found;
  map_u32_put(&l->point_of, key, l->points.size);
  vec_point_push(&l->points, (struct point){.context = context, .location = location, .visited = UINT32_MAX});
  return l->points.size - 1;
}

bool learn_state_entails(struct learner *l, struct state *s, struct term t) {
  return state_violates(s, l->run.prover.solver, t, NULL) == ANSWER_UNSAT;
}

void learn_register(struct learner *l, struct node node) {
  struct point *pt = &l->points.data[l->works.data[node.id].point];
  struct formula formula = graph_node(l->run.graph, node)->formula;
  for (uint32_t i = 0; i < pt->known.size; i++)
    if (formula_same(graph_node(l->run.graph, pt->known.data[i])->formula, formula) &&
        !l->works.data[pt->known.data[i].id].rests)
      return;
  vec_node_push(&pt->known, node);
  vec_u32_push(&pt->hints, 0);
  l->statistics->interpolants++;
}

static void drop_known(struct learner *l, struct node node) {
  struct point *pt = &l->points.data[l->works.data[node.id].point];
  exact_drop(&l->works.data[node.id]);
  for (uint32_t i = pt->known.size; i-- > 0;) {
    if (!node_same(pt->known.data[i], node)) continue;
    memmove(&pt->known.data[i], &pt->known.data[i + 1], (pt->known.size - i - 1) * sizeof(struct node));
    memmove(&pt->hints.data[i], &pt->hints.data[i + 1], (pt->hints.size - i - 1) * sizeof(uint32_t));
    pt->known.size--;
    pt->hints.size--;
    l->statistics->interpolants--;
    return;
  }
}

static void release_state(struct work *w) {
  state_free(w->state);
  w->state = NULL;
  exact_forget(w);
}

static void note_closed(struct learner *l, struct node node) {
  release_state(&l->works.data[node.id]);
  vec_node_push(&l->log, node);
}

// --- nodes -----------------------------------------------------------------------------------------------------------

static struct node add_node(struct learner *l, struct node parent, uint32_t arc, struct context context,
                            struct location location, uint32_t level, struct state *s) {
  struct node node = graph_add(l->run.graph, parent, arc, location, context);
  assert(node.id == l->works.size);
  vec_work_push(&l->works,
                (struct work){.state = s, .point = learn_point(l, context, location), .level = level, .head = NO_HEAD});
  run_count_branch(&l->run, s);
  l->ordinary += !level;
  l->statistics->speculations_states += level > 0;
  return node;
}

// Line 7: is there a node here whose interpolant the state satisfies?
static bool subsumed(struct learner *l, struct node node) {
  struct work *w = &l->works.data[node.id];
  struct point *pt = &l->points.data[w->point];
  bool found = false;
  if (pt->known.size) graph_remember(&l->run.prover, w->state);
  // What was learnt last most likely fits.
  for (uint32_t i = pt->known.size; i-- > 0 && !found;) {
    struct node by = pt->known.data[i];
    found = graph_subsume(&l->run.prover, node, w->state, by, &pt->hints.data[i]);
    if (!found) continue;
    w->rests = l->works.data[by.id].rests;
    l->run.stats->subsumed++;
    graph_record_inexact(l->run.graph, node);
  }
  graph_remember(&l->run.prover, NULL);
  return found;
}

// Line 6: nothing follows.
static enum outcome at_end(struct learner *l, struct node node) {
  if (l->works.data[node.id].level == 0) l->run.stats->paths++;
  if (l->works.data[node.id].learnable)
    graph_abstract(&l->run.prover, node, l->works.data[node.id].state, graph_conjunction(l->run.graph, l->tm, 0, NULL));
  note_closed(l, node);
  return OUTCOME_CLOSED;
}

// Lines 3 and 4.
static enum outcome at_error(struct learner *l, struct node node, bool is_error) {
  struct work *w = &l->works.data[node.id];
  if (w->level) {
    l->statistics->speculations_error++;
    return OUTCOME_FAILED;
  }
  if (heads_any_abstract(l)) return refine_error(l, node, is_error);
  l->run.stats->paths++;
  struct location location = state_location(w->state);
  if (is_error) run_error(&l->run, w->state);
  else run_incomplete(&l->run, REASON_UNSUPPORTED, cfa_location(l->cfa, location)->text, location);
  note_closed(l, node);
  return l->run.found ? OUTCOME_FOUND : OUTCOME_CLOSED;
}

static uint32_t arc_of(const struct cfa_location *loc, struct edge edge) {
  uint32_t i = 0;
  while (!edge_same(loc->out.data[i], edge)) i++;
  return i;
}

// The open edges of a state at a branch. Not REASON_NONE: something about them is not known, because of that.
static enum reason choose_open(struct learner *l, struct node node, struct vec_choice *choices) {
  struct successors successors;
  run_successors(&l->run, l->works.data[node.id].state, node, &successors);
  for (uint32_t i = 0; i < successors.feasible.size; i++) {
    struct successor *next = &successors.feasible.data[i];
    vec_choice_push(choices, (struct choice){.arc = next->arc,
                                             .edge = next->open.edge,
                                             .condition = next->open.condition,
                                             .model = next->model});
    next->model = NULL;
  }
  successors_release(&successors);
  return successors.unknown == REASON_NONE && successors.too_large ? REASON_ALLOCATION : successors.unknown;
}

// Something about the node is not known. Where that may be the fault of an abstraction, the node is reached again
// without it.
static enum outcome not_known(struct learner *l, struct node node, enum reason why) {
  l->works.data[node.id].learnable = false;
  if (l->works.data[node.id].level) return OUTCOME_FAILED;
  for (uint32_t h = l->heads.size; h-- > 0;)
    if (l->heads.data[h].exact) return heads_give_up(l, h);
  run_incomplete(&l->run, why, "", graph_node(l->run.graph, node)->location);
  return OUTCOME_ENTERED;
}

static void free_choices(struct vec_choice *choices, uint32_t from) {
  for (uint32_t i = from; i < choices->size; i++) {
    if (choices->data[i].model) model_unref(choices->data[i].model);
    state_free(choices->data[i].state);
  }
  vec_choice_release(choices);
}

static void reverse(struct vec_choice *choices) {
  for (uint32_t i = 0; i < choices->size / 2; i++) {
    struct choice first = choices->data[i];
    choices->data[i] = choices->data[choices->size - 1 - i];
    choices->data[choices->size - 1 - i] = first;
  }
}

// Lines 13 to 16: makes a frame for the node's out-edges.
static enum outcome enter(struct learner *l, struct node node) {
  struct graph_node v = *graph_node(l->run.graph, node);
  const struct cfa_location *loc = cfa_location(l->cfa, v.location);
  struct vec_choice choices = {0};
  struct edge edge = EDGE_NONE;
  uint32_t level = l->works.data[node.id].level;
  enum reason why = REASON_NONE;
  graph_expand(l->run.graph, node, loc->out.size, loc->out.data);
  struct state *next = state_copy(l->works.data[node.id].state);
  enum state_event event = state_run_once(next, &edge);
  if (event == STATE_BRANCH) {
    why = choose_open(l, node, &choices);
    // Of a branch slicing may have left some sides only: whether one of these is taken is open all the same. As printed
    // there is no bound on unrolling what is decided, so that a loop that is left by such a branch must be abstracted;
    // otherwise state machines, whose next state is decided, are worth being unrolled.
    if (choices.size > 1 || (l->options.paper ? !loc->complete : loc->out.size == 1)) l->forks++;
    if (choices.size > 1) l->run.stats->forks++;
    // Whether the loop ends is to be known before what comes after it is explored.
    if (unroll_is_on(l)) reverse(&choices);
  } else if (event == STATE_BUDGET || event == STATE_END) {
    // The edge that was taken; none where the path ends.
    uint32_t taken = edge_none(edge) ? loc->out.size : arc_of(loc, edge);
    graph_mark_decided(l->run.graph, node, 0, taken);
    graph_mark_decided(l->run.graph, node, taken + 1, loc->out.size);
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
  if (l->works.data[node.id].head != NO_HEAD) l->heads.data[l->works.data[node.id].head].frame = l->frames.size - 1;
  return OUTCOME_ENTERED;
}

// In a recursive call every point is new: a speculation would not end.
static bool is_recursive(struct learner *l, struct context context) {
  uint32_t function = unfold_function(l->run.unfold, context);
  while (!context_none(context = unfold_parent(l->run.unfold, context)))
    if (unfold_function(l->run.unfold, context) == function) return true;
  return false;
}

// May the node be subsumed by one that has other feasible paths? For pruning that is the last resort.
static bool may_merge(struct learner *l, struct node node) {
  const struct point *pt = &l->points.data[l->works.data[node.id].point];
  return !l->exact || unroll_is_spent(l) || (pt->unbounded && unroll_is_peeled(l, pt));
}

static enum outcome arrive(struct learner *l, struct node node) {
  struct work *w = &l->works.data[node.id];
  state_return(w->state);
  struct graph_node v = *graph_node(l->run.graph, node);
  assert(location_same(state_location(w->state), v.location));
  w->learnable = state_is_static(w->state);
  if (state_steps(w->state) > l->run.stats->depth_max) l->run.stats->depth_max = state_steps(w->state);
  enum cfa_location_kind kind = cfa_location(l->cfa, v.location)->kind;
  // For pruning, an error ends a path as anything else does.
  if (kind == LOC_STOP || kind == LOC_EXIT || (l->preserve && kind != LOC_PLAIN)) return at_end(l, node);
  if (kind == LOC_ERROR || kind == LOC_UNSUPPORTED) return at_error(l, node, kind == LOC_ERROR);
  if (w->learnable && ((l->exact && exact_subsumed(l, node)) || (may_merge(l, node) && subsumed(l, node)))) {
    note_closed(l, node);
    return OUTCOME_CLOSED;
  }
  if (w->level) {
    struct point *pt = &l->points.data[w->point];
    l->exhausted = l->works.size > l->limit;
    if (pt->visited != l->speculation) pt->visits = 0;
    pt->visited = l->speculation;
    if (l->exhausted || pt->visits++ >= l->options.speculation_bound || !w->learnable || is_recursive(l, v.context)) {
      l->statistics->speculations_bound++;
      return OUTCOME_FAILED;
    }
  }
  l->statistics->repeated += !w->level && l->points.data[w->point].known.size;
  if (cfa_location(l->cfa, v.location)->loop_head) {
    enum outcome outcome = heads_arrive(l, node);
    if (outcome == OUTCOME_CLOSED) note_closed(l, node);
    if (outcome != OUTCOME_ENTERED) return outcome;
  }
  return enter(l, node);
}

// Takes a choice of the frame on top: the next state, at a new node.
static enum outcome follow(struct learner *l, struct frame_record *f, uint32_t k) {
  struct choice *c = &f->choices.data[k];
  struct node node = f->node;
  uint32_t level = f->level;
  struct state *s = c->state;
  const struct unfold_step *step = unfold_step(l->run.unfold, graph_node(l->run.graph, node)->context, c->edge);
  if (!s) s = state_copy(l->works.data[node.id].state);
  if (c->speculative) {
    state_force_edge(s, c->edge);
    if (!level) speculation_begin(l, f);
    f->speculating = true;
    level++;
  } else if (!c->state) {
    state_take_edge(s, (struct open_edge){c->edge, c->condition}, c->model);
  }
  c->state = NULL;
  struct node child = add_node(l, node, c->arc, step->context, step->location, level, s);
  enum outcome outcome = arrive(l, child);
  if (outcome == OUTCOME_CLOSED) unroll_spend(l);
  if (outcome == OUTCOME_FAILED || outcome == OUTCOME_RESTART) {
    if (l->works.data[child.id].head != NO_HEAD) heads_pop(l, child);
    release_state(&l->works.data[child.id]);
  }
  return outcome;
}

// --- unwinding ---------------------------------------------------------------------------------------------------

// What was learnt since the head was entered and rests on it, or on one further in, is dropped.
static void drop_log(struct learner *l, uint32_t head) {
  uint64_t below = head < 63 ? ((uint64_t)1 << head) - 1 : ((uint64_t)1 << 63) - 1;
  bool all = l->heads.data[head].again;
  uint32_t kept = l->heads.data[head].log;
  for (uint32_t i = kept; i < l->log.size; i++) {
    struct node node = l->log.data[i];
    if (all || l->works.data[node.id].rests & ~below) drop_known(l, node);
    else l->log.data[kept++] = node;
  }
  l->log.size = kept;
}

static void drop_top(struct learner *l) {
  struct frame_record *f = &l->frames.data[l->frames.size - 1];
  free_choices(&f->choices, f->next);
  if (l->works.data[f->node.id].head != NO_HEAD) {
    drop_log(l, l->works.data[f->node.id].head);
    heads_pop(l, f->node);
  }
  release_state(&l->works.data[f->node.id]);
  l->frames.size--;
}

// A speculation has failed: the edge is infeasible, and that is all there is to know.
static void fail(struct learner *l, uint32_t level) {
  while (l->frames.data[l->frames.size - 1].level >= level) drop_top(l);
  struct frame_record *f = &l->frames.data[l->frames.size - 1];
  assert(f->speculating && f->level == level - 1);
  speculation_end(l, f, false);
  // Marked before (run_successors), for the state that the node still has.
  graph_record_target(l->run.graph, f->node, f->choices.data[f->next - 1].arc, NODE_CUT);
  conditional_make(l, f->node, f->choices.data[f->next - 1].arc);
}

static enum outcome restart(struct learner *l) {
  struct head *h = &l->heads.data[l->restart];
  struct node node = h->node;
  uint32_t head = l->restart;
  while (l->frames.size > h->frame + 1) drop_top(l);
  if (l->frames.size > h->frame) {
    struct frame_record *f = &l->frames.data[h->frame];
    free_choices(&f->choices, f->next);
    l->frames.size--;
  }
  drop_log(l, head);
  graph_reset(l->run.graph, node);
  l->run.stats->restarts++;
  h = &l->heads.data[head];
  h->forks = l->forks;
  h->begun = l->ordinary;
  if (h->again) {
    h->again = false;
    h->never = l->peel > 0;
    h->allowance = 0;
  } else if (!heads_abstract(l, head)) {
    // As it is, then: unrolled.
    h = &l->heads.data[head];
    h->never = true;
    struct work *w = &l->works.data[node.id];
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
    release_state(&l->works.data[node.id]);
  }
  return outcome;
}

// --- the loop ------------------------------------------------------------------------------------------------------

// Lines 19 to 22 for the frame on top.
static enum outcome close_top(struct learner *l) {
  struct frame_record *f = &l->frames.data[l->frames.size - 1];
  struct node node = f->node;
  uint32_t level = f->level, head = l->works.data[node.id].head;
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
  if (!f->choices.size) unroll_spend(l);
  free_choices(&f->choices, f->next);
  l->frames.size--;
  exact_closed(l, node);
  note_closed(l, node);
  return OUTCOME_CLOSED;
}

static void finish_step(struct learner *l, enum outcome outcome, uint32_t level) {
  while (outcome == OUTCOME_RESTART) outcome = restart(l);
  if (outcome == OUTCOME_FAILED) fail(l, l->exhausted ? 1 : level);
}

static void search(struct learner *l) {
  if (!l->begun) {
    struct state *initial = state_initial(l->run.program);
    struct location root = l->cfa->functions.data[l->cfa->main].entry;
    l->begun = true;
    finish_step(l, arrive(l, add_node(l, NODE_NONE, 0, CONTEXT_ROOT, root, 0, initial)), 0);
  }
  while (l->frames.size && run_goes_on(&l->run)) {
    struct frame_record *f = &l->frames.data[l->frames.size - 1];
    run_progress(&l->run, l->frames.size);
    if (f->next && f->speculating) speculation_end(l, f, true);
    if (f->next < f->choices.size) {
      uint32_t k = f->next++, level = f->level + f->choices.data[k].speculative;
      if (f->choices.data[k].speculative && !speculation_is_worth_it(l, f, k)) {
        conditional_make(l, f->node, f->choices.data[k].arc);
        continue;
      }
      struct model *model = f->choices.data[k].model;
      enum outcome outcome = follow(l, f, k);
      if (model) model_unref(model);
      finish_step(l, outcome, level);
    } else {
      uint32_t level = f->level;
      finish_step(l, close_top(l), level);
    }
  }
}

static void count_variables(struct learner *l) {
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < l->points.size; i++)
    for (uint32_t k = 0; k < l->points.data[i].known.size; k++) {
      uint32_t n, m;
      const struct term *conjuncts =
          graph_conjuncts(l->run.graph, graph_node(l->run.graph, l->points.data[i].known.data[k])->formula, &n);
      for (uint32_t j = 0; j < n; j++) {
        const uint32_t *vars = term_free_vars(l->tm, conjuncts[j], &m);
        for (uint32_t v = 0; v < m; v++) map_u32_put(&seen, vars[v], 1);
      }
    }
  l->statistics->interpolant_variables = seen.size;
  map_u32_release(&seen);
}

// --- the engines -----------------------------------------------------------------------------------------------------

static struct learner *learner_new(const struct run_setting *setting, struct claim *claim, void *statistics) {
  struct learner *l = mem_zalloc(1, sizeof *l);
  struct run_wishes wishes = {.best_effort_seconds = 0.3, .interpolate_seconds = 5};
  run_init(&l->run, setting, &wishes, claim);
  claim->certificate.kind = CERTIFICATE_GRAPH;
  l->cfa = l->run.cfa;
  l->tm = l->run.tm;
  l->statistics = statistics;
  l->wp = wp_new(&l->run);
  return l;
}

static void *open_eager(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                        struct error *error) {
  const struct tracer_options *o = options;
  if (!facts_load(setting->facts, o->precision, error)) return NULL;
  struct learner *l = learner_new(setting, claim, statistics);
  l->options = *o;
  if (o->paper) {
    l->options.speculation = SPECULATION_PAPER;
    l->options.speculation_bound = 1;
    l->options.no_conditional = l->options.no_splits = true;
  }
  l->sources = o->sources;
  return l;
}

static void *open_lazy(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                       struct error *error) {
  struct learner *l = open_eager(setting, claim, options, statistics, error);
  if (l) l->lazy = true;
  return l;
}

static void *open_prune(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                        struct error *error) {
  const struct prune_options *o = options;
  (void)error;
  struct learner *l = learner_new(setting, claim, statistics);
  l->preserve = true;
  if (o->paper) return l;
  l->unwind = o->unwind;
  l->peel = o->peel;
  l->exact_paths = o->exact_paths;
  l->exact = exact_new(l->cfa);
  return l;
}

// What of the tree is done: the choices before those that the stack of frames is in.
static uint64_t done(const struct learner *l) {
  uint64_t open = 0, mass = MASS_WHOLE;
  for (uint32_t i = 0; i < l->frames.size && mass; i++) {
    const struct frame_record *f = &l->frames.data[i];
    uint64_t n = f->choices.size ? f->choices.size : 1;
    open += mass / n * (f->choices.size - f->next);
    if (i + 1 < l->frames.size) mass /= n;
  }
  return l->begun ? mass_progress(open) : 0;
}

static void view(const void *engine, struct engine_view *view) {
  const struct learner *l = engine;
  struct shapes shapes = {0};
  struct text work = {0};
  run_view(&l->run, view);
  for (uint32_t i = 0; i < l->points.size; i++)
    for (uint32_t k = 0; k < l->points.data[i].pool.size; k++)
      shapes_add(&shapes, l->tm, l->points.data[i].location, l->points.data[i].pool.data[k].term);
  view->progress += l->done + shapes.new;
  shapes_release(&shapes);
  view_count(&work, l->works.size, "node");
  text_add(&work, ", ");
  view_count(&work, l->statistics->interpolants, "interpolant");
  text_printf(&work, ", %s", text_cstr(&view->doing));
  text_release(&view->doing);
  view->doing = work;
  view_advise_invariant(&l->run, view);
}

static bool advance(void *engine, const struct slice *slice) {
  struct learner *l = engine;
  run_begin_slice(&l->run, slice);
  search(l);
  if (done(l) > l->done) l->done = done(l);
  count_variables(l);
  heads_offer(l);
  enum conclusion conclusion = run_conclude(&l->run, !l->frames.size);
  if (conclusion == CONCLUSION_TRUE) learn_finish(l);
  return conclusion != CONCLUSION_NONE;
}

static void close(void *engine) {
  struct learner *l = engine;
  heads_drop_adopted(l);
  if (!limits_want_release(l->run.limits)) return;
  for (uint32_t i = 0; i < l->frames.size; i++) free_choices(&l->frames.data[i].choices, l->frames.data[i].next);
  while (l->heads.size) heads_pop(l, l->heads.data[l->heads.size - 1].node);
  for (uint32_t i = 0; i < l->works.size; i++) release_state(&l->works.data[i]);
  for (uint32_t i = 0; i < l->points.size; i++) {
    vec_node_release(&l->points.data[i].known);
    vec_u32_release(&l->points.data[i].hints);
    vec_u32_release(&l->points.data[i].heads);
    vec_predicate_release(&l->points.data[i].pool);
  }
  vec_frame_release(&l->frames);
  vec_head_release(&l->heads);
  vec_work_release(&l->works);
  vec_point_release(&l->points);
  vec_node_release(&l->log);
  map_u32_release(&l->point_of);
  map_attempts_release(&l->attempts);
  map_u32_release(&l->matters);
  exact_free(l->exact);
  wp_free(l->wp);
  run_release(&l->run);
  mem_free(l);
}

static const struct option_entry option_entries[] = {
#define OPTIONS struct tracer_options
#include "base/table/option_entries.h"
#include "engine/tracer/options.def"
#include "base/table/option_end.h"
#undef OPTIONS
};
static const struct option_table option_table = OPTION_TABLE(option_entries, struct tracer_options);

static const struct option_entry prune_entries[] = {
#define OPTIONS struct prune_options
#include "base/table/option_entries.h"
#include "engine/tracer/prune_options.def"
#include "base/table/option_end.h"
#undef OPTIONS
};
static const struct option_table prune_table = OPTION_TABLE(prune_entries, struct prune_options);

static const struct stats_entry stats_entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct tracer_statistics, name)},
#include "engine/tracer/statistics.def"
#undef COUNTER
};
static const struct stats_table stats_table = STATS_TABLE(stats_entries, struct tracer_statistics);

const struct engine engine_eager = {
    .name = "eager",
    .summary = "symbolic execution with interpolants, subsumption and abstraction at loops (TRACER)",
    .options = &option_table,
    .statistics = &stats_table,
    .open = open_eager,
    .advance = advance,
    .view = view,
    .close = close,
};

const struct engine engine_lazy = {
    .name = "lazy",
    .summary = "the same with speculation beyond infeasible branches (Chu, Jaffar, Murali)",
    .options = &option_table,
    .statistics = &stats_table,
    .open = open_lazy,
    .advance = advance,
    .view = view,
    .close = close,
};

const struct engine engine_prune = {
    .name = "prune",
    .summary = "unfolds the program into a graph without the infeasible paths it can rule out (Aissat, Voisin, Wolff); "
               "for clew prune and clew paths",
    .options = &prune_table,
    .statistics = &stats_table,
    .capabilities = ENGINE_UNFOLDS,
    .open = open_prune,
    .advance = advance,
    .close = close,
};
