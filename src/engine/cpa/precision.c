// See precision.h.
#include "engine/cpa/precision.h"
#include "term/walk.h"

struct tracking {
  struct cfa *cfa;
  enum precision_scope scope;
  struct vec_ptr points; // struct place_precision, by location or function; NULL: nothing is tracked there
  struct place_precision nothing;
  uint32_t version; // of the last addition
  struct vec_u32 costs; // by variable; empty: not looked at yet
  // Of all points; a point gets them when it is next asked for.
  struct vec_u32 everywhere;
  struct map_u32 is_everywhere;
  struct vec_u64 cells_everywhere; // keys
};

struct tracking *tracking_new(struct cfa *cfa, enum precision_scope scope) {
  struct tracking *t = mem_zalloc(1, sizeof *t);
  t->cfa = cfa;
  t->scope = scope;
  vec_ptr_resize(&t->points, scope == SCOPE_FUNCTION ? cfa->functions.size : cfa->locations.size);
  return t;
}

void tracking_free(struct tracking *t) {
  if (!t) return;
  for (uint32_t i = 0; i < t->points.size; i++) {
    struct place_precision *p = t->points.data[i];
    if (!p) continue;
    map_u32_release(&p->variables);
    map_u32_release(&p->cells);
    vec_term_release(&p->predicates);
    vec_u32_release(&p->since);
    mem_free(p);
  }
  vec_ptr_release(&t->points);
  vec_u32_release(&t->costs);
  vec_u32_release(&t->everywhere);
  vec_u64_release(&t->cells_everywhere);
  map_u32_release(&t->is_everywhere);
  mem_free(t);
}

static uint32_t point_of(const struct tracking *t, struct location location) {
  return t->scope == SCOPE_FUNCTION ? cfa_location(t->cfa, location)->function : location.id;
}

static uint32_t grow(struct tracking *t, struct place_precision *p) { return (uint32_t)(p->version = ++t->version); }

static void add_everywhere(struct tracking *t, struct place_precision *p) {
  for (; p->everywhere < t->everywhere.size; p->everywhere++) {
    uint32_t var = t->everywhere.data[p->everywhere];
    if (!map_u32_find(&p->variables, var)) map_u32_put(&p->variables, var, grow(t, p));
  }
  for (; p->cells_everywhere < t->cells_everywhere.size; p->cells_everywhere++) {
    uint64_t key = t->cells_everywhere.data[p->cells_everywhere];
    if (!map_u32_find(&p->cells, key)) map_u32_put(&p->cells, key, grow(t, p));
  }
}

static struct place_precision *made_at(struct tracking *t, struct location location) {
  void **at = &t->points.data[point_of(t, location)];
  if (!*at) *at = mem_zalloc(1, sizeof(struct place_precision));
  add_everywhere(t, *at);
  return *at;
}

const struct place_precision *tracking_at(struct tracking *t, struct location location) {
  struct place_precision *p = t->points.data[point_of(t, location)];
  return p || t->everywhere.size || t->cells_everywhere.size ? made_at(t, location) : &t->nothing;
}

static bool push_everywhere(struct tracking *t, uint32_t var) {
  if (map_u32_find(&t->is_everywhere, var)) return false;
  map_u32_put(&t->is_everywhere, var, 1);
  vec_u32_push(&t->everywhere, var);
  return true;
}

bool tracking_add_variable(struct tracking *t, struct location location, uint32_t var) {
  struct place_precision *p = made_at(t, location);
  if (map_u32_find(&p->variables, var)) return false;
  if (t->scope == SCOPE_FUNCTION) push_everywhere(t, var);
  else map_u32_put(&p->variables, var, grow(t, p));
  add_everywhere(t, p);
  return true;
}

// Regions are few, and addresses have at most 47 bits. Where two cells have one key both are tracked.
uint64_t cell_key(uint32_t region, uint64_t index) {
  uint64_t key = (uint64_t)region << 48 ^ index;
  return key == MAP_EMPTY ? 0 : key;
}

bool tracking_add_cell(struct tracking *t, struct location location, uint32_t region, uint64_t index) {
  struct place_precision *p = made_at(t, location);
  uint64_t key = cell_key(region, index);
  if (map_u32_find(&p->variables, region) || map_u32_find(&p->cells, key)) return false;
  if (t->scope == SCOPE_FUNCTION) vec_u64_push(&t->cells_everywhere, key);
  else map_u32_put(&p->cells, key, grow(t, p));
  add_everywhere(t, p);
  return true;
}

bool tracking_add_predicate(struct tracking *t, struct location location, struct term formula) {
  if (term_is_const(t->cfa->tm, formula)) return false;
  struct place_precision *p = made_at(t, location);
  for (uint32_t i = 0; i < p->predicates.size; i++)
    if (term_same(p->predicates.data[i], formula)) return false;
  vec_term_push(&p->predicates, formula);
  vec_u32_push(&p->since, grow(t, p));
  return true;
}

// --- costs ---------------------------------------------------------------------------------------------------------

// Is the value the variable itself and something added?
static bool counts(struct terms *tm, struct term variable, struct term value) {
  return term_kind(tm, value) == TERM_BV_ADD &&
         (term_same(term_child(tm, value, 0), variable) || term_same(term_child(tm, value, 1), variable));
}

static uint32_t largest_cost(const struct tracking *t, uint32_t var, struct term value) {
  uint32_t n, cost = COST_COMPUTED;
  const uint32_t *vars = term_free_vars(t->cfa->tm, value, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t v = cfa_var_of(t->cfa, (struct term){vars[i]});
    if (v != CFA_NONE && v != var && t->costs.data[v] > cost) cost = t->costs.data[v];
  }
  return cost;
}

// What the value makes of the cost of the variable that gets it. What is computed from a counter counts, too.
static uint32_t cost_of_value(const struct tracking *t, uint32_t var, struct term value) {
  struct terms *tm = t->cfa->tm;
  uint32_t copied = cfa_var_of(t->cfa, value);
  if (copied == var || term_is_const(tm, value)) return COST_FINITE;
  if (copied != CFA_NONE) return t->costs.data[copied];
  if (counts(tm, t->cfa->vars.data[var].term, value)) return COST_COUNTER;
  return largest_cost(t, var, value);
}

// Values of large blocks are choices between values.
static uint32_t cost_of_choices(const struct tracking *t, uint32_t var, struct term value) {
  struct term_walk walk = {.tm = t->cfa->tm};
  uint32_t cost = COST_FINITE;
  term_walk_add(&walk, value);
  for (struct term v; term_walk_next(&walk, &v);) {
    term_walk_skip(&walk);
    if (term_kind(t->cfa->tm, v) == TERM_ITE) {
      for (uint32_t i = 1; i < 3; i++) term_walk_add(&walk, term_child(t->cfa->tm, v, i));
    } else {
      uint32_t c = cost_of_value(t, var, v);
      if (c > cost) cost = c;
    }
  }
  term_walk_release(&walk);
  return cost;
}

static bool raise_cost(struct tracking *t, uint32_t var, uint32_t cost) {
  if (cost <= t->costs.data[var]) return false;
  t->costs.data[var] = cost;
  return true;
}

// Costs only rise, and there are three: it ends.
static bool costs_of_edge(struct tracking *t, const struct cfa_edge *e) {
  bool any = false;
  for (uint32_t i = 0; i < e->updates.size; i++) {
    uint32_t var = e->updates.data[i].var;
    any = raise_cost(t, var, cost_of_choices(t, var, e->updates.data[i].value)) || any;
  }
  if (e->callee == CFA_NONE) return any;
  const struct cfa_function *f = &t->cfa->functions.data[e->callee];
  for (uint32_t i = 0; i < e->args.size && i < f->params.size; i++)
    any = raise_cost(t, f->params.data[i], cost_of_choices(t, f->params.data[i], e->args.data[i])) || any;
  if (e->result != CFA_NONE && f->result != CFA_NONE) any = raise_cost(t, e->result, t->costs.data[f->result]) || any;
  return any;
}

uint32_t tracking_cost(struct tracking *t, uint32_t var) {
  if (!t->costs.size) {
    for (uint32_t i = 0; i < t->cfa->vars.size; i++) vec_u32_push(&t->costs, COST_FINITE);
    for (bool again = true; again;) {
      again = false;
      for (uint32_t i = 0; i < t->cfa->edges.size; i++) again = costs_of_edge(t, &t->cfa->edges.data[i]) || again;
    }
  }
  return var < t->costs.size ? t->costs.data[var] : COST_COUNTER;
}

bool tracking_add_everywhere(struct tracking *t, uint32_t cost) {
  bool any = false;
  tracking_cost(t, 0);
  for (uint32_t v = 0; v < t->cfa->vars.size; v++) {
    bool is_array = sort_kind(t->cfa->tm, t->cfa->vars.data[v].sort) == SORT_ARRAY;
    if (is_array ? cost >= COST_COUNTER : t->costs.data[v] <= cost) any = push_everywhere(t, v) || any;
  }
  if (cost >= COST_COUNTER) push_everywhere(t, PRECISION_HEAP);
  return any;
}
