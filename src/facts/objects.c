// Facts about every block of the heap, where all blocks are alike: "next is null or another block".
//
// Blocks have addresses that are never used again, each above the one before (unfold.h). Where all allocations of the
// program take the same space, `step` bytes, the addresses of blocks are start, start + step, ... up to the bump
// pointer: that an address is one of them is a formula without quantifiers, block(a). Candidates are
//
// - of variables that the loop changes and that look like pointers: null or the address of a block;
// - of what is read through such variables at some place of the program, said of every block k: a pointer is null or
//   leads to a block, to one below, or to one above; conditions of the program hold, or their negations;
// - the last two only of the blocks below or above such a variable: those that a loop has not reached yet.
//
// Comparisons with the bump pointer are all that is ever said of it: no number of the program is related to it, so that
// no candidate tells after how many iterations the address space would be used up.
#include "facts/candidates.h"
#include "facts/table.h"
#include "state/unfold.h"
#include "term/quantified.h"
#include "term/walk.h"

enum {
  MAX_POINTERS = 6,
  MAX_FIELDS = 4,
  MAX_CONDITIONS = 12,
  ALIGN = 16, // addresses of blocks are multiples of it
};

struct objects {
  struct cfa *cfa;
  struct terms *tm;
  struct location head;
  uint32_t width; // of pointers
  struct term bump, any;
  uint64_t start, step;
  struct vec_term pointers; // that the loop changes
  struct vec_term fields; // pointers in memory, of the block `any`
  struct candidates conditions; // about the block `any`
};

// --- blocks ----------------------------------------------------------------------------------------------

// The space that every allocation on the heap takes; 0: they differ, or there is none.
static uint64_t common_step(const struct cfa *cfa, const struct unfold *unfold) {
  uint64_t step = 0, size;
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    for (uint32_t k = 0; k < cfa->edges.data[i].allocs.size; k++) {
      const struct cfa_alloc *a = &cfa->edges.data[i].allocs.data[k];
      if (a->is_stack) continue;
      if (!term_value64(cfa->tm, a->size, &size) || size > UINT32_MAX || a->align > ALIGN) return 0;
      uint64_t takes = unfold_block_space(unfold, a, size);
      if (step && step != takes) return 0;
      step = takes;
    }
  return step;
}

static struct term number(const struct objects *o, uint64_t n) { return term_bv(o->tm, o->width, n); }

static struct term is_multiple(const struct objects *o, struct term address) {
  struct term rest = term_urem(o->tm, term_sub(o->tm, address, number(o, o->start)), number(o, o->step));
  return term_eq(o->tm, rest, number(o, 0));
}

static struct term is_block(const struct objects *o, struct term address) {
  struct terms *tm = o->tm;
  return term_and(tm, term_and(tm, term_ule(tm, number(o, o->start), address), term_ult(tm, address, o->bump)),
                  is_multiple(o, address));
}

static struct term is_null(const struct objects *o, struct term t) { return term_eq(o->tm, t, number(o, 0)); }

// --- what the program says of blocks -----------------------------------------------------------------------

static bool is_pointer(const struct objects *o, uint32_t var) {
  const struct cfa_var *v = &o->cfa->vars.data[var];
  return sort_kind(o->tm, v->sort) == SORT_BV && sort_width(o->tm, v->sort) == o->width &&
         (v->kind == VAR_TEMP || v->kind == VAR_RESULT || strchr(v->ctype, '*'));
}

static void find_pointers(struct objects *o) {
  struct vec_u32 changes = {0};
  cfa_loop_changes(o->cfa, o->head, &changes);
  for (uint32_t i = 0; i < changes.size && o->pointers.size < MAX_POINTERS; i++)
    if (is_pointer(o, changes.data[i])) vec_term_push(&o->pointers, o->cfa->vars.data[changes.data[i]].term);
  vec_u32_release(&changes);
}

// The term reads memory through one pointer alone: the same of the block `any`; none: it does not.
static struct term of_any(const struct objects *o, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(o->tm, t, &n);
  struct term pointer = TERM_NONE;
  bool memory = false;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(o->cfa, (struct term){vars[i]});
    if (var == CFA_NONE) return TERM_NONE;
    if (sort_kind(o->tm, o->cfa->vars.data[var].sort) == SORT_ARRAY) {
      memory |= o->cfa->vars.data[var].function == CFA_NONE;
    } else {
      if (!term_none(pointer) || !is_pointer(o, var)) return TERM_NONE;
      pointer = (struct term){vars[i]};
    }
  }
  return memory && !term_none(pointer) ? term_substitute(o->tm, t, 1, &pointer, &o->any) : TERM_NONE;
}

static void add_field(struct objects *o, struct term field) {
  for (uint32_t i = 0; i < o->fields.size; i++)
    if (term_same(o->fields.data[i], field)) return;
  if (o->fields.size < MAX_FIELDS) vec_term_push(&o->fields, field);
}

// Pointers that are read: nothing but bytes, or one cell, of memory.
static void find_fields(struct objects *o, struct term root) {
  struct term_walk walk = {.tm = o->tm};
  term_walk_add(&walk, root);
  for (struct term t; term_walk_next(&walk, &t);) {
    enum term_kind kind = term_kind(o->tm, t);
    if (kind != TERM_SELECT && kind != TERM_BV_CONCAT) continue;
    if (term_width(o->tm, t) != o->width) continue;
    struct term field = of_any(o, t);
    if (!term_none(field)) add_field(o, field);
  }
  term_walk_release(&walk);
}

static void find_conditions(struct objects *o, struct term guard) {
  struct term_walk walk = {.tm = o->tm, .left_to_right = true};
  term_walk_add(&walk, guard);
  for (struct term t; term_walk_next(&walk, &t);) {
    enum term_kind kind = term_kind(o->tm, t);
    if (term_class(kind) == CLASS_CONNECTIVE) continue;
    term_walk_skip(&walk);
    if (!facts_is_atom(o->tm, t) || o->conditions.list.size == MAX_CONDITIONS) continue;
    struct term condition = of_any(o, t);
    if (!term_none(condition)) candidates_add(&o->conditions, condition);
  }
  term_walk_release(&walk);
}

static void look_at_program(struct objects *o) {
  for (uint32_t i = 0; i < o->cfa->edges.size; i++) {
    const struct cfa_edge *e = &o->cfa->edges.data[i];
    find_conditions(o, e->guard);
    for (uint32_t k = 0; k < e->updates.size; k++)
      if (is_pointer(o, e->updates.data[k].var)) find_fields(o, e->updates.data[k].value);
    for (uint32_t k = 0; k < e->args.size; k++) find_fields(o, e->args.data[k]);
  }
}

// --- candidates --------------------------------------------------------------------------------------------

static void offer_pointers(struct objects *o, struct candidates *out) {
  candidates_add(out, is_multiple(o, o->bump));
  for (uint32_t i = 0; i < o->pointers.size; i++) {
    struct term p = o->pointers.data[i];
    candidates_add(out, term_or(o->tm, is_null(o, p), is_block(o, p)));
  }
}

static void offer_fields(struct objects *o, struct candidates *out) {
  struct terms *tm = o->tm;
  struct term range = is_block(o, o->any);
  for (uint32_t i = 0; i < o->fields.size; i++) {
    struct term f = o->fields.data[i], null = is_null(o, f);
    candidates_add(out, term_implies(tm, range, term_or(tm, null, is_block(o, f))));
    candidates_add(out, term_implies(tm, range, term_or(tm, null, term_ult(tm, f, o->any))));
    candidates_add(out, term_implies(tm, range, term_or(tm, null, term_ult(tm, o->any, f))));
  }
}

static void offer_conditions(struct objects *o, struct candidates *out, struct term range) {
  for (uint32_t i = 0; i < o->conditions.list.size; i++) {
    candidates_add(out, term_implies(o->tm, range, o->conditions.list.data[i]));
    candidates_add(out, term_implies(o->tm, range, term_not(o->tm, o->conditions.list.data[i])));
  }
}

void source_objects(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out) {
  (void)sources;
  struct objects o = {.cfa = f->cfa,
                      .tm = f->tm,
                      .head = head,
                      .width = f->cfa->pointer_bits,
                      .start = f->cfa->heap_start,
                      .step = common_step(f->cfa, program_unfold(f->program)),
                      .conditions = {.tm = f->tm}};
  if (!o.step) return;
  struct candidates all = {.tm = f->tm};
  o.bump = unfold_heap(program_unfold(f->program));
  o.any = quantified_variable(f->tm, o.width);
  find_pointers(&o);
  look_at_program(&o);
  offer_pointers(&o, &all);
  offer_fields(&o, &all);
  struct term block = is_block(&o, o.any);
  offer_conditions(&o, &all, block);
  for (uint32_t i = 0; i < o.pointers.size; i++) {
    offer_conditions(&o, &all, term_and(o.tm, block, term_ule(o.tm, o.any, o.pointers.data[i])));
    offer_conditions(&o, &all, term_and(o.tm, block, term_ule(o.tm, o.pointers.data[i], o.any)));
  }
  for (uint32_t i = 0; i < all.list.size && i < most; i++) vec_term_push(out, all.list.data[i]);
  candidates_release(&all);
  candidates_release(&o.conditions);
  vec_term_release(&o.pointers);
  vec_term_release(&o.fields);
}
