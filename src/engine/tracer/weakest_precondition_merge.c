// Conjunctions without what is implied at a glance, and comparisons without wrap-around. See weakest_precondition.h.
#include "base/memory/map.h"
#include "engine/tracer/weakest_precondition.h"
#include "solve/interpolate/interpolate.h"

// --- implied at a glance -----------------------------------------------------------------------------------------

struct term wp_equated(struct terms *tm, struct term t, struct term *constant) {
  if (term_kind(tm, t) != TERM_EQ) return TERM_NONE;
  struct term a = term_child(tm, t, 0), b = term_child(tm, t, 1);
  if (sort_kind(tm, term_sort(tm, a)) == SORT_ARRAY || term_is_const(tm, a) == term_is_const(tm, b)) return TERM_NONE;
  *constant = term_is_const(tm, a) ? a : b;
  return term_is_const(tm, a) ? b : a;
}

// Drops what equations with constants decide.
static void drop_decided(struct terms *tm, struct vec_term *conjuncts) {
  struct substitution *values = substitution_new(tm);
  struct map_u32 equations = {0};   // term → the conjunct that says what it is
  uint32_t kept = 0;
  for (uint32_t i = 0; i < conjuncts->size; i++) {
    struct term constant, t = wp_equated(tm, conjuncts->data[i], &constant);
    if (term_none(t) || map_u32_find(&equations, t.id)) continue;
    map_u32_put(&equations, t.id, conjuncts->data[i].id);
    substitution_set(values, t, constant);
  }
  for (uint32_t i = 0; i < conjuncts->size && equations.size; i++) {
    struct term t = conjuncts->data[i], constant, about = wp_equated(tm, t, &constant);
    bool stays = !term_none(about) && *map_u32_find(&equations, about.id) == t.id;
    if (stays || !term_is_true(tm, substitution_apply(values, t))) conjuncts->data[kept++] = t;
  }
  if (equations.size) conjuncts->size = kept;
  substitution_free(values);
  map_u32_release(&equations);
}

// A comparison of a term with a constant, in one of three orders.
struct bound {
  struct term about, limit;   // limit: inclusive
  uint32_t order;             // 0: unsigned, 1: signed, 2: integers
  bool upper;
};

static bool find_bound(struct terms *tm, struct term t, struct bound *b) {
  enum term_kind kind = term_kind(tm, t);
  bool strict = kind == TERM_BV_ULT || kind == TERM_BV_SLT || kind == TERM_INT_LT;
  if (!strict && kind != TERM_BV_ULE && kind != TERM_BV_SLE && kind != TERM_INT_LE) return false;
  struct term left = term_child(tm, t, 0), right = term_child(tm, t, 1);
  b->order = kind == TERM_INT_LT || kind == TERM_INT_LE ? 2 : kind == TERM_BV_SLT || kind == TERM_BV_SLE;
  b->upper = term_is_const(tm, right);
  b->about = b->upper ? left : right;
  b->limit = b->upper ? right : left;
  if (!term_is_const(tm, b->limit) || term_is_const(tm, b->about)) return false;
  if (!strict) return true;
  // Nothing is below the least or above the greatest number: such a comparison is a constant and not seen here.
  if (b->order == 2) {
    struct term sum[2] = {b->limit, term_int64(tm, b->upper ? -1 : 1)};
    b->limit = term_make(tm, TERM_INT_ADD, term_sort(tm, b->limit), 0, 0, 2, sum);
  } else {
    struct term one = term_bv(tm, term_width(tm, b->limit), 1);
    b->limit = b->upper ? term_sub(tm, b->limit, one) : term_add(tm, b->limit, one);
  }
  return true;
}

static bool at_most(struct terms *tm, uint32_t order, struct term a, struct term b) {
  struct term two[2] = {a, b};
  enum term_kind kind = order == 0 ? TERM_BV_ULE : order == 1 ? TERM_BV_SLE : TERM_INT_LE;
  return term_is_true(tm, term_make(tm, kind, sort_bool(tm), 0, 0, 2, two));
}

// Of several bounds on a term keeps the tightest, at the place of the first.
static void drop_loose(struct terms *tm, struct vec_term *conjuncts) {
  struct map_u32 places = {0};
  uint32_t kept = 0;
  for (uint32_t i = 0; i < conjuncts->size; i++) {
    struct bound b, other;
    struct term t = conjuncts->data[i];
    if (!find_bound(tm, t, &b)) {
      conjuncts->data[kept++] = t;
      continue;
    }
    uint64_t key = (uint64_t)b.about.id << 3 | b.order << 1 | b.upper;
    uint32_t *place = map_u32_find(&places, key);
    if (!place) {
      map_u32_put(&places, key, kept);
      conjuncts->data[kept++] = t;
      continue;
    }
    find_bound(tm, conjuncts->data[*place], &other);
    bool tighter = b.upper ? at_most(tm, b.order, b.limit, other.limit) : at_most(tm, b.order, other.limit, b.limit);
    if (tighter) conjuncts->data[*place] = t;
  }
  conjuncts->size = kept;
  map_u32_release(&places);
}

void wp_merge(struct terms *tm, struct vec_term *conjuncts) {
  terms_tidy(tm, conjuncts);
  drop_decided(tm, conjuncts);
  drop_loose(tm, conjuncts);
}

// --- comparisons without wrap-around -----------------------------------------------------------------------------

static __int128 as_number(struct terms *tm, struct term t, bool is_signed) {
  uint64_t bits = 0;
  uint32_t width = term_width(tm, t);
  term_value64(tm, t, &bits);
  bool negative = is_signed && bits >> (width - 1) & 1;
  return negative ? (__int128)bits - ((__int128)1 << width) : (__int128)bits;
}

// x + c for values of x around `now`: the number that is added, as it is meant there, so that the sum stays in the
// order's range.
struct sum {
  struct term x;
  uint32_t width;
  bool is_signed;
  __int128 least, most, added;
};

static bool find_sum(struct terms *tm, struct term t, bool is_signed,
                     struct term (*value)(void *context, struct term x), void *context, struct sum *out) {
  if (term_kind(tm, t) != TERM_BV_ADD || term_width(tm, t) > 64 || !term_is_const(tm, term_child(tm, t, 0)))
    return false;
  struct term x = term_child(tm, t, 1), now = value(context, x);
  if (term_none(now) || term_kind(tm, now) != TERM_CONST_BV) return false;
  uint32_t width = term_width(tm, x);
  __int128 all = (__int128)1 << width, least = is_signed ? -(all / 2) : 0, most = least + all - 1;
  __int128 added = as_number(tm, term_child(tm, t, 0), is_signed), sum = as_number(tm, now, is_signed) + added;
  if (sum > most) added -= all;
  if (sum < least) added += all;
  *out = (struct sum){x, width, is_signed, least, most, added};
  return true;
}

// Bounds on x with which low <= x + c <= high without wrap-around; none if there is no such x.
static struct term sum_between(struct terms *tm, const struct sum *s, __int128 low, __int128 high) {
  low -= s->added;
  high -= s->added;
  if (high < s->least || low > s->most || low > high) return TERM_NONE;
  struct term result = term_true(tm), from = term_bv(tm, s->width, (uint64_t)low),
              to = term_bv(tm, s->width, (uint64_t)high);
  if (low > s->least) result = term_and(tm, result, s->is_signed ? term_sle(tm, from, s->x) : term_ule(tm, from, s->x));
  if (high < s->most) result = term_and(tm, result, s->is_signed ? term_sle(tm, s->x, to) : term_ule(tm, s->x, to));
  return result;
}

struct term wp_unwrap(struct terms *tm, struct term t, struct term (*value)(void *context, struct term x),
                      void *context) {
  struct bound b;
  struct sum s;
  if (!find_bound(tm, t, &b) || b.order == 2 || !find_sum(tm, b.about, b.order == 1, value, context, &s))
    return TERM_NONE;
  __int128 limit = as_number(tm, b.limit, s.is_signed);
  return sum_between(tm, &s, b.upper ? s.least : limit, b.upper ? limit : s.most);
}

struct term wp_spread(struct terms *tm, struct term t, struct term (*value)(void *context, struct term x),
                      void *context, struct term *bounds) {
  struct sum s;
  bool is_signed = term_kind(tm, t) == TERM_BV_SEXT;
  if ((!is_signed && term_kind(tm, t) != TERM_BV_ZEXT) ||
      !find_sum(tm, term_child(tm, t, 0), is_signed, value, context, &s))
    return TERM_NONE;
  uint32_t width = term_width(tm, t);
  if (width > 64) return TERM_NONE;
  *bounds = sum_between(tm, &s, s.least, s.most);
  struct term x = is_signed ? term_sext(tm, s.x, width) : term_zext(tm, s.x, width);
  return term_none(*bounds) ? TERM_NONE : term_add(tm, term_bv(tm, width, (uint64_t)s.added), x);
}
