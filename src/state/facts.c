// Facts about every cell of an array: formulas with a universally quantified variable (term/quantified.h).
//
// Such a fact is no part of the path condition, which has no quantifiers. Instead the conditions of branches, and what
// is asked about the state, get instances: for every cell that a condition reads, the facts about that array with the
// value for which they speak of that cell. A fact holds for all values, so that every instance is right; which ones are
// made decides only what can be proved with them.
//
// The value for which a fact speaks of a cell: its read select(a, i(k)) is compared with the read select(b, j), whose
// array is made of the same variable, and i(k) = j is solved for k (quantified_solve).
#include "state/program.h"
#include "state/cell_facts.h"
#include "term/quantified.h"
#include "term/walk.h"

#define INSTANCES_MOST 64

struct fact {
  uint32_t refs;
  struct fact *before;
  struct term formula, variable;
  struct vec_term reads; // selects whose index has the variable
  uint64_t step; // it speaks of values that are this far apart; 0: of all
};

void facts_unref(struct fact *f) {
  while (f && !--f->refs) {
    struct fact *before = f->before;
    vec_term_release(&f->reads);
    mem_free(f);
    f = before;
  }
}

void facts_ref(struct fact *f) {
  if (f) f->refs++;
}

// The formula asks for the remainder of the variable: then only every so many-th value matters.
static uint64_t step_of(struct terms *tm, struct term formula, struct term variable) {
  struct term_walk walk = {.tm = tm};
  uint64_t step = 0, by;
  term_walk_add(&walk, formula);
  for (struct term t; !step && term_walk_next(&walk, &t);) {
    if (term_kind(tm, t) == TERM_SELECT) term_walk_skip(&walk);
    enum term_kind kind = term_kind(tm, t);
    if (kind != TERM_BV_UREM && kind != TERM_BV_EXTRACT && kind != TERM_BV_AND) continue;
    if (!term_mentions(tm, t, variable)) continue;
    if (kind == TERM_BV_UREM && term_value64(tm, term_child(tm, t, 1), &by)) step = by;
    if (kind == TERM_BV_EXTRACT && !term_param(tm, t, 1) && term_width(tm, t) < 32)
      step = (uint64_t)1 << term_width(tm, t);
    for (uint32_t i = 0; kind == TERM_BV_AND && i < term_arity(tm, t); i++)
      if (term_value64(tm, term_child(tm, t, i), &by) && by < UINT32_MAX && !(by & (by + 1))) step = by + 1;
  }
  term_walk_release(&walk);
  return step;
}

// Is the value some step away from one that is not known? The fact says nothing of the values between.
static bool is_between(struct terms *tm, const struct fact *f, struct term value) {
  uint64_t constant;
  if (!f->step || term_kind(tm, value) != TERM_BV_ADD) return false;
  for (uint32_t i = 0; i < term_arity(tm, value); i++)
    if (term_value64(tm, term_child(tm, value, i), &constant)) return constant % f->step != 0;
  return false;
}

void facts_add(struct terms *tm, struct fact **list, struct term formula) {
  struct fact *f = mem_zalloc(1, sizeof *f);
  *f = (struct fact){.refs = 1, .before = *list, .formula = formula, .variable = quantified_in(tm, formula)};
  struct map_u32 seen = {0};
  struct vec_term reads = {0};
  quantified_reads(tm, formula, &seen, &reads);
  for (uint32_t i = 0; i < reads.size; i++)
    if (term_mentions(tm, term_child(tm, reads.data[i], 1), f->variable)) vec_term_push(&f->reads, reads.data[i]);
  f->step = step_of(tm, formula, f->variable);
  vec_term_release(&reads);
  map_u32_release(&seen);
  *list = f;
}

// --- which arrays ----------------------------------------------------------------------------------------

// The array variables that an array is made of, by what is written into them.
static void bases_of(struct terms *tm, struct term array, struct map_u32 *out) {
  struct term_walk walk = {.tm = tm};
  term_walk_add(&walk, array);
  for (struct term t; term_walk_next(&walk, &t);) {
    term_walk_skip(&walk);
    switch (term_kind(tm, t)) {
    case TERM_VAR: map_u32_put(out, t.id, 1); break;
    case TERM_STORE:
    case TERM_STORES:
    case TERM_COPY: term_walk_add(&walk, term_child(tm, t, 0)); break;
    case TERM_ITE: term_walk_add(&walk, term_child(tm, t, 1)), term_walk_add(&walk, term_child(tm, t, 2)); break;
    default: break;
    }
  }
  term_walk_release(&walk);
}

static bool share_base(struct terms *tm, struct term a, struct term b) {
  if (term_same(a, b)) return true;
  struct map_u32 of_a = {0}, of_b = {0};
  bases_of(tm, a, &of_a);
  bases_of(tm, b, &of_b);
  bool shared = false;
  for (uint32_t i = 0; i < of_a.capacity && !shared; i++)
    shared = of_a.cells[i].key != MAP_EMPTY && map_u32_find(&of_b, of_a.cells[i].key) != NULL;
  map_u32_release(&of_a);
  map_u32_release(&of_b);
  return shared;
}

// --- instances -------------------------------------------------------------------------------------------

struct instances {
  struct terms *tm;
  struct map_u32 seen, made; // terms looked at; instances
  struct vec_term reads; // to look at
  struct vec_term all; // the condition, instances
};

static void instantiate(struct instances *in, const struct fact *f, struct term value) {
  struct term t = term_substitute(in->tm, f->formula, 1, &f->variable, &value);
  if (term_is_const(in->tm, t) || map_u32_find(&in->made, t.id)) return;
  map_u32_put(&in->made, t.id, 1);
  vec_term_push(&in->all, t);
  quantified_reads(in->tm, t, &in->seen, &in->reads);
}

static void look_at(struct instances *in, const struct fact *f, struct term read) {
  struct terms *tm = in->tm;
  for (uint32_t i = 0; i < f->reads.size && in->all.size < INSTANCES_MOST; i++) {
    struct term pattern = f->reads.data[i], value;
    if (term_sort(tm, term_child(tm, pattern, 0)).id != term_sort(tm, term_child(tm, read, 0)).id) continue;
    if (!share_base(tm, term_child(tm, pattern, 0), term_child(tm, read, 0))) continue;
    value = quantified_solve(tm, term_child(tm, pattern, 1), f->variable, term_child(tm, read, 1));
    if (!term_none(value) && !is_between(tm, f, value)) instantiate(in, f, value);
  }
}

struct term facts_instances(struct terms *tm, const struct fact *facts, struct term condition) {
  if (!facts || term_is_const(tm, condition)) return condition;
  struct instances in = {.tm = tm};
  vec_term_push(&in.all, condition);
  quantified_reads(tm, condition, &in.seen, &in.reads);
  for (uint32_t i = 0; i < in.reads.size && in.all.size < INSTANCES_MOST; i++)
    for (const struct fact *f = facts; f; f = f->before) look_at(&in, f, in.reads.data[i]);
  struct term t = term_and_n(tm, in.all.size, in.all.data);
  map_u32_release(&in.seen);
  map_u32_release(&in.made);
  vec_term_release(&in.reads);
  vec_term_release(&in.all);
  return t;
}
