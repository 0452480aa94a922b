// Conditions of the program about one cell of an array, said of every cell in a range.
//
// A condition that reads an array at an index with the variable v says the same of the other cells when v is replaced
// by a universally quantified variable k (term/quantified.h). Conditions come from guards and assertions, taken back to
// loop heads (source_guards), and from what is written: after a[i] = e the cell is equal to e. Ranges are those that
// loops go through: what lies below a variable that the loop at hand changes, what lies from it up to a bound, and all
// below a bound, where a bound is what guards compare such variables with. Besides, what lies below or above the cells
// that an iteration of the loop reads and writes: a loop that goes through its array in larger steps. And all that only
// while some other condition holds on a variable that the loop changes: a flag.
#include "facts/candidates.h"
#include "facts/guards.h"
#include "facts/table.h"
#include "term/quantified.h"
#include "term/walk.h"

enum {
  MAX_HEADS = 12, // conditions of which are looked at, those of the function first
  MAX_CONDITIONS = 16,
  MAX_COUNTERS = 3,
  MAX_BOUNDS = 4,
  MAX_INDICES = 6,
  MAX_FLAGS = 2,
  GUARDS = 16, // from each head
};

struct cells {
  struct cfa *cfa;
  struct terms *tm;
  struct location head;
  uint32_t function;
  struct vec_location heads; // of loops whose conditions are looked at
  struct map_u32 changed; // variables, by loops
  struct map_u32 indexing; // of these, those in indices of what these loops read and write
  struct candidates conditions;
  struct vec_u32 counters; // such variables that the loop changes and compares
  struct vec_term bounds;
  struct vec_term indices; // of cells that an iteration of the loop reads and writes
  struct vec_u32 arrays; // for each, the variable that is read or written
  struct vec_term flags; // conditions on other variables that the loop changes
};

// --- conditions ------------------------------------------------------------------------------------------

// A number that some loop changes: others stand for the array itself, like pointers to it.
static bool is_index_variable(const struct cells *c, struct term t) {
  uint32_t var = cfa_var_of(c->cfa, t);
  return var != CFA_NONE && sort_kind(c->tm, term_sort(c->tm, t)) == SORT_BV && term_width(c->tm, t) <= 64 &&
         map_u32_find(&c->changed, var);
}

// The variables in the indices of a condition's reads.
static void index_variables(const struct cells *c, struct term condition, struct vec_term *out) {
  struct vec_term reads = {0};
  struct map_u32 seen = {0}, found = {0};
  quantified_reads(c->tm, condition, &seen, &reads);
  for (uint32_t r = 0; r < reads.size; r++) {
    uint32_t n;
    const uint32_t *vars = term_free_vars(c->tm, term_child(c->tm, reads.data[r], 1), &n);
    for (uint32_t i = 0; i < n; i++) {
      if (!is_index_variable(c, (struct term){vars[i]}) || map_u32_find(&found, vars[i])) continue;
      map_u32_put(&found, vars[i], 1);
      vec_term_push(out, (struct term){vars[i]});
    }
  }
  vec_term_release(&reads);
  map_u32_release(&seen);
  map_u32_release(&found);
}

static bool has_inputs(const struct cells *c, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(c->tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (cfa_var_of(c->cfa, (struct term){vars[i]}) == CFA_NONE) return true;
  return false;
}

static void offer_condition(struct cells *c, struct term t) {
  struct vec_term variables = {0};
  index_variables(c, t, &variables);
  if (variables.size && !has_inputs(c, t) && c->conditions.list.size < MAX_CONDITIONS)
    candidates_add(&c->conditions, t);
  vec_term_release(&variables);
}

// Only about variables that every call string with the head has, and the universally quantified one.
static bool is_sayable(const struct cells *c, struct term t) {
  uint32_t n;
  for (uint32_t i = 0; i < (term_free_vars(c->tm, t, &n), n); i++) {
    struct term v = {term_free_vars(c->tm, t, &n)[i]};
    uint32_t var = cfa_var_of(c->cfa, v);
    if (var == CFA_NONE && quantified_is_variable(c->tm, v)) continue;
    if (var == CFA_NONE) return false;
    uint32_t f = c->cfa->vars.data[var].function;
    if (f != CFA_NONE && f != c->function && f != c->cfa->main) return false;
  }
  return true;
}

// What is written is what is there.
static void offer_stores(struct cells *c, struct term array, struct term value) {
  for (; term_kind(c->tm, value) == TERM_STORE; value = term_child(c->tm, value, 0)) {
    struct term index = term_child(c->tm, value, 1), written = term_child(c->tm, value, 2);
    if (term_mentions(c->tm, written, array) || term_mentions(c->tm, index, array)) continue;
    offer_condition(c, term_eq(c->tm, term_select(c->tm, array, index), written));
  }
}

// Heads of loops: those of the function, then others.
static void find_heads(struct cells *c) {
  for (int own = 1; own >= 0; own--)
    for (uint32_t i = 0; i < c->cfa->locations.size && c->heads.size < MAX_HEADS; i++)
      if (c->cfa->locations.data[i].loop_head && (c->cfa->locations.data[i].function == c->function) == own)
        vec_location_push(&c->heads, (struct location){i});
}

static void find_changed(struct cells *c) {
  struct vec_u32 changes = {0};
  for (uint32_t i = 0; i < c->heads.size; i++) {
    vec_u32_clear(&changes);
    cfa_loop_changes(c->cfa, c->heads.data[i], &changes);
    for (uint32_t k = 0; k < changes.size; k++) map_u32_put(&c->changed, changes.data[k], 1);
  }
  vec_u32_release(&changes);
}

static void find_conditions(struct cells *c, struct facts *f) {
  struct vec_term guards = {0};
  for (uint32_t i = 0; i < c->heads.size; i++) {
    vec_term_clear(&guards);
    guards_append(f, c->heads.data[i], SOURCE_GUARDS | SOURCE_PHASES, GUARDS, &guards);
    for (uint32_t k = 0; k < guards.size; k++) offer_condition(c, guards.data[k]);
  }
  vec_term_release(&guards);
  for (uint32_t i = 0; i < c->cfa->edges.size; i++) {
    const struct cfa_edge *e = &c->cfa->edges.data[i];
    if (location_none(cfa_location(c->cfa, e->from)->loop)) continue;
    for (uint32_t k = 0; k < e->updates.size; k++) {
      struct term array = c->cfa->vars.data[e->updates.data[k].var].term;
      if (sort_kind(c->tm, term_sort(c->tm, array)) == SORT_ARRAY) offer_stores(c, array, e->updates.data[k].value);
    }
  }
}

// --- ranges ----------------------------------------------------------------------------------------------

static void add_few(struct vec_term *list, struct term t, uint32_t most) {
  for (uint32_t i = 0; i < list->size; i++)
    if (term_same(list->data[i], t)) return;
  if (list->size < most) vec_term_push(list, t);
}

static bool is_changed(const struct vec_u32 *changes, uint32_t var) {
  for (uint32_t i = 0; i < changes->size; i++)
    if (changes->data[i] == var) return true;
  return false;
}

// One side of a comparison is a counter of the loop: the other side is a bound; `past` if the counter may reach it.
static void look_at_side(struct cells *c, struct term counter, struct term other, bool past,
                         const struct vec_u32 *changes, bool own) {
  uint32_t var = cfa_var_of(c->cfa, counter);
  if (var == CFA_NONE || !is_changed(changes, var) || !map_u32_find(&c->indexing, var)) return;
  if (own && !is_changed(&c->counters, var) && c->counters.size < MAX_COUNTERS) vec_u32_push(&c->counters, var);
  uint32_t n;
  const uint32_t *vars = term_free_vars(c->tm, other, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t of = cfa_var_of(c->cfa, (struct term){vars[i]});
    if (of == CFA_NONE || is_changed(changes, of)) return;
  }
  add_few(&c->bounds, past ? term_add(c->tm, other, term_bv(c->tm, term_width(c->tm, other), 1)) : other, MAX_BOUNDS);
}

static void look_at_comparison(struct cells *c, struct term t, const struct vec_u32 *changes, bool own) {
  struct term x = term_child(c->tm, t, 0), y = term_child(c->tm, t, 1);
  switch (term_kind(c->tm, t)) {
  case TERM_BV_SLT:
  case TERM_BV_ULT: // x < y: y is beyond x; x + 1 is the first that is not below
    look_at_side(c, x, y, false, changes, own);
    look_at_side(c, y, x, true, changes, own);
    break;
  case TERM_BV_SLE:
  case TERM_BV_ULE:
    look_at_side(c, x, y, true, changes, own);
    look_at_side(c, y, x, false, changes, own);
    break;
  case TERM_EQ:
    look_at_side(c, x, y, false, changes, own);
    look_at_side(c, y, x, false, changes, own);
    break;
  default: break;
  }
}

static void look_at_guard(struct cells *c, struct term guard, const struct vec_u32 *changes, bool own) {
  struct term_walk walk = {.tm = c->tm};
  term_walk_add(&walk, guard);
  for (struct term t; term_walk_next(&walk, &t);) {
    enum term_kind kind = term_kind(c->tm, t);
    if (term_class(kind) == CLASS_CONNECTIVE) continue;
    term_walk_skip(&walk);
    if (facts_is_atom(c->tm, t) && term_arity(c->tm, t) == 2 &&
        sort_kind(c->tm, term_sort(c->tm, term_child(c->tm, t, 0))) == SORT_BV)
      look_at_comparison(c, t, changes, own);
  }
  term_walk_release(&walk);
}

static void add_index(struct cells *c, struct term array, struct term index) {
  while (term_kind(c->tm, array) == TERM_STORE) array = term_child(c->tm, array, 0);
  if (term_kind(c->tm, array) != TERM_VAR || term_is_const(c->tm, index) || !is_sayable(c, index) ||
      c->indices.size == MAX_INDICES)
    return;
  for (uint32_t i = 0; i < c->indices.size; i++)
    if (term_same(c->indices.data[i], index) && c->arrays.data[i] == array.id) return;
  vec_term_push(&c->indices, index);
  vec_u32_push(&c->arrays, array.id);
}

// The indices of reads and writes: their variables, and, in the loop at hand, they themselves.
static void find_indices(struct cells *c, struct term root, bool own) {
  struct term_walk walk = {.tm = c->tm};
  term_walk_add(&walk, root);
  for (struct term t; term_walk_next(&walk, &t);) {
    enum term_kind kind = term_kind(c->tm, t);
    if (kind == TERM_SELECT || kind == TERM_STORE) {
      uint32_t n;
      const uint32_t *vars = term_free_vars(c->tm, term_child(c->tm, t, 1), &n);
      for (uint32_t i = 0; i < n; i++) {
        uint32_t var = cfa_var_of(c->cfa, (struct term){vars[i]});
        if (var != CFA_NONE && map_u32_find(&c->changed, var)) map_u32_put(&c->indexing, var, 1);
      }
      if (own) add_index(c, term_child(c->tm, t, 0), term_child(c->tm, t, 1));
    }
  }
  term_walk_release(&walk);
}

// Guards about one variable that the loop changes and that counts nothing.
static void find_flags(struct cells *c, struct facts *f) {
  struct vec_term guards = {0};
  struct vec_u32 changes = {0};
  cfa_loop_changes(c->cfa, c->head, &changes);
  guards_append(f, c->head, SOURCE_GUARDS | SOURCE_PHASES, GUARDS, &guards);
  for (uint32_t i = 0; i < guards.size; i++) {
    uint32_t n;
    const uint32_t *vars = term_free_vars(c->tm, guards.data[i], &n);
    uint32_t var = n == 1 ? cfa_var_of(c->cfa, (struct term){vars[0]}) : CFA_NONE;
    if (var == CFA_NONE || !is_changed(&changes, var) || is_changed(&c->counters, var)) continue;
    if (sort_kind(c->tm, c->cfa->vars.data[var].sort) != SORT_ARRAY) add_few(&c->flags, guards.data[i], MAX_FLAGS);
  }
  vec_term_release(&guards);
  vec_u32_release(&changes);
}

static void look_at_loop(struct cells *c, struct location head) {
  struct vec_u32 changes = {0};
  cfa_loop_changes(c->cfa, head, &changes);
  for (uint32_t i = 0; i < c->cfa->edges.size; i++) {
    const struct cfa_edge *e = &c->cfa->edges.data[i];
    if (cfa_in_loop(c->cfa, e->from, head)) look_at_guard(c, e->guard, &changes, location_same(head, c->head));
  }
  vec_u32_release(&changes);
}

static void find_all_indices(struct cells *c) {
  for (uint32_t i = 0; i < c->cfa->edges.size; i++) {
    const struct cfa_edge *e = &c->cfa->edges.data[i];
    if (location_none(cfa_location(c->cfa, e->from)->loop)) continue;
    bool own = cfa_in_loop(c->cfa, e->from, c->head);
    find_indices(c, e->guard, own);
    for (uint32_t k = 0; k < e->updates.size; k++) find_indices(c, e->updates.data[k].value, own);
  }
}

static void find_ranges(struct cells *c) {
  find_all_indices(c);
  look_at_loop(c, c->head);
  for (uint32_t i = 0; i < c->heads.size && c->bounds.size < MAX_BOUNDS; i++)
    if (!location_same(c->heads.data[i], c->head)) look_at_loop(c, c->heads.data[i]);
}

// --- facts -----------------------------------------------------------------------------------------------

static struct term less(struct terms *tm, struct term x, struct term y, bool is_unsigned) {
  return is_unsigned ? term_ult(tm, x, y) : term_slt(tm, x, y);
}

// 0 ≤ k < y
static struct term below(struct terms *tm, struct term k, struct term y, bool is_unsigned) {
  struct term first = is_unsigned ? term_true(tm) : term_sle(tm, term_bv(tm, term_width(tm, k), 0), k);
  return term_and(tm, first, less(tm, k, y, is_unsigned));
}

static void offer(struct cells *c, struct candidates *out, struct term range, struct term cell) {
  if (!is_sayable(c, range) || !is_sayable(c, cell)) return;
  candidates_add(out, term_implies(c->tm, range, cell));
  candidates_add(out, term_implies(c->tm, range, term_not(c->tm, cell)));
}

// Below and above the cells that an iteration of the loop is at.
static void offer_indices(struct cells *c, struct candidates *near, struct candidates *far, struct term cell,
                          struct term k, bool is_unsigned) {
  struct terms *tm = c->tm;
  struct vec_term reads = {0};
  struct map_u32 seen = {0};
  quantified_reads(tm, cell, &seen, &reads);
  for (uint32_t r = 0; r < reads.size; r++) {
    struct term pattern = term_child(tm, reads.data[r], 1);
    for (uint32_t i = 0; term_mentions(tm, pattern, k) && i < c->indices.size; i++) {
      if (c->arrays.data[i] != term_child(tm, reads.data[r], 0).id) continue;
      struct term at = quantified_solve(tm, pattern, k, c->indices.data[i]);
      if (term_none(at) || cfa_var_of(c->cfa, at) != CFA_NONE || term_is_const(tm, at))
        continue; // a counter: offered as such
      offer(c, near, below(tm, k, at, is_unsigned), cell);
      for (uint32_t b = 0; b < c->bounds.size; b++)
        if (term_width(tm, c->bounds.data[b]) == term_width(tm, k))
          offer(c, far, term_and(tm, less(tm, at, k, is_unsigned), below(tm, k, c->bounds.data[b], is_unsigned)), cell);
    }
  }
  vec_term_release(&reads);
  map_u32_release(&seen);
}

// The condition with `v` in its indices, of every cell.
static void offer_ranges(struct cells *c, struct candidates *near, struct candidates *far, struct term condition,
                         struct term v) {
  struct terms *tm = c->tm;
  uint32_t width = term_width(tm, v);
  bool is_unsigned = c->cfa->vars.data[cfa_var_of(c->cfa, v)].is_unsigned;
  struct term k = quantified_variable(tm, width), cell = term_substitute(tm, condition, 1, &v, &k);
  for (uint32_t i = 0; i < c->counters.size; i++) {
    struct term counter = c->cfa->vars.data[c->counters.data[i]].term;
    if (term_width(tm, counter) != width) continue;
    struct term range = below(tm, k, counter, is_unsigned);
    offer(c, near, range, cell);
    for (uint32_t f = 0; f < c->flags.size; f++) {
      offer(c, far, term_and(tm, range, c->flags.data[f]), cell);
      offer(c, far, term_and(tm, range, term_not(tm, c->flags.data[f])), cell);
    }
    for (uint32_t b = 0; b < c->bounds.size; b++) {
      if (term_width(tm, c->bounds.data[b]) != width) continue;
      struct term above =
          term_and(tm, term_not(tm, less(tm, k, counter, is_unsigned)), below(tm, k, c->bounds.data[b], is_unsigned));
      offer(c, far, above, cell);
    }
  }
  for (uint32_t b = 0; b < c->bounds.size; b++)
    if (term_width(tm, c->bounds.data[b]) == width) offer(c, near, below(tm, k, c->bounds.data[b], is_unsigned), cell);
  offer_indices(c, near, far, cell, k, is_unsigned);
}

// Is it an inequality whose equation is there, too?
static bool is_one_side(struct cells *c, struct term t) {
  enum term_kind kind = term_kind(c->tm, t);
  if (kind != TERM_BV_SLE && kind != TERM_BV_SLT && kind != TERM_BV_ULE && kind != TERM_BV_ULT) return false;
  return map_u32_find(&c->conditions.seen, term_eq(c->tm, term_child(c->tm, t, 0), term_child(c->tm, t, 1)).id) != NULL;
}

// That a counter is within its range, without which a range says nothing of its cell.
static void offer_counters(struct cells *c, struct candidates *out) {
  for (uint32_t i = 0; i < c->counters.size; i++) {
    const struct cfa_var *v = &c->cfa->vars.data[c->counters.data[i]];
    if (!v->is_unsigned) candidates_add(out, term_sle(c->tm, term_zero(c->tm, v->sort), v->term));
    for (uint32_t b = 0; b < c->bounds.size; b++)
      if (term_width(c->tm, c->bounds.data[b]) == term_width(c->tm, v->term) && is_sayable(c, c->bounds.data[b]))
        candidates_add(out, term_not(c->tm, less(c->tm, c->bounds.data[b], v->term, v->is_unsigned)));
  }
}

void source_cells(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out) {
  (void)sources;
  struct cells c = {.cfa = f->cfa,
                    .tm = f->tm,
                    .head = head,
                    .function = cfa_location(f->cfa, head)->function,
                    .conditions = {.tm = f->tm}};
  struct candidates near = {.tm = f->tm}, far = {.tm = f->tm};
  find_heads(&c);
  find_changed(&c);
  find_conditions(&c, f);
  if (c.conditions.list.size) {
    find_ranges(&c);
    find_flags(&c, f);
  }
  offer_counters(&c, &near);
  for (uint32_t i = 0; i < c.conditions.list.size; i++) {
    struct vec_term variables = {0};
    struct candidates *first = is_one_side(&c, c.conditions.list.data[i]) ? &far : &near;
    index_variables(&c, c.conditions.list.data[i], &variables);
    for (uint32_t k = 0; k < variables.size; k++)
      offer_ranges(&c, first, &far, c.conditions.list.data[i], variables.data[k]);
    vec_term_release(&variables);
  }
  uint32_t before = out->size;
  for (uint32_t i = 0; i < near.list.size && out->size - before < most; i++) vec_term_push(out, near.list.data[i]);
  for (uint32_t i = 0; i < far.list.size && out->size - before < most; i++) vec_term_push(out, far.list.data[i]);
  vec_location_release(&c.heads);
  map_u32_release(&c.changed);
  map_u32_release(&c.indexing);
  vec_u32_release(&c.arrays);
  candidates_release(&c.conditions);
  candidates_release(&near);
  candidates_release(&far);
  vec_u32_release(&c.counters);
  vec_term_release(&c.bounds);
  vec_term_release(&c.indices);
  vec_term_release(&c.flags);
}
