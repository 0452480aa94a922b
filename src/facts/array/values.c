// See values.h.
#include "facts/array/values.h"
#include "facts/affine_hull.h"
#include "facts/guards.h"
#include "facts/table.h"
#include "term/quantified.h"
#include "term/walk.h"

enum {
  RUNS = 48,
  RUN_STEPS = 3000,
  MAX_PATTERNS = 8,
  MAX_COUNTERS = 2,
  MAX_SCALARS = 5, // of a polynomial
  MAX_VISITS = 200, // of a head
  MAX_RUN_VISITS = 16,
  MAX_BOUND = 12, // greater arrays are not looked at
  MAX_COLUMNS = 1 + (MAX_SCALARS + 1) + (MAX_SCALARS + 1) * (MAX_SCALARS + 2) / 2 + 1,
  MAX_ROWS = 300, // of an elimination
  SPARE_ROWS = 2,
  MAX_COEFFICIENT = 5000,
  CONDITIONS = 6, // how k may compare with a counter
};

// The cells of an array: those at `index` with any number in the place of the universally quantified variable.
struct pattern {
  uint32_t array; // variable
  struct term index;
  uint32_t width; // of the variable and of the cells
};
VEC_TYPE(vec_pattern, struct pattern)

// What was seen at a head.
struct head {
  struct location location;
  struct vec_u32 scalars; // variables: counters first, then what else is changed, then the others
  uint32_t counters, changed; // how many are counters; how many the loops change
  struct term bound; // none: none was found
  struct vec_u64 visits; // values of the scalars and of the bound, visit after visit
  uint32_t n;
  uint32_t run, of_run; // the run at hand, and its visits
  struct vec_u64 cells[MAX_PATTERNS]; // the number of the visit, k, the value
};
VEC_TYPE(vec_head, struct head)

struct cell_values {
  struct facts *f;
  struct cfa *cfa;
  struct terms *tm;
  struct map_u32 changed; // variables, by loops
  struct map_u32 indexing; // of these, those in indices
  struct vec_pattern patterns;
  struct vec_head heads;
  struct map_u32 head_of; // location → index
};

// --- arrays ----------------------------------------------------------------------------------------------------------

static struct term root_of(struct terms *tm, struct term array) {
  while (term_kind(tm, array) == TERM_STORE) array = term_child(tm, array, 0);
  return array;
}

static void add_pattern(struct cell_values *v, uint32_t array, struct term index, uint32_t counter) {
  struct terms *tm = v->tm;
  struct term var = v->cfa->vars.data[counter].term;
  struct sort element = sort_element(tm, term_sort(tm, v->cfa->vars.data[array].term));
  uint32_t width = term_width(tm, var);
  if (sort_kind(tm, element) != SORT_BV || sort_width(tm, element) != width || width > 64) return;
  struct term k = quantified_variable(tm, width), pattern = term_substitute(tm, index, 1, &var, &k);
  for (uint32_t i = 0; i < v->patterns.size; i++) {
    const struct pattern *p = &v->patterns.data[i];
    if (p->array != array || p->width != width) continue;
    for (int64_t d = -2; d <= 2; d++) { // a[k - 1] is about the same cells as a[k]
      struct term near = term_add(tm, k, term_bv(tm, width, (uint64_t)d));
      if (term_same(term_substitute(tm, p->index, 1, &k, &near), pattern)) return;
    }
  }
  if (v->patterns.size < MAX_PATTERNS) vec_pattern_push(&v->patterns, (struct pattern){array, pattern, width});
}

// The index has one variable that a loop changes.
static void look_at_index(struct cell_values *v, struct term array, struct term index) {
  uint32_t n, counter = CFA_NONE, var = cfa_var_of(v->cfa, root_of(v->tm, array));
  const uint32_t *vars = term_free_vars(v->tm, index, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t of = cfa_var_of(v->cfa, (struct term){vars[i]});
    if (of == CFA_NONE) return;
    if (!map_u32_find(&v->changed, of) || sort_kind(v->tm, v->cfa->vars.data[of].sort) != SORT_BV) continue;
    if (counter != CFA_NONE) return;
    counter = of;
  }
  if (counter == CFA_NONE || var == CFA_NONE) return;
  map_u32_put(&v->indexing, counter, 1);
  add_pattern(v, var, index, counter);
}

static void find_patterns(struct cell_values *v, struct term root, bool writes) {
  struct term_walk walk = {.tm = v->tm};
  term_walk_add(&walk, root);
  for (struct term t; term_walk_next(&walk, &t);)
    if (term_kind(v->tm, t) == (writes ? TERM_STORE : TERM_SELECT))
      look_at_index(v, term_child(v->tm, t, 0), term_child(v->tm, t, 1));
  term_walk_release(&walk);
}

static void find_all_patterns(struct cell_values *v) {
  struct vec_u32 changes = {0};
  for (uint32_t i = 0; i < v->cfa->locations.size; i++) {
    if (!v->cfa->locations.data[i].loop_head) continue;
    vec_u32_clear(&changes);
    cfa_loop_changes(v->cfa, (struct location){i}, &changes);
    for (uint32_t k = 0; k < changes.size; k++) map_u32_put(&v->changed, changes.data[k], 1);
  }
  vec_u32_release(&changes);
  for (int writes = 1; writes >= 0; writes--) // what is written first
    for (uint32_t i = 0; i < v->cfa->edges.size; i++) {
      const struct cfa_edge *e = &v->cfa->edges.data[i];
      if (location_none(cfa_location(v->cfa, e->from)->loop)) continue;
      find_patterns(v, e->guard, writes);
      for (uint32_t k = 0; k < e->updates.size; k++) find_patterns(v, e->updates.data[k].value, writes);
      for (uint32_t k = 0; k < e->args.size; k++) find_patterns(v, e->args.data[k], writes);
    }
}

// --- heads -----------------------------------------------------------------------------------------------------------

static bool has(const struct vec_u32 *list, uint32_t x) {
  for (uint32_t i = 0; i < list->size; i++)
    if (list->data[i] == x) return true;
  return false;
}

static bool is_local(const struct cell_values *v, const struct head *h, uint32_t var) {
  uint32_t of = v->cfa->vars.data[var].function;
  return of == CFA_NONE || of == cfa_location(v->cfa, h->location)->function;
}

static bool is_scalar(const struct cell_values *v, const struct head *h, uint32_t var) {
  const struct cfa_var *x = &v->cfa->vars.data[var];
  return sort_kind(v->tm, x->sort) == SORT_BV && sort_width(v->tm, x->sort) >= 8 && sort_width(v->tm, x->sort) <= 64 &&
         x->kind != VAR_RESULT && is_local(v, h, var);
}

static void add_scalar(struct cell_values *v, struct head *h, uint32_t var) {
  if (is_scalar(v, h, var) && !has(&h->scalars, var) && facts_is_live(v->cfa, h->location, var))
    vec_u32_push(&h->scalars, var);
}

// Does the term speak only of variables of the function, none of which the loops around the head change?
static bool is_fixed(struct cell_values *v, const struct head *h, const struct vec_u32 *changes, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(v->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(v->cfa, (struct term){vars[i]});
    if (var == CFA_NONE || has(changes, var) || !is_scalar(v, h, var)) return false;
    if (!facts_is_live(v->cfa, h->location, var)) return false;
  }
  return true;
}

// What a counter is compared with, by a guard of any loop of the function.
static struct term bound_in(struct cell_values *v, const struct head *h, const struct vec_u32 *changes,
                            struct term guard) {
  struct term found = TERM_NONE;
  struct term_walk walk = {.tm = v->tm};
  term_walk_add(&walk, guard);
  for (struct term t; term_none(found) && term_walk_next(&walk, &t);) {
    enum term_kind kind = term_kind(v->tm, t);
    if (kind != TERM_BV_SLT && kind != TERM_BV_SLE && kind != TERM_BV_ULT && kind != TERM_BV_ULE) continue;
    for (uint32_t side = 0; side < 2 && term_none(found); side++) {
      struct term x = term_child(v->tm, t, side), y = term_child(v->tm, t, 1 - side);
      uint32_t var = cfa_var_of(v->cfa, x);
      if (var == CFA_NONE || !map_u32_find(&v->indexing, var) || !is_fixed(v, h, changes, y)) continue;
      uint32_t n;
      term_free_vars(v->tm, y, &n);
      if (n) found = y;
    }
  }
  term_walk_release(&walk);
  return found;
}

static void add_variables_of(struct cell_values *v, struct head *h, struct term t) {
  uint32_t n;
  for (uint32_t i = 0; i < (term_free_vars(v->tm, t, &n), n); i++) {
    uint32_t var = cfa_var_of(v->cfa, (struct term){term_free_vars(v->tm, t, &n)[i]});
    if (var != CFA_NONE) add_scalar(v, h, var);
  }
}

static void add_changed(struct cell_values *v, struct head *h, bool counters, struct vec_u32 *changes) {
  for (struct location at = h->location; !location_none(at); at = cfa_location(v->cfa, at)->loop_parent) {
    struct vec_u32 own = {0};
    cfa_loop_changes(v->cfa, at, &own);
    for (uint32_t i = 0; i < own.size; i++) {
      bool counter = map_u32_find(&v->indexing, own.data[i]) != NULL;
      if (counter != counters || (counters && h->scalars.size == MAX_COUNTERS)) continue;
      add_scalar(v, h, own.data[i]);
    }
    for (uint32_t i = 0; i < own.size; i++)
      if (!has(changes, own.data[i])) vec_u32_push(changes, own.data[i]);
    vec_u32_release(&own);
  }
}

static void add_head(struct cell_values *v, struct location location) {
  struct head h = {.location = location, .bound = TERM_NONE, .run = UINT32_MAX};
  struct vec_u32 changes = {0};
  add_changed(v, &h, true, &changes);
  h.counters = h.scalars.size;
  add_changed(v, &h, false, &changes);
  h.changed = h.scalars.size;
  uint32_t function = cfa_location(v->cfa, location)->function;
  for (uint32_t i = 0; i < v->cfa->edges.size && term_none(h.bound); i++) {
    const struct cfa_edge *e = &v->cfa->edges.data[i];
    if (cfa_location(v->cfa, e->from)->function == function) h.bound = bound_in(v, &h, &changes, e->guard);
  }
  if (!term_none(h.bound)) add_variables_of(v, &h, h.bound);
  for (uint32_t i = 0; i < v->cfa->edges.size; i++) { // what loops compute with
    const struct cfa_edge *e = &v->cfa->edges.data[i];
    if (location_none(cfa_location(v->cfa, e->from)->loop)) continue;
    for (uint32_t k = 0; k < e->updates.size; k++) add_variables_of(v, &h, e->updates.data[k].value);
  }
  vec_u32_release(&changes);
  map_u32_put(&v->head_of, location.id, v->heads.size);
  vec_head_push(&v->heads, h);
}

// --- runs ------------------------------------------------------------------------------------------------------------

static struct term in_state(struct cell_values *v, struct state *state, struct term t) {
  struct vec_term from = {0}, to = {0};
  uint32_t n;
  const uint32_t *vars = term_free_vars(v->tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (cfa_var_of(v->cfa, (struct term){vars[i]}) != CFA_NONE) vec_term_push(&from, (struct term){vars[i]});
  for (uint32_t i = 0; i < from.size; i++) vec_term_push(&to, state_value(state, cfa_var_of(v->cfa, from.data[i])));
  struct term value = term_substitute(v->tm, t, from.size, from.data, to.data);
  vec_term_release(&from);
  vec_term_release(&to);
  return value;
}

static void look_at_cells(struct cell_values *v, struct head *h, struct state *state, uint64_t below, uint32_t visit) {
  for (uint32_t p = 0; p < v->patterns.size; p++) {
    const struct pattern *pattern = &v->patterns.data[p];
    struct term array = state_value(state, pattern->array), index = in_state(v, state, pattern->index);
    struct term any = quantified_variable(v->tm, pattern->width);
    for (uint64_t k = 0; k < below; k++) {
      struct term number = term_bv(v->tm, pattern->width, k);
      uint64_t value;
      struct term at = term_substitute(v->tm, index, 1, &any, &number);
      if (!term_value64(v->tm, term_select(v->tm, array, at), &value)) continue;
      vec_u64_push(&h->cells[p], visit);
      vec_u64_push(&h->cells[p], k);
      vec_u64_push(&h->cells[p], value);
    }
  }
}

static void visit(void *context, uint32_t run, struct location location, struct state *state) {
  struct cell_values *v = context;
  const uint32_t *at = map_u32_find(&v->head_of, location.id);
  if (!at) return;
  struct head *h = &v->heads.data[*at];
  if (h->run != run) h->run = run, h->of_run = 0;
  // The first visits, then fewer: another part of them in each run.
  if (h->n == MAX_VISITS || term_none(h->bound) || h->of_run++ >= 4 * MAX_RUN_VISITS) return;
  if (h->of_run > 6 && (h->of_run + run) % 4) return;
  uint64_t below, value;
  if (!term_value64(v->tm, in_state(v, state, h->bound), &below) || below > MAX_BOUND) return;
  uint32_t before = h->visits.size;
  for (uint32_t i = 0; i < h->scalars.size; i++) {
    if (!term_value64(v->tm, state_value(state, h->scalars.data[i]), &value)) {
      h->visits.size = before;
      return;
    }
    vec_u64_push(&h->visits, value);
  }
  vec_u64_push(&h->visits, below);
  look_at_cells(v, h, state, below, h->n++);
}

struct cell_values *cell_values_new(struct facts *f) {
  struct cell_values *v = mem_zalloc(1, sizeof *v);
  *v = (struct cell_values){.f = f, .cfa = f->cfa, .tm = f->tm};
  find_all_patterns(v);
  for (uint32_t i = 0; i < f->cfa->locations.size && v->patterns.size; i++)
    if (f->cfa->locations.data[i].loop_head) add_head(v, (struct location){i});
  if (!v->heads.size) {
    cell_values_free(v);
    return NULL;
  }
  facts_small_runs(f, RUNS, RUN_STEPS, visit, v);
  return v;
}

void cell_values_free(struct cell_values *v) {
  if (!v) return;
  for (uint32_t i = 0; i < v->heads.size; i++) {
    vec_u32_release(&v->heads.data[i].scalars);
    vec_u64_release(&v->heads.data[i].visits);
    for (uint32_t p = 0; p < MAX_PATTERNS; p++) vec_u64_release(&v->heads.data[i].cells[p]);
  }
  map_u32_release(&v->changed);
  map_u32_release(&v->indexing);
  map_u32_release(&v->head_of);
  vec_pattern_release(&v->patterns);
  vec_head_release(&v->heads);
  mem_free(v);
}

// --- polynomials -----------------------------------------------------------------------------------------------------

// What a polynomial may have: 1, these, and their products. The last column is the value.
struct columns {
  uint32_t width, n; // quantities
  struct term terms[MAX_SCALARS + 1];
  uint32_t all; // columns without the value
  struct vec_u64 rows;
  uint32_t count;
};

static void columns_add(struct columns *c, const uint64_t *values, uint64_t value) {
  vec_u64_push(&c->rows, 1);
  for (uint32_t i = 0; i < c->n; i++) vec_u64_push(&c->rows, values[i]);
  for (uint32_t i = 0; i < c->n; i++)
    for (uint32_t k = 0; k <= i; k++) vec_u64_push(&c->rows, values[i] * values[k] & width_mask(c->width));
  vec_u64_push(&c->rows, value);
  c->all = 1 + c->n + c->n * (c->n + 1) / 2;
  c->count++;
}

static struct term column_term(struct terms *tm, const struct columns *c, uint32_t at) {
  if (!at) return term_bv(tm, c->width, 1);
  if (--at < c->n) return c->terms[at];
  at -= c->n;
  uint32_t i = 0;
  for (; at > i; i++) at -= i + 1;
  return term_mul(tm, c->terms[i], c->terms[at]);
}

static uint64_t magnitude_of(uint64_t x, uint32_t width) {
  int64_t s = as_signed(x, width);
  return s < 0 ? 0 - (uint64_t)s : (uint64_t)s;
}

// The value as a polynomial, if all rows agree and are enough to tell. None: there is none.
static struct term fit(struct terms *tm, const struct columns *c) {
  struct vec_u64 equations = {0};
  struct vec_u32 leading = {0};
  struct term result = TERM_NONE;
  uint32_t columns = c->all + 1;
  if (c->count < 3) return result;
  hull_equations(c->width, columns, c->count, c->rows.data, &equations, &leading);
  uint64_t *own = NULL;
  for (uint32_t i = 0; i < leading.size; i++)
    if (leading.data[i] == c->all) own = &equations.data[(size_t)i * columns];
  bool good = own && c->count >= columns - leading.size + SPARE_ROWS;
  for (uint32_t i = 0; i < c->all && good; i++) good = magnitude_of(own[i], c->width) <= MAX_COEFFICIENT;
  for (uint32_t row = 0; row < c->count && good; row++) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < columns; i++) sum += own[i] * c->rows.data[(size_t)row * columns + i];
    good = !(sum & width_mask(c->width));
  }
  if (good) {
    result = term_bv(tm, c->width, 0 - own[0]);
    for (uint32_t i = 1; i < c->all; i++)
      if (own[i]) result = term_add(tm, result, term_mul(tm, term_bv(tm, c->width, 0 - own[i]), column_term(tm, c, i)));
  }
  vec_u64_release(&equations);
  vec_u32_release(&leading);
  return result;
}

// --- cells -----------------------------------------------------------------------------------------------------------

enum condition { ANY, BELOW, FROM, AT, ABOVE, UP_TO };

static bool meets(enum condition condition, uint64_t k, uint64_t counter) {
  switch (condition) {
  case ANY: return true;
  case BELOW: return k < counter;
  case FROM: return k >= counter;
  case AT: return k == counter;
  case ABOVE: return k > counter;
  case UP_TO: return k <= counter;
  }
  return false;
}

static struct term condition_term(struct terms *tm, enum condition condition, struct term k, struct term counter) {
  switch (condition) {
  case ANY: return term_true(tm);
  case BELOW: return term_slt(tm, k, counter);
  case FROM: return term_sle(tm, counter, k);
  case AT: return term_eq(tm, k, counter);
  case ABOVE: return term_slt(tm, counter, k);
  case UP_TO: return term_sle(tm, k, counter);
  }
  return TERM_NONE;
}

// Ways to divide all numbers by a counter.
static const struct division {
  uint32_t n;
  enum condition parts[3];
} divisions[] = {{1, {ANY}}, {2, {BELOW, FROM}}, {2, {UP_TO, ABOVE}}, {3, {BELOW, AT, ABOVE}}};
enum { DIVISIONS = sizeof divisions / sizeof *divisions };

// The cells of a pattern at a head, and what was found about parts of them.
struct cells {
  struct cell_values *v;
  const struct head *h;
  uint32_t pattern;
  uint32_t stride; // of visits
  bool known[CONDITIONS][CONDITIONS];
  struct term value[CONDITIONS][CONDITIONS]; // none: no polynomial
  uint32_t count[CONDITIONS][CONDITIONS]; // cells
};

static uint64_t counter_at(const struct cells *c, uint64_t visit, uint32_t counter) {
  return counter < c->h->counters ? c->h->visits.data[visit * c->stride + counter] : 0;
}

// The quantities of a polynomial: k, what the loops do not change (the bound first), then what they change.
static void choose(const struct cells *c, struct columns *out, uint32_t *scalars) {
  const struct cell_values *v = c->v;
  const struct head *h = c->h;
  out->width = v->patterns.data[c->pattern].width;
  out->terms[out->n++] = quantified_variable(v->tm, out->width);
  for (int changed = 0; changed < 2; changed++)
    for (uint32_t i = changed ? 0 : h->changed; i < (changed ? h->changed : h->scalars.size); i++) {
      const struct cfa_var *var = &v->cfa->vars.data[h->scalars.data[i]];
      if (out->n > MAX_SCALARS || sort_width(v->tm, var->sort) != out->width) continue;
      bool varies = false;
      for (uint32_t k = 1; k < h->n && !varies; k++)
        varies = h->visits.data[(size_t)k * c->stride + i] != h->visits.data[i];
      if (!varies) continue;
      scalars[out->n] = i;
      out->terms[out->n++] = var->term;
    }
}

static void fit_part(struct cells *c, enum condition a, enum condition b) {
  const struct vec_u64 *cells = &c->h->cells[c->pattern];
  struct columns columns = {0};
  uint32_t scalars[MAX_SCALARS + 1], met = 0;
  choose(c, &columns, scalars);
  for (int pass = 0; pass < 2; pass++) {
    uint32_t nth = 0, each = met / MAX_ROWS + 1;
    for (uint32_t i = 0; i < cells->size; i += 3) {
      uint64_t visit = cells->data[i], k = cells->data[i + 1], values[MAX_SCALARS + 1] = {k};
      if (!meets(a, k, counter_at(c, visit, 0)) || !meets(b, k, counter_at(c, visit, 1))) continue;
      if (!pass) met++;
      if (!pass || nth++ % each) continue;
      for (uint32_t s = 1; s < columns.n; s++) values[s] = c->h->visits.data[visit * c->stride + scalars[s]];
      columns_add(&columns, values, cells->data[i + 2]);
    }
  }
  c->known[a][b] = true;
  c->count[a][b] = met;
  c->value[a][b] = columns.count ? fit(c->v->tm, &columns) : TERM_NONE;
  vec_u64_release(&columns.rows);
}

// Cells that this division says something about.
static uint32_t covered(struct cells *c, const struct division *x, const struct division *y) {
  uint32_t cells = 0;
  for (uint32_t i = 0; i < x->n; i++)
    for (uint32_t k = 0; k < y->n; k++) {
      enum condition a = x->parts[i], b = y->parts[k];
      if (!c->known[a][b]) fit_part(c, a, b);
      if (!term_none(c->value[a][b])) cells += c->count[a][b];
    }
  return cells;
}

static void offer_cells(struct cells *c, const struct division *x, const struct division *y, struct vec_term *out) {
  struct terms *tm = c->v->tm;
  const struct pattern *p = &c->v->patterns.data[c->pattern];
  struct term k = quantified_variable(tm, p->width), counters[2] = {k, k};
  for (uint32_t i = 0; i < c->h->counters; i++) counters[i] = c->v->cfa->vars.data[c->h->scalars.data[i]].term;
  struct term range = term_and(tm, term_sle(tm, term_bv(tm, p->width, 0), k), term_slt(tm, k, c->h->bound));
  struct term cell = term_select(tm, c->v->cfa->vars.data[p->array].term, p->index);
  for (uint32_t i = 0; i < x->n; i++)
    for (uint32_t j = 0; j < y->n; j++) {
      enum condition a = x->parts[i], b = y->parts[j];
      if (term_none(c->value[a][b])) continue;
      struct term part = term_and(tm, condition_term(tm, a, k, counters[0]), condition_term(tm, b, k, counters[1]));
      vec_term_push(out, term_implies(tm, term_and(tm, range, part), term_eq(tm, cell, c->value[a][b])));
    }
}

static bool counters_fit(const struct cell_values *v, const struct head *h, uint32_t width) {
  if (term_none(h->bound) || term_width(v->tm, h->bound) != width) return false;
  for (uint32_t i = 0; i < h->counters; i++)
    if (sort_width(v->tm, v->cfa->vars.data[h->scalars.data[i]].sort) != width) return false;
  return true;
}

static void cells_at(struct cell_values *v, const struct head *h, uint32_t pattern, struct vec_term *out) {
  struct cells c = {.v = v, .h = h, .pattern = pattern, .stride = h->scalars.size + 1};
  uint32_t best_x = 0, best_y = 0, most = 0, parts = 0;
  for (uint32_t x = 0; x < (h->counters > 0 ? DIVISIONS : 1); x++)
    for (uint32_t y = 0; y < (h->counters > 1 ? DIVISIONS : 1); y++) {
      uint32_t n = covered(&c, &divisions[x], &divisions[y]), of = divisions[x].n * divisions[y].n;
      if (n < most || !n || (n == most && of >= parts)) continue;
      best_x = x, best_y = y, most = n, parts = of;
    }
  if (most) offer_cells(&c, &divisions[best_x], &divisions[best_y], out);
}

// --- variables -------------------------------------------------------------------------------------------------------

// What a variable is, by what the loop does not change and the counters.
static void variable_at(struct cell_values *v, const struct head *h, uint32_t at, struct vec_term *out) {
  struct cells c = {.v = v, .h = h, .stride = h->scalars.size + 1};
  const struct cfa_var *var = &v->cfa->vars.data[h->scalars.data[at]];
  struct columns columns = {0};
  uint32_t scalars[MAX_SCALARS + 1] = {0};
  choose(&c, &columns, scalars);
  if (columns.width != sort_width(v->tm, var->sort)) return;
  uint32_t n = 0;
  for (uint32_t i = 1; i < columns.n; i++) { // without k, itself, and what else is changed
    if (scalars[i] == at || (scalars[i] >= h->counters && scalars[i] < h->changed)) continue;
    if (at >= h->changed && scalars[i] > at) continue; // of two that are the same one says so
    scalars[n] = scalars[i];
    columns.terms[n++] = columns.terms[i];
  }
  columns.n = n;
  for (uint32_t visit = 0; visit < h->n; visit++) {
    const uint64_t *row = &h->visits.data[(size_t)visit * c.stride];
    uint64_t values[MAX_SCALARS + 1];
    for (uint32_t i = 0; i < n; i++) values[i] = row[scalars[i]];
    columns_add(&columns, values, row[at]);
  }
  struct term value = columns.count ? fit(v->tm, &columns) : TERM_NONE;
  if (!term_none(value)) vec_term_push(out, term_eq(v->tm, var->term, value));
  vec_u64_release(&columns.rows);
}

void cell_values_at(struct cell_values *v, struct location head, struct vec_term *cells, struct vec_term *plain) {
  const uint32_t *at = map_u32_find(&v->head_of, head.id);
  if (!at || !v->heads.data[*at].n) return;
  const struct head *h = &v->heads.data[*at];
  struct terms *tm = v->tm;
  for (uint32_t p = 0; p < v->patterns.size; p++)
    if (counters_fit(v, h, v->patterns.data[p].width)) cells_at(v, h, p, cells);
  for (uint32_t i = 0; i < h->counters; i++) {
    struct term x = v->cfa->vars.data[h->scalars.data[i]].term;
    vec_term_push(plain, term_sle(tm, term_zero(tm, term_sort(tm, x)), x));
    if (term_width(tm, h->bound) == term_width(tm, x)) vec_term_push(plain, term_sle(tm, x, h->bound));
  }
  vec_term_push(plain, term_slt(tm, term_bv(tm, term_width(tm, h->bound), 0), h->bound));
  for (uint32_t i = 0; i < h->scalars.size; i++)
    if (!term_mentions(tm, h->bound, v->cfa->vars.data[h->scalars.data[i]].term)) variable_at(v, h, i, plain);
}
