// See normal.h.
#include "solve/normal.h"
#include "term/walk.h"
#include <stdlib.h>

struct summand {
  struct term of, factor;
};
VEC_TYPE(vec_summand, struct summand)

struct normal {
  struct terms *tm;
  struct term_memo memo;
  struct vec_term children;
  struct vec_summand sum, todo;
};

// Sums longer than this stay as they are: their equations would be as long, again and again.
enum { LONGEST_SUM = 256 };

struct normal *normal_new(struct terms *tm) {
  struct normal *n = mem_zalloc(1, sizeof *n);
  n->tm = tm;
  return n;
}

void normal_free(struct normal *n) {
  if (!n) return;
  term_memo_release(&n->memo);
  vec_term_release(&n->children);
  vec_summand_release(&n->sum);
  vec_summand_release(&n->todo);
  mem_free(n);
}

// The low bits of a sum, difference or product are those of its operands: the operation on them, else t itself.
static struct term cut_inside(struct terms *tm, struct term t) {
  if (term_kind(tm, t) != TERM_BV_EXTRACT || term_param(tm, t, 1) != 0) return t;
  struct term of = term_child(tm, t, 0);
  uint32_t high = term_param(tm, t, 0);
  switch (term_kind(tm, of)) {
  case TERM_BV_ADD:
    return term_add(tm, term_extract(tm, high, 0, term_child(tm, of, 0)),
                    term_extract(tm, high, 0, term_child(tm, of, 1)));
  case TERM_BV_NEG: return term_neg(tm, term_extract(tm, high, 0, term_child(tm, of, 0)));
  case TERM_BV_MUL:
    return term_mul(tm, term_extract(tm, high, 0, term_child(tm, of, 0)),
                    term_extract(tm, high, 0, term_child(tm, of, 1)));
  default: return t;
  }
}

// Adds factor · t to the sum, taken apart; false when it gets too long.
static bool collect(struct normal *n, struct term t, struct term factor) {
  struct terms *tm = n->tm;
  vec_summand_clear(&n->todo);
  vec_summand_push(&n->todo, (struct summand){t, factor});
  while (n->todo.size) {
    struct summand s = vec_summand_pop(&n->todo);
    s.of = cut_inside(tm, s.of);
    enum term_kind kind = term_kind(tm, s.of);
    if (kind == TERM_BV_ADD) {
      vec_summand_push(&n->todo, (struct summand){term_child(tm, s.of, 1), s.factor});
      vec_summand_push(&n->todo, (struct summand){term_child(tm, s.of, 0), s.factor});
    } else if (kind == TERM_BV_NEG) {
      vec_summand_push(&n->todo, (struct summand){term_child(tm, s.of, 0), term_neg(tm, s.factor)});
    } else if (kind == TERM_BV_MUL && term_is_const(tm, term_child(tm, s.of, 0))) {
      vec_summand_push(&n->todo,
                       (struct summand){term_child(tm, s.of, 1), term_mul(tm, s.factor, term_child(tm, s.of, 0))});
    } else if (n->sum.size == LONGEST_SUM) {
      return false;
    } else {
      vec_summand_push(&n->sum, s);
    }
  }
  return true;
}

static int by_term(const void *x, const void *y) {
  uint32_t a = ((const struct summand *)x)->of.id, b = ((const struct summand *)y)->of.id;
  return a < b ? -1 : a > b;
}

// Puts like terms of the sum together and takes the constants out; their sum is returned. What is left has ascending
// terms.
static struct term gather(struct normal *n, uint32_t width) {
  struct terms *tm = n->tm;
  struct term zero = term_bv(tm, width, 0), constant = zero;
  uint32_t k = 0, left = 0;
  if (n->sum.size) qsort(n->sum.data, n->sum.size, sizeof *n->sum.data, by_term);
  for (uint32_t i = 0; i < n->sum.size; i++) {
    struct summand s = n->sum.data[i];
    if (term_is_const(tm, s.of)) constant = term_add(tm, constant, term_mul(tm, s.factor, s.of));
    else if (k && term_same(n->sum.data[k - 1].of, s.of))
      n->sum.data[k - 1].factor = term_add(tm, n->sum.data[k - 1].factor, s.factor);
    else n->sum.data[k++] = s;
  }
  for (uint32_t i = 0; i < k; i++)
    if (!term_same(n->sum.data[i].factor, zero)) n->sum.data[left++] = n->sum.data[i];
  n->sum.size = left;
  return constant;
}

// The equation a = b; the term made by the constructor where nothing cancels.
static struct term equation(struct normal *n, struct term a, struct term b) {
  struct terms *tm = n->tm;
  uint32_t w = term_width(tm, a);
  struct term one = term_bv(tm, w, 1), zero = term_bv(tm, w, 0);
  vec_summand_clear(&n->sum);
  if (!collect(n, a, one) || !collect(n, b, term_neg(tm, one))) return term_eq(tm, a, b);
  uint32_t before = n->sum.size;
  if (before < 3) return term_eq(tm, a, b); // the constructor's own rules do as well
  struct term constant = gather(n, w);
  if (n->sum.size + 2 > before) return term_eq(tm, a, b); // nothing met its opposite
  // Negative factors go to the other side.
  struct term sides[2] = {constant, zero};
  for (uint32_t i = 0; i < n->sum.size; i++) {
    struct summand s = n->sum.data[i];
    bool negative = term_is_true(tm, term_slt(tm, s.factor, zero));
    struct term factor = negative ? term_neg(tm, s.factor) : s.factor;
    sides[negative] = term_add(tm, sides[negative], term_mul(tm, factor, s.of));
  }
  return term_eq(tm, sides[0], sides[1]);
}

// A sum in the order of its summands' terms: for operands of products and quotients, of which it is hard to see that
// they are equal.
static struct term ordered_sum(struct normal *n, struct term t) {
  struct terms *tm = n->tm;
  enum term_kind kind = term_kind(tm, t);
  if (kind != TERM_BV_ADD && kind != TERM_BV_EXTRACT) return t;
  vec_summand_clear(&n->sum);
  if (!collect(n, t, term_bv(tm, term_width(tm, t), 1)) || n->sum.size < 3) return t;
  struct term sum = gather(n, term_width(tm, t));
  for (uint32_t i = 0; i < n->sum.size; i++)
    sum = term_add(tm, sum, term_mul(tm, n->sum.data[i].factor, n->sum.data[i].of));
  return sum;
}

static uint64_t rebuild(void *context, struct term t) {
  struct normal *n = context;
  struct terms *tm = n->tm;
  uint32_t arity = term_arity(tm, t);
  if (!term_memo_want_children(&n->memo, tm, t)) return 0;
  vec_term_clear(&n->children);
  for (uint32_t i = 0; i < arity; i++) {
    struct term done = term_memo_term(&n->memo, term_child(tm, t, i));
    vec_term_push(&n->children, term_class(term_kind(tm, t)) == CLASS_BV_PRODUCT ? ordered_sum(n, done) : done);
  }
  if (term_kind(tm, t) == TERM_EQ && sort_kind(tm, term_sort(tm, n->children.data[0])) == SORT_BV)
    return equation(n, n->children.data[0], n->children.data[1]).id;
  return term_with_children(tm, t, n->children.data).id;
}

struct term normal_apply(struct normal *n, struct term root) {
  return (struct term){(uint32_t)term_memo_apply(&n->memo, root, rebuild, n)};
}
