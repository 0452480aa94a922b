// If-then-else of any sort.
#include "term/node.h"
#include "term/rewrite/constructors.h"

static struct term ite_intern(struct terms *tm, struct term c, struct term a, struct term b) {
  return term_intern(tm, TERM_ITE, sort_of(tm, a), 0, 0, 3, (struct term[]){c, a, b});
}

static struct term ite_bool(struct terms *tm, struct term c, struct term a, struct term b) {
  if (term_is_true(tm, a) || c.id == a.id) {
    HIT(ITE_BOOL);
    return term_or(tm, c, b);
  }
  if (term_is_false(tm, b) || c.id == b.id) {
    HIT(ITE_BOOL);
    return term_and(tm, c, a);
  }
  if (term_is_false(tm, a)) {
    HIT(ITE_BOOL);
    return term_and(tm, term_not(tm, c), b);
  }
  if (term_is_true(tm, b)) {
    HIT(ITE_BOOL);
    return term_or(tm, term_not(tm, c), a);
  }
  if ((is_kind(tm, a, TERM_NOT) && child_of(tm, a, 0).id == b.id) ||
      (is_kind(tm, b, TERM_NOT) && child_of(tm, b, 0).id == a.id)) {
    HIT(ITE_XOR);
    return term_eq(tm, c, a);
  }
  return TERM_NONE;
}

// One branch is an ite itself: shared conditions and branches collapse.
static struct term ite_nested(struct terms *tm, struct term c, struct term a, struct term b) {
  if (is_kind(tm, a, TERM_ITE)) {
    struct term d = child_of(tm, a, 0), x = child_of(tm, a, 1), y = child_of(tm, a, 2);
    if (d.id == c.id) {
      HIT(ITE_SAME_CONDITION);
      return ite_make(tm, c, x, b);
    }
    if (y.id == b.id) {
      HIT(ITE_MERGE);
      return ite_make(tm, term_and(tm, c, d), x, b);
    }
    if (x.id == b.id) {
      HIT(ITE_MERGE);
      return ite_make(tm, term_and(tm, c, term_not(tm, d)), y, b);
    }
  }
  if (is_kind(tm, b, TERM_ITE)) {
    struct term d = child_of(tm, b, 0), x = child_of(tm, b, 1), y = child_of(tm, b, 2);
    if (d.id == c.id) {
      HIT(ITE_SAME_CONDITION);
      return ite_make(tm, c, a, y);
    }
    if (x.id == a.id) {
      HIT(ITE_MERGE);
      return ite_make(tm, term_or(tm, c, d), a, y);
    }
    if (y.id == a.id) {
      HIT(ITE_MERGE);
      return ite_make(tm, term_and(tm, term_not(tm, c), d), x, a);
    }
  }
  return TERM_NONE;
}

// Both branches have the same operator on top and share all but one operand: the ite moves to that operand.
static struct term ite_common(struct terms *tm, struct term c, struct term a, struct term b) {
  enum term_kind k = kind_of(tm, a);
  if (k != kind_of(tm, b)) return TERM_NONE;
  switch (k) {
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT:
    if (param_of(tm, a, 0) != param_of(tm, b, 0)) return TERM_NONE;
    // fall through
  case TERM_BV_NOT:
  case TERM_BV_NEG: {
    uint32_t p = k == TERM_BV_ZEXT || k == TERM_BV_SEXT ? param_of(tm, a, 0) : 0;
    HIT(ITE_COMMON);
    struct term x = ite_make(tm, c, child_of(tm, a, 0), child_of(tm, b, 0));
    return bv_make(tm, k, p, 0, &x);
  }
  case TERM_BV_ADD:
  case TERM_BV_MUL:
  case TERM_BV_AND:
  case TERM_BV_OR:
  case TERM_BV_XOR:
  case TERM_BV_CONCAT: {
    struct term p = child_of(tm, a, 0), q = child_of(tm, a, 1), r = child_of(tm, b, 0), s = child_of(tm, b, 1), x[2];
    if (p.id == r.id) x[0] = p, x[1] = TERM_NONE;
    else if (k == TERM_BV_CONCAT && q.id != s.id) return TERM_NONE;
    else if (q.id == s.id) x[0] = TERM_NONE, x[1] = q, q = p, s = r;
    else if (p.id == s.id) x[0] = p, x[1] = TERM_NONE, s = r;
    else if (q.id == r.id) x[0] = q, x[1] = TERM_NONE, q = p;
    else return TERM_NONE;
    if (k == TERM_BV_CONCAT && width_of(tm, q) != width_of(tm, s)) return TERM_NONE;
    HIT(ITE_COMMON);
    struct term i = ite_make(tm, c, q, s);
    if (x[0].id) x[1] = i;
    else x[0] = i;
    return bv_make(tm, k, 0, 0, x);
  }
  default: return TERM_NONE;
  }
}

struct term ite_make(struct terms *tm, struct term c, struct term a, struct term b) {
  assert(same_sort(tm, a, b) && sort_of(tm, c).id == 1);
  if (term_is_true(tm, c)) return a;
  if (term_is_false(tm, c)) return b;
  if (a.id == b.id) {
    HIT(ITE_SAME);
    return a;
  }
  if (is_kind(tm, c, TERM_NOT)) {
    HIT(ITE_NOT);
    struct term t = a;
    c = child_of(tm, c, 0);
    a = b, b = t;
  }
  struct term t;
  if (sort_of(tm, a).id == 1 && (t = ite_bool(tm, c, a, b)).id) return t;
  if (is_kind(tm, c, TERM_EQ)) {
    struct term x = child_of(tm, c, 0), y = child_of(tm, c, 1);
    if ((x.id == a.id && y.id == b.id) || (x.id == b.id && y.id == a.id)) {
      HIT(ITE_EQ_BRANCHES);
      return b;
    }
    // ite(x = 1, 1, 0) of one bit is x.
    if (width_of(tm, a) == 1 && same_sort(tm, a, y) && bv_is_one(tm, x)) {
      if (bv_is_one(tm, a) && bv_is_zero(tm, b)) {
        HIT(ITE_BIT);
        return y;
      }
      if (bv_is_zero(tm, a) && bv_is_one(tm, b)) {
        HIT(ITE_BIT);
        return term_bvnot(tm, y);
      }
    }
  }
  if (tm->depth < TERM_DEPTH) {
    tm->depth++;
    t = ite_nested(tm, c, a, b);
    if (!t.id) t = ite_common(tm, c, a, b);
    tm->depth--;
    if (t.id) return t;
  }
  return ite_intern(tm, c, a, b);
}
