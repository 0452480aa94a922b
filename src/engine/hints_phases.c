// Phases of a loop: as long as a condition holds, a variable moves by the same number in each round.
//
//   while (x < 9000) { if (x < 1000) x = x + 1; else x = x + 3; }
//
// Runs may be too short for the second phase, but the program says it all: x begins it as 1000, and leaves the same remainder by 3 from then on. So
// x < 1000 || x % 3 == 1 is offered. Conditions are those of edges with one assignment of the variable, and those of numbers in an
// assignment that came of merged edges.
#include "engine/hints_internal.h"
#include "solve/interpolate.h"

enum {
  MAX_MODULUS = 1000,
  MAX_PHASES = 4,            // offered for a loop
};

struct phases {
  struct hints *h;
  struct terms *tm;
  struct hint_list *out;
  uint32_t first;            // predicates that were there before
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
  if (!term_same(term_child(tm, t, above), x) || (above != negated) != up || !term_value64(tm, limit, value)) return false;
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
  hint_list_add(p->out, term_or(tm, term_not(tm, condition), hints_congruence(tm, var, modulus, begin)));
}

static void look_at_update(struct phases *p, const struct cfa_edge *e, const struct cfa_update *u) {
  struct terms *tm = p->tm;
  const struct cfa_var *var = &p->h->cfa->vars.data[u->var];
  if (sort_kind(tm, var->sort) != SORT_BV || sort_width(tm, var->sort) > 64) return;
  struct vec_term conditions = {0};
  vec_term_push(&conditions, e->guard);
  terms_tidy(tm, &conditions);
  for (uint32_t i = 0; i < conditions.size; i++) offer_phase(p, var, conditions.data[i], u->value);
  vec_term_clear(&conditions);
  hints_conditions(tm, u->value, &conditions);
  for (uint32_t i = 0; i < conditions.size; i++)
    for (int holds = 0; holds < 2; holds++) {
      struct term way = term_bool(tm, holds), condition = conditions.data[i];
      offer_phase(p, var, holds ? condition : term_not(tm, condition), term_substitute(tm, u->value, 1, &condition, &way));
    }
  vec_term_release(&conditions);
}

void hints_phases(struct hints *h, uint32_t head, struct hint_list *out) {
  struct phases p = {.h = h, .tm = h->tm, .out = out, .first = out->list.size};
  for (uint32_t i = 0; i < h->cfa->edges.size; i++) {
    const struct cfa_edge *e = &h->cfa->edges.data[i];
    if (!cfa_in_loop(h->cfa, e->from, head) || !cfa_in_loop(h->cfa, e->to, head)) continue;
    for (uint32_t k = 0; k < e->updates.size; k++) look_at_update(&p, e, &e->updates.data[k]);
  }
}
