// See hull.h.
#include "witness/hull.h"
#include <stdlib.h>

#define FEW_VALUES 4 // are listed

// A term that is equal to constants.
struct hull_term {
  struct term term;
  bool is_unsigned;
  uint32_t last; // the last formula that has it + 1
  uint32_t count; // of formulas that have it
  struct term least, most;
  uint32_t n_values; // up to one more than FEW_VALUES
  struct term values[FEW_VALUES];
};
VEC_TYPE(vec_hull_term, struct hull_term)

// A conjunct that is no such equality.
struct hull_conjunct {
  struct term conjunct;
  uint32_t last, count; // as above
};
VEC_TYPE(vec_hull_conjunct, struct hull_conjunct)

struct hull {
  struct cfa *cfa;
  struct terms *tm;
  struct map_u32 unsigned_variables; // variable → is it unsigned?
  struct map_u32 term_of, conjunct_of; // → place in these
  struct vec_hull_term terms;
  struct vec_hull_conjunct conjuncts;
};

// --- equalities --------------------------------------------------------------------------------------------------

// Shown as unsigned where a variable in it is.
static bool is_unsigned(struct hull *h, struct term t) {
  uint32_t n;
  const uint32_t *variables = term_free_vars(h->tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (map_u32_get_or(&h->unsigned_variables, variables[i], 0)) return true;
  return false;
}

// The conjunct says that a term has a constant as value.
static bool is_equality(const struct hull *h, struct term conjunct, struct term *term, struct term *value) {
  enum term_kind kind = term_kind(h->tm, conjunct);
  *term = kind == TERM_NOT ? term_child(h->tm, conjunct, 0) : conjunct;
  *value = kind == TERM_NOT ? term_false(h->tm) : term_true(h->tm);
  if (term_kind(h->tm, *term) == TERM_VAR) return true;
  if (kind != TERM_EQ) return false;
  *value = term_child(h->tm, conjunct, 0);
  *term = term_child(h->tm, conjunct, 1);
  return term_is_const(h->tm, *value);
}

static bool is_less(const struct hull *h, struct term a, struct term b, bool is_unsigned) {
  return term_is_true(h->tm, is_unsigned ? term_ult(h->tm, a, b) : term_slt(h->tm, a, b));
}

static bool is_ordered(const struct hull *h, struct term t) { return sort_kind(h->tm, term_sort(h->tm, t)) == SORT_BV; }

static void add_value(struct hull *h, struct hull_term *t, struct term value) {
  uint32_t i = 0;
  while (i < t->n_values && i < FEW_VALUES && !term_same(t->values[i], value)) i++;
  if (i == t->n_values && i < FEW_VALUES) t->values[t->n_values++] = value;
  else if (i == FEW_VALUES) t->n_values = FEW_VALUES + 1;
  if (!is_ordered(h, value)) return;
  if (term_none(t->least) || is_less(h, value, t->least, t->is_unsigned)) t->least = value;
  if (term_none(t->most) || is_less(h, t->most, value, t->is_unsigned)) t->most = value;
}

static void add_equality(struct hull *h, uint32_t formula, struct term term, struct term value) {
  uint32_t at = map_u32_get_or(&h->term_of, term.id, 0);
  if (!at) {
    vec_hull_term_push(&h->terms, (struct hull_term){.term = term, .is_unsigned = is_unsigned(h, term)});
    map_u32_put(&h->term_of, term.id, at = h->terms.size);
  }
  struct hull_term *t = &h->terms.data[at - 1];
  add_value(h, t, value); // a second value in a formula does no harm: the hull becomes larger
  if (t->last == formula + 1) return;
  t->last = formula + 1;
  t->count++;
}

// --- formulas ----------------------------------------------------------------------------------------------------

static void add_conjunct(struct hull *h, uint32_t formula, struct term conjunct) {
  struct term term, value;
  if (is_equality(h, conjunct, &term, &value)) {
    add_equality(h, formula, term, value);
    return;
  }
  uint32_t at = map_u32_get_or(&h->conjunct_of, conjunct.id, 0);
  if (!at) {
    vec_hull_conjunct_push(&h->conjuncts, (struct hull_conjunct){.conjunct = conjunct});
    map_u32_put(&h->conjunct_of, conjunct.id, at = h->conjuncts.size);
  }
  struct hull_conjunct *c = &h->conjuncts.data[at - 1];
  if (c->last == formula + 1) return;
  c->last = formula + 1;
  c->count++;
}

static void add_formula(struct hull *h, uint32_t i, struct term formula) {
  if (term_kind(h->tm, formula) != TERM_AND) {
    add_conjunct(h, i, formula);
    return;
  }
  for (uint32_t k = 0; k < term_arity(h->tm, formula); k++) {
    struct term child = term_child(h->tm, formula, k);
    // An AND of very many has some as children of their own kind (term/kinds.def).
    if (term_kind(h->tm, child) != TERM_AND) add_conjunct(h, i, child);
    else
      for (uint32_t j = 0; j < term_arity(h->tm, child); j++) add_conjunct(h, i, term_child(h->tm, child, j));
  }
}

static struct term term_hull(struct hull *h, const struct hull_term *t) {
  if (t->n_values <= FEW_VALUES) {
    struct term equal[FEW_VALUES];
    for (uint32_t i = 0; i < t->n_values; i++) equal[i] = term_eq(h->tm, t->values[i], t->term);
    return term_or_n(h->tm, t->n_values, equal);
  }
  if (!is_ordered(h, t->term)) return term_true(h->tm);
  return t->is_unsigned ? term_and(h->tm, term_ule(h->tm, t->least, t->term), term_ule(h->tm, t->term, t->most))
                        : term_and(h->tm, term_sle(h->tm, t->least, t->term), term_sle(h->tm, t->term, t->most));
}

static struct term hull_conclude(struct hull *h, uint32_t n) {
  struct vec_term all = {0};
  for (uint32_t i = 0; i < h->terms.size; i++)
    if (h->terms.data[i].count == n) vec_term_push(&all, term_hull(h, &h->terms.data[i]));
  for (uint32_t i = 0; i < h->conjuncts.size; i++)
    if (h->conjuncts.data[i].count == n) vec_term_push(&all, h->conjuncts.data[i].conjunct);
  struct term result = term_and_n(h->tm, all.size, all.data);
  vec_term_release(&all);
  return result;
}

struct term hull_of(struct cfa *cfa, uint32_t n, const struct term *formulas) {
  struct hull h = {.cfa = cfa, .tm = cfa->tm};
  for (uint32_t i = 0; i < cfa->vars.size; i++)
    map_u32_put(&h.unsigned_variables, cfa->vars.data[i].term.id, cfa->vars.data[i].is_unsigned);
  uint32_t left = 0; // without those that no state satisfies
  for (uint32_t i = 0; i < n; i++)
    if (!term_is_false(cfa->tm, formulas[i])) add_formula(&h, left++, formulas[i]);
  struct term result = hull_conclude(&h, left);
  map_u32_release(&h.unsigned_variables);
  map_u32_release(&h.term_of);
  map_u32_release(&h.conjunct_of);
  vec_hull_term_release(&h.terms);
  vec_hull_conjunct_release(&h.conjuncts);
  return result;
}
