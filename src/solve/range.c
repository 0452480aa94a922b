// See range.h.
#include "solve/range.h"
#include "base/memory/map.h"

struct interval {
  uint64_t low, high;
}; // both ends inside, low <= high
VEC_TYPE(vec_interval, struct interval)

static uint64_t mask_of(uint32_t width) { return width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }

// A side of a comparison: variable + offset, or a constant.
struct side {
  struct term var;
  uint64_t offset;
};

static bool side_of(struct terms *tm, struct term t, struct side *side) {
  *side = (struct side){TERM_NONE, 0};
  if (term_value64(tm, t, &side->offset)) return true;
  if (term_kind(tm, t) == TERM_BV_ADD) {
    if (!term_value64(tm, term_child(tm, t, 0), &side->offset)) return false;
    t = term_child(tm, t, 1);
  }
  side->var = t;
  return term_kind(tm, t) == TERM_VAR;
}

// An interval of the number circle: from low upwards to high, both inside; or none, or everything.
struct arc {
  uint64_t low, high;
  bool empty, full;
};

// Those y with y < k or y <= k where `first` is the least number of the order (0 or the sign bit).
static struct arc arc_below(uint64_t mask, uint64_t first, uint64_t k, bool strict) {
  if (strict && k == first) return (struct arc){0, 0, true, false};
  uint64_t high = strict ? (k - 1) & mask : k;
  return (struct arc){first, high, false, high == ((first - 1) & mask)};
}

static struct arc arc_complement(uint64_t mask, struct arc a) {
  if (a.empty || a.full) return (struct arc){0, mask, a.full, a.empty};
  return (struct arc){(a.high + 1) & mask, (a.low - 1) & mask, false, false};
}

// The values of *var for which the conjunct holds. *var is set by the first conjunct and must be met by the others.
static bool conjunct_arc(struct terms *tm, struct term t, struct term *var, struct arc *arc) {
  bool negated = false;
  if (term_kind(tm, t) == TERM_NOT) {
    negated = true;
    t = term_child(tm, t, 0);
  }
  enum term_kind kind = term_kind(tm, t);
  if (kind != TERM_EQ && kind != TERM_BV_ULT && kind != TERM_BV_ULE && kind != TERM_BV_SLT && kind != TERM_BV_SLE)
    return false;
  struct term a = term_child(tm, t, 0), b = term_child(tm, t, 1);
  if (sort_kind(tm, term_sort(tm, a)) != SORT_BV || term_width(tm, a) > 64) return false;
  struct side left, right;
  if (!side_of(tm, a, &left) || !side_of(tm, b, &right) || term_none(left.var) == term_none(right.var)) return false;
  bool var_left = !term_none(left.var);
  struct side x = var_left ? left : right;
  uint64_t k = var_left ? right.offset : left.offset;
  uint64_t mask = mask_of(term_width(tm, a));
  bool is_signed = kind == TERM_BV_SLT || kind == TERM_BV_SLE, strict = kind == TERM_BV_ULT || kind == TERM_BV_SLT;
  uint64_t first = is_signed ? (mask >> 1) + 1 : 0;
  if (kind == TERM_EQ) *arc = (struct arc){k, k, false, mask == 0};
  else if (var_left) *arc = arc_below(mask, first, k, strict);
  else *arc = arc_complement(mask, arc_below(mask, first, k, !strict)); // k < y iff not y <= k
  if (negated) *arc = arc_complement(mask, *arc);
  arc->low = (arc->low - x.offset) & mask;
  arc->high = (arc->high - x.offset) & mask;
  if (term_none(*var)) *var = x.var;
  return term_same(*var, x.var);
}

bool range_reads(struct terms *tm, struct term conjunct) {
  struct term var = TERM_NONE;
  struct arc arc;
  return conjunct_arc(tm, conjunct, &var, &arc);
}

static void intersect(const struct vec_interval *in, struct interval with, struct vec_interval *out) {
  for (uint32_t i = 0; i < in->size; i++) {
    uint64_t low = in->data[i].low > with.low ? in->data[i].low : with.low;
    uint64_t high = in->data[i].high < with.high ? in->data[i].high : with.high;
    if (low <= high) vec_interval_push(out, (struct interval){low, high});
  }
}

static void restrict_to(struct vec_interval *set, struct vec_interval *spare, uint64_t mask, struct arc arc) {
  if (arc.full) return;
  vec_interval_clear(spare);
  if (!arc.empty && arc.low <= arc.high) {
    intersect(set, (struct interval){arc.low, arc.high}, spare);
  } else if (!arc.empty) { // through zero: the two pieces in ascending order keep the list sorted
    intersect(set, (struct interval){0, arc.high}, spare);
    intersect(set, (struct interval){arc.low, mask}, spare);
  }
  struct vec_interval old = *set;
  *set = *spare;
  *spare = old;
}

// The values that satisfy all; false: some conjunct is of another kind.
static bool values_of(struct terms *tm, uint32_t n, const struct term *conjuncts, struct term *var,
                      struct vec_interval *set) {
  struct arc arc;
  *var = TERM_NONE;
  if (!n || !conjunct_arc(tm, conjuncts[n - 1], var, &arc)) return false;
  uint64_t mask = mask_of(term_width(tm, *var));
  struct vec_interval spare = {0};
  vec_interval_push(set, (struct interval){0, mask});
  bool all = true;
  for (uint32_t i = 0; i < n && all; i++) {
    all = conjunct_arc(tm, conjuncts[i], var, &arc);
    if (all) restrict_to(set, &spare, mask, arc);
  }
  vec_interval_release(&spare);
  return all;
}

enum answer range_decide(struct terms *tm, uint32_t n, const struct term *conjuncts, struct term *var,
                         struct term *value) {
  struct vec_interval set = {0};
  enum answer answer = ANSWER_UNKNOWN;
  if (values_of(tm, n, conjuncts, var, &set)) answer = set.size ? ANSWER_SAT : ANSWER_UNSAT;
  if (answer == ANSWER_SAT) {
    uint64_t mask = mask_of(term_width(tm, *var)), least = set.data[0].low, most = set.data[set.size - 1].high;
    uint64_t best = least <= ((-most) & mask) || least == 0 ? least : most;
    *value = term_bv(tm, term_width(tm, *var), best);
  }
  vec_interval_release(&set);
  return answer;
}

// --- one way to say it -----------------------------------------------------------------------------------------------

// The values from low up to high, both inside, in the order, do not satisfy it.
static struct term outside(struct terms *tm, struct term x, bool is_signed, struct interval gap, uint64_t first,
                           uint64_t last) {
  uint32_t w = term_width(tm, x);
  struct term low = term_bv(tm, w, gap.low), high = term_bv(tm, w, gap.high);
  struct term (*less)(struct terms *, struct term, struct term) = is_signed ? term_slt : term_ult;
  if (gap.low == gap.high) return term_not(tm, term_eq(tm, x, low));
  if (gap.low == first) return less(tm, high, x);
  return gap.high == last ? less(tm, x, low) : term_or(tm, less(tm, x, low), less(tm, high, x));
}

// As bounds in the order and gaps between them; how many are no bounds.
static uint32_t say(struct terms *tm, struct term x, const struct vec_interval *set, bool is_signed,
                    struct vec_term *out) {
  uint64_t mask = mask_of(term_width(tm, x)), first = is_signed ? (mask >> 1) + 1 : 0, last = (first - 1) & mask;
  // Gaps of the number circle, cut where the order begins.
  uint32_t inner = 0;
  for (uint32_t i = 0; i < set->size; i++) {
    const struct interval *before = &set->data[i ? i - 1 : set->size - 1], *after = &set->data[i];
    struct interval gap = {(before->high + 1) & mask, (after->low - 1) & mask};
    if (((after->low - before->high) & mask) == 1) continue; // none
    uint64_t from = (gap.low - first) & mask, to = (gap.high - first) & mask;
    if (from > to) {
      vec_term_push(out, outside(tm, x, is_signed, (struct interval){gap.low, last}, first, last));
      vec_term_push(out, outside(tm, x, is_signed, (struct interval){first, gap.high}, first, last));
    } else {
      inner += from && gap.high != last;
      vec_term_push(out, outside(tm, x, is_signed, gap, first, last));
    }
  }
  return inner;
}

bool range_normal(struct terms *tm, uint32_t n, const struct term *conjuncts, struct vec_term *out) {
  struct vec_interval set = {0};
  struct vec_term other = {0};
  struct term x;
  bool readable = values_of(tm, n, conjuncts, &x, &set);
  if (readable && !set.size) {
    vec_term_push(out, term_false(tm));
  } else if (readable && set.size == 1 && set.data[0].low == set.data[0].high) {
    vec_term_push(out, term_eq(tm, x, term_bv(tm, term_width(tm, x), set.data[0].low)));
  } else if (readable) {
    uint32_t inner = say(tm, x, &set, false, &other), start = out->size;
    if (say(tm, x, &set, true, out) > inner || other.size < out->size - start) {
      out->size = start;
      for (uint32_t i = 0; i < other.size; i++) vec_term_push(out, other.data[i]);
    }
  }
  vec_interval_release(&set);
  vec_term_release(&other);
  return readable;
}
