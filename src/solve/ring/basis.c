// See basis.h.
#include "solve/ring/basis.h"

enum { MAX_STEPS = 20000, MAX_MEMBERS = 40, SUBSTITUTIONS = 4000 };

static const struct monomial ONE = {.coefficient = 1};

// --- combinations -----------------------------------------------------------------------

void cofactors_free(uint32_t n, struct polynomial *cofactors) {
  for (uint32_t i = 0; cofactors && i < n; i++) polynomial_release(&cofactors[i]);
  mem_free(cofactors);
}

static struct combination combination_new(const struct basis *b) {
  struct combination c = {.value.width = b->width, .cofactors = mem_zalloc(b->n + 1, sizeof *c.cofactors)};
  for (uint32_t i = 0; i < b->n; i++) c.cofactors[i].width = b->width;
  return c;
}

static void combination_release(const struct basis *b, struct combination *c) {
  polynomial_release(&c->value);
  cofactors_free(b->n, c->cofactors);
}

// a += factor · m · c
static bool combination_add(struct basis *b, struct combination *a, uint64_t factor, const struct monomial *m,
                            const struct combination *c) {
  bool good = ++b->steps < MAX_STEPS && polynomial_add_product(&a->value, factor, m, &c->value);
  for (uint32_t i = 0; i < b->n && good; i++)
    if (c->cofactors[i].monomials.size) good = polynomial_add_product(&a->cofactors[i], factor, m, &c->cofactors[i]);
  return good;
}

static uint64_t odd_inverse(uint64_t value) {
  uint64_t x = value;
  for (int i = 0; i < 6; i++) x *= 2 - value * x;
  return x;
}

// How often 2 divides a number that is not 0.
static uint32_t twos(uint64_t c) { return (uint32_t)__builtin_ctzll(c); }

// q · b = a modulo a power of two; false: there is no such q.
static bool quotient(uint64_t a, uint64_t b, uint64_t *q) {
  uint32_t k = twos(b);
  if (twos(a) < k) return false;
  *q = (a >> k) * odd_inverse(b >> k);
  return true;
}

// --- reduction --------------------------------------------------------------------------

// One monomial of c is cancelled by a member. False: none can be, or (*failed) too much.
static bool reduce_once(struct basis *b, struct combination *c, const struct vec_member *by, bool *failed) {
  for (uint32_t i = 0; i < c->value.monomials.size; i++) {
    struct monomial m = c->value.monomials.data[i], rest;
    for (uint32_t k = 0; k < by->size; k++) {
      const struct member *g = &by->data[k];
      uint64_t q;
      if (g->gone || &g->of == c || !quotient(m.coefficient, g->lead.coefficient, &q) ||
          !monomial_divide(&m, &g->lead, &rest))
        continue;
      *failed = !combination_add(b, c, 0 - q, &rest, &g->of);
      return !*failed;
    }
  }
  return false;
}

// Completely, by what is solved and then by the others. False: too much.
static bool reduce(struct basis *b, struct combination *c) {
  bool failed = false;
  for (uint32_t n = 0; reduce_once(b, c, &b->solved, &failed); n++)
    if (n == SUBSTITUTIONS) return false;
  while (!failed && reduce_once(b, c, &b->others, &failed)) continue;
  return !failed;
}

// --- the basis --------------------------------------------------------------------------

static bool has_atom(const struct monomial *m, uint32_t atom) {
  for (uint32_t i = 0; i < m->degree; i++)
    if (m->atoms[i] == atom) return true;
  return false;
}

// A monomial that is an atom with an odd coefficient which the rest does not have.
static const struct monomial *find_solvable(const struct polynomial *p) {
  for (uint32_t i = 0; i < p->monomials.size; i++) {
    const struct monomial *m = &p->monomials.data[i];
    bool alone = m->degree == 1 && m->coefficient & 1;
    for (uint32_t k = 0; k < p->monomials.size && alone; k++)
      alone = k == i || !has_atom(&p->monomials.data[k], m->atoms[0]);
    if (alone) return m;
  }
  return NULL;
}

static void scale(struct combination *c, uint32_t n, uint64_t factor) { // by an odd number
  uint64_t mask = polynomial_mask(c->value.width);
  for (uint32_t i = 0; i < c->value.monomials.size; i++) {
    uint64_t *at = &c->value.monomials.data[i].coefficient;
    *at = *at * factor & mask;
  }
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < c->cofactors[k].monomials.size; i++) {
      uint64_t *at = &c->cofactors[k].monomials.data[i].coefficient;
      *at = *at * factor & mask;
    }
}

// A new member, which is reduced. Owns it.
static bool add_member(struct basis *b, struct combination c) {
  if (polynomial_is_zero(&c.value)) {
    combination_release(b, &c);
    return true;
  }
  const struct monomial *solvable = find_solvable(&c.value);
  struct monomial lead = solvable ? *solvable : c.value.monomials.data[0];
  uint64_t factor = odd_inverse(lead.coefficient >> twos(lead.coefficient));
  scale(&c, b->n, factor);
  lead.coefficient = lead.coefficient * factor & polynomial_mask(b->width);
  struct member new = {.of = c, .lead = lead};
  if (!solvable) {
    vec_member_push(&b->others, new);
    return true;
  }
  // What is solved already, and the others, do not have the atom any more. The others may be reducible then, and their
  // leading monomials others: they are added again.
  vec_member_push(&b->solved, new);
  bool good = true, failed = false;
  struct vec_member again = b->others;
  b->others = (struct vec_member){0};
  for (uint32_t i = 0; i + 1 < b->solved.size && good; i++) {
    while (reduce_once(b, &b->solved.data[i].of, &b->solved, &failed)) continue;
    good = !failed;
  }
  for (uint32_t i = 0; i < again.size; i++) {
    struct combination other = again.data[i].of;
    good = good && reduce(b, &other);
    if (good) good = add_member(b, other);
    else combination_release(b, &other);
  }
  vec_member_release(&again);
  return good;
}

static uint32_t degree(const struct polynomial *p) { return p->monomials.size ? p->monomials.data[0].degree : 0; }

bool basis_init(struct basis *b, uint32_t width, uint32_t n, const struct polynomial *equations) {
  *b = (struct basis){.width = width, .n = n};
  bool good = true;
  // Those of a low degree first: what is solved makes others of a higher one.
  for (uint32_t d = 0; d <= POLYNOMIAL_DEGREE && good; d++)
    for (uint32_t i = 0; i < n && good; i++) {
      if (degree(&equations[i]) != d || polynomial_is_zero(&equations[i])) continue;
      struct combination c = combination_new(b);
      good = polynomial_add_product(&c.value, 1, &ONE, &equations[i]);
      vec_monomial_push(&c.cofactors[i].monomials, ONE);
      good = good && reduce(b, &c);
      if (good) good = add_member(b, c);
      else combination_release(b, &c);
    }
  return good;
}

void basis_release(struct basis *b) {
  struct vec_member *lists[] = {&b->solved, &b->others};
  for (uint32_t k = 0; k < 2; k++) {
    for (uint32_t i = 0; i < lists[k]->size; i++) combination_release(b, &lists[k]->data[i].of);
    vec_member_release(lists[k]);
  }
}

// --- Buchberger -------------------------------------------------------------------------

// Reduces what follows and adds it. Owns it.
static bool add_consequence(struct basis *b, struct combination c, bool good, bool *new) {
  good = good && reduce(b, &c);
  if (!good) {
    combination_release(b, &c);
    return false;
  }
  *new = *new || !polynomial_is_zero(&c.value);
  return add_member(b, c);
}

// The multiple of a member by which its leading monomial falls away.
static bool add_multiple(struct basis *b, uint32_t i, bool *new) {
  uint64_t lead = b->others.data[i].lead.coefficient;
  if (lead & 1) return true;
  struct combination c = combination_new(b);
  bool good = combination_add(b, &c, (uint64_t)1 << (b->width - twos(lead)), &ONE, &b->others.data[i].of);
  return add_consequence(b, c, good, new);
}

static bool add_pair(struct basis *b, uint32_t i, uint32_t k, bool *new) {
  const struct member *x = &b->others.data[i], *y = &b->others.data[k];
  struct monomial common = {.coefficient = 1}, x_rest, y_rest;
  for (uint32_t m = 0, n = 0; m < x->lead.degree && n < y->lead.degree;) {
    uint32_t a = x->lead.atoms[m], c = y->lead.atoms[n];
    if (a == c) common.atoms[common.degree++] = a;
    m += a <= c, n += c <= a;
  }
  if (!common.degree) return true;
  monomial_divide(&x->lead, &common, &y_rest); // what y lacks
  monomial_divide(&y->lead, &common, &x_rest);
  uint64_t larger = x->lead.coefficient > y->lead.coefficient ? x->lead.coefficient : y->lead.coefficient;
  struct combination c = combination_new(b);
  bool good = combination_add(b, &c, larger / x->lead.coefficient, &x_rest, &x->of) &&
              combination_add(b, &c, 0 - larger / y->lead.coefficient, &y_rest, &y->of);
  return add_consequence(b, c, good, new);
}

bool basis_extend(struct basis *b, uint32_t pairs) {
  bool new = false;
  // Members that are new on the way have their turn, too. Where something was solved, the numbers are others: whatever
  // is left out is a matter of completeness.
  for (uint32_t i = 0; i < b->others.size && i < MAX_MEMBERS; i++) {
    if (!add_multiple(b, i, &new)) return false;
    for (uint32_t k = 0; k < i && i < b->others.size; k++) {
      if (!pairs--) return new;
      if (!add_pair(b, i, k, &new)) return false;
    }
  }
  return new;
}

// --- answers ----------------------------------------------------------------------------

struct polynomial *basis_reduce(struct basis *b, const struct polynomial *p) {
  struct combination c = combination_new(b);
  bool zero = polynomial_add_product(&c.value, 1, &ONE, p) && reduce(b, &c) && polynomial_is_zero(&c.value);
  polynomial_release(&c.value);
  if (!zero) {
    cofactors_free(b->n, c.cofactors);
    return NULL;
  }
  scale(&c, b->n, UINT64_MAX); // p - Σ … is 0: the other sign
  return c.cofactors;
}

bool basis_remainder(struct basis *b, const struct polynomial *p, struct polynomial *out, unsigned char *uses) {
  struct combination c = combination_new(b);
  b->steps = 0;
  bool good = polynomial_add_product(&c.value, 1, &ONE, p) && reduce(b, &c);
  for (uint32_t i = 0; i < b->n && good; i++) uses[i] |= c.cofactors[i].monomials.size != 0;
  *out = polynomial_copy(&c.value);
  combination_release(b, &c);
  return good;
}

struct polynomial *basis_contradiction(struct basis *b) {
  for (uint32_t i = 0; i < b->others.size; i++) {
    struct combination *c = &b->others.data[i].of;
    if (c->value.monomials.size != 1 || c->value.monomials.data[0].degree) continue;
    struct polynomial *copy = mem_zalloc(b->n + 1, sizeof *copy);
    for (uint32_t k = 0; k < b->n; k++) copy[k] = polynomial_copy(&c->cofactors[k]);
    return copy;
  }
  return NULL;
}
