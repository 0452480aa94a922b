// See induction.h.
#include "explore/array/induction.h"
#include "explore/segments.h"
#include "explore/strengthen.h"
#include "facts/array/values.h"
#include "solve/ring/ring.h"
#include "term/instances.h"
#include "term/quantified.h"

enum { MAX_CASES = 12 }; // of a query
#define QUERY_SECONDS 0.5
#define PLAIN_SHARE 0.4 // of the time, for what needs no quantifiers

struct candidate {
  struct point at;
  struct term formula;
  bool dropped;
  bool proved; // as long as none of what it needs is dropped
  struct vec_u32 needs; // candidates
};
VEC_TYPE(vec_candidate, struct candidate)

struct induction {
  struct expansion *x;
  struct terms *tm;
  struct solver *solver;
  double deadline;
  struct vec_candidate candidates;
  struct vec_u32 *at; // by point
  struct vec_segment *segments; // by point, once `executed`
  unsigned char *executed;
  struct map_u32 known; // point and formula
  // Scratch: the conjuncts of a query, and for each the candidate that it is of (UINT32_MAX: of none).
  struct vec_term query;
  struct vec_u32 owner;
  bool reduced; // it has what followed from conjuncts without products
  struct map_u32 products; // for ring_concerns
};

static bool out_of_time(const struct induction *d) {
  return limits_stopped(d->x->run->limits) || clock_now() > d->deadline;
}

// --- candidates ------------------------------------------------------------------------------------------------------

static void add_candidate(struct induction *d, struct point p, struct term formula) {
  uint64_t key = (uint64_t)p.id << 32 | formula.id;
  if (term_is_const(d->tm, formula) || map_u32_find(&d->known, key)) return;
  map_u32_put(&d->known, key, 1);
  vec_u32_push(&d->at[p.id], d->candidates.size);
  vec_candidate_push(&d->candidates, (struct candidate){.at = p, .formula = formula});
}

static void add_plain(struct induction *d, uint32_t sources, double seconds) {
  struct strengthening s;
  strengthen_facts(d->x, sources, seconds, &s);
  for (uint32_t i = 0; i < d->x->cuts.size; i++) {
    struct point p = d->x->cuts.data[i];
    for (uint32_t k = 0; k < s.at[p.id].size; k++) add_candidate(d, p, s.at[p.id].data[k]);
  }
  strengthening_release(&s);
}

// False: nothing was found about cells.
static bool add_cells(struct induction *d, struct cell_values *values) {
  bool any = false;
  for (uint32_t i = 0; i < d->x->cuts.size; i++) {
    struct point p = d->x->cuts.data[i];
    const struct expanded_point *at = expansion_at(d->x, p);
    struct vec_term cells = {0}, plain = {0};
    cell_values_at(values, at->location, &cells, &plain);
    any |= cells.size != 0;
    for (uint32_t k = 0; k < cells.size + plain.size; k++) {
      struct term t = k < cells.size ? cells.data[k] : plain.data[k - cells.size];
      struct term instance = facts_instance(d->x->unfold, at->context, t);
      if (!term_none(instance)) add_candidate(d, p, instance);
    }
    vec_term_release(&cells);
    vec_term_release(&plain);
  }
  return any;
}

// Conditions of the program about cells, said of all cells in a range.
static void add_conditions(struct induction *d) {
  for (uint32_t i = 0; i < d->x->cuts.size; i++) {
    const struct expanded_point *at = expansion_at(d->x, d->x->cuts.data[i]);
    struct vec_term found = {0};
    facts_candidates(d->x->run->facts, at->location, SOURCE_CELLS, &found);
    for (uint32_t k = 0; k < found.size; k++) {
      struct term instance = facts_instance(d->x->unfold, at->context, found.data[k]);
      if (!term_none(instance)) add_candidate(d, d->x->cuts.data[i], instance);
    }
    vec_term_release(&found);
  }
}

// --- queries ---------------------------------------------------------------------------------------------------------

static bool execute_from(struct induction *d, struct point p) {
  if (!d->executed[p.id] && !segments_from(d->x, p, d->deadline, &d->segments[p.id])) return false;
  d->executed[p.id] = 1;
  return true;
}

static void push(struct induction *d, struct term t, uint32_t owner) {
  vec_term_push(&d->query, t);
  vec_u32_push(&d->owner, owner);
}

static void push_conjuncts(struct induction *d, struct term t) {
  bool conjunction = term_kind(d->tm, t) == TERM_AND;
  for (uint32_t i = 0; i < (conjunction ? term_arity(d->tm, t) : 1); i++)
    push(d, conjunction ? term_child(d->tm, t, i) : t, UINT32_MAX);
}

// Conjuncts without products, which are easy.
static bool refute(void *context, const struct vec_term *conjuncts) {
  struct induction *d = context;
  struct vec_term plain = {0};
  for (uint32_t i = 0; i < conjuncts->size; i++)
    if (!ring_concerns(d->tm, &d->products, 1, &conjuncts->data[i])) vec_term_push(&plain, conjuncts->data[i]);
  bool refuted = !out_of_time(d) && solver_check(d->solver, plain.size, plain.data) == ANSWER_UNSAT;
  vec_term_release(&plain);
  return refuted;
}

// What the candidates at the beginning of a segment say about the query so far. Returns what is to be distinguished.
static struct term assume_cells(struct induction *d, struct point p, struct term variable, bool products) {
  struct vec_term every = {0}, instances = {0};
  struct vec_u32 of = {0}, who = {0};
  for (uint32_t i = 0; i < d->at[p.id].size; i++) {
    const struct candidate *c = &d->candidates.data[d->at[p.id].data[i]];
    if (c->dropped || term_none(quantified_in(d->tm, c->formula))) continue;
    vec_term_push(&every, c->formula);
    vec_u32_push(&who, d->at[p.id].data[i]);
  }
  instances_append(d->tm, every.size, every.data, d->query.size, d->query.data, &instances, &of);
  struct term split = TERM_NONE;
  if (products) split = instances_reduce(d->tm, &d->query, variable, refute, d, &instances, &of);
  // An equation rests on what reduced it to one, too: all conjuncts without products, of which some may be needed.
  for (uint32_t i = 0; i < instances.size; i++) push(d, instances.data[i], who.data[of.data[i]]);
  d->reduced = products;
  vec_term_release(&every);
  vec_term_release(&instances);
  vec_u32_release(&of);
  vec_u32_release(&who);
  return split;
}

static void need_core(struct induction *d, struct vec_u32 *needs) {
  uint32_t n;
  const struct term *core = solver_core(d->solver, &n);
  struct map_u32 in = {0};
  for (uint32_t i = 0; i < n; i++) map_u32_put(&in, core[i].id, 1);
  for (uint32_t i = 0; i < d->query.size; i++) {
    bool plain = d->reduced && !ring_concerns(d->tm, &d->products, 1, &d->query.data[i]);
    if (d->owner.data[i] != UINT32_MAX && (plain || map_u32_find(&in, d->query.data[i].id)))
      vec_u32_push(needs, d->owner.data[i]);
  }
  map_u32_release(&in);
}

// Conjuncts before a formula at the end of a segment: those of the segment, and what needs no instances.
static void begin_query(struct induction *d, const struct segment *g) {
  vec_term_clear(&d->query);
  vec_u32_clear(&d->owner);
  for (uint32_t i = 0; i < g->path.size; i++) push(d, g->path.data[i], UINT32_MAX);
  for (uint32_t i = 0; i < d->at[g->from.id].size; i++) {
    const struct candidate *c = &d->candidates.data[d->at[g->from.id].data[i]];
    if (!c->dropped && term_none(quantified_in(d->tm, c->formula))) push(d, c->formula, d->at[g->from.id].data[i]);
  }
}

static bool has_products(struct induction *d, struct point p, struct term formula) {
  bool any = ring_concerns(d->tm, &d->products, 1, &formula) ||
             ring_concerns(d->tm, &d->products, d->query.size, d->query.data);
  for (uint32_t i = 0; i < d->at[p.id].size && !any; i++) {
    const struct candidate *c = &d->candidates.data[d->at[p.id].data[i]];
    any = !c->dropped && ring_concerns(d->tm, &d->products, 1, &c->formula);
  }
  return any;
}

// Does the segment contradict the formula at its end (true where there is none), about an arbitrary `variable`? The
// candidates at its beginning that were needed to tell are added to `needs`.
static bool contradicts(struct induction *d, const struct segment *g, struct term formula, struct term variable,
                        struct vec_u32 *needs) {
  struct vec_term cases = {0};
  begin_query(d, g);
  bool products = has_products(d, g->from, formula), good = true;
  if (!term_none(variable) && products) instances_cases(d->tm, &d->query, formula, variable, refute, d, &cases);
  else vec_term_push(&cases, formula);
  for (uint32_t i = 0; i < cases.size && good; i++) {
    struct term t = cases.data[i];
    begin_query(d, g);
    push_conjuncts(d, t);
    struct term split = assume_cells(d, g->from, variable, products);
    good = !out_of_time(d);
    if (good && !term_none(split) && cases.size < MAX_CASES) {
      instances_distinguish(d->tm, t, split, variable, &cases);
      continue;
    }
    good = good && solver_check(d->solver, d->query.size, d->query.data) == ANSWER_UNSAT;
    if (good) need_core(d, needs);
  }
  vec_term_release(&cases);
  return good;
}

// Does it hold at the end of all segments to its cut point, if what is not dropped holds at their beginnings?
static bool prove(struct induction *d, uint32_t number) {
  struct candidate *c = &d->candidates.data[number];
  struct term any = quantified_in(d->tm, c->formula), formula = c->formula, variable = TERM_NONE;
  bool good = true;
  if (!term_none(any)) {
    variable = term_fresh(d->tm, term_sort(d->tm, any), "any");
    formula = term_substitute(d->tm, formula, 1, &any, &variable);
  }
  vec_u32_clear(&c->needs);
  for (uint32_t i = 0; i < d->x->points.size && good; i++) {
    const struct expanded_point *from = expansion_at(d->x, (struct point){i});
    if (!from->cut && i != d->x->entry.id) continue;
    good = execute_from(d, (struct point){i});
    for (uint32_t k = 0; k < d->segments[i].size && good; k++) {
      const struct segment *g = &d->segments[i].data[k];
      if (point_same(g->to, c->at))
        good = contradicts(d, g, term_not(d->tm, substitution_apply(g->end, formula)), variable, &c->needs);
    }
  }
  c->proved = good;
  return good;
}

// --- Houdini ---------------------------------------------------------------------------------------------------------

static bool needs(const struct candidate *c, uint32_t number) {
  for (uint32_t i = 0; i < c->needs.size; i++)
    if (c->needs.data[i] == number) return true;
  return false;
}

// The candidate does not hold; what needed it is open again.
static void drop(struct induction *d, uint32_t number) {
  d->candidates.data[number].dropped = true;
  for (uint32_t i = 0; i < d->candidates.size; i++)
    if (d->candidates.data[i].proved && needs(&d->candidates.data[i], number)) d->candidates.data[i].proved = false;
}

// False: out of time.
static bool houdini(struct induction *d) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < d->candidates.size; i++) {
      if (d->candidates.data[i].dropped || d->candidates.data[i].proved) continue;
      if (!prove(d, i)) {
        if (out_of_time(d)) return false;
        drop(d, i);
      }
      changed = true;
    }
  }
  return true;
}

// No target is met. What is needed for that goes to `todo`.
static bool excludes_targets(struct induction *d, struct vec_u32 *todo) {
  for (uint32_t i = 0; i < d->x->points.size; i++) {
    const struct expanded_point *from = expansion_at(d->x, (struct point){i});
    if (!from->cut && i != d->x->entry.id) continue;
    if (!execute_from(d, (struct point){i})) return false;
    for (uint32_t k = 0; k < d->segments[i].size; k++) {
      const struct segment *g = &d->segments[i].data[k];
      if (point_none(g->to) && !contradicts(d, g, term_true(d->tm), TERM_NONE, todo)) return false;
    }
  }
  return true;
}

static void collect(struct induction *d, struct vec_u32 *todo, struct vec_term *needed) {
  struct map_u32 seen = {0};
  while (todo->size) {
    uint32_t number = vec_u32_pop(todo);
    if (map_u32_find(&seen, number)) continue;
    map_u32_put(&seen, number, 1);
    const struct candidate *c = &d->candidates.data[number];
    vec_term_push(&needed[c->at.id], c->formula);
    for (uint32_t i = 0; i < c->needs.size; i++) vec_u32_push(todo, c->needs.data[i]);
  }
  map_u32_release(&seen);
}

// --- the whole -------------------------------------------------------------------------------------------------------

static void induction_release(struct induction *d) {
  for (uint32_t i = 0; i < d->candidates.size; i++) vec_u32_release(&d->candidates.data[i].needs);
  for (uint32_t i = 0; i < d->x->points.size; i++) {
    vec_segment_drop(&d->segments[i]);
    vec_u32_release(&d->at[i]);
  }
  vec_candidate_release(&d->candidates);
  mem_free(d->segments);
  mem_free(d->executed);
  mem_free(d->at);
  map_u32_release(&d->known);
  vec_term_release(&d->query);
  vec_u32_release(&d->owner);
  map_u32_release(&d->products);
  solver_free(d->solver);
}

bool array_induction(struct expansion *x, uint32_t sources, double seconds, struct vec_term *needed) {
  struct cell_values *values = cell_values_new(x->run->facts);
  if (!values) return false;
  struct solver_config config = x->run->setting.solver;
  if (!(config.query_seconds > 0 && config.query_seconds < QUERY_SECONDS)) config.query_seconds = QUERY_SECONDS;
  config.record_file = config.trace_file = NULL;
  struct induction d = {.x = x,
                        .tm = x->tm,
                        .solver = solver_new(x->tm, x->run->limits, x->run->stats, &config),
                        .deadline = clock_now() + seconds,
                        .at = mem_zalloc(x->points.size + 1, sizeof *d.at),
                        .segments = mem_zalloc(x->points.size + 1, sizeof *d.segments),
                        .executed = mem_zalloc(x->points.size + 1, 1)};
  struct vec_u32 todo = {0};
  bool proved = false;
  if (add_cells(&d, values)) {
    add_plain(&d, sources, seconds * PLAIN_SHARE);
    proved = houdini(&d) && excludes_targets(&d, &todo);
    if (!proved && !out_of_time(&d)) {
      vec_u32_clear(&todo);
      add_conditions(&d);
      proved = houdini(&d) && excludes_targets(&d, &todo);
    }
  }
  if (proved) collect(&d, &todo, needed);
  vec_u32_release(&todo);
  cell_values_free(values);
  induction_release(&d);
  return proved;
}
