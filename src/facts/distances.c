// What a loop keeps, read off its assignments: distances.
//
//   if (x < 0 || x > 2 || y < 0 || y > 2) return;
//   while (input()) { x += 2; y += 2; }
//
// x - y is no constant, but the loop does not change it: what x and y may be before the loop bounds it,
// -2 <= x - y <= 2. The same for x + y. Runs of the program may not meet the extremes, and interpolants of single paths
// have bounds of x and of y, which grow with the iterations.
//
// Bounds before the loop are those of guards and of constants that are assigned on the way to the head. They are not
// proved, as on other paths there may be others.
#include "facts/candidates.h"
#include "facts/guards.h"
#include "facts/samples.h"
#include "facts/table.h"
#include "solve/interpolate/interpolate.h"

enum {
  MAX_MOVED = 16, // variables that the loop changes
  MAX_DISTANCES = 6, // candidates of a loop
  MAX_EDGES = 64, // before the loop
  MAX_CHOICES = 3, // conditions in an assignment, one after the other
};

// The values of a variable before the loop, as signed numbers.
struct span {
  bool has_low, has_high;
  int64_t low, high;
};

struct distances {
  struct terms *tm;
  const struct cfa *cfa;
  struct location head;
  const struct cfa_var *vars[MAX_MOVED];
  struct span spans[MAX_MOVED];
  uint32_t n;
  struct candidates *out;
  uint32_t offered;
};

// --- before the loop -------------------------------------------------------------------------------------------------

static void note_low(struct span *s, int64_t low) {
  if (!s->has_low) s->low = low;
  s->has_low = true;
}

static void note_high(struct span *s, int64_t high) {
  if (!s->has_high) s->high = high;
  s->has_high = true;
}

// An assignment of a constant: another value that it may have.
static void note_constant(struct span *s, int64_t value) {
  s->low = s->has_low && s->low < value ? s->low : value;
  s->high = s->has_high && s->high > value ? s->high : value;
  s->has_low = s->has_high = true;
}

// Of `x + constant` compared with a constant. `holds`: the atom does, else its negation.
static void note_comparison(struct terms *tm, struct term atom, bool holds, struct term x, struct span *s) {
  enum term_kind kind = term_kind(tm, atom);
  bool strict = kind == TERM_BV_SLT || kind == TERM_BV_ULT, is_unsigned = kind == TERM_BV_ULT || kind == TERM_BV_ULE;
  bool equal = kind == TERM_EQ;
  if (equal ? !holds : !strict && kind != TERM_BV_SLE && kind != TERM_BV_ULE) return;
  for (uint32_t side = 0; side < 2; side++) {
    struct term limit = term_child(tm, atom, side), other = term_child(tm, atom, !side);
    uint64_t value, added;
    if (term_sort(tm, limit).id != term_sort(tm, x).id || !term_value64(tm, limit, &value) ||
        !term_value64(tm, term_sub(tm, other, x), &added))
      continue;
    uint32_t width = term_width(tm, x);
    int64_t bound = as_signed((value - added) & width_mask(width), width), by = strict == holds;
    if (bound == INT64_MAX || bound == INT64_MIN) continue;
    bool lower = (side == 0) == holds;
    if (is_unsigned && bound < 0) continue;
    if (equal || lower) note_low(s, equal ? bound : bound + by);
    if (equal || !lower) note_high(s, equal ? bound : bound - by);
    if (is_unsigned && !lower) note_low(s, 0);
  }
}

// What is compared is a variable, or what the edge assigns to it.
static void look_at_edge(struct distances *d, const struct cfa_edge *e) {
  struct vec_term guard = {0};
  vec_term_push(&guard, e->guard);
  terms_tidy(d->tm, &guard);
  for (uint32_t i = 0; i < d->n; i++) {
    struct term x = d->vars[i]->term;
    uint64_t value;
    for (uint32_t k = 0; k < e->updates.size; k++)
      if (&d->cfa->vars.data[e->updates.data[k].var] == d->vars[i]) x = e->updates.data[k].value;
    if (term_value64(d->tm, x, &value)) note_constant(&d->spans[i], as_signed(value, term_width(d->tm, x)));
    for (uint32_t k = 0; k < guard.size && !term_is_const(d->tm, x); k++) {
      bool negated = term_kind(d->tm, guard.data[k]) == TERM_NOT;
      note_comparison(d->tm, negated ? term_child(d->tm, guard.data[k], 0) : guard.data[k], !negated, x, &d->spans[i]);
    }
  }
  vec_term_release(&guard);
}

// The edges on the way to the head, the nearest first.
static void look_before(struct distances *d) {
  struct vec_location todo = {0};
  struct map_u32 seen = {0};
  vec_location_push(&todo, d->head);
  map_u32_put(&seen, d->head.id, 1);
  uint32_t looked = 0;
  for (uint32_t i = 0; i < todo.size; i++) {
    const struct vec_edge *in = &cfa_location(d->cfa, todo.data[i])->in;
    for (uint32_t k = 0; k < in->size && looked < MAX_EDGES; k++) {
      const struct cfa_edge *e = cfa_edge(d->cfa, in->data[k]);
      if (cfa_in_loop(d->cfa, e->from, d->head)) continue;
      look_at_edge(d, e);
      looked++;
      if (map_u32_find(&seen, e->from.id)) continue;
      map_u32_put(&seen, e->from.id, 1);
      vec_location_push(&todo, e->from);
    }
  }
  vec_location_release(&todo);
  map_u32_release(&seen);
}

// --- in the loop -----------------------------------------------------------------------------------------------------

// Is it the same term, whichever conditions in it hold?
static bool is_same(struct terms *tm, struct term t, struct term before, uint32_t choices) {
  if (term_same(t, before)) return true;
  struct vec_term conditions = {0};
  facts_conditions(tm, t, &conditions);
  bool same = choices > 0 && conditions.size > 0;
  for (int holds = 0; holds < 2 && same; holds++) {
    struct term way = term_bool(tm, holds);
    same = is_same(tm, term_substitute(tm, t, 1, conditions.data, &way), before, choices - 1);
  }
  vec_term_release(&conditions);
  return same;
}

static struct term value_after(const struct distances *d, const struct cfa_edge *e, uint32_t i) {
  for (uint32_t k = 0; k < e->updates.size; k++)
    if (&d->cfa->vars.data[e->updates.data[k].var] == d->vars[i]) return e->updates.data[k].value;
  return d->vars[i]->term;
}

static struct term combine(struct terms *tm, struct term x, struct term y, bool sum) {
  return sum ? term_add(tm, x, y) : term_sub(tm, x, y);
}

static bool is_kept(const struct distances *d, uint32_t i, uint32_t k, bool sum) {
  struct term before = combine(d->tm, d->vars[i]->term, d->vars[k]->term, sum);
  for (uint32_t n = 0; n < d->cfa->edges.size; n++) {
    const struct cfa_edge *e = &d->cfa->edges.data[n];
    if (!cfa_in_loop(d->cfa, e->from, d->head) || !cfa_in_loop(d->cfa, e->to, d->head)) continue;
    const struct cfa_var *result = e->result == CFA_NONE ? NULL : &d->cfa->vars.data[e->result];
    struct term after = combine(d->tm, value_after(d, e, i), value_after(d, e, k), sum);
    if (result && (result == d->vars[i] || result == d->vars[k])) return false;
    if (!is_same(d->tm, after, before, MAX_CHOICES)) return false;
  }
  return true;
}

static void offer(struct distances *d, struct term t) {
  if (d->offered++ < MAX_DISTANCES) candidates_add(d->out, t);
}

// Their sum, or difference; false: it is so far away that it may have wrapped.
static bool add_bounds(int64_t a, int64_t b, bool sum, int64_t far, int64_t *out) {
  bool wraps = sum ? __builtin_add_overflow(a, b, out) : __builtin_sub_overflow(a, b, out);
  return !wraps && *out > -far && *out < far;
}

static void offer_bounds(struct distances *d, uint32_t i, uint32_t k, bool sum) {
  const struct span *x = &d->spans[i], *y = &d->spans[k];
  uint32_t width = sort_width(d->tm, d->vars[i]->sort);
  struct term t = combine(d->tm, d->vars[i]->term, d->vars[k]->term, sum);
  bool has_low = x->has_low && (sum ? y->has_low : y->has_high);
  bool has_high = x->has_high && (sum ? y->has_high : y->has_low);
  int64_t far = (int64_t)1 << (width - 2), low = 0, high = 0;
  has_low = has_low && add_bounds(x->low, sum ? y->low : y->high, sum, far, &low);
  has_high = has_high && add_bounds(x->high, sum ? y->high : y->low, sum, far, &high);
  if (has_low && has_high && low == high) {
    offer(d, term_eq(d->tm, t, term_bv_signed(d->tm, width, low)));
    return;
  }
  if (has_low) offer(d, term_sle(d->tm, term_bv_signed(d->tm, width, low), t));
  if (has_high) offer(d, term_sle(d->tm, t, term_bv_signed(d->tm, width, high)));
}

static void find_moved(struct distances *d) {
  struct vec_u32 changes = {0};
  cfa_loop_changes(d->cfa, d->head, &changes);
  for (uint32_t i = 0; i < changes.size && d->n < MAX_MOVED; i++) {
    const struct cfa_var *var = &d->cfa->vars.data[changes.data[i]];
    if (sort_kind(d->tm, var->sort) != SORT_BV || sort_width(d->tm, var->sort) > 64 ||
        sort_width(d->tm, var->sort) < 8 || !facts_is_live(d->cfa, d->head, changes.data[i]))
      continue;
    d->vars[d->n++] = var;
  }
  vec_u32_release(&changes);
}

void distances_find(struct facts *f, struct location head, struct candidates *out) {
  struct distances d = {.tm = f->tm, .cfa = f->cfa, .head = head, .out = out};
  find_moved(&d);
  if (d.n < 2) return;
  look_before(&d);
  for (uint32_t i = 1; i < d.n; i++)
    for (uint32_t k = 0; k < i; k++)
      for (int sum = 0; sum < 2; sum++)
        if (d.vars[i]->sort.id == d.vars[k]->sort.id && is_kept(&d, i, k, sum)) offer_bounds(&d, i, k, sum);
}
