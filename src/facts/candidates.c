// Lists of candidates, atoms of formulas, constants of the program.
#include "facts/candidates.h"
#include "facts/table.h"
#include "term/walk.h"

#define MAX_CONSTANTS 400

void candidates_release(struct candidates *o) {
  vec_term_release(&o->list);
  map_u32_release(&o->seen);
}

void candidates_add(struct candidates *o, struct term t) {
  if (term_is_const(o->tm, t) || map_u32_find(&o->seen, t.id) || map_u32_find(&o->seen, term_not(o->tm, t).id)) return;
  map_u32_put(&o->seen, t.id, 1);
  vec_term_push(&o->list, t);
}

bool facts_is_atom(struct terms *tm, struct term t) {
  if (sort_kind(tm, term_sort(tm, t)) != SORT_BOOL) return false;
  enum term_kind kind = term_kind(tm, t);
  if (kind == TERM_VAR || kind == TERM_SELECT) return true;
  return term_arity(tm, t) && sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) != SORT_BOOL;
}

void facts_atoms(struct terms *tm, struct term formula, struct vec_term *out) {
  struct term_walk walk = {.tm = tm, .left_to_right = true};
  term_walk_add(&walk, formula);
  for (struct term t; term_walk_next(&walk, &t);)
    if (facts_is_atom(tm, t)) vec_term_push(out, t), term_walk_skip(&walk);
  term_walk_release(&walk);
}

void facts_conditions(struct terms *tm, struct term about, struct vec_term *out) {
  struct term_walk walk = {.tm = tm};
  term_walk_add(&walk, about);
  for (struct term t; term_walk_next(&walk, &t);)
    if (term_kind(tm, t) == TERM_ITE) facts_atoms(tm, term_child(tm, t, 0), out);
  term_walk_release(&walk);
  // Each once.
  uint32_t n = 0;
  for (uint32_t i = 0; i < out->size; i++) {
    uint32_t k = 0;
    while (k < n && !term_same(out->data[k], out->data[i])) k++;
    if (k == n) out->data[n++] = out->data[i];
  }
  out->size = n;
}

// --- constants ---------------------------------------------------------------------------------------------------

static void scan_term(struct facts *f, struct term root, struct map_u32 *seen) {
  struct term_walk walk = {.tm = f->tm, .seen = seen};
  term_walk_add(&walk, root);
  for (struct term t; f->constants.size < MAX_CONSTANTS && term_walk_next(&walk, &t);) {
    uint64_t value;
    if (term_kind(f->tm, t) != TERM_CONST_BV || !term_value64(f->tm, t, &value)) continue;
    vec_term_push(&f->constants, t);
    map_u32_put(&f->constant_set, t.id, 1);
  }
  term_walk_release(&walk);
}

void facts_scan_constants(struct facts *f) {
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < f->cfa->edges.size; i++) scan_term(f, f->cfa->edges.data[i].guard, &seen);
  for (uint32_t i = 0; i < f->cfa->edges.size; i++) {
    const struct cfa_edge *e = &f->cfa->edges.data[i];
    for (uint32_t k = 0; k < e->updates.size; k++)
      if (sort_kind(f->tm, term_sort(f->tm, e->updates.data[k].value)) == SORT_BV)
        scan_term(f, e->updates.data[k].value, &seen);
    for (uint32_t k = 0; k < e->args.size; k++) scan_term(f, e->args.data[k], &seen);
  }
  map_u32_release(&seen);
}
