// Abstract counterexamples: run exactly, and refined where they are spurious. See ic3ia.h.
#include "engine/ic3ia/ic3ia.h"
#include "solve/interpolate/interpolate.h"
#include "state/compose.h"

#define REFINEMENT_EFFORT 65536 // in steps, besides the questions of interpolation

// From the entry to a target, relation by relation.
struct chain {
  struct ic3ia *e;
  struct vec_u32 relations; // the last one leads into targets
  struct vec_u32 obligations; // at the cut points between them: one less
  struct vec_int reached; // where a path is chosen: the predicates where the last relation ended
};

static void chain_release(struct chain *c) {
  vec_u32_release(&c->relations);
  vec_u32_release(&c->obligations);
  vec_int_release(&c->reached);
}

static struct relation *chain_relation(const struct chain *c, uint32_t i) {
  return &c->e->relations.data[c->relations.data[i]];
}

// --- exactly ---------------------------------------------------------------------------------------------------------

struct met {
  uint32_t target;
  struct symbolic state;
};
VEC_TYPE(vec_met, struct met)

// The paths of a chain, run forward from the entry.
struct running {
  const struct chain *chain;
  struct forward forward;
  struct arena origins;
  struct point to; // only what arrives there goes on; POINT_NONE: this is the last segment
  struct vec_met met;
};

static bool arrives(void *context, struct point cut, const struct symbolic *s) {
  (void)s;
  return point_same(cut, ((struct running *)context)->to);
}

static void on_hit(void *context, uint32_t target, const struct symbolic *s) {
  struct running *run = context;
  struct met met = {.target = target};
  if (point_none(run->to) && forward_meet(&run->forward, target, s, &met.state)) vec_met_push(&run->met, met);
}

// All states that the chain leads to; false: the limits were reached.
static bool run_chain(struct running *run) {
  struct ic3ia *e = run->chain->e;
  struct vec_symbolic states = {0};
  struct symbolic first = {0};
  forward_at_entry(e->x, &first);
  vec_symbolic_push(&states, first);
  bool good = true;
  for (uint32_t i = 0; i < run->chain->relations.size && good; i++) {
    const struct relation *r = chain_relation(run->chain, i);
    if (r->from == PLACE_ENTRY && expansion_at(e->x, e->x->entry)->cut) continue; // the segment is empty
    run->to = r->to == PLACE_NONE ? POINT_NONE : e->places[r->to].point;
    for (uint32_t k = 0; k < states.size; k++)
      forward_from(&run->forward, r->from == PLACE_ENTRY ? e->x->entry : e->places[r->from].point, &states.data[k]);
    vec_symbolic_drop(&states);
    good = forward_run(&run->forward);
    if (good && r->to != PLACE_NONE) states = forward_take(&run->forward, run->to);
  }
  vec_symbolic_drop(&states);
  return good;
}

static void ignore_target(struct ic3ia *e, uint32_t target) {
  for (uint32_t i = 0; i < e->relations.size; i++)
    for (uint32_t k = 0; k < e->relations.data[i].hits.size; k++) {
      struct hit *hit = &e->relations.data[i].hits.data[k];
      if (hit->target == target) hit->ignored = true;
    }
}

static void report(struct ic3ia *e, const struct met *met, struct model *model) {
  const struct target *target = &e->x->targets.data[met->target];
  struct location at = expansion_at(e->x, target->point)->location;
  if (target->kind == TARGET_ERROR) {
    struct trace_path path = {0};
    origin_path(met->state.origin, model, &path.contexts, &path.edges);
    run_progress(&e->run, path.edges.size);
    path_error(&e->run, path.edges.size, path.edges.data);
    trace_path_release(&path);
    if (e->run.found) return;
    run_incomplete(&e->run, REASON_UNCONFIRMED, "", at);
  } else {
    run_incomplete(&e->run, target_reason(target->kind), target_text(e->x, target), at);
  }
  ignore_target(e, met->target);
}

static bool is_ignored(const struct relation *bad, uint32_t target) {
  for (uint32_t i = 0; i < bad->hits.size; i++)
    if (bad->hits.data[i].target == target) return bad->hits.data[i].ignored;
  return false;
}

// SAT: it was reported. UNKNOWN: a question was not answered, or the run is to stop.
static enum answer ask_met(struct ic3ia *e, struct solver *solver, const struct relation *bad,
                           const struct vec_met *met) {
  enum answer worst = ANSWER_UNSAT;
  for (uint32_t i = 0; i < met->size; i++) {
    const struct met *m = &met->data[i];
    if (is_ignored(bad, m->target)) continue;
    struct location at = expansion_at(e->x, e->x->targets.data[m->target].point)->location;
    double before = run_asks(&e->run, at);
    enum answer answer = solver_check(solver, m->state.path.size, m->state.path.data);
    run_answered(&e->run, at, before);
    if (answer == ANSWER_UNKNOWN) worst = ANSWER_UNKNOWN;
    if (answer != ANSWER_SAT) continue;
    struct model *model = solver_model(solver);
    report(e, m, model);
    model_unref(model);
    return ANSWER_SAT;
  }
  return worst;
}

static enum answer run_exactly(const struct chain *c, struct solver *solver) {
  struct ic3ia *e = c->e;
  struct running run = {.chain = c};
  forward_init(&run.forward, e->x);
  run.forward.origins = &run.origins;
  run.forward.counted = true;
  run.forward.hit = on_hit;
  run.forward.arrives = arrives;
  run.forward.context = &run;
  enum answer answer = ANSWER_UNKNOWN;
  if (run_chain(&run)) answer = ask_met(e, solver, chain_relation(c, c->relations.size - 1), &run.met);
  for (uint32_t i = 0; i < run.met.size; i++) symbolic_release(&run.met.data[i].state);
  vec_met_release(&run.met);
  forward_release(&run.forward);
  arena_release(&run.origins);
  return answer;
}

// --- steps for interpolation -----------------------------------------------------------------------------------------

// Variables of a term that are none of the program's.
static void find_inputs(struct ic3ia *e, struct term t, struct map_u32 *seen, struct vec_term *inputs) {
  uint32_t n, var;
  struct context context;
  const uint32_t *vars = term_free_vars(e->run.tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct term v = {vars[i]};
    if (map_u32_find(seen, v.id)) continue;
    map_u32_put(seen, v.id, 1);
    if (!term_same(v, unfold_heap(e->run.unfold)) && !unfold_var_of(e->run.unfold, v, &context, &var))
      vec_term_push(inputs, v);
  }
}

static const struct term *keep_inputs(struct arena *arena, struct vec_term *inputs, uint32_t *n) {
  struct term *kept = arena_alloc(arena, (inputs->size + 1) * sizeof *kept);
  for (uint32_t i = 0; i < inputs->size; i++) kept[i] = inputs->data[i];
  *n = inputs->size;
  vec_term_release(inputs);
  return kept;
}

// At the entry the bump pointer is known.
static void begin_step(struct ic3ia *e, struct arena *arena, struct step *out) {
  struct step_update *update = arena_alloc(arena, sizeof *update);
  struct term heap = unfold_heap(e->run.unfold);
  *update = (struct step_update){heap, term_bv(e->run.tm, term_width(e->run.tm, heap), e->run.cfa->heap_start)};
  *out = (struct step){.guard = term_true(e->run.tm), .n_updates = 1, .updates = update};
}

// All paths of the relation at once.
static void merged_step(struct ic3ia *e, struct arena *arena, const struct relation *r, struct step *out) {
  struct terms *tm = e->run.tm;
  struct map_u32 seen = {0};
  struct vec_term inputs = {0};
  struct term guard = term_and_n(tm, r->path.size, r->path.data);
  if (r->to == PLACE_NONE) guard = term_false(tm);
  for (uint32_t i = 0; i < r->hits.size; i++) {
    const struct hit *hit = &r->hits.data[i];
    if (!hit->ignored) guard = term_or(tm, guard, term_and_n(tm, hit->path.size, hit->path.data));
  }
  find_inputs(e, guard, &seen, &inputs);
  struct step_update *updates = arena_alloc(arena, (r->variables.size + 1) * sizeof *updates);
  for (uint32_t i = 0; i < r->variables.size; i++) {
    updates[i] = (struct step_update){r->variables.data[i], r->values.data[i]};
    find_inputs(e, r->values.data[i], &seen, &inputs);
  }
  *out = (struct step){.guard = guard, .n_updates = r->variables.size, .updates = updates};
  out->inputs = keep_inputs(arena, &inputs, &out->n_inputs);
  map_u32_release(&seen);
}

// Where the target is no error, its condition is the last step of a path.
static void condition_step(struct ic3ia *e, struct arena *arena, uint32_t target, struct step *out) {
  struct map_u32 seen = {0};
  struct vec_term inputs = {0};
  *out = (struct step){.guard = e->x->targets.data[target].condition};
  find_inputs(e, out->guard, &seen, &inputs);
  out->inputs = keep_inputs(arena, &inputs, &out->n_inputs);
  map_u32_release(&seen);
}

// The hit that the model is about.
static const struct hit *hit_of(const struct relation *bad, struct model *model) {
  for (uint32_t i = 0; i < bad->hits.size; i++) {
    const struct hit *hit = &bad->hits.data[i];
    bool holds = !hit->ignored;
    for (uint32_t k = 0; k < hit->path.size && holds; k++) holds = model_holds(model, hit->path.data[k]);
    if (holds) return hit;
  }
  for (uint32_t i = 0; i < bad->hits.size; i++)
    if (!bad->hits.data[i].ignored) return &bad->hits.data[i];
  return NULL;
}

// A model of relation i from what the path before it reached into the next cube. All states of a lifted cube lead on,
// but invariants may say that what was put together is none: then it goes from the cube.
static struct model *chain_model(struct chain *c, uint32_t i) {
  struct ic3ia *e = c->e;
  struct relation *r = chain_relation(c, i);
  const struct vec_int *cube = i ? &e->obligations.data[c->obligations.data[i - 1]].cube : NULL;
  const struct vec_int *to = i < c->obligations.size ? &e->obligations.data[c->obligations.data[i]].cube : NULL;
  struct model *model = relation_model(e, r, i ? &c->reached : NULL, to);
  if (!model && i && !limits_stopped(e->run.limits)) model = relation_model(e, r, cube, to);
  if (model) relation_cube_after(r, &c->reached);
  return model;
}

// One path of the relation, from one cube into the next.
static bool path_step(struct chain *c, uint32_t i, struct arena *arena, struct step *out, struct step *last) {
  struct ic3ia *e = c->e;
  struct relation *r = chain_relation(c, i);
  bool to = i < c->obligations.size;
  struct model *model = chain_model(c, i);
  if (!model) return false;
  const struct hit *hit = to ? NULL : hit_of(r, model);
  struct trace_path path = {0};
  origin_path(to ? r->origin : hit ? hit->origin : NULL, model, &path.contexts, &path.edges);
  *out = (struct step){.guard = term_true(e->run.tm)};
  bool known = !path.edges.size || compose_steps(e->run.tm, e->run.unfold, arena, path.edges.size, path.contexts.data,
                                                 path.edges.data, out);
  if (hit) condition_step(e, arena, hit->target, last);
  trace_path_release(&path);
  model_unref(model);
  return known;
}

// --- predicates ------------------------------------------------------------------------------------------------------

// Predicates from interpolants along one path of the chain, or along all of them. False: nothing new.
static bool interpolate(struct chain *c, bool merged) {
  struct ic3ia *e = c->e;
  uint32_t n = c->relations.size, n_cuts = c->obligations.size;
  if (!n_cuts) return false;
  struct arena arena = {0};
  struct step *steps = mem_zalloc(n + 2, sizeof *steps);
  struct term *out = mem_zalloc(n_cuts, sizeof *out);
  struct vec_u32 cuts = {0}, places = {0};
  bool known = true, new = false;
  begin_step(e, &arena, &steps[0]);
  steps[n + 1] = (struct step){.guard = term_true(e->run.tm)};
  for (uint32_t i = 0; i < n && known; i++)
    if (merged) merged_step(e, &arena, chain_relation(c, i), &steps[i + 1]);
    else known = path_step(c, i, &arena, &steps[i + 1], &steps[n + 1]);
  for (uint32_t i = 0; i < n_cuts; i++) {
    vec_u32_push(&cuts, i + 2);
    vec_u32_push(&places, chain_relation(c, i)->to);
  }
  enum provider by;
  struct interpolator *ip = known ? run_interpolator(&e->run) : NULL;
  if (known && e->options.paper)
    known = interpolate_path(ip, n + 2, steps, n_cuts, cuts.data, out, &by) == ANSWER_UNSAT;
  else if (known)
    known = interpolate_visits(ip, n + 2, steps, n_cuts, cuts.data, places.data, out, &by) == ANSWER_UNSAT;
  for (uint32_t i = 0; i < n_cuts && known; i++) new |= predicate_add(e, places.data[i], out[i]);
  vec_u32_release(&cuts);
  vec_u32_release(&places);
  mem_free(out);
  mem_free(steps);
  arena_release(&arena);
  return new;
}

// The abstract counterexample is spurious: predicates are added that exclude it. False: none were found.
static bool add_predicates(struct chain *c) {
  struct ic3ia *e = c->e;
  bool merged = e->options.interpolants == INTERPOLANTS_MERGED;
  uint64_t before = e->statistics->predicates;
  bool new = interpolate(c, merged);
  if (!new && !e->options.paper && !limits_stopped(e->run.limits)) new = interpolate(c, !merged);
  e->statistics->predicates_interpolants += e->statistics->predicates - before;
  if (limits_stopped(e->run.limits)) return true;
  // Where a path from cube to cube does not exist in the abstraction, its interpolants may be there already.
  bool again = !new && !e->options.no_lift && !e->whole_cubes;
  e->whole_cubes = again;
  return new || again;
}

// No predicates were found.
static void give_up(const struct chain *c) {
  struct ic3ia *e = c->e;
  const struct relation *first = chain_relation(c, 0);
  struct point at = first->to == PLACE_NONE ? e->x->entry : e->places[first->to].point;
  run_incomplete(&e->run, REASON_SOLVER, "interpolation", expansion_at(e->x, at)->location);
  e->exhausted = true;
}

void ic3ia_refine(struct ic3ia *e, uint32_t relation, uint32_t obligation) {
  struct chain c = {.e = e};
  vec_u32_push(&c.relations, relation);
  for (uint32_t o = obligation; o != UINT32_MAX; o = e->obligations.data[o].next) {
    vec_u32_push(&c.obligations, o);
    vec_u32_push(&c.relations, e->obligations.data[o].relation);
  }
  // That no path leads to a target may be hard to prove. Who only wants predicates can do without: where the path that
  // is interpolated is feasible there are none, and the question is asked again with all the time there is.
  bool exactly = e->options.paper || obligation == UINT32_MAX;
  double start = clock_cpu();
  enum answer answer = run_exactly(&c, exactly ? e->run.solver : e->run.best_effort);
  e->statistics->time_exact += clock_cpu() - start;
  bool stopped = limits_stopped(e->run.limits);
  if (answer == ANSWER_UNSAT && obligation == UINT32_MAX && !stopped) { // targets are not met at once
    e->phase = PHASE_BLOCK;
    e->cursor = 1;
  } else if (answer != ANSWER_SAT && !stopped) {
    e->statistics->spurious++;
    e->run.stats->steps += REFINEMENT_EFFORT;
    start = clock_cpu();
    bool found = add_predicates(&c);
    e->statistics->time_interpolate += clock_cpu() - start;
    if (!found && answer == ANSWER_UNKNOWN) answer = run_exactly(&c, e->run.solver);
    if (!found && answer != ANSWER_SAT && !limits_stopped(e->run.limits)) give_up(&c);
  }
  chain_release(&c);
  block_forget(e);
}
