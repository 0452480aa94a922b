// What a loop keeps, read off its assignments.
//
// Phases: as long as a condition holds, a variable moves by the same number in each iteration.
//
//   while (x < 9000) { if (x < 1000) x = x + 1; else x = x + 3; }
//
// Runs may be too short for the second phase, but the program says it all: x begins it as 1000, and leaves the same
// remainder by 3 from then on. So x < 1000 || x % 3 == 1 is offered. Conditions are those of edges with one assignment
// of the variable, and those of numbers in an assignment that came of merged edges.
//
// Sums: x moves by y, and y by 1. Let x be a at first, and y between l and h. Then x - l·y does not fall, since y does
// not become less than l, and x - y does not fall once y is positive. So x >= a + l·(y - l), which is a - l² or more as
// long as y is not positive, and x >= y + a - max(f, l² + 1). Together they tell that nothing overflows while x is
// negative. Downwards the same, mirrored.
#include "facts/candidates.h"
#include "facts/guards.h"
#include "facts/samples.h"
#include "facts/table.h"
#include "solve/interpolate/interpolate.h"

enum {
  MAX_MODULUS = 1000,
  MAX_PHASES = 4, // offered for a loop
  MAX_SUMS = 2,
};

struct phases {
  struct facts *f;
  struct terms *tm;
  struct candidates *out;
  uint32_t first; // predicates that were there before
};

// The value with which x, going up or down, comes into what the condition says. False: the condition does not say that.
static bool first_value(struct terms *tm, struct term condition, struct term x, bool up, uint64_t *value) {
  bool negated = term_kind(tm, condition) == TERM_NOT;
  struct term t = negated ? term_child(tm, condition, 0) : condition;
  enum term_kind kind = term_kind(tm, t);
  bool strict = kind == TERM_BV_SLT || kind == TERM_BV_ULT;
  if (!strict && kind != TERM_BV_SLE && kind != TERM_BV_ULE) return false;
  // Going up x comes above the limit: limit < x, or not x < limit.
  bool above = term_same(term_child(tm, t, 1), x);
  struct term limit = term_child(tm, t, !above);
  if (!term_same(term_child(tm, t, above), x) || (above != negated) != up || !term_value64(tm, limit, value))
    return false;
  if (strict != negated) *value += up ? 1 : UINT64_MAX;
  *value &= width_mask(term_width(tm, x));
  return true;
}

// The condition holds, and x becomes `value`.
static void offer_phase(struct phases *p, const struct cfa_var *var, struct term condition, struct term value) {
  struct terms *tm = p->tm;
  uint64_t step, begin;
  uint32_t width = term_width(tm, value);
  if (p->out->list.size - p->first >= MAX_PHASES || !term_value64(tm, term_sub(tm, value, var->term), &step)) return;
  bool up = as_signed(step, width) > 0;
  uint64_t modulus = up ? step : (0 - step) & width_mask(width);
  if (modulus < 2 || modulus > MAX_MODULUS || !first_value(tm, condition, var->term, up, &begin)) return;
  candidates_add(
      p->out, term_or(tm, term_not(tm, condition), facts_congruence(tm, var->term, var->is_unsigned, modulus, begin)));
}

static void look_at_update(struct phases *p, const struct cfa_edge *e, const struct cfa_update *u) {
  struct terms *tm = p->tm;
  const struct cfa_var *var = &p->f->cfa->vars.data[u->var];
  if (sort_kind(tm, var->sort) != SORT_BV || sort_width(tm, var->sort) > 64) return;
  struct vec_term conditions = {0};
  vec_term_push(&conditions, e->guard);
  terms_tidy(tm, &conditions);
  for (uint32_t i = 0; i < conditions.size; i++) offer_phase(p, var, conditions.data[i], u->value);
  vec_term_clear(&conditions);
  facts_conditions(tm, u->value, &conditions);
  for (uint32_t i = 0; i < conditions.size; i++)
    for (int holds = 0; holds < 2; holds++) {
      struct term way = term_bool(tm, holds), condition = conditions.data[i];
      offer_phase(p, var, holds ? condition : term_not(tm, condition),
                  term_substitute(tm, u->value, 1, &condition, &way));
    }
  vec_term_release(&conditions);
}

static void find_phases(struct facts *f, struct location head, struct candidates *out) {
  struct phases p = {.f = f, .tm = f->tm, .out = out, .first = out->list.size};
  for (uint32_t i = 0; i < f->cfa->edges.size; i++) {
    const struct cfa_edge *e = &f->cfa->edges.data[i];
    if (!cfa_in_loop(f->cfa, e->from, head) || !cfa_in_loop(f->cfa, e->to, head)) continue;
    for (uint32_t k = 0; k < e->updates.size; k++) look_at_update(&p, e, &e->updates.data[k]);
  }
}

// --- sums ---------------------------------------------------------------------------------------------------------

struct sum {
  struct term x, y;
  int64_t x_sign, y_step; // x moves by y or by -y, y by 1 or -1
  int64_t begin, low, high; // x at first, and what is between y then
  bool has_begin, has_low, has_high;
};

// The sum's numbers as if x and y grew.
static void mirror(struct sum *s) {
  if (s->y_step < 0) {
    int64_t low = s->low;
    bool has_low = s->has_low;
    s->low = -s->high, s->has_low = s->has_high;
    s->high = -low, s->has_high = has_low;
  }
  s->begin *= s->x_sign * s->y_step;
}

static void note_bound(struct terms *tm, struct term atom, struct sum *s) {
  enum term_kind kind = term_kind(tm, atom);
  uint64_t value;
  if (kind != TERM_BV_SLT && kind != TERM_BV_SLE) return;
  for (uint32_t side = 0; side < 2; side++) {
    struct term limit = term_child(tm, atom, side);
    if (!term_same(term_child(tm, atom, !side), s->y) || !term_value64(tm, limit, &value)) continue;
    int64_t bound = as_signed(value, term_width(tm, limit)), strict = kind == TERM_BV_SLT;
    if (side) s->high = bound - strict, s->has_high = true;
    else s->low = bound + strict, s->has_low = true;
  }
}

// slope·y + shift, in the mirrored numbers, is at most x.
static void offer_line(struct terms *tm, const struct sum *s, int64_t slope, int64_t shift, struct candidates *out) {
  uint32_t width = term_width(tm, s->x);
  bool same = s->x_sign * s->y_step > 0;
  uint64_t factor = (uint64_t)(slope * s->y_step * (same ? 1 : -1)), rest = (uint64_t)(same ? shift : -shift);
  struct term line = term_add(tm, term_mul(tm, term_bv(tm, width, factor), s->y), term_bv(tm, width, rest));
  candidates_add(out, same ? term_sle(tm, line, s->x) : term_sle(tm, s->x, line));
}

// ±1: t is the other term with so much added to it; 0: it is not.
static int64_t unit_step(struct terms *tm, struct term t, struct term other) {
  uint64_t value;
  if (!term_value64(tm, term_sub(tm, t, other), &value)) return 0;
  int64_t step = as_signed(value, term_width(tm, t));
  return step == 1 || step == -1 ? step : 0;
}

// Does the edge move x by a signed variable, and that by 1?
static bool find_sum(const struct facts *f, const struct cfa_edge *e, const struct cfa_update *u, struct sum *s) {
  struct terms *tm = f->tm;
  const struct cfa_var *x = &f->cfa->vars.data[u->var];
  if (sort_kind(tm, x->sort) != SORT_BV || sort_width(tm, x->sort) > 64 || x->is_unsigned) return false;
  for (uint32_t k = 0; k < e->updates.size; k++) {
    const struct cfa_var *y = &f->cfa->vars.data[e->updates.data[k].var];
    if (y == x || y->sort.id != x->sort.id) continue;
    int64_t sign = term_same(u->value, term_add(tm, x->term, y->term))   ? 1
                   : term_same(u->value, term_sub(tm, x->term, y->term)) ? -1
                                                                         : 0;
    *s = (struct sum){.x = x->term,
                      .y = y->term,
                      .x_sign = sign,
                      .y_step = unit_step(tm, e->updates.data[k].value, y->term)};
    if (s->x_sign && s->y_step) return true;
  }
  return false;
}

// A constant that x has before the loop.
static void note_begin(const struct facts *f, struct location head, struct sum *s) {
  const struct cfa *cfa = f->cfa;
  for (uint32_t i = 0; i < cfa->edges.size && !s->has_begin; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    uint64_t value;
    if (cfa_location(cfa, e->from)->function != cfa_location(cfa, head)->function || cfa_in_loop(cfa, e->from, head))
      continue;
    for (uint32_t k = 0; k < e->updates.size; k++) {
      if (!term_same(cfa->vars.data[e->updates.data[k].var].term, s->x) ||
          !term_value64(f->tm, e->updates.data[k].value, &value))
        continue;
      s->begin = as_signed(value, term_width(f->tm, s->x));
      s->has_begin = true;
    }
  }
}

static void offer_sum(const struct facts *f, struct location head, const struct candidates *before, struct sum *s,
                      struct candidates *out) {
  // So that nothing below is too large.
  int64_t most = (int64_t)1 << (term_width(f->tm, s->x) / 2 - 1), far = most * (most / 4);
  for (uint32_t i = 0; i < before->list.size; i++) note_bound(f->tm, before->list.data[i], s);
  note_begin(f, head, s);
  mirror(s);
  if (!s->has_begin || s->begin > far || s->begin < -far) return;
  if (s->has_low && s->low <= -most) s->has_low = false;
  if (s->has_low && s->low < 0) offer_line(f->tm, s, s->low, s->begin - s->low * s->low, out);
  int64_t high = s->has_low && s->low < 0 && s->low * s->low >= s->high ? s->low * s->low + 1 : s->high;
  if (s->has_high && high > 0 && high < far) offer_line(f->tm, s, 1, s->begin - high, out);
}

static void find_sums(struct facts *f, struct location head, const struct candidates *before, struct candidates *out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->cfa->edges.size; i++) {
    const struct cfa_edge *e = &f->cfa->edges.data[i];
    struct sum s;
    if (!cfa_in_loop(f->cfa, e->from, head) || !cfa_in_loop(f->cfa, e->to, head)) continue;
    for (uint32_t k = 0; k < e->updates.size && n < MAX_SUMS; k++)
      if (find_sum(f, e, &e->updates.data[k], &s)) offer_sum(f, head, before, &s, out), n++;
  }
}

void phases_find(struct facts *f, struct location head, const struct candidates *before, struct candidates *out) {
  find_phases(f, head, out);
  find_sums(f, head, before, out);
}
