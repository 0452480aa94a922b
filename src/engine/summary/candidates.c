// Candidates for summaries: what the result may have to do with constants of the program and with the parameters.
#include "engine/summary/summary.h"
#include "term/walk.h"

enum { CONSTANTS = 10 };

static void add_constant(struct vec_term *constants, struct term t) {
  for (uint32_t i = 0; i < constants->size; i++)
    if (term_same(constants->data[i], t)) return;
  if (constants->size < CONSTANTS) vec_term_push(constants, t);
}

// Those of this sort in a term.
static void find_constants(struct terms *tm, struct term t, struct sort sort, struct vec_term *constants) {
  struct term_walk walk = {.tm = tm, .left_to_right = true};
  term_walk_add(&walk, t);
  for (struct term part; term_walk_next(&walk, &part);)
    if (term_is_const(tm, part) && term_sort(tm, part).id == sort.id) add_constant(constants, part);
  term_walk_release(&walk);
}

// What is assigned and compared in the function itself, then elsewhere.
static void program_constants(const struct cfa *cfa, uint32_t function, struct sort sort, struct vec_term *constants) {
  struct terms *tm = cfa->tm;
  uint32_t width = sort_width(tm, sort);
  for (int64_t c = -1; c <= 1; c++) add_constant(constants, term_bv_signed(tm, width, c));
  for (int elsewhere = 0; elsewhere <= 1; elsewhere++)
    for (uint32_t i = 0; i < cfa->edges.size; i++) {
      const struct cfa_edge *e = &cfa->edges.data[i];
      if ((cfa_location(cfa, e->from)->function != function) != elsewhere) continue;
      for (uint32_t k = 0; k < e->updates.size; k++)
        if (term_sort(tm, e->updates.data[k].value).id == sort.id)
          find_constants(tm, e->updates.data[k].value, sort, constants);
      find_constants(tm, e->guard, sort, constants);
    }
}

static void add(struct vec_summary *out, uint32_t function, struct term formula) {
  vec_summary_push(out, (struct cfa_summary){function, formula});
}

struct about {
  struct terms *tm;
  uint32_t function;
  struct term result;
  bool is_unsigned;
  struct vec_term params; // of the result's sort
  struct vec_term constants;
  struct vec_summary *out;
};

static struct term at_most(const struct about *a, struct term x, struct term y) {
  return (a->is_unsigned ? term_ule : term_sle)(a->tm, x, y);
}

static void add_relations(const struct about *a, struct term other) {
  add(a->out, a->function, term_eq(a->tm, a->result, other));
  add(a->out, a->function, at_most(a, a->result, other));
  add(a->out, a->function, at_most(a, other, a->result));
}

static void add_simple(const struct about *a) {
  struct terms *tm = a->tm;
  for (uint32_t i = 0; i < a->constants.size; i++) add_relations(a, a->constants.data[i]);
  for (uint32_t i = 0; i < a->params.size; i++) {
    add_relations(a, a->params.data[i]);
    for (uint32_t k = 0; k < a->params.size; k++) {
      struct term p = a->params.data[i], q = a->params.data[k];
      if (i < k) add(a->out, a->function, term_eq(tm, a->result, term_add(tm, p, q)));
      if (i < k) add(a->out, a->function, term_eq(tm, a->result, term_mul(tm, p, q)));
      if (i != k) add(a->out, a->function, term_eq(tm, a->result, term_sub(tm, p, q)));
    }
  }
}

// "Up to here the result is this": what a function returns where it does not call itself.
static void add_cases(const struct about *a, struct term param) {
  struct terms *tm = a->tm;
  for (uint32_t i = 0; i < a->constants.size; i++)
    for (uint32_t k = 0; k < a->constants.size; k++) {
      struct term below = at_most(a, param, a->constants.data[i]), c = a->constants.data[k];
      struct term is = term_eq(tm, a->result, c), moved = term_eq(tm, a->result, term_add(tm, param, c));
      add(a->out, a->function, term_implies(tm, below, is));
      add(a->out, a->function, term_implies(tm, term_not(tm, below), is));
      add(a->out, a->function, term_implies(tm, below, moved));
      add(a->out, a->function, term_implies(tm, term_not(tm, below), moved));
    }
}

// "Of positive numbers it makes positive ones."
static void add_signs(const struct about *a) {
  struct terms *tm = a->tm;
  struct term zero = term_bv(tm, term_width(tm, a->result), 0), one = term_bv(tm, term_width(tm, a->result), 1);
  struct term none_negative = term_true(tm), all_positive = term_true(tm);
  for (uint32_t i = 0; i < a->params.size; i++) {
    none_negative = term_and(tm, none_negative, term_sle(tm, zero, a->params.data[i]));
    all_positive = term_and(tm, all_positive, term_sle(tm, one, a->params.data[i]));
  }
  add(a->out, a->function, term_implies(tm, none_negative, term_sle(tm, zero, a->result)));
  add(a->out, a->function, term_implies(tm, all_positive, term_sle(tm, one, a->result)));
}

void summary_candidates(const struct cfa *cfa, uint32_t function, bool cases, struct vec_summary *out) {
  const struct cfa_function *f = &cfa->functions.data[function];
  if (f->result == CFA_NONE || sort_kind(cfa->tm, cfa->vars.data[f->result].sort) != SORT_BV) return;
  const struct cfa_var *result = &cfa->vars.data[f->result];
  struct about a = {.tm = cfa->tm, .function = function, .result = result->term, .out = out};
  a.is_unsigned = result->is_unsigned;
  for (uint32_t i = 0; i < f->params.size; i++) {
    const struct cfa_var *param = &cfa->vars.data[f->params.data[i]];
    if (param->sort.id == result->sort.id) vec_term_push(&a.params, param->term);
  }
  program_constants(cfa, function, result->sort, &a.constants);
  if (!cases) add_simple(&a);
  for (uint32_t i = 0; cases && i < a.params.size; i++) add_cases(&a, a.params.data[i]);
  if (cases) add_signs(&a);
  vec_term_release(&a.params);
  vec_term_release(&a.constants);
}

void summary_assumptions(const struct cfa *cfa, uint32_t function, struct vec_summary *out) {
  const struct cfa_function *f = &cfa->functions.data[function];
  for (uint32_t i = 0; f->result == CFA_NONE && i < f->params.size; i++) {
    const struct cfa_var *param = &cfa->vars.data[f->params.data[i]];
    if (sort_kind(cfa->tm, param->sort) != SORT_BV) continue;
    struct term zero = term_bv(cfa->tm, sort_width(cfa->tm, param->sort), 0);
    add(out, function, term_not(cfa->tm, term_eq(cfa->tm, param->term, zero)));
  }
}
