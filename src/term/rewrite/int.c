// Mathematical integers: folding and identities.
#include "term/node.h"
#include "term/rewrite/constructors.h"

static struct term intern2(struct terms *tm, enum term_kind kind, struct sort s, struct term a, struct term b) {
  return term_intern(tm, kind, s, 0, 0, 2, (struct term[]){a, b});
}

// SMT-LIB: a = b * (a div b) + (a mod b) with 0 <= a mod b < |b|. On zero any function of a would do: here a div 0 is
// 0, a mod 0 is a.
static struct term fold(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  mpz_t x, y;
  mpz_inits(x, y, NULL);
  term_value(tm, a, x);
  term_value(tm, b, y);
  struct term t = TERM_NONE;
  switch (kind) {
  case TERM_INT_ADD: mpz_add(x, x, y); break;
  case TERM_INT_MUL: mpz_mul(x, x, y); break;
  case TERM_INT_DIV:
    if (mpz_sgn(y) > 0) mpz_fdiv_q(x, x, y);
    else if (mpz_sgn(y) < 0) mpz_cdiv_q(x, x, y);
    else mpz_set_ui(x, 0);
    break;
  case TERM_INT_MOD:
    if (mpz_sgn(y)) mpz_mod(x, x, y);
    break;
  case TERM_INT_LE: t = term_bool(tm, mpz_cmp(x, y) <= 0); break;
  case TERM_INT_LT: t = term_bool(tm, mpz_cmp(x, y) < 0); break;
  default: assert(!"an integer operation");
  }
  if (!t.id) t = term_int(tm, x);
  mpz_clears(x, y, NULL);
  return t;
}

static bool is_value(const struct terms *tm, struct term t, uint64_t value) {
  const struct node *n = node_at(tm, t);
  return n->kind == TERM_CONST_INT && n->limbs <= 1 && n->value == value && !(n->flags & NODE_NEGATIVE);
}

static struct term add_make(struct terms *tm, struct term a, struct term b) {
  order_commutative(tm, &a, &b);
  if (is_value(tm, a, 0)) {
    HIT(INT_UNIT);
    return b;
  }
  bool ca = is_kind(tm, a, TERM_INT_ADD) && is_const(tm, child_of(tm, a, 0)),
       cb = is_kind(tm, b, TERM_INT_ADD) && is_const(tm, child_of(tm, b, 0));
  if (is_const(tm, a) && cb) {
    HIT(INT_CONST);
    return add_make(tm, fold(tm, TERM_INT_ADD, a, child_of(tm, b, 0)), child_of(tm, b, 1));
  }
  if (ca || cb) {
    HIT(INT_CONST);
    struct term k = ca && cb ? fold(tm, TERM_INT_ADD, child_of(tm, a, 0), child_of(tm, b, 0))
                             : child_of(tm, ca ? a : b, 0);
    return add_make(tm, k, add_make(tm, ca ? child_of(tm, a, 1) : a, cb ? child_of(tm, b, 1) : b));
  }
  return intern2(tm, TERM_INT_ADD, sort_int(tm), a, b);
}

static struct term mul_make(struct terms *tm, struct term a, struct term b) {
  order_commutative(tm, &a, &b);
  if (is_value(tm, a, 0)) {
    HIT(INT_UNIT);
    return a;
  }
  if (is_value(tm, a, 1)) {
    HIT(INT_UNIT);
    return b;
  }
  if (is_const(tm, a) && is_kind(tm, b, TERM_INT_MUL) && is_const(tm, child_of(tm, b, 0))) {
    HIT(INT_CONST);
    return mul_make(tm, fold(tm, TERM_INT_MUL, a, child_of(tm, b, 0)), child_of(tm, b, 1));
  }
  return intern2(tm, TERM_INT_MUL, sort_int(tm), a, b);
}

static struct term from_bv(struct terms *tm, struct term a) {
  if (is_const(tm, a)) {
    HIT(FOLD);
    mpz_t z;
    mpz_init(z);
    term_value(tm, a, z);
    struct term t = term_int(tm, z);
    mpz_clear(z);
    return t;
  }
  if (is_kind(tm, a, TERM_BV_ZEXT)) {
    HIT(INT_FROM_ZEXT);
    a = child_of(tm, a, 0);
  }
  return term_intern(tm, TERM_INT_FROM_BV, sort_int(tm), 0, 0, 1, &a);
}

static struct term to_bv(struct terms *tm, struct sort s, struct term a) {
  uint32_t w = sort_width(tm, s);
  if (is_const(tm, a)) {
    HIT(FOLD);
    mpz_t z;
    mpz_init(z);
    term_value(tm, a, z);
    struct term t = term_bv_big(tm, w, z);
    mpz_clear(z);
    return t;
  }
  if (is_kind(tm, a, TERM_INT_FROM_BV)) {
    HIT(INT_ROUND_TRIP);
    struct term x = child_of(tm, a, 0);
    uint32_t wx = width_of(tm, x);
    return wx >= w ? term_extract(tm, w - 1, 0, x) : term_zext(tm, x, w);
  }
  return term_intern(tm, TERM_INT_TO_BV, s, 0, 0, 1, &a);
}

struct term int_make(struct terms *tm, enum term_kind kind, struct sort s, const struct term *children) {
  struct term a = children[0];
  if (kind == TERM_INT_FROM_BV) return from_bv(tm, a);
  if (kind == TERM_INT_TO_BV) return to_bv(tm, s, a);
  struct term b = children[1];
  assert(sort_of(tm, a).id == 2 && sort_of(tm, b).id == 2);
  if (is_const(tm, a) && is_const(tm, b)) {
    HIT(FOLD);
    return fold(tm, kind, a, b);
  }
  switch (kind) {
  case TERM_INT_ADD: return add_make(tm, a, b);
  case TERM_INT_MUL: return mul_make(tm, a, b);
  case TERM_INT_DIV:
  case TERM_INT_MOD:
    if (!is_value(tm, b, 1)) return intern2(tm, kind, sort_int(tm), a, b);
    HIT(INT_UNIT);
    return kind == TERM_INT_DIV ? a : term_int64(tm, 0);
  case TERM_INT_LE:
  case TERM_INT_LT:
    if (a.id == b.id) {
      HIT(INT_LESS_SAME);
      return term_bool(tm, kind == TERM_INT_LE);
    }
    return intern2(tm, kind, sort_bool(tm), a, b);
  default: break;
  }
  assert(!"an integer kind");
  return TERM_NONE;
}
