// See instances.h.
#include "term/instances.h"
#include "base/memory/map.h"
#include "term/polynomial.h"
#include "term/quantified.h"
#include "term/walk.h"

enum {
  MAX_INSTANCES = 48, // of one formula
  MAX_CASES = 16,
  MAX_STORES = 8, // through which a read is looked
  MAX_OPEN = 2, // instances that are not reduced
};

// --- equations -------------------------------------------------------------------------------------------------------

static bool subtract(struct polynomial *p, const struct polynomial *q) {
  return polynomial_add_product(p, UINT64_MAX, &(struct monomial){.coefficient = 1}, q);
}

// The variable's coefficient where that is all that the polynomial has of it; 0: it has more. It is taken away.
static uint64_t take_linear(struct terms *tm, struct polynomial *p, struct term variable) {
  uint64_t factor = 0;
  for (uint32_t i = 0; i < p->monomials.size; i++) {
    const struct monomial *m = &p->monomials.data[i];
    bool mentions = false;
    for (uint32_t k = 0; k < m->degree; k++) mentions |= term_mentions(tm, (struct term){m->atoms[k]}, variable);
    if (!mentions) continue;
    if (factor || m->degree != 1 || m->atoms[0] != variable.id) return 0;
    factor = m->coefficient;
    for (uint32_t k = i--; k + 1 < p->monomials.size; k++) p->monomials.data[k] = p->monomials.data[k + 1];
    p->monomials.size--;
  }
  return factor;
}

static bool divide(struct polynomial *p, uint64_t by) {
  uint64_t mask = polynomial_mask(p->width), sign = (uint64_t)1 << (p->width - 1);
  for (uint32_t i = 0; i < p->monomials.size; i++) {
    uint64_t c = p->monomials.data[i].coefficient & mask;
    bool negative = c & sign;
    if (negative) c = (0 - c) & mask;
    if (c % by) return false;
    p->monomials.data[i].coefficient = (negative ? 0 - c / by : c / by) & mask;
  }
  return true;
}

// x with pattern[x] = t, where both are sums and the pattern has `variable` times a constant.
static struct term solve_sum(struct terms *tm, struct term pattern, struct term variable, struct term t) {
  uint32_t width = term_width(tm, pattern);
  struct polynomial p = {0}, q = {0};
  struct term result = TERM_NONE;
  if (width > POLYNOMIAL_WIDTH || width != term_width(tm, variable)) return TERM_NONE;
  if (polynomial_of(tm, pattern, width, width, &p) && polynomial_of(tm, t, width, width, &q)) {
    uint64_t factor = take_linear(tm, &p, variable);
    if (factor && subtract(&q, &p) && divide(&q, factor)) result = polynomial_term(tm, &q);
  }
  polynomial_release(&p);
  polynomial_release(&q);
  return result;
}

static struct term solve(struct terms *tm, struct term pattern, struct term variable, struct term t) {
  struct term inner = pattern, other = t;
  while (term_kind(tm, inner) == TERM_BV_EXTRACT && term_kind(tm, other) == TERM_BV_EXTRACT &&
         term_param(tm, inner, 0) == term_param(tm, other, 0) && term_param(tm, inner, 1) == term_param(tm, other, 1) &&
         term_width(tm, term_child(tm, inner, 0)) == term_width(tm, term_child(tm, other, 0))) {
    inner = term_child(tm, inner, 0);
    other = term_child(tm, other, 0);
  }
  struct term value = solve_sum(tm, inner, variable, other);
  return term_none(value) ? quantified_solve(tm, pattern, variable, t) : value;
}

// --- instances -------------------------------------------------------------------------------------------------------

static void add_instances(struct terms *tm, struct term formula, struct term variable, const struct vec_term *reads,
                          struct vec_term *out) {
  struct vec_term own = {0};
  struct map_u32 seen = {0}, values = {0};
  quantified_reads(tm, formula, &seen, &own);
  uint32_t n = 0;
  for (uint32_t i = 0; i < own.size; i++) {
    struct term pattern = term_child(tm, own.data[i], 1);
    for (uint32_t k = 0; term_mentions(tm, pattern, variable) && k < reads->size && n < MAX_INSTANCES; k++) {
      struct term index = term_child(tm, reads->data[k], 1);
      if (term_sort(tm, index).id != term_sort(tm, pattern).id) continue;
      struct term value = solve(tm, pattern, variable, index);
      if (term_none(value) || map_u32_find(&values, value.id)) continue;
      map_u32_put(&values, value.id, 1);
      struct term instance = term_substitute(tm, formula, 1, &variable, &value);
      if (term_is_true(tm, instance)) continue;
      vec_term_push(out, instance);
      n++;
    }
  }
  vec_term_release(&own);
  map_u32_release(&seen);
  map_u32_release(&values);
}

void instances_append(struct terms *tm, uint32_t n, const struct term *every, uint32_t m, const struct term *about,
                      struct vec_term *out, struct vec_u32 *of) {
  struct vec_term reads = {0};
  struct map_u32 seen = {0};
  bool any = false;
  for (uint32_t i = 0; i < n && !any; i++) any = !term_none(quantified_in(tm, every[i]));
  for (uint32_t i = 0; i < m && any; i++) quantified_reads(tm, about[i], &seen, &reads);
  for (uint32_t i = 0; i < n && any; i++) {
    struct term variable = quantified_in(tm, every[i]);
    if (!term_none(variable)) add_instances(tm, every[i], variable, &reads, out);
    while (of && of->size < out->size) vec_u32_push(of, i);
  }
  vec_term_release(&reads);
  map_u32_release(&seen);
}

// --- cases -----------------------------------------------------------------------------------------------------------

static bool reads_cells(struct terms *tm, struct term t) {
  struct vec_term reads = {0};
  struct map_u32 seen = {0};
  quantified_reads(tm, t, &seen, &reads);
  bool any = reads.size != 0;
  vec_term_release(&reads);
  map_u32_release(&seen);
  return any;
}

// The same formula, with reads of what was written as choices.
static struct term expand_reads(struct terms *tm, struct term formula) {
  struct vec_term reads = {0}, values = {0};
  struct map_u32 seen = {0};
  quantified_reads(tm, formula, &seen, &reads);
  for (uint32_t i = 0; i < reads.size; i++) {
    struct term array = term_child(tm, reads.data[i], 0), index = term_child(tm, reads.data[i], 1);
    struct term written[MAX_STORES], at[MAX_STORES];
    uint32_t n = 0;
    for (; n < MAX_STORES && term_kind(tm, array) == TERM_STORE; array = term_child(tm, array, 0)) {
      at[n] = term_child(tm, array, 1);
      written[n++] = term_child(tm, array, 2);
    }
    struct term value = term_select(tm, array, index);
    while (n--) value = term_ite(tm, term_eq(tm, index, at[n]), written[n], value);
    vec_term_push(&values, value);
  }
  struct term result = reads.size ? term_substitute(tm, formula, reads.size, reads.data, values.data) : formula;
  vec_term_release(&reads);
  vec_term_release(&values);
  map_u32_release(&seen);
  return result;
}

// A condition of a choice: one that is an equation with the variable before others, which read no cells. None: there is
// none.
static struct term find_choice(struct terms *tm, struct term formula, struct term variable) {
  struct term found = TERM_NONE;
  struct term_walk walk = {.tm = tm};
  term_walk_add(&walk, formula);
  for (struct term t; term_walk_next(&walk, &t);) {
    if (term_kind(tm, t) != TERM_ITE) continue;
    struct term condition = term_child(tm, t, 0);
    if (term_kind(tm, condition) == TERM_NOT) condition = term_child(tm, condition, 0);
    bool about = term_kind(tm, condition) == TERM_EQ && term_mentions(tm, condition, variable);
    if (about || (term_none(found) && !reads_cells(tm, condition))) found = condition;
    if (about) break;
  }
  term_walk_release(&walk);
  return found;
}

// The conjuncts that read no cells, and the equation, leave the variable one value: that is it. None: not known.
static struct term forced_value(struct terms *tm, const struct vec_term *path, struct term formula,
                                struct term equation, struct term variable, instances_refute refute, void *context) {
  struct term x = term_child(tm, equation, 0), y = term_child(tm, equation, 1);
  if (!term_mentions(tm, x, variable)) {
    struct term other = x;
    x = y;
    y = other;
  }
  struct term value = term_mentions(tm, y, variable) ? TERM_NONE : solve(tm, x, variable, y);
  if (term_none(value) || term_mentions(tm, value, variable)) return TERM_NONE;
  struct vec_term all = {0};
  for (uint32_t i = 0; i < path->size; i++) vec_term_push(&all, path->data[i]);
  bool conjunction = term_kind(tm, formula) == TERM_AND;
  for (uint32_t i = 0; i < (conjunction ? term_arity(tm, formula) : 1); i++) {
    struct term t = conjunction ? term_child(tm, formula, i) : formula;
    if (!reads_cells(tm, t) && term_kind(tm, t) != TERM_ITE) vec_term_push(&all, t);
  }
  vec_term_push(&all, equation);
  vec_term_push(&all, term_not(tm, term_eq(tm, variable, value)));
  bool forced = refute(context, &all);
  vec_term_release(&all);
  return forced ? value : TERM_NONE;
}

void instances_cases(struct terms *tm, const struct vec_term *path, struct term formula, struct term variable,
                     instances_refute refute, void *context, struct vec_term *cases) {
  struct vec_term open = {0};
  vec_term_push(&open, expand_reads(tm, formula));
  while (open.size) {
    struct term t = vec_term_pop(&open), choice = find_choice(tm, t, variable), value = TERM_NONE;
    bool split = !term_none(choice) && open.size + cases->size < MAX_CASES;
    if (split && !term_mentions(tm, choice, variable)) {
      struct term yes = term_true(tm), no = term_false(tm), not = term_not(tm, choice);
      vec_term_push(&open, term_and(tm, choice, term_substitute(tm, t, 1, &choice, &yes)));
      vec_term_push(&open, term_and(tm, not, term_substitute(tm, t, 1, &choice, &no)));
      continue;
    }
    if (split && term_kind(tm, choice) == TERM_EQ) value = forced_value(tm, path, t, choice, variable, refute, context);
    if (term_none(value)) {
      if (!term_is_false(tm, t)) vec_term_push(cases, t);
      continue;
    }
    struct term yes = term_true(tm), no = term_false(tm), other = term_substitute(tm, t, 1, &choice, &no);
    // Where the value makes the indices equal, it is another one in this case.
    if (term_is_true(tm, term_substitute(tm, choice, 1, &variable, &value)))
      other = term_and(tm, other, term_not(tm, term_eq(tm, variable, value)));
    vec_term_push(&open, other);
    t = term_substitute(tm, t, 1, &choice, &yes);
    vec_term_push(&open, term_substitute(tm, t, 1, &variable, &value));
  }
  vec_term_release(&open);
}

static bool contradicts(const struct vec_term *path, struct term t, instances_refute refute, void *context) {
  struct vec_term all = {0};
  for (uint32_t i = 0; i < path->size; i++) vec_term_push(&all, path->data[i]);
  vec_term_push(&all, t);
  bool known = refute(context, &all);
  vec_term_release(&all);
  return known;
}

// The disjunct that reads cells, if there is one such and the others contradict the path; true, if the path says one of
// the others. Otherwise the instance, and *open is one of the others.
static struct term reduced(struct terms *tm, const struct vec_term *path, instances_refute refute, void *context,
                           struct term t, struct term *open) {
  if (term_kind(tm, t) != TERM_OR) return t;
  struct vec_term others = {0};
  struct term reading = TERM_NONE, result = t;
  uint32_t n = 0;
  for (uint32_t i = 0; i < term_arity(tm, t); i++) {
    struct term part = term_child(tm, t, i);
    if (reads_cells(tm, part)) reading = part, n++;
    else vec_term_push(&others, part);
  }
  if (n == 1 && contradicts(path, term_or_n(tm, others.size, others.data), refute, context)) {
    result = reading;
  } else {
    for (uint32_t i = 0; i < others.size && !term_is_true(tm, result); i++) {
      if (contradicts(path, term_not(tm, others.data[i]), refute, context)) result = term_true(tm);
      else if (term_none(*open) && !contradicts(path, others.data[i], refute, context)) *open = others.data[i];
    }
  }
  vec_term_release(&others);
  return result;
}

// What the variable is compared with. None: the literal is no comparison of it.
static struct term compared_with(struct terms *tm, struct term literal, struct term variable) {
  enum term_kind kind = term_kind(tm, literal);
  if (term_none(variable) || (kind != TERM_BV_SLT && kind != TERM_BV_SLE && kind != TERM_BV_ULT && kind != TERM_BV_ULE))
    return TERM_NONE;
  struct term x = term_child(tm, literal, 0), y = term_child(tm, literal, 1);
  if (term_same(x, variable)) return term_mentions(tm, y, variable) ? TERM_NONE : y;
  return term_same(y, variable) && !term_mentions(tm, x, variable) ? x : TERM_NONE;
}

struct term instances_reduce(struct terms *tm, const struct vec_term *path, struct term variable,
                             instances_refute refute, void *context, struct vec_term *instances, struct vec_u32 *of) {
  struct term split = TERM_NONE;
  uint32_t kept = 0, open = 0;
  for (uint32_t i = 0; i < instances->size; i++) {
    struct term literal = TERM_NONE, was = instances->data[i], t = reduced(tm, path, refute, context, was, &literal);
    if (term_is_true(tm, t) || (term_same(t, was) && term_kind(tm, t) == TERM_OR && open++ >= MAX_OPEN)) continue;
    if (term_same(t, was) && term_none(split)) split = literal;
    if (of) of->data[kept] = of->data[i];
    instances->data[kept++] = t;
  }
  instances->size = kept;
  if (of) of->size = kept;
  struct term value = term_none(split) ? TERM_NONE : compared_with(tm, split, variable);
  if (term_none(value)) return split;
  struct term equal = term_eq(tm, variable, value);
  return contradicts(path, equal, refute, context) ? split : equal;
}

void instances_distinguish(struct terms *tm, struct term formula, struct term split, struct term variable,
                           struct vec_term *cases) {
  struct term yes = term_and(tm, formula, split);
  if (!term_none(variable) && term_kind(tm, split) == TERM_EQ && term_mentions(tm, split, variable)) {
    struct term x = term_child(tm, split, 0), y = term_child(tm, split, 1), value = term_same(x, variable) ? y : x;
    if ((term_same(x, variable) || term_same(y, variable)) && !term_mentions(tm, value, variable))
      yes = term_substitute(tm, formula, 1, &variable, &value);
  }
  vec_term_push(cases, yes);
  vec_term_push(cases, term_and(tm, formula, term_not(tm, split)));
}
