// Bit-vector terms as terms over mathematical integers, and formulas over integers back.
#include "solve/linear/linear.h"
#include "term/walk.h"
#include <stdio.h>

static struct term int2(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  struct term c[2] = {a, b};
  return term_make(tm, kind, (struct sort){0}, 0, 0, 2, c);
}

static struct term scale(struct terms *tm, struct term t, const mpz_t factor) {
  return int2(tm, TERM_INT_MUL, term_int(tm, factor), t);
}

static struct term times(struct terms *tm, struct term t, int64_t factor) {
  mpz_t value;
  mpz_init_set_si(value, factor);
  t = scale(tm, t, value);
  mpz_clear(value);
  return t;
}

static struct term constant(struct terms *tm, struct term t, bool is_unsigned) {
  struct linear l;
  mpz_t one;
  linear_init(&l);
  mpz_init_set_ui(one, 1);
  linear_add(tm, &l, one, t, is_unsigned);
  struct term out = term_int(tm, l.constant);
  mpz_clear(one);
  linear_release(&l);
  return out;
}

static struct term variable(struct terms *tm, struct term t, struct map_u32 *back) {
  if (sort_kind(tm, term_sort(tm, t)) == SORT_BOOL) return t;
  if (sort_kind(tm, term_sort(tm, t)) != SORT_BV) return TERM_NONE;
  struct text name = {0};
  text_printf(&name, "%s!int", term_var_name(tm, t));
  struct term var = term_var(tm, sort_int(tm), text_cstr(&name));
  text_release(&name);
  map_u32_put(back, var.id, t.id);
  return var;
}

// An operation by a constant: products, shifts, quotients, remainders, masks of low bits.
static struct term by_constant(struct terms *tm, struct term t, const struct term *a) {
  enum term_kind kind = term_kind(tm, t);
  bool first = kind == TERM_BV_MUL || kind == TERM_BV_AND; // the constant of commutative kinds
  struct term c = term_child(tm, t, !first), x = a[first], out = TERM_NONE;
  if (!term_is_const(tm, c)) return TERM_NONE;
  mpz_t value;
  mpz_init(value);
  term_value(tm, c, value);
  switch (kind) {
  case TERM_BV_MUL: out = int2(tm, TERM_INT_MUL, a[0], x); break; // the signed reading of the constant
  case TERM_BV_SHL:
  case TERM_BV_LSHR:
    if (mpz_cmp_ui(value, term_width(tm, t)) >= 0) break;
    {
      uint64_t shift = mpz_get_ui(value);
      mpz_set_ui(value, 0);
      mpz_setbit(value, shift);
      struct term power = term_int(tm, value);
      out = kind == TERM_BV_SHL ? int2(tm, TERM_INT_MUL, power, x) : int2(tm, TERM_INT_DIV, x, power);
    }
    break;
  case TERM_BV_UDIV:
  case TERM_BV_UREM:
    if (mpz_sgn(value)) out = int2(tm, kind == TERM_BV_UDIV ? TERM_INT_DIV : TERM_INT_MOD, x, term_int(tm, value));
    break;
  default: // AND
    mpz_add_ui(value, value, 1);
    if (mpz_popcount(value) == 1) out = int2(tm, TERM_INT_MOD, x, term_int(tm, value));
    break;
  }
  mpz_clear(value);
  return out;
}

// One node, given its children over the integers; none if it has no such reading.
static struct term node(struct terms *tm, struct term t, bool is_unsigned, uint32_t n, const struct term *a,
                        struct map_u32 *back) {
  switch (term_kind(tm, t)) {
  case TERM_TRUE:
  case TERM_FALSE: return t;
  case TERM_CONST_BV: return constant(tm, t, is_unsigned);
  case TERM_VAR: return variable(tm, t, back);
  case TERM_NOT: return term_not(tm, a[0]);
  case TERM_AND: return term_and_n(tm, n, a);
  case TERM_OR: return term_or_n(tm, n, a);
  case TERM_EQ: return term_eq(tm, a[0], a[1]);
  case TERM_ITE: return term_ite(tm, a[0], a[1], a[2]);
  case TERM_BV_SLE:
  case TERM_BV_ULE: return int2(tm, TERM_INT_LE, a[0], a[1]);
  case TERM_BV_SLT:
  case TERM_BV_ULT: return int2(tm, TERM_INT_LT, a[0], a[1]);
  case TERM_BV_ADD: return int2(tm, TERM_INT_ADD, a[0], a[1]);
  case TERM_BV_NEG: return times(tm, a[0], -1);
  case TERM_BV_NOT: return int2(tm, TERM_INT_ADD, times(tm, a[0], -1), term_int64(tm, -1));
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: return a[0];
  case TERM_BV_EXTRACT: return term_param(tm, t, 1) == 0 ? a[0] : TERM_NONE;
  case TERM_BV_MUL:
  case TERM_BV_SHL:
  case TERM_BV_LSHR:
  case TERM_BV_UDIV:
  case TERM_BV_UREM:
  case TERM_BV_AND: return by_constant(tm, t, a);
  default: return TERM_NONE;
  }
}

enum { IMPOSSIBLE = UINT32_MAX };

struct reading {
  struct terms *tm;
  struct term_memo *memo;
  struct map_u32 *back;
  struct vec_term children;   // scratch
};

// How a constant is to be read is said by the term that it is in; anything else is read once for all.
static uint64_t child_to_int(struct reading *r, struct term parent, struct term child) {
  if (!term_is_const(r->tm, child)) return term_memo_want(r->memo, child);
  enum term_kind kind = term_kind(r->tm, parent);
  bool is_unsigned = kind == TERM_BV_ULE || kind == TERM_BV_ULT || kind == TERM_BV_ZEXT;
  struct term out = node(r->tm, child, is_unsigned, 0, NULL, r->back);
  return term_none(out) ? IMPOSSIBLE : out.id;
}

static uint64_t visit(void *context, struct term t) {
  struct reading *r = context;
  uint32_t n = term_arity(r->tm, t);
  bool ready = true;
  vec_term_clear(&r->children);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t child = child_to_int(r, t, term_child(r->tm, t, i));
    if (child == IMPOSSIBLE) return IMPOSSIBLE;
    ready = ready && child;
    vec_term_push(&r->children, (struct term){(uint32_t)child});
  }
  if (!ready) return 0;
  struct term result = node(r->tm, t, false, n, r->children.data, r->back);
  return term_none(result) ? IMPOSSIBLE : result.id;
}

struct term linear_to_int(struct terms *tm, struct term_memo *memo, struct map_u32 *back, struct term root) {
  struct reading r = {.tm = tm, .memo = memo, .back = back};
  uint64_t result = term_memo_apply(memo, root, visit, &r);
  vec_term_release(&r.children);
  return result == IMPOSSIBLE ? TERM_NONE : (struct term){(uint32_t)result};
}

// --- back ---------------------------------------------------------------------------------------------

// An atom over the integers as bits. Remainders by powers of two of a single variable are its low bits.
static struct term atom_back(struct terms *tm, const struct map_u32 *back, struct term atom) {
  uint32_t *var = map_u32_find(back, atom.id);
  if (var) return (struct term){*var};
  if (term_kind(tm, atom) != TERM_INT_MOD || term_kind(tm, term_child(tm, atom, 1)) != TERM_CONST_INT) return TERM_NONE;
  struct linear l;
  mpz_t one;
  linear_init(&l);
  mpz_init_set_ui(one, 1);
  bool ok = linear_add(tm, &l, one, term_child(tm, atom, 0), false) && l.atoms.size == 1;
  var = ok ? map_u32_find(back, l.atoms.data[0].id) : NULL;
  struct term out = TERM_NONE;
  mpz_t modulus;
  mpz_init(modulus);
  term_value(tm, term_child(tm, atom, 1), modulus);
  if (var && mpz_sgn(modulus) > 0 && mpz_popcount(modulus) == 1) {
    struct term x = {*var};
    uint32_t width = term_width(tm, x);
    struct term sum =
        term_add(tm, term_mul(tm, term_bv_big(tm, width, l.coefficients[0]), x), term_bv_big(tm, width, l.constant));
    mpz_sub_ui(modulus, modulus, 1);
    if (mpz_sizeinbase(modulus, 2) <= width) out = term_bvand(tm, sum, term_bv_big(tm, width, modulus));
  }
  mpz_clear(modulus);
  mpz_clear(one);
  linear_release(&l);
  return out;
}

static struct term comparison_back(struct terms *tm, const struct map_u32 *back, struct term t, enum linear_form form) {
  struct linear l;
  mpz_t factor;
  linear_init(&l);
  mpz_init_set_si(factor, 1);
  bool equation = term_kind(tm, t) == TERM_EQ;
  bool ok = linear_add(tm, &l, factor, term_child(tm, t, 0), false);
  mpz_set_si(factor, -1);
  ok = ok && linear_add(tm, &l, factor, term_child(tm, t, 1), false);
  if (term_kind(tm, t) == TERM_INT_LT) mpz_add_ui(l.constant, l.constant, 1);
  bool solvable = linear_normalise(&l, equation);
  for (uint32_t i = 0; i < l.atoms.size && ok; i++) {
    l.atoms.data[i] = atom_back(tm, back, l.atoms.data[i]);
    ok = !term_none(l.atoms.data[i]);
  }
  struct term out = !ok ? TERM_NONE : !solvable ? term_false(tm) : linear_formula(tm, &l, equation, form);
  // Where a form has nothing to add, the plain one stands for it.
  if (ok && term_none(out) && form >= LINEAR_DIFFERENCE_SIGNED)
    out = linear_formula(tm, &l, equation, (enum linear_form)(form & 1));
  mpz_clear(factor);
  linear_release(&l);
  return out;
}

struct term linear_from_int(struct terms *tm, const struct map_u32 *back, struct term formula, enum linear_form form) {
  struct term_walk walk = {.tm = tm};
  struct vec_term from = {0}, to = {0};
  bool ok = true;
  term_walk_add(&walk, formula);
  for (struct term t; ok && term_walk_next(&walk, &t);) {
    enum term_kind kind = term_kind(tm, t);
    bool compares = kind == TERM_INT_LE || kind == TERM_INT_LT ||
                    (kind == TERM_EQ && sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) == SORT_INT);
    if (compares) {
      vec_term_push(&from, t);
      vec_term_push(&to, comparison_back(tm, back, t, form));
      ok = !term_none(to.data[to.size - 1]);
      term_walk_skip(&walk);
    } else {
      ok = sort_kind(tm, term_sort(tm, t)) == SORT_BOOL;
    }
  }
  struct term out = ok ? term_substitute(tm, formula, from.size, from.data, to.data) : TERM_NONE;
  term_walk_release(&walk);
  vec_term_release(&from);
  vec_term_release(&to);
  return out;
}
