// Explicit-value interpolation: Beyer, Löwe, Explicit-State Software Model Checking Based on CEGAR and Interpolation.
//
// The path is run on explicit values, all variables tracked. A guard that is false contradicts it. The interpolant at a
// position before that guard is the set of variables and cells that the contradiction depends on: what the guard reads,
// carried backward through the assignments of the path (support.c), so that one pass gives the interpolants at all
// positions, where the paper leaves out one assignment after the other and runs the rest of the path again. That they
// are interpolants is checked by running forward from one to the next.
//
// A path often contradicts itself several times: a guard that is false is passed over as if it held, and the run goes
// on to the next. Each of these sliced prefixes (Beyer, Löwe, Wendler, Sliced Path Prefixes: An Effective Method to
// Enable Refinement Selection) has its own interpolants. The cheapest are taken: those that need the fewest variables,
// and no loop counters if that can be helped.
#include "engine/cpa/refine.h"
#include "solve/interpolate/interpolate.h"
#include <assert.h>

#define CONTRADICTIONS_MAX 24
#define NEEDS_MAX 4096
#define POOL_BYTES ((size_t)64 << 20)

struct position {
  struct context context;
  const struct unfold_step *step;
  const struct step_code *code;
  struct persistent before, assumed; // the store, and with what the guard says
};
VEC_TYPE(vec_position, struct position)

struct explicit {
  struct cpa *cpa;
  struct refiner *refiner;
  const struct reached_path *path;
  struct term last;
  struct vec_position positions; // of the edges that were run
  struct persistent end; // the store after them
  struct vec_u32 contradictions; // edges whose guard is false; the number of edges: `last`
};

// What is needed before the edge `position`.
struct record {
  uint32_t position, first, count;
};
VEC_TYPE(vec_record, struct record)

struct refutation {
  uint32_t contradiction;
  struct vec_record records; // at positions where states are closed, descending
  struct vec_need needs;
  uint64_t cost;
};

static void refutation_release(struct refutation *r) {
  vec_record_release(&r->records);
  vec_need_release(&r->needs);
}

static void forget(struct refiner *r) {
  if (r->evaluator) evaluator_free(r->evaluator);
  if (r->pool) persistents_free(r->pool);
  r->evaluator = NULL;
  r->pool = NULL;
}

struct refiner *refiner_of(struct cpa *cpa) {
  if (!cpa->refiner) cpa->refiner = mem_zalloc(1, sizeof *cpa->refiner);
  struct refiner *r = cpa->refiner;
  if (r->pool && persistents_bytes(r->pool) > POOL_BYTES) forget(r);
  if (!r->pool) {
    r->pool = persistents_new();
    r->evaluator = evaluator_new(cpa->run.unfold, r->pool, NULL);
  }
  return r;
}

void refiner_free(struct refiner *r) {
  if (!r) return;
  forget(r);
  tracking_free(r->aside);
  map_u32_release(&r->others);
  mem_free(r);
}

// --- forward --------------------------------------------------------------------------------------------------------

// What is known where main is entered.
static struct persistent initial_store(struct explicit *x) {
  struct unfold *u = x->cpa->run.unfold;
  struct cfa *cfa = x->cpa->run.cfa;
  uint32_t heap = evaluator_number(x->refiner->evaluator, unfold_heap(u));
  return store_put(x->refiner->evaluator, PERSISTENT_EMPTY, heap, term_bv(cfa->tm, cfa->pointer_bits, cfa->heap_start));
}

// Runs the path, guards that are false too.
static void run_forward(struct explicit *x) {
  struct evaluator *e = x->refiner->evaluator;
  struct persistent store = initial_store(x);
  struct context context = CONTEXT_ROOT;
  uint32_t i = 0;
  for (; i < x->path->edges.size && x->contradictions.size < CONTRADICTIONS_MAX; i++) {
    struct position p = {.context = context, .before = store, .assumed = store};
    p.step = unfold_step(x->cpa->run.unfold, context, x->path->edges.data[i]);
    if (!p.step->known) break;
    p.code = evaluator_code(e, context, p.step);
    uint64_t visit = ++x->refiner->visit;
    struct term guard = evaluate_guard(e, p.code, visit, store);
    if (!term_is_unknown(guard) && term_is_false(x->cpa->run.tm, guard)) vec_u32_push(&x->contradictions, i);
    else p.assumed = evaluate_assume(e, p.code, store);
    store = evaluate_updates(e, p.code, visit, p.assumed);
    context = p.step->context;
    vec_position_push(&x->positions, p);
  }
  x->end = store;
  if (i < x->path->edges.size || term_none(x->last)) return;
  struct support *s = support_new(x->cpa, e, x->refiner->pool, store);
  struct term value = support_value(s, x->last);
  if (!term_is_unknown(value) && term_is_false(x->cpa->run.tm, value)) vec_u32_push(&x->contradictions, i);
  support_free(s);
}

static struct persistent store_at(const struct explicit *x, uint32_t position) {
  return position < x->positions.size ? x->positions.data[position].before : x->end;
}

// The condition that is false there.
static struct term condition_at(const struct explicit *x, uint32_t contradiction) {
  return contradiction < x->positions.size ? x->positions.data[contradiction].step->step.guard : x->last;
}

// The node before the edge; the root's state is not the precision's business.
static struct node node_before(const struct explicit *x, uint32_t position) {
  return position ? x->path->nodes.data[position - 1] : NODE_NONE;
}

static bool closed_before(const struct explicit *x, uint32_t position) {
  struct node node = node_before(x, position);
  return !node_none(node) && x->cpa->states.data[node.id].closed;
}

// --- backward -------------------------------------------------------------------------------------------------------

static const struct step_update *update_of(const struct step *step, struct term variable) {
  for (uint32_t i = 0; i < step->n_updates; i++)
    if (term_same(step->updates[i].var, variable)) return &step->updates[i];
  return NULL;
}

static bool writes_any(const struct explicit *x, const struct position *p, const struct needs *needs) {
  const struct step *step = &p->step->step;
  for (uint32_t i = 0; i < needs->all.size; i++)
    if (update_of(step, evaluator_variable(x->refiner->evaluator, needs->all.data[i].number))) return true;
  return false;
}

static struct support *support_at(const struct explicit *x, struct persistent store) {
  return support_new(x->cpa, x->refiner->evaluator, x->refiner->pool, store);
}

// Through the assignments: what their values need. False: that cannot be said.
static bool before_updates(const struct explicit *x, const struct position *p, const struct needs *after,
                           struct needs *out) {
  struct support *s = support_at(x, p->assumed);
  bool good = true;
  for (uint32_t i = 0; i < after->all.size && good; i++) {
    struct need n = after->all.data[i];
    const struct step_update *u = update_of(&p->step->step, evaluator_variable(x->refiner->evaluator, n.number));
    if (!u) needs_add(out, n);
    else good = n.is_cell ? support_of_cell(s, u->value, n.index, out) : support_of(s, u->value, out);
  }
  support_free(s);
  return good;
}

// The variable was learnt from the guard: what else is in the conjuncts that mention it.
static void need_of_guard(const struct explicit *x, struct support *before, const struct position *p, struct need n,
                          struct needs *out) {
  struct terms *tm = x->cpa->run.tm;
  struct term variable = evaluator_variable(x->refiner->evaluator, n.number);
  struct vec_term conjuncts = {0};
  vec_term_push(&conjuncts, p->step->step.guard);
  terms_tidy(tm, &conjuncts);
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    if (!term_mentions(tm, conjuncts.data[i], variable)) continue;
    uint32_t count;
    const uint32_t *vars = term_free_vars(tm, conjuncts.data[i], &count);
    for (uint32_t k = 0; k < count; k++) {
      if (term_is_unknown(support_value(before, (struct term){vars[k]}))) continue;
      needs_add(out, (struct need){.number = evaluator_number(x->refiner->evaluator, (struct term){vars[k]})});
    }
  }
  vec_term_release(&conjuncts);
}

// Through the guard: what it says is not needed before it.
static void before_guard(const struct explicit *x, const struct position *p, const struct needs *after,
                         struct needs *out) {
  struct support *before = support_at(x, p->before);
  for (uint32_t i = 0; i < after->all.size; i++) {
    if (support_knows(before, after->all.data[i])) needs_add(out, after->all.data[i]);
    else need_of_guard(x, before, p, after->all.data[i], out);
  }
  support_free(before);
}

// needs: those after the edge become those before it. False: they cannot be said.
static bool step_back(const struct explicit *x, uint32_t edge, struct needs *needs) {
  const struct position *p = &x->positions.data[edge];
  bool good = true;
  if (writes_any(x, p, needs)) {
    struct needs out = {0};
    good = before_updates(x, p, needs, &out);
    needs_release(needs);
    *needs = out;
  }
  if (good && !persistent_same(p->before, p->assumed)) {
    struct needs out = {0};
    before_guard(x, p, needs, &out);
    needs_release(needs);
    *needs = out;
  }
  return good && needs->all.size <= NEEDS_MAX;
}

static void record(struct refutation *r, uint32_t position, const struct needs *needs) {
  vec_record_push(&r->records, (struct record){position, r->needs.size, needs->all.size});
  for (uint32_t i = 0; i < needs->all.size; i++) vec_need_push(&r->needs, needs->all.data[i]);
}

static bool go_backward(const struct explicit *x, struct refutation *r) {
  struct needs needs = {0};
  struct support *s = support_at(x, store_at(x, r->contradiction));
  bool good = support_of(s, condition_at(x, r->contradiction), &needs);
  support_free(s);
  for (uint32_t at = r->contradiction; good && needs.all.size; at--) {
    if (closed_before(x, at)) record(r, at, &needs);
    if (!at) break;
    good = step_back(x, at - 1, &needs);
  }
  needs_release(&needs);
  return good;
}

// --- everything that is known: where the above does not find out what is needed --------------------------------------

struct collecting {
  const struct explicit *x;
  struct persistent store;
  struct needs *out;
  uint32_t number;
};

static void collect_cell(void *context, uint64_t key, uint32_t word) {
  struct collecting *c = context;
  (void)word;
  needs_add(c->out, (struct need){.number = c->number, .is_cell = true, .index = key});
}

static void collect_known(void *context, uint64_t key, uint32_t word) {
  struct collecting *c = context;
  struct evaluator *e = c->x->refiner->evaluator;
  (void)word;
  c->number = (uint32_t)key;
  struct terms *tm = c->x->cpa->run.tm;
  if (sort_kind(tm, term_sort(tm, evaluator_variable(e, c->number))) != SORT_ARRAY)
    needs_add(c->out, (struct need){.number = c->number});
  else persistent_each(c->x->refiner->pool, store_array(e, c->store, c->number).cells, collect_cell, c);
}

static void need_everything(const struct explicit *x, struct refutation *r) {
  vec_record_clear(&r->records);
  vec_need_clear(&r->needs);
  for (uint32_t at = r->contradiction; at; at--) {
    if (!closed_before(x, at)) continue;
    struct needs needs = {0};
    struct collecting c = {.x = x, .store = store_at(x, at), .out = &needs};
    persistent_each(x->refiner->pool, c.store, collect_known, &c);
    record(r, at, &needs);
    needs_release(&needs);
  }
}

// --- the check, and the choice --------------------------------------------------------------------------------------

// The part of the store that is needed. False: it is not in it.
static bool restricted(const struct explicit *x, struct persistent *store, uint32_t n, const struct need *needs) {
  struct evaluator *e = x->refiner->evaluator;
  struct support *s = support_at(x, *store);
  struct persistent out = PERSISTENT_EMPTY;
  bool good = true;
  for (uint32_t i = 0; i < n && good; i++) {
    struct term variable = evaluator_variable(e, needs[i].number);
    good = support_knows(s, needs[i]);
    if (!good) break;
    if (!needs[i].is_cell) {
      out = store_put(e, out, needs[i].number, support_value(s, variable));
      continue;
    }
    struct known_array known = store_array(e, out, needs[i].number);
    struct terms *tm = x->cpa->run.tm;
    uint32_t width = sort_width(tm, sort_index(tm, term_sort(tm, variable)));
    struct term cell = support_value(s, term_select(tm, variable, term_bv(tm, width, needs[i].index)));
    known.cells = persistent_put(x->refiner->pool, known.cells, needs[i].index, cell.id);
    out = store_put_array(e, out, needs[i].number, known);
  }
  support_free(s);
  *store = out;
  return good;
}

// Does each interpolant follow from the one before, and does the last contradict the path?
static bool refutes(struct explicit *x, const struct refutation *r) {
  struct evaluator *e = x->refiner->evaluator;
  struct persistent store = initial_store(x);
  uint32_t next = r->records.size; // records are descending
  for (uint32_t at = 0;; at++) {
    if (next && r->records.data[next - 1].position == at) {
      const struct record *rec = &r->records.data[--next];
      if (!restricted(x, &store, rec->count, r->needs.data + rec->first)) return false;
    } else if (closed_before(x, at)) {
      store = PERSISTENT_EMPTY;
    }
    if (at == x->positions.size) break;
    const struct position *p = &x->positions.data[at];
    uint64_t visit = ++x->refiner->visit;
    struct term guard = evaluate_guard(e, p->code, visit, store);
    if (!term_is_unknown(guard) && term_is_false(x->cpa->run.tm, guard)) return true;
    if (at == r->contradiction) return false;
    store = evaluate_updates(e, p->code, visit, evaluate_assume(e, p->code, store));
  }
  struct support *s = support_at(x, store);
  struct term value = term_none(x->last) ? TERM_UNKNOWN : support_value(s, x->last);
  support_free(s);
  return !term_is_unknown(value) && term_is_false(x->cpa->run.tm, value);
}

// The automaton's variable; PRECISION_HEAP: the bump pointer.
static uint32_t variable_of(const struct explicit *x, uint32_t number) {
  struct context context;
  uint32_t var;
  struct term t = evaluator_variable(x->refiner->evaluator, number);
  return unfold_var_of(x->cpa->run.unfold, t, &context, &var) ? var : PRECISION_HEAP;
}

static struct location location_before(const struct explicit *x, uint32_t position) {
  return graph_node(x->cpa->run.graph, node_before(x, position))->location;
}

static bool is_tracked(const struct explicit *x, struct location location, struct need n) {
  const struct place_precision *p = tracking_at(x->cpa->tracking, location);
  uint32_t var = variable_of(x, n.number);
  return map_u32_find(&p->variables, var) || (n.is_cell && map_u32_find(&p->cells, cell_key(var, n.index)));
}

// Each variable that is not tracked where it is needed, once.
static void set_cost(const struct explicit *x, struct refutation *r) {
  struct needs seen = {0};
  r->cost = 0;
  for (uint32_t i = 0; i < r->records.size; i++) {
    struct location location = location_before(x, r->records.data[i].position);
    for (uint32_t k = 0; k < r->records.data[i].count; k++) {
      struct need n = r->needs.data[r->records.data[i].first + k];
      if (is_tracked(x, location, n) || !needs_add(&seen, n)) continue;
      r->cost += n.is_cell ? COST_COMPUTED : tracking_cost(x->cpa->tracking, variable_of(x, n.number));
    }
  }
  needs_release(&seen);
}

static void refute_at(struct explicit *x, uint32_t contradiction, struct refutation *out) {
  *out = (struct refutation){.contradiction = contradiction};
  if (!go_backward(x, out) || !refutes(x, out)) need_everything(x, out);
  set_cost(x, out);
}

static void learn(const struct explicit *x, const struct refutation *r, struct lacking *lacking) {
  for (uint32_t i = r->records.size; i-- > 0;) {
    const struct record *rec = &r->records.data[i];
    for (uint32_t k = 0; k < rec->count; k++) {
      struct need n = r->needs.data[rec->first + k];
      uint32_t var = variable_of(x, n.number);
      if (n.is_cell) lacking_cell(lacking, rec->position - 1, var, n.index);
      else lacking_variable(lacking, rec->position - 1, var);
    }
  }
}

// Of all contradictions the cheapest; there is one.
static struct refutation cheapest_refutation(struct explicit *x) {
  struct refutation best = {.cost = UINT64_MAX};
  for (uint32_t i = 0; i < x->contradictions.size; i++) {
    struct refutation r;
    refute_at(x, x->contradictions.data[i], &r);
    if (r.cost < best.cost) {
      refutation_release(&best);
      best = r;
    } else {
      refutation_release(&r);
    }
  }
  return best;
}

enum explicit_answer refine_explicit(struct cpa *cpa, const struct reached_path *path, struct term last, uint64_t most,
                                     struct lacking *lacking) {
  struct explicit x = {.cpa = cpa, .refiner = refiner_of(cpa), .path = path, .last = last};
  enum explicit_answer answer = EXPLICIT_NOT;
  run_forward(&x);
  if (x.contradictions.size) {
    struct refutation best = cheapest_refutation(&x);
    answer = best.cost < most ? EXPLICIT_REFUTED : EXPLICIT_COSTLY;
    if (answer == EXPLICIT_REFUTED) learn(&x, &best, lacking);
    refutation_release(&best);
  }
  vec_position_release(&x.positions);
  vec_u32_release(&x.contradictions);
  return answer;
}
