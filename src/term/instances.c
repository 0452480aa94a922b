// See instances.h.
#include "term/instances.h"
#include "base/memory/map.h"
#include "term/polynomial.h"
#include "term/quantified.h"

enum { MAX_INSTANCES = 48 }; // of one formula

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
