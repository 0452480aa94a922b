// See polynomial.h.
#include "term/polynomial.h"

enum { MAX_DEPTH = 200, MAX_PARTS = 5000 }; // of a term that is taken apart; what lies deeper is an atom

static const struct monomial ONE = {.coefficient = 1};

// --- monomials ------------------------------------------------------------------------

int monomial_compare(const struct monomial *a, const struct monomial *b) {
  if (a->degree != b->degree) return a->degree > b->degree ? 1 : -1;
  for (uint32_t i = 0; i < a->degree; i++)
    if (a->atoms[i] != b->atoms[i]) return a->atoms[i] < b->atoms[i] ? 1 : -1;
  return 0;
}

bool monomial_multiply(const struct monomial *a, const struct monomial *b, struct monomial *out) {
  if (a->degree + b->degree > POLYNOMIAL_DEGREE) return false;
  struct monomial m = {.coefficient = a->coefficient * b->coefficient, .degree = a->degree + b->degree};
  uint32_t i = 0, k = 0;
  for (uint32_t n = 0; n < m.degree; n++) {
    bool first = k == b->degree || (i < a->degree && a->atoms[i] <= b->atoms[k]);
    m.atoms[n] = first ? a->atoms[i++] : b->atoms[k++];
  }
  *out = m;
  return true;
}

bool monomial_divide(const struct monomial *a, const struct monomial *b, struct monomial *out) {
  struct monomial m = {.coefficient = 1};
  uint32_t k = 0;
  for (uint32_t i = 0; i < a->degree; i++) {
    if (k < b->degree && a->atoms[i] == b->atoms[k]) k++;
    else m.atoms[m.degree++] = a->atoms[i];
  }
  *out = m;
  return k == b->degree;
}

// --- polynomials ------------------------------------------------------------------------

void polynomial_release(struct polynomial *p) { vec_monomial_release(&p->monomials); }

struct polynomial polynomial_copy(const struct polynomial *p) {
  struct polynomial copy = {.width = p->width};
  for (uint32_t i = 0; i < p->monomials.size; i++) vec_monomial_push(&copy.monomials, p->monomials.data[i]);
  return copy;
}

bool polynomial_add_product(struct polynomial *p, uint64_t factor, const struct monomial *m,
                            const struct polynomial *q) {
  struct vec_monomial sum = {0};
  uint64_t mask = polynomial_mask(p->width);
  const struct vec_monomial *a = &p->monomials;
  uint32_t i = 0;
  bool good = true;
  for (uint32_t k = 0; k < q->monomials.size && good; k++) {
    struct monomial next;
    uint64_t c = factor * q->monomials.data[k].coefficient & mask;
    if (!c) continue;
    good = monomial_multiply(m, &q->monomials.data[k], &next);
    next.coefficient = c;
    while (good && i < a->size && monomial_compare(&a->data[i], &next) > 0) vec_monomial_push(&sum, a->data[i++]);
    if (good && i < a->size && !monomial_compare(&a->data[i], &next))
      next.coefficient = (c + a->data[i++].coefficient) & mask;
    if (good && next.coefficient) vec_monomial_push(&sum, next);
  }
  while (i < a->size) vec_monomial_push(&sum, a->data[i++]);
  vec_monomial_release(&p->monomials);
  p->monomials = sum;
  return good && sum.size <= POLYNOMIAL_MONOMIALS;
}

bool polynomial_add_product_of(struct polynomial *p, const struct polynomial *q, const struct polynomial *r) {
  bool good = true;
  for (uint32_t i = 0; i < q->monomials.size && good; i++)
    good = polynomial_add_product(p, q->monomials.data[i].coefficient, &q->monomials.data[i], r);
  return good;
}

// --- terms ------------------------------------------------------------------------------

struct taking {
  struct terms *tm;
  uint32_t width, depth, parts;
};

static bool add_constant(uint32_t width, uint64_t value, struct polynomial *p) {
  struct monomial one = ONE;
  struct polynomial c = {.width = width, .monomials = {.data = &one, .size = 1}};
  return polynomial_add_product(p, value, &ONE, &c);
}

// p += factor · t, of as many bits as the polynomial has.
static bool add_atom(struct taking *x, struct term t, uint64_t factor, struct polynomial *p) {
  uint32_t width = term_width(x->tm, t);
  if (width > x->width) t = term_extract(x->tm, x->width - 1, 0, t);
  else if (width < x->width) t = term_zext(x->tm, t, x->width);
  uint64_t value;
  if (term_value64(x->tm, t, &value)) return add_constant(x->width, factor * value, p);
  struct monomial atom = {.coefficient = 1, .degree = 1, .atoms = {t.id}};
  struct polynomial c = {.width = x->width, .monomials = {.data = &atom, .size = 1}};
  return polynomial_add_product(p, factor, &ONE, &c);
}

static bool add_term(struct taking *x, struct term t, uint32_t bits, uint64_t factor, struct polynomial *p);

static bool add_product(struct taking *x, struct term a, struct term b, uint32_t bits, uint64_t factor,
                        struct polynomial *p) {
  struct polynomial q = {.width = x->width}, r = {.width = x->width};
  bool good = add_term(x, a, bits, factor, &q) && add_term(x, b, bits, 1, &r) && polynomial_add_product_of(p, &q, &r);
  polynomial_release(&q);
  polynomial_release(&r);
  return good;
}

// The high part counts 2^low as much, so that so many bits less of it matter.
static bool add_concatenation(struct taking *x, struct term high, struct term low, uint32_t bits, uint64_t factor,
                              struct polynomial *p) {
  uint32_t width = term_width(x->tm, low);
  if (width >= bits) return add_term(x, low, bits, factor, p);
  return add_atom(x, low, factor, p) && add_term(x, high, bits - width, factor << width, p);
}

// p += factor · t modulo 2^bits.
static bool add_parts(struct taking *x, struct term t, uint32_t bits, uint64_t factor, struct polynomial *p) {
  struct terms *tm = x->tm;
  struct term a = term_arity(tm, t) ? term_child(tm, t, 0) : TERM_NONE;
  struct term b = term_arity(tm, t) > 1 ? term_child(tm, t, 1) : TERM_NONE;
  uint64_t count;
  switch (term_kind(tm, t)) {
  case TERM_BV_ADD: return add_term(x, a, bits, factor, p) && add_term(x, b, bits, factor, p);
  case TERM_BV_NEG: return add_term(x, a, bits, 0 - factor, p);
  case TERM_BV_NOT: return add_constant(x->width, 0 - factor, p) && add_term(x, a, bits, 0 - factor, p);
  case TERM_BV_MUL: return add_product(x, a, b, bits, factor, p);
  case TERM_BV_SHL:
    if (!term_value64(tm, b, &count)) break;
    return count >= bits || add_term(x, a, bits, factor << count, p);
  case TERM_BV_EXTRACT:
    if (term_param(tm, t, 1)) break;
    return add_term(x, a, bits, factor, p);
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT:
    if (term_width(tm, a) < bits) break;
    return add_term(x, a, bits, factor, p);
  case TERM_BV_CONCAT: return add_concatenation(x, a, b, bits, factor, p);
  default: break;
  }
  return add_atom(x, t, factor, p);
}

static bool add_term(struct taking *x, struct term t, uint32_t bits, uint64_t factor, struct polynomial *p) {
  if (++x->parts > MAX_PARTS) return false;
  if (x->depth == MAX_DEPTH) return add_atom(x, t, factor, p);
  x->depth++;
  bool good = add_parts(x, t, bits, factor, p);
  x->depth--;
  return good;
}

bool polynomial_of(struct terms *tm, struct term t, uint32_t bits, uint32_t width, struct polynomial *out) {
  struct taking x = {.tm = tm, .width = width};
  *out = (struct polynomial){.width = width};
  return add_term(&x, t, bits, 1, out);
}

bool polynomial_of_equation(struct terms *tm, struct term equation, uint32_t width, struct polynomial *out) {
  struct taking x = {.tm = tm, .width = width};
  struct term a = term_child(tm, equation, 0), b = term_child(tm, equation, 1);
  uint32_t bits = term_width(tm, a) < width ? term_width(tm, a) : width;
  uint64_t factor = (uint64_t)1 << (width - bits);
  *out = (struct polynomial){.width = width};
  return add_term(&x, a, bits, factor, out) && add_term(&x, b, bits, 0 - factor, out);
}

static struct term monomial_term(struct terms *tm, uint32_t width, const struct monomial *m) {
  struct term t = term_bv(tm, width, 1);
  for (uint32_t i = m->degree; i-- > 0;) t = term_mul(tm, (struct term){m->atoms[i]}, t);
  return term_mul(tm, term_bv(tm, width, m->coefficient), t);
}

struct term polynomial_term(struct terms *tm, const struct polynomial *p) {
  struct term sum = term_bv(tm, p->width, 0);
  for (uint32_t i = p->monomials.size; i-- > 0;)
    sum = term_add(tm, monomial_term(tm, p->width, &p->monomials.data[i]), sum);
  return sum;
}
