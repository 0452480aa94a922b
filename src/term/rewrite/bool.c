// NOT, AND, OR.
//
// Normal form: AND and OR are flat, sorted by id, free of duplicates and
// complements. Negation is pushed into light trees of AND and OR (few
// literals), so that a term and its negation are each other's duals; a heavy
// disjunction is stored as NOT(AND(negated children)), so that the negation of a term never costs
// more than a bounded walk, is its own inverse, and conjunctions always show their conjuncts.
#include "term/node.h"
#include "term/rewrite/constructors.h"
#include <stdlib.h>

#define LIGHT 32         // literals up to which negation is pushed in
#define FLATTEN 64       // children of the same kind with more children than this stay as they are
#define LOOK 16          // pairs of children are compared up to this many

static struct term nary(struct terms *tm, bool is_and, uint32_t n, const struct term *children, bool may_dualise);

static struct term cmp2(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  struct term c[2] = {a, b};
  return bv_make(tm, kind, 0, 0, c);
}

static struct term not_make(struct terms *tm, struct term a) {
  const struct node *n = node_at(tm, a);
  switch (n->kind) {
  case TERM_TRUE: return term_false(tm);
  case TERM_FALSE: return term_true(tm);
  case TERM_NOT: HIT(NOT_NOT); return child_of(tm, a, 0);
  case TERM_BV_ULT: HIT(NOT_LESS); return cmp2(tm, TERM_BV_ULE, child_of(tm, a, 1), child_of(tm, a, 0));
  case TERM_BV_ULE: HIT(NOT_LESS); return cmp2(tm, TERM_BV_ULT, child_of(tm, a, 1), child_of(tm, a, 0));
  case TERM_BV_SLT: HIT(NOT_LESS); return cmp2(tm, TERM_BV_SLE, child_of(tm, a, 1), child_of(tm, a, 0));
  case TERM_BV_SLE: HIT(NOT_LESS); return cmp2(tm, TERM_BV_SLT, child_of(tm, a, 1), child_of(tm, a, 0));
  case TERM_INT_LT:
  case TERM_INT_LE: {
    HIT(NOT_LESS);
    struct term c[2] = {child_of(tm, a, 1), child_of(tm, a, 0)};
    return int_make(tm, n->kind == TERM_INT_LT ? TERM_INT_LE : TERM_INT_LT, sort_bool(tm), c);
  }
  case TERM_AND:
  case TERM_OR:
    if (n->weight <= LIGHT) {
      HIT(NOT_JUNCTION);
      bool is_and = n->kind == TERM_AND;
      uint32_t arity = n->arity;
      struct term c[LIGHT];
      for (uint32_t i = 0; i < arity; i++) c[i] = child_of(tm, a, i);
      for (uint32_t i = 0; i < arity; i++) c[i] = not_make(tm, c[i]);
      return nary(tm, !is_and, arity, c, false);
    }
    break;
  default: break;
  }
  return term_intern(tm, TERM_NOT, sort_bool(tm), 0, 0, 1, &a);
}

static bool is_comparison(enum term_kind k) {
  return k == TERM_BV_ULT || k == TERM_BV_ULE || k == TERM_BV_SLT || k == TERM_BV_SLE || k == TERM_INT_LT ||
         k == TERM_INT_LE;
}

// The negation of a literal if it exists already or is cheap to have; none otherwise.
static struct term negation(struct terms *tm, struct term a) {
  enum term_kind k = kind_of(tm, a);
  if (k == TERM_NOT) return child_of(tm, a, 0);
  if (k == TERM_AND || k == TERM_OR) return TERM_NONE;
  if (is_comparison(k)) return not_make(tm, a);
  return term_find(tm, TERM_NOT, sort_bool(tm), 0, 0, 1, &a);
}

static int compare_terms(const void *a, const void *b) {
  uint32_t x = ((const struct term *)a)->id, y = ((const struct term *)b)->id;
  return x < y ? -1 : x > y;
}

static void sort_terms(struct term *a, uint32_t n) {
  if (n > 48) {
    qsort(a, n, sizeof *a, compare_terms);
    return;
  }
  for (uint32_t i = 1; i < n; i++) {
    struct term t = a[i];
    uint32_t j = i;
    for (; j && a[j - 1].id > t.id; j--) a[j] = a[j - 1];
    a[j] = t;
  }
}

static bool contains(const struct term *a, uint32_t n, struct term t) {
  uint32_t low = 0, high = n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (a[middle].id < t.id) low = middle + 1;
    else high = middle;
  }
  return low < n && a[low].id == t.id;
}

// The literal's equation of a term with a constant: x = c. `inverted` looks for its negation.
static bool equation(const struct terms *tm, struct term literal, bool inverted, struct term *c, struct term *x) {
  if (inverted) {
    if (!is_kind(tm, literal, TERM_NOT)) return false;
    literal = child_of(tm, literal, 0);
  }
  if (!is_kind(tm, literal, TERM_EQ)) return false;
  *c = child_of(tm, literal, 0);
  *x = child_of(tm, literal, 1);
  return is_const(tm, *c) && info_of(tm, sort_of(tm, *c))->kind != SORT_ARRAY;
}

// The value of `literal`, a comparison of x with a constant, where x is c; none if it is no such literal.
static struct term literal_at(struct terms *tm, struct term literal, struct term x, struct term c) {
  bool inverted = is_kind(tm, literal, TERM_NOT);
  struct term atom = inverted ? child_of(tm, literal, 0) : literal;
  enum term_kind k = kind_of(tm, atom);
  if (k != TERM_EQ && k != TERM_BV_ULT && k != TERM_BV_ULE && k != TERM_BV_SLT && k != TERM_BV_SLE) return TERM_NONE;
  struct term a = child_of(tm, atom, 0), b = child_of(tm, atom, 1);
  if (a.id == x.id && is_const(tm, b)) a = c;
  else if (b.id == x.id && is_const(tm, a)) b = c;
  else return TERM_NONE;
  struct term v = k == TERM_EQ ? term_bool(tm, a.id == b.id) : cmp2(tm, k, a, b);
  return inverted ? term_bool(tm, !term_is_true(tm, v)) : v;
}

// In a conjunction, x = c decides comparisons of x with constants; dually for x ≠ c in a disjunction. Returns the new
// size, or UINT32_MAX if the whole is decided (false for AND, true for OR).
static uint32_t propagate_equations(struct terms *tm, bool is_and, struct term *a, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    struct term c, x;
    if (!equation(tm, a[i], !is_and, &c, &x)) continue;
    uint32_t k = 0;
    for (uint32_t j = 0; j < n; j++) {
      struct term v = j == i ? TERM_NONE : literal_at(tm, a[j], x, c);
      if (!v.id) {
        if (j == i) i = k;
        a[k++] = a[j];
        continue;
      }
      HIT(AND_EQUATION);
      if (term_is_true(tm, v) != is_and) return UINT32_MAX;
    }
    n = k;
  }
  return n;
}

// The parts of a child that is a disjunction (in an AND; dually in an OR), written as OR(y…) or NOT(AND(z…)): y or ¬z.
// In the second case `inverted` is set and the z are given.
static uint32_t parts_of(const struct terms *tm, bool is_and, struct term t, bool *inverted) {
  enum term_kind k = kind_of(tm, t);
  *inverted = false;
  if (k == (is_and ? TERM_OR : TERM_AND)) return node_at(tm, t)->arity;
  if (k == TERM_NOT && is_kind(tm, child_of(tm, t, 0), is_and ? TERM_AND : TERM_OR)) {
    *inverted = true;
    return node_at(tm, child_of(tm, t, 0))->arity;
  }
  return 0;
}

// a ∧ (a ∨ b) is a; a ∧ (¬a ∨ b) is a ∧ b; and the duals. Each step keeps the whole equivalent. Returns the new size;
// sets *again if a child was replaced, so that the list must be brought into order again.
static uint32_t absorb(struct terms *tm, bool is_and, struct term *a, uint32_t n, bool *again) {
  struct term neg[LOOK];
  bool have = false;
  for (uint32_t i = 0; i < n;) {
    bool inverted;
    uint32_t parts = parts_of(tm, is_and, a[i], &inverted);
    if (parts < 2 || parts > LOOK) {
      i++;
      continue;
    }
    if (!have)
      for (uint32_t j = 0; j < n; j++) neg[j] = negation(tm, a[j]);
    have = true;
    struct term owner = inverted ? child_of(tm, a[i], 0) : a[i], rest[LOOK];
    uint32_t m = 0;
    bool absorbed = false;
    for (uint32_t p = 0; p < parts; p++) {
      struct term y = child_of(tm, owner, p);
      bool same = false, opposite = false;
      for (uint32_t j = 0; j < n; j++) {
        if (j == i) continue;
        same = same || a[j].id == y.id;
        opposite = opposite || (neg[j].id && neg[j].id == y.id);
      }
      absorbed = absorbed || (inverted ? opposite : same);
      if (!(inverted ? same : opposite)) rest[m++] = y;
    }
    if (absorbed) {
      HIT(ABSORB);
      for (uint32_t j = i; j + 1 < n; j++) a[j] = a[j + 1], neg[j] = neg[j + 1];
      n--;
      continue;
    }
    if (m < parts) {
      HIT(RESOLVE);
      *again = true;
      struct term r = nary(tm, inverted ? is_and : !is_and, m, rest, true);
      a[i] = inverted ? not_make(tm, r) : r;
      neg[i] = TERM_NONE;
    }
    i++;
  }
  return n;
}

// Flattens into `out` (large enough) and drops units. False if the whole is decided by a child.
static bool gather(const struct terms *tm, bool is_and, uint32_t n, const struct term *children, struct term *out,
                   uint32_t *size) {
  enum term_kind kind = is_and ? TERM_AND : TERM_OR;
  uint32_t unit = is_and ? tm->constant_true : tm->constant_false,
           zero = is_and ? tm->constant_false : tm->constant_true;
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++) {
    const struct node *c = node_at(tm, children[i]);
    if (children[i].id == zero) return false;
    if (children[i].id == unit) continue;
    if (c->kind == kind && c->arity <= FLATTEN)
      for (uint32_t j = 0; j < c->arity; j++) out[k++] = (struct term){node_children(c)[j]};
    else out[k++] = children[i];
  }
  *size = k;
  return true;
}

// Sorts, drops duplicates; UINT32_MAX if two children are complements.
static uint32_t arrange(struct terms *tm, struct term *a, uint32_t n) {
  sort_terms(a, n);
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (k && a[k - 1].id == a[i].id) {
      HIT(AND_DUPLICATE);
      continue;
    }
    a[k++] = a[i];
  }
  n = k;
  for (uint32_t i = 0; i < n; i++) {
    // A stored NOT has its child among the rest; comparisons are looked up only in short lists since negating one makes
    // a term.
    struct term opposite = TERM_NONE;
    if (is_kind(tm, a[i], TERM_NOT)) opposite = child_of(tm, a[i], 0);
    else if (n <= LOOK && is_comparison(kind_of(tm, a[i]))) opposite = negation(tm, a[i]);
    if (opposite.id && contains(a, n, opposite)) {
      HIT(AND_COMPLEMENT);
      return UINT32_MAX;
    }
  }
  return n;
}

static struct term nary_in(struct terms *tm, bool is_and, uint32_t n, const struct term *children, bool may_dualise,
                           struct term *a) {
  struct term zero = term_bool(tm, !is_and);
  uint32_t size;
  if (!gather(tm, is_and, n, children, a, &size)) return zero;
  for (int round = 0;; round++) {
    size = arrange(tm, a, size);
    if (size == UINT32_MAX) return zero;
    if (size < 2 || size > LOOK) break;
    size = propagate_equations(tm, is_and, a, size);
    if (size == UINT32_MAX) return zero;
    if (round > 4) break;
    bool again = false;
    size = absorb(tm, is_and, a, size, &again);
    if (!again) break;
    struct term flat[LOOK * FLATTEN];
    uint32_t m;
    if (!gather(tm, is_and, size, a, flat, &m)) return zero;
    if (m > LOOK) return nary(tm, is_and, m, flat, may_dualise);
    memcpy(a, flat, m * sizeof *a);
    size = m;
  }
  if (size == 0) return term_bool(tm, is_and);
  if (size == 1) return a[0];
  if (!is_and && may_dualise) {
    uint64_t weight = 0;
    for (uint32_t i = 0; i < size; i++) weight += node_at(tm, a[i])->weight ? node_at(tm, a[i])->weight : 1;
    if (weight > LIGHT) {
      HIT(OR_HEAVY);
      for (uint32_t i = 0; i < size; i++) a[i] = not_make(tm, a[i]);
      struct term all = nary(tm, true, size, a, true);
      return not_make(tm, all);
    }
  }
  return term_intern(tm, is_and ? TERM_AND : TERM_OR, sort_bool(tm), 0, 0, size, a);
}

static struct term nary(struct terms *tm, bool is_and, uint32_t n, const struct term *children, bool may_dualise) {
  uint64_t bound = 0;
  enum term_kind kind = is_and ? TERM_AND : TERM_OR;
  for (uint32_t i = 0; i < n; i++) {
    const struct node *c = node_at(tm, children[i]);
    bound += c->kind == kind && c->arity <= FLATTEN ? c->arity : 1;
  }
  if (bound < LOOK) bound = LOOK; // rewriting may move back up to that many
  if (bound <= 160) {
    struct term buffer[160];
    return nary_in(tm, is_and, n, children, may_dualise, buffer);
  }
  struct term *buffer = mem_alloc(bound * sizeof *buffer);
  struct term t = nary_in(tm, is_and, n, children, may_dualise, buffer);
  mem_free(buffer);
  return t;
}

struct term bool_make(struct terms *tm, enum term_kind kind, uint32_t n, const struct term *children) {
  for (uint32_t i = 0; i < n; i++) assert(sort_of(tm, children[i]).id == 1);
  if (kind == TERM_NOT) return not_make(tm, children[0]);
  return nary(tm, kind == TERM_AND, n, children, true);
}
