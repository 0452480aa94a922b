// Elimination of variables from a conjunction: what it says about the others.
//
// A variable goes by the first of these ways that applies:
//   solve        a conjunct is an equation that can be solved for it: the solution takes its place everywhere
//   absorb       it occurs only inside one term that takes any value as it does: the term becomes the variable, or a
//   comparison free reads        an array that is only read: its cells become scalars that agree where the indices do
//   bounds       it occurs only as a side of comparisons of one signedness: every lower bound lies below every upper
//   one witnesses    some few terms are enough as its values, which the solver is asked about decide       a choice or
//   a read after a write around it, which the other conjuncts decide, is taken as decided, and all is tried again drop
//   what follows from its bounds is kept, the conjuncts with it are left out: the result is weaker than it might be
// All but the last keep the meaning "for some value of the variable".
#include "solve/interpolate/eliminate.h"
#include "solve/solver.h"
#include "term/walk.h"
#include <assert.h>

static bool holds_var(const struct elimination *e, struct term t) { return term_mentions(e->tm, t, e->var); }

static void elimination_add(struct elimination *e, struct term var) { vec_term_push(&e->pending, var); }

// pending at once
static struct term elimination_fresh(struct elimination *e, struct sort sort) {
  struct term var = interpolator_scratch(e->ip, sort);
  elimination_add(e, var);
  return var;
}

void elimination_replace(struct elimination *e, struct term from, struct term to) {
  struct substitution *sub = substitution_new(e->tm);
  substitution_set(sub, from, to);
  for (uint32_t i = 0; i < e->c->size; i++) e->c->data[i] = substitution_apply(sub, e->c->data[i]);
  substitution_free(sub);
  terms_tidy(e->tm, e->c);
}

// --- solve -----------------------------------------------------------------------------------------------

// An equation on its way: `term` (which holds the variable) equals `value` (which does not), provided the side
// conditions hold.
struct equation {
  struct term term, value;
  struct vec_term sides;
};

// The inverse of an odd number modulo 2^width; none for an even one.
static struct term odd_inverse(struct terms *tm, struct term k) {
  mpz_t value, modulus;
  mpz_init(value);
  mpz_init(modulus);
  term_value(tm, k, value);
  mpz_setbit(modulus, term_width(tm, k));
  struct term inverse = mpz_invert(value, value, modulus) ? term_bv_big(tm, term_width(tm, k), value) : TERM_NONE;
  mpz_clear(value);
  mpz_clear(modulus);
  return inverse;
}

// One operand holds the variable, the other moves to the other side.
static bool peel_binary(struct elimination *e, struct equation *q, enum term_kind kind) {
  struct terms *tm = e->tm;
  struct term a = term_child(tm, q->term, 0), b = term_child(tm, q->term, 1);
  if (holds_var(e, a) == holds_var(e, b)) return false;
  struct term in = holds_var(e, a) ? a : b, other = holds_var(e, a) ? b : a;
  if (kind == TERM_BV_ADD) {
    q->value = term_sub(tm, q->value, other);
  } else if (kind == TERM_BV_XOR) {
    q->value = term_bvxor(tm, q->value, other);
  } else if (kind == TERM_BV_MUL) {
    struct term inverse = term_kind(tm, other) == TERM_CONST_BV ? odd_inverse(tm, other) : TERM_NONE;
    if (term_none(inverse)) return false;
    q->value = term_mul(tm, inverse, q->value);
  } else { // an equation between formulas, or the conjunct itself
    bool conjunct = term_is_true(tm, q->value);
    if (!conjunct && sort_kind(tm, term_sort(tm, a)) != SORT_BOOL) return false;
    q->value = conjunct ? other : term_eq(tm, q->value, other);
  }
  q->term = in;
  return true;
}

static bool peel_concat(struct elimination *e, struct equation *q) {
  struct terms *tm = e->tm;
  struct term high = term_child(tm, q->term, 0), low = term_child(tm, q->term, 1);
  if (holds_var(e, high) == holds_var(e, low)) return false;
  uint32_t w = term_width(tm, q->term), m = term_width(tm, low);
  struct term upper = term_extract(tm, w - 1, m, q->value), lower = term_extract(tm, m - 1, 0, q->value);
  bool in_high = holds_var(e, high);
  vec_term_push(&q->sides, in_high ? term_eq(tm, low, lower) : term_eq(tm, high, upper));
  q->value = in_high ? upper : lower;
  q->term = in_high ? high : low;
  return true;
}

static bool peel_extension(struct elimination *e, struct equation *q, bool is_signed) {
  struct terms *tm = e->tm;
  struct term in = term_child(tm, q->term, 0);
  uint32_t w = term_width(tm, q->term);
  struct term cut = term_extract(tm, term_width(tm, in) - 1, 0, q->value);
  vec_term_push(&q->sides, term_eq(tm, q->value, is_signed ? term_sext(tm, cut, w) : term_zext(tm, cut, w)));
  q->value = cut;
  q->term = in;
  return true;
}

// Known bits of the variable: the others are variables of their own.
static bool peel_extract(struct elimination *e, struct equation *q) {
  struct terms *tm = e->tm;
  struct term in = term_child(tm, q->term, 0);
  if (!term_same(in, e->var)) return false;
  uint32_t w = term_width(tm, in), h = term_param(tm, q->term, 0), l = term_param(tm, q->term, 1);
  struct term value = q->value;
  if (l > 0) value = term_concat(tm, value, elimination_fresh(e, sort_bv(tm, l)));
  if (h + 1 < w) value = term_concat(tm, elimination_fresh(e, sort_bv(tm, w - 1 - h)), value);
  q->value = value;
  q->term = in;
  return true;
}

enum { MAX_CELLS = 16 };

// store(a, i, v) = s: the cell of s is v, and a is s but for that cell, which may have been anything.
static bool peel_store(struct elimination *e, struct equation *q) {
  struct terms *tm = e->tm;
  uint32_t n = term_arity(tm, q->term);
  if (n > 1 + 2 * MAX_CELLS) return false;
  for (uint32_t i = 1; i < n; i++)
    if (holds_var(e, term_child(tm, q->term, i))) return false;
  struct term s = q->value, a = s;
  for (uint32_t i = 1; i < n; i += 2) {
    struct term index = term_child(tm, q->term, i), value = term_child(tm, q->term, i + 1);
    vec_term_push(&q->sides, term_eq(tm, term_select(tm, s, index), value));
    a = term_store(tm, a, index, elimination_fresh(e, term_sort(tm, value)));
  }
  q->value = a;
  q->term = term_child(tm, q->term, 0);
  return true;
}

static bool peel_select(struct elimination *e, struct equation *q) {
  struct terms *tm = e->tm;
  struct term a = term_child(tm, q->term, 0), i = term_child(tm, q->term, 1);
  if (!term_same(a, e->var) || holds_var(e, i)) return false;
  q->value = term_store(tm, elimination_fresh(e, term_sort(tm, a)), i, q->value);
  q->term = a;
  return true;
}

// Moves the outermost operation to the other side.
static bool peel(struct elimination *e, struct equation *q) {
  struct terms *tm = e->tm;
  enum term_kind kind = term_kind(tm, q->term);
  switch (kind) {
  case TERM_BV_ADD:
  case TERM_BV_XOR:
  case TERM_BV_MUL:
  case TERM_EQ: return peel_binary(e, q, kind);
  case TERM_BV_CONCAT: return peel_concat(e, q);
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: return peel_extension(e, q, kind == TERM_BV_SEXT);
  case TERM_BV_EXTRACT: return e->split && peel_extract(e, q);
  case TERM_STORE:
  case TERM_STORES: return peel_store(e, q);
  case TERM_SELECT: return e->split && peel_select(e, q);
  case TERM_NOT:
  case TERM_BV_NOT:
  case TERM_BV_NEG:
    q->value = kind == TERM_NOT      ? term_not(tm, q->value)
               : kind == TERM_BV_NOT ? term_bvnot(tm, q->value)
                                     : term_neg(tm, q->value);
    q->term = term_child(tm, q->term, 0);
    return true;
  default: return false;
  }
}

struct term elimination_solve(struct elimination *e, struct term side, struct term value) {
  struct equation q = {.term = side, .value = value};
  e->split = false;
  bool plain = true; // what asks for conditions or cells of its own is not
  while (plain && !term_same(q.term, e->var)) {
    enum term_kind kind = term_kind(e->tm, q.term);
    plain = (kind == TERM_BV_ADD || kind == TERM_BV_XOR || kind == TERM_BV_MUL || kind == TERM_BV_NEG ||
             kind == TERM_BV_NOT) &&
            peel(e, &q);
  }
  return plain ? q.value : TERM_NONE;
}

static bool solve_conjunct(struct elimination *e, uint32_t at) {
  struct equation q = {.term = e->c->data[at], .value = term_true(e->tm)};
  uint32_t pending = e->pending.size;
  while (!term_same(q.term, e->var) && peel(e, &q)) continue;
  bool solved = term_same(q.term, e->var);
  if (solved) {
    e->c->data[at] = term_true(e->tm);
    for (uint32_t i = 0; i < q.sides.size; i++) vec_term_push(e->c, q.sides.data[i]);
    elimination_replace(e, e->var, q.value);
  } else {
    e->pending.size = pending;
  }
  vec_term_release(&q.sides);
  return solved;
}

static bool by_solving(struct elimination *e, bool split) {
  e->split = split;
  for (uint32_t i = 0; i < e->c->size; i++)
    if (holds_var(e, e->c->data[i]) && solve_conjunct(e, i)) return true;
  return false;
}

// --- where does it occur? --------------------------------------------------------------------------------

// The distinct terms that have the variable as a child, at most `limit` (one more: there are more).
static void find_parents(struct elimination *e, uint32_t limit, struct vec_term *parents) {
  struct term_walk walk = {.tm = e->tm};
  vec_term_clear(parents);
  for (uint32_t i = 0; i < e->c->size; i++) term_walk_add(&walk, e->c->data[i]);
  for (struct term t; parents->size <= limit && term_walk_next(&walk, &t);) {
    bool direct = false;
    if (!holds_var(e, t)) term_walk_skip(&walk);
    for (uint32_t i = 0; i < term_arity(e->tm, t) && !direct; i++) direct = term_same(term_child(e->tm, t, i), e->var);
    if (direct) vec_term_push(parents, t);
  }
  term_walk_release(&walk);
}

static bool alone(const struct elimination *e) {
  for (uint32_t i = 0; i < e->c->size; i++)
    if (term_same(e->c->data[i], e->var)) return false; // a conjunct itself
  return true;
}

// --- absorb ----------------------------------------------------------------------------------------------

struct term elimination_extreme(struct terms *tm, struct term like, bool is_signed, bool largest) {
  uint32_t w = term_width(tm, like);
  struct term sign = term_shl(tm, term_bv(tm, w, 1), term_bv(tm, w, w - 1));
  if (!is_signed) return largest ? term_bvnot(tm, term_bv(tm, w, 0)) : term_bv(tm, w, 0);
  return largest ? term_bvnot(tm, sign) : sign;
}

// A comparison with a free operand is free, except where the other operand leaves no choice.
static struct term free_comparison(struct elimination *e, struct term parent, struct term choice) {
  struct terms *tm = e->tm;
  enum term_kind kind = term_kind(tm, parent);
  bool is_signed = kind == TERM_BV_SLT || kind == TERM_BV_SLE, strict = kind == TERM_BV_ULT || kind == TERM_BV_SLT;
  bool left = term_same(term_child(tm, parent, 0), e->var);
  struct term other = term_child(tm, parent, left ? 1 : 0);
  // v < t fails at the least t, t < v at the greatest; v <= t holds at the greatest t, t <= v at the least.
  struct term limit = term_eq(tm, other, elimination_extreme(tm, other, is_signed, strict ? !left : left));
  return strict ? term_and(tm, choice, term_not(tm, limit)) : term_or(tm, choice, limit);
}

// What the only term around a free variable becomes; none if it is not free itself.
static struct term absorbed(struct elimination *e, struct term parent) {
  struct terms *tm = e->tm;
  enum term_kind kind = term_kind(tm, parent);
  uint32_t times = 0;
  for (uint32_t i = 0; i < term_arity(tm, parent); i++) {
    struct term child = term_child(tm, parent, i);
    times += term_same(child, e->var);
    if (!term_same(child, e->var) && holds_var(e, child)) return TERM_NONE;
  }
  if (times != 1) return TERM_NONE;
  switch (kind) {
  case TERM_NOT:
  case TERM_BV_NOT:
  case TERM_BV_NEG:
  case TERM_BV_ADD:
  case TERM_BV_XOR: return e->var;
  case TERM_BV_MUL: {
    struct term k = term_child(tm, parent, 0);
    return term_kind(tm, k) == TERM_CONST_BV && !term_none(odd_inverse(tm, k)) ? e->var : TERM_NONE;
  }
  case TERM_EQ: // both answers are possible, as every sort has two values; identical floats included
    return elimination_fresh(e, sort_bool(tm));
  case TERM_BV_EXTRACT: return elimination_fresh(e, term_sort(tm, parent));
  case TERM_SELECT:
    return term_same(term_child(tm, parent, 0), e->var) ? elimination_fresh(e, term_sort(tm, parent)) : TERM_NONE;
  case TERM_BV_ULT:
  case TERM_BV_ULE:
  case TERM_BV_SLT:
  case TERM_BV_SLE: return free_comparison(e, parent, elimination_fresh(e, sort_bool(tm)));
  default: return TERM_NONE;
  }
}

// True: the variable is gone (another one may be pending in its stead).
static bool by_absorbing(struct elimination *e) {
  struct vec_term parents = {0};
  bool gone = false;
  for (;;) {
    find_parents(e, 1, &parents);
    if (parents.size != 1 || !alone(e)) break;
    uint32_t pending = e->pending.size;
    struct term parent = parents.data[0], into = absorbed(e, parent);
    if (term_none(into)) break;
    gone = e->pending.size > pending;
    elimination_replace(e, parent, into);
    if (gone) break;
  }
  vec_term_release(&parents);
  return gone;
}

// --- reads -----------------------------------------------------------------------------------------------

enum { MAX_READS = 8 };

static bool by_reads(struct elimination *e) {
  struct terms *tm = e->tm;
  if (sort_kind(tm, term_sort(tm, e->var)) != SORT_ARRAY) return false;
  struct vec_term parents = {0}, cells = {0};
  find_parents(e, MAX_READS, &parents);
  bool ok = parents.size <= MAX_READS;
  for (uint32_t i = 0; i < parents.size && ok; i++) {
    struct term t = parents.data[i];
    ok = term_kind(tm, t) == TERM_SELECT && term_same(term_child(tm, t, 0), e->var) &&
         !holds_var(e, term_child(tm, t, 1));
  }
  if (ok) {
    for (uint32_t i = 0; i < parents.size; i++)
      vec_term_push(&cells, elimination_fresh(e, term_sort(tm, parents.data[i])));
    for (uint32_t i = 0; i < e->c->size; i++)
      e->c->data[i] = term_substitute(tm, e->c->data[i], parents.size, parents.data, cells.data);
    for (uint32_t i = 0; i < parents.size; i++)
      for (uint32_t j = 0; j < i; j++) {
        struct term same = term_eq(tm, term_child(tm, parents.data[i], 1), term_child(tm, parents.data[j], 1));
        vec_term_push(e->c, term_implies(tm, same, term_eq(tm, cells.data[i], cells.data[j])));
      }
    terms_tidy(tm, e->c);
  }
  vec_term_release(&parents);
  vec_term_release(&cells);
  return ok;
}

// --- one variable after another --------------------------------------------------------------------------

static bool occurs(const struct elimination *e, struct term var) {
  for (uint32_t i = 0; i < e->c->size; i++)
    if (term_mentions(e->tm, e->c->data[i], var)) return true;
  return false;
}

static void drop_conjuncts(struct elimination *e) {
  uint32_t kept = 0;
  elimination_bounds(e, true);
  for (uint32_t i = 0; i < e->c->size; i++)
    if (!holds_var(e, e->c->data[i])) e->c->data[kept++] = e->c->data[i];
  e->c->size = kept;
  e->exact = false;
}

// Taking a variable apart makes new ones; this many went at most.
enum { MAX_GONE = 400 };

// Passes over what is pending with one way; true if any variable went.
static bool pass(struct elimination *e, bool (*way)(struct elimination *)) {
  bool any = false;
  for (uint32_t i = 0; i < e->pending.size && e->gone < MAX_GONE && !interpolator_stopped(e->ip);) {
    e->var = e->pending.data[i];
    if (!occurs(e, e->var) || way(e)) {
      any = true;
      e->gone++;
      // The ways add at the end, so the last one may move here: order is of no importance.
      for (uint32_t k = 0; k < e->pending.size; k++)
        if (term_same(e->pending.data[k], e->var)) e->pending.data[k] = e->pending.data[--e->pending.size];
      continue;
    }
    i++;
  }
  return any;
}

static bool way_solve(struct elimination *e) { return by_solving(e, false); }
static bool way_split(struct elimination *e) { return by_solving(e, true); }
static bool way_bounds(struct elimination *e) { return elimination_bounds(e, false); }

enum { MAX_PASSES = 40 };

// A Boolean is one or the other: the conjuncts that have it are doubled.
static bool way_cases(struct elimination *e) {
  struct vec_term with = {0};
  if (sort_kind(e->tm, term_sort(e->tm, e->var)) != SORT_BOOL) return false;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < e->c->size; i++)
    if (holds_var(e, e->c->data[i])) vec_term_push(&with, e->c->data[i]);
    else e->c->data[kept++] = e->c->data[i];
  e->c->size = kept;
  struct term all = term_and_n(e->tm, with.size, with.data), yes = term_true(e->tm), no = term_false(e->tm);
  vec_term_push(e->c, term_or(e->tm, term_substitute(e->tm, all, 1, &e->var, &yes),
                              term_substitute(e->tm, all, 1, &e->var, &no)));
  vec_term_release(&with);
  terms_tidy(e->tm, e->c);
  return true;
}

// The ways, the cheap ones first: the last asks the solver.
static bool (*const ways[])(struct elimination *) = {way_solve, by_absorbing, way_split,
                                                     by_reads,  way_bounds,   elimination_witnesses};
enum { WAYS = sizeof ways / sizeof *ways };

// One variable goes, or more, by the first of so many ways that applies.
static bool any_way(struct elimination *e, uint32_t n) {
  bool any = false;
  for (uint32_t k = 0; k < n && !any; k++) any = pass(e, ways[k]);
  return any;
}

bool eliminate(struct interpolator *ip, struct vec_term *conjuncts, uint32_t n, const struct term *vars) {
  struct elimination e = {.ip = ip, .tm = ip->tm, .c = conjuncts, .exact = true};
  for (uint32_t i = 0; i < n; i++) vec_term_push(&e.pending, vars[i]);
  terms_tidy(ip->tm, conjuncts);
  for (uint32_t passes = 0; e.pending.size && passes < MAX_PASSES && !interpolator_stopped(ip); passes++) {
    if (any_way(&e, WAYS) || elimination_decide(&e)) continue;
    e.var = e.pending.data[--e.pending.size];
    drop_conjuncts(&e);
  }
  while (e.pending.size) {
    e.var = e.pending.data[--e.pending.size];
    if (occurs(&e, e.var)) drop_conjuncts(&e);
  }
  terms_tidy(ip->tm, conjuncts);
  vec_term_release(&e.pending);
  return e.exact;
}

bool interpolate_eliminate(struct interpolator *ip, struct vec_term *conjuncts, uint32_t n, const struct term *vars) {
  interpolator_begin(ip);
  bool exact = eliminate(ip, conjuncts, n, vars);
  terms_compact(ip, conjuncts);
  terms_merge_bounds(ip->tm, conjuncts);
  terms_tidy(ip->tm, conjuncts);
  interpolator_forget(ip);
  return exact;
}

bool interpolate_project(struct interpolator *ip, struct vec_term *conjuncts, uint32_t n, const struct term *vars) {
  interpolator_begin(ip);
  struct elimination e = {.ip = ip, .tm = ip->tm, .c = conjuncts, .exact = true};
  for (uint32_t i = 0; i < n; i++) vec_term_push(&e.pending, vars[i]);
  terms_tidy(ip->tm, conjuncts);
  for (uint32_t passes = 0; e.pending.size && passes < MAX_PASSES; passes++)
    if (!any_way(&e, WAYS - 1) && !pass(&e, way_cases)) break;
  bool exact = !e.pending.size;
  vec_term_release(&e.pending);
  interpolator_forget(ip);
  return exact;
}
