// Conjunctive normal form by bounded distribution, and inequalities that can be relaxed.
//
// The recursion is bounded by MAX_DEPTH: what lies deeper stays as it is.
#include "engine/bself/clauses.h"
#include "term/walk.h"
#include <assert.h>
#include <stdlib.h>

enum {
  MAX_DEPTH = 24,
  MAX_LIFTED_SIZE = 80, // of an atom from which an if-then-else is lifted: it is copied
  MAX_LIFTS = 4,        // of one atom, one below the other
  MAX_STEPS = 2000,     // of one conversion: shared parts are converted wherever they are met
};

struct cnf {
  struct terms *tm;
  uint32_t most, steps;
};

bool clauses_have(const struct vec_term *clauses, struct term t) {
  for (uint32_t i = 0; i < clauses->size; i++)
    if (term_same(clauses->data[i], t)) return true;
  return false;
}

static void add(struct cnf *c, struct term clause, struct vec_term *out) {
  if (!term_is_true(c->tm, clause) && !clauses_have(out, clause)) vec_term_push(out, clause);
}

void clause_literals(struct terms *tm, struct term clause, struct vec_term *out) {
  enum term_kind kind = term_kind(tm, clause);
  if (kind == TERM_OR) {
    for (uint32_t i = 0; i < term_arity(tm, clause); i++) clause_literals(tm, term_child(tm, clause, i), out);
    return;
  }
  // A large disjunction is stored as the negation of a conjunction.
  struct term below = kind == TERM_NOT ? term_child(tm, clause, 0) : clause;
  if (kind != TERM_NOT || term_kind(tm, below) != TERM_AND) {
    vec_term_push(out, clause);
    return;
  }
  for (uint32_t i = 0; i < term_arity(tm, below); i++) {
    struct term literal = term_not(tm, term_child(tm, below, i));
    if (term_kind(tm, literal) == TERM_OR) clause_literals(tm, literal, out);
    else vec_term_push(out, literal);
  }
}

static void convert(struct cnf *c, struct term f, uint32_t depth, uint32_t lifts, struct vec_term *out);

// f and g, each as clauses.
static void convert_both(struct cnf *c, struct term f, struct term g, uint32_t depth, uint32_t lifts,
                         struct vec_term *out) {
  convert(c, f, depth + 1, lifts, out);
  convert(c, g, depth + 1, lifts, out);
}

// The disjunction of the literals' clauses: every choice of one clause of each, unless these are too many.
static void distribute(struct cnf *c, const struct vec_term *literals, uint32_t depth, uint32_t lifts,
                       struct vec_term *out) {
  struct vec_term sum = {0}, next = {0}, parts = {0};
  vec_term_push(&sum, term_false(c->tm));
  for (uint32_t i = 0; i < literals->size; i++) {
    vec_term_clear(&parts);
    convert(c, literals->data[i], depth + 1, lifts, &parts);
    if (!parts.size) { // true
      vec_term_clear(&sum);
      break;
    }
    if ((uint64_t)sum.size * parts.size > c->most) {
      vec_term_clear(&parts);
      vec_term_push(&parts, literals->data[i]);
    }
    vec_term_clear(&next);
    for (uint32_t a = 0; a < sum.size; a++)
      for (uint32_t b = 0; b < parts.size; b++) add(c, term_or(c->tm, sum.data[a], parts.data[b]), &next);
    struct vec_term swap = sum;
    sum = next;
    next = swap;
  }
  for (uint32_t i = 0; i < sum.size; i++) add(c, sum.data[i], out);
  vec_term_release(&sum);
  vec_term_release(&next);
  vec_term_release(&parts);
}

// The first if-then-else between bit-vectors in a small atom; none: there is none.
static struct term find_ite(struct terms *tm, struct term atom) {
  struct term found = TERM_NONE;
  if (term_dag_size(tm, atom) > MAX_LIFTED_SIZE) return found;
  struct term_walk walk = {.tm = tm, .left_to_right = true};
  term_walk_add(&walk, atom);
  for (struct term t; !found.id && term_walk_next(&walk, &t);) {
    enum term_kind kind = term_kind(tm, t);
    if (kind == TERM_ITE && sort_kind(tm, term_sort(tm, t)) == SORT_BV) found = t;
    if (kind == TERM_SELECT) term_walk_skip(&walk);
  }
  term_walk_release(&walk);
  return found;
}

static bool is_bool(const struct terms *tm, struct term t) { return sort_kind(tm, term_sort(tm, t)) == SORT_BOOL; }

// (not condition or f) and (condition or g)
static void convert_ite(struct cnf *c, struct term condition, struct term f, struct term g, uint32_t depth,
                        uint32_t lifts, struct vec_term *out) {
  convert_both(c, term_or(c->tm, term_not(c->tm, condition), f), term_or(c->tm, condition, g), depth, lifts, out);
}

static void convert_atom(struct cnf *c, struct term f, uint32_t depth, uint32_t lifts, struct vec_term *out) {
  struct terms *tm = c->tm;
  struct term ite = lifts < MAX_LIFTS ? find_ite(tm, f) : TERM_NONE;
  if (!ite.id) {
    add(c, f, out);
    return;
  }
  struct term yes = term_child(tm, ite, 1), no = term_child(tm, ite, 2);
  convert_ite(c, term_child(tm, ite, 0), term_substitute(tm, f, 1, &ite, &yes), term_substitute(tm, f, 1, &ite, &no),
              depth, lifts + 1, out);
}

static void convert(struct cnf *c, struct term f, uint32_t depth, uint32_t lifts, struct vec_term *out) {
  struct terms *tm = c->tm;
  if (depth > MAX_DEPTH || c->steps++ > MAX_STEPS) {
    add(c, f, out);
    return;
  }
  enum term_kind kind = term_kind(tm, f);
  bool negated = kind == TERM_NOT;
  struct term g = negated ? term_child(tm, f, 0) : f;
  kind = term_kind(tm, g);
  if (kind == (negated ? TERM_OR : TERM_AND)) {
    for (uint32_t i = 0; i < term_arity(tm, g); i++) {
      struct term child = term_child(tm, g, i);
      convert(c, negated ? term_not(tm, child) : child, depth + 1, lifts, out);
    }
  } else if (kind == TERM_OR || kind == TERM_AND) {
    struct vec_term literals = {0};
    clause_literals(tm, f, &literals);
    if (literals.size > 1) distribute(c, &literals, depth, lifts, out);
    else add(c, f, out);
    vec_term_release(&literals);
  } else if (kind == TERM_ITE) {
    struct term a = term_child(tm, g, 1), b = term_child(tm, g, 2);
    convert_ite(c, term_child(tm, g, 0), negated ? term_not(tm, a) : a, negated ? term_not(tm, b) : b, depth, lifts,
                out);
  } else if (kind == TERM_EQ && is_bool(tm, term_child(tm, g, 0))) {
    struct term a = term_child(tm, g, 0), b = term_child(tm, g, 1);
    convert_ite(c, a, negated ? term_not(tm, b) : b, negated ? b : term_not(tm, b), depth, lifts, out);
  } else {
    convert_atom(c, f, depth, lifts, out);
  }
}

void clauses_of(struct terms *tm, struct term formula, uint32_t most, struct vec_term *out) {
  struct cnf c = {tm, most, 0};
  convert(&c, formula, 0, 0, out);
}

bool clause_is_linear(struct terms *tm, struct term clause) {
  struct term_walk walk = {.tm = tm};
  bool linear = true;
  term_walk_add(&walk, clause);
  for (struct term t; linear && term_walk_next(&walk, &t);) {
    enum term_class class = term_class(term_kind(tm, t));
    if (class == CLASS_BV_PRODUCT || class == CLASS_BV_SHIFT)
      linear = term_is_const(tm, term_child(tm, t, 0)) || term_is_const(tm, term_child(tm, t, 1));
  }
  term_walk_release(&walk);
  return linear;
}

// --- order ----------------------------------------------------------------------------------------------

struct ranked {
  uint64_t rank;
  uint32_t place;
  struct term clause;
};

static uint64_t rank_of(struct terms *tm, struct term clause) {
  enum term_kind kind = term_kind(tm, clause);
  uint32_t size = term_dag_size(tm, clause);
  uint64_t large_first = UINT32_MAX - size, group = 2;
  if (kind == TERM_OR || kind == TERM_NOT) group = 0;
  if (kind == TERM_EQ) group = term_is_const(tm, term_child(tm, clause, 0)) ? 1 : 3;
  return group << 32 | large_first;
}

static int by_rank(const void *x, const void *y) {
  const struct ranked *a = x, *b = y;
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

void clauses_sort(struct terms *tm, struct vec_term *clauses) {
  struct ranked *order = mem_alloc(((size_t)clauses->size + 1) * sizeof *order);
  for (uint32_t i = 0; i < clauses->size; i++)
    order[i] = (struct ranked){rank_of(tm, clauses->data[i]), i, clauses->data[i]};
  qsort(order, clauses->size, sizeof *order, by_rank);
  for (uint32_t i = 0; i < clauses->size; i++) clauses->data[i] = order[i].clause;
  mem_free(order);
}

// --- inequalities ---------------------------------------------------------------------------------------

static uint64_t mask_of(uint32_t width) { return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }

bool inequality_of(const struct terms *tm, struct term literal, struct inequality *out) {
  enum term_kind kind = term_kind(tm, literal);
  if (kind != TERM_BV_ULT && kind != TERM_BV_ULE && kind != TERM_BV_SLT && kind != TERM_BV_SLE) return false;
  *out = (struct inequality){.is_signed = kind == TERM_BV_SLT || kind == TERM_BV_SLE,
                             .strict = kind == TERM_BV_ULT || kind == TERM_BV_SLT,
                             .a = term_child(tm, literal, 0),
                             .b = term_child(tm, literal, 1)};
  return term_width(tm, out->a) <= 64;
}

struct term inequality_term(struct terms *tm, const struct inequality *q) {
  if (q->is_signed) return q->strict ? term_slt(tm, q->a, q->b) : term_sle(tm, q->a, q->b);
  return q->strict ? term_ult(tm, q->a, q->b) : term_ule(tm, q->a, q->b);
}

bool inequality_has_constant(const struct terms *tm, const struct inequality *q) {
  return term_is_const(tm, q->a) || term_is_const(tm, q->b);
}

// The place of a constant in its order, from 0.
static uint64_t order_rank(struct terms *tm, struct term constant, bool is_signed) {
  uint64_t value = 0;
  uint32_t width = term_width(tm, constant);
  bool is_value = term_value64(tm, constant, &value);
  assert(is_value);
  return is_signed ? (value ^ (uint64_t)1 << (width - 1)) & mask_of(width) : value;
}

static struct term of_rank(struct terms *tm, uint64_t rank, uint32_t width, bool is_signed) {
  return term_bv(tm, width, is_signed ? rank ^ (uint64_t)1 << (width - 1) : rank);
}

uint64_t inequality_room(struct terms *tm, const struct inequality *q) {
  uint64_t mask = mask_of(term_width(tm, q->a));
  if (term_is_const(tm, q->b)) return mask - order_rank(tm, q->b, q->is_signed);
  if (term_is_const(tm, q->a)) return order_rank(tm, q->a, q->is_signed);
  return mask >> 1;
}

struct term inequality_relax(struct terms *tm, const struct inequality *q, uint64_t r) {
  uint32_t width = term_width(tm, q->a);
  struct inequality moved = *q;
  if (term_is_const(tm, q->b)) moved.b = of_rank(tm, order_rank(tm, q->b, q->is_signed) + r, width, q->is_signed);
  else if (term_is_const(tm, q->a)) moved.a = of_rank(tm, order_rank(tm, q->a, q->is_signed) - r, width, q->is_signed);
  else moved.b = term_add(tm, q->b, term_bv(tm, width, r));
  return inequality_term(tm, &moved);
}

bool inequality_distance(struct terms *tm, const struct inequality *q, struct term target, uint64_t *r) {
  bool above = term_is_const(tm, q->b);
  uint64_t from = order_rank(tm, above ? q->b : q->a, q->is_signed), to = order_rank(tm, target, q->is_signed);
  // a < b is a <= b - 1, a <= b is taken as it is.
  if (q->strict && above) from = from ? from - 1 : from;
  if (q->strict && !above) from = from < mask_of(term_width(tm, target)) ? from + 1 : from;
  if (above ? to <= from : to >= from) return false;
  *r = above ? to - from : from - to;
  return *r <= inequality_room(tm, q);
}

// t as u + c, c a constant (0 where there is none).
static void split_sum(struct terms *tm, struct term t, struct term *u, struct term *c) {
  bool sum = term_kind(tm, t) == TERM_BV_ADD && term_is_const(tm, term_child(tm, t, 0));
  *u = sum ? term_child(tm, t, 1) : t;
  *c = sum ? term_child(tm, t, 0) : term_bv(tm, term_width(tm, t), 0);
}

// u + c <= v as it is best written.
static struct term plain_difference(struct terms *tm, const struct inequality *q, struct term u, struct term v,
                                    struct term c) {
  uint32_t width = term_width(tm, u);
  struct inequality out = {q->is_signed, q->strict, u, v};
  struct term one = term_bv(tm, width, 1), minus = term_bv_signed(tm, width, -1);
  if (!q->strict && term_same(c, one)) out.strict = true;
  else if (q->strict && term_same(c, minus)) out.strict = false;
  else if (term_is_true(tm, term_slt(tm, c, term_bv(tm, width, 0)))) out.b = term_sub(tm, v, c);
  else out.a = term_add(tm, u, c);
  return inequality_term(tm, &out);
}

static struct term plain_literal(struct terms *tm, struct term literal) {
  struct inequality q;
  if (!inequality_of(tm, literal, &q)) return literal;
  struct term u, v, c, d;
  split_sum(tm, q.a, &u, &c);
  split_sum(tm, q.b, &v, &d);
  if (term_is_const(tm, q.a))
    return inequality_term(tm, &(struct inequality){q.is_signed, q.strict, term_sub(tm, q.a, d), v});
  if (term_is_const(tm, q.b))
    return inequality_term(tm, &(struct inequality){q.is_signed, q.strict, u, term_sub(tm, q.b, c)});
  return plain_difference(tm, &q, u, v, term_sub(tm, c, d));
}

struct term clause_plain(struct terms *tm, struct term clause) {
  struct vec_term literals = {0};
  clause_literals(tm, clause, &literals);
  for (uint32_t i = 0; i < literals.size; i++) literals.data[i] = plain_literal(tm, literals.data[i]);
  struct term out = term_or_n(tm, literals.size, literals.data);
  vec_term_release(&literals);
  return out;
}
