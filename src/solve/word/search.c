// A short search for a solution: decisions, propagation, and backtracking to the last decision that matters.
//
// A decision bounds one node from above or below. When decisions lead to a contradiction, its causes tell which of them
// took part; the last of these is turned round, which then depends on the others. A contradiction without decisions is
// a proof that there is no solution, so the search is complete but for its budget.
#include "solve/word/query.h"
#include <stdlib.h>

// all nodes from the variables' w->values; do all conjuncts hold?
static bool word_evaluate(struct word *w) {
  uint64_t *v = w->values.data;
  for (uint32_t i = 0; i < w->nodes.size; i++) {
    const struct word_node *node = &w->nodes.data[i];
    if (!node->arity) continue;
    if (node->op.kind == TERM_AND || node->op.kind == TERM_OR) {
      uint64_t unit = node->op.kind == TERM_AND, value = unit;
      for (uint32_t k = 0; k < node->kid[1] && value == unit; k++) value = v[w->kids.data[node->kid[0] + k]];
      v[i] = value;
    } else {
      v[i] = word_eval(&node->op, v[node->kid[0]], node->arity > 1 ? v[node->kid[1]] : 0,
                       node->arity > 2 ? v[node->kid[2]] : 0);
    }
  }
  for (uint32_t i = 0; i < w->roots.size; i++)
    if (!v[w->roots.data[i]]) return false;
  return true;
}

// Values for the leaves: the least of their domains (all variables are fixed).
static bool solution(struct word *w) {
  vec_u64_resize(&w->values, w->nodes.size);
  for (uint32_t i = 0; i < w->nodes.size; i++)
    if (!w->nodes.data[i].arity) w->values.data[i] = w->doms.data[i].ulo;
  return word_evaluate(w);
}

// A case of a disjunction that has to hold and of which no member does yet. Facts are left to the values of variables:
// they are many, and mostly hold because two indices differ.
static bool decide_case(struct word *w, struct word_decision *d) {
  for (uint32_t j = w->next_junction; j < w->first_fact; w->next_junction = ++j) {
    const struct word_node *node = &w->nodes.data[w->junctions.data[j]];
    const struct dom *r = &w->doms.data[w->junctions.data[j]];
    uint64_t unit = node->op.kind == TERM_AND;
    if (!dom_fixed(r) || r->ulo == unit) continue;
    uint32_t open = UINT32_MAX;
    bool held = false;
    for (uint32_t k = 0; k < node->kid[1] && !held; k++) {
      uint32_t kid = w->kids.data[node->kid[0] + k];
      bool fixed = dom_fixed(&w->doms.data[kid]);
      held = fixed && w->doms.data[kid].ulo != unit;
      if (!fixed && open == UINT32_MAX) open = kid;
    }
    if (held || open == UINT32_MAX) continue;
    *d = (struct word_decision){.node = open, .value = !unit, .upper = unit};
    return true;
  }
  return false;
}

// Variables that most operations depend on come first: addresses before what is read there. Where there are very many,
// the order in which the conjuncts mention them proved better.
enum { SORTED_VARS = 64 };

static int by_uses(const void *x, const void *y) {
  uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
  return a < b ? 1 : a > b ? -1 : 0;
}

static void sort_vars(struct word *w) {
  if (w->vars.size < 2 || w->vars.size > SORTED_VARS) return;
  vec_u64_resize(&w->values, w->vars.size);
  for (uint32_t i = 0; i < w->vars.size; i++) {
    uint32_t node = w->vars.data[i];
    w->values.data[i] = (uint64_t)(w->parents_at.data[node + 1] - w->parents_at.data[node]) << 32 | (UINT32_MAX - node);
  }
  qsort(w->values.data, w->vars.size, sizeof *w->values.data, by_uses);
  for (uint32_t i = 0; i < w->vars.size; i++) w->vars.data[i] = UINT32_MAX - (uint32_t)w->values.data[i];
}

// A bound for the first variable that is not fixed: first to the value nearest to zero, then to the other end, then by
// halves.
static bool decide_value(struct word *w, struct word_decision *d) {
  while (w->next_var < w->vars.size && dom_fixed(&w->doms.data[w->vars.data[w->next_var]])) w->next_var++;
  if (w->next_var == w->vars.size) return false;
  uint32_t best = w->vars.data[w->next_var];
  const struct dom *v = &w->doms.data[best];
  uint32_t try = w->tries.data[best]++;
  bool negative = v->ulo > (uint64_t)INT64_MAX >> (64 - w->nodes.data[best].op.width);
  bool low = (try % 4 == 1) == negative;
  *d = (struct word_decision){.node = best, .value = low ? v->ulo : v->uhi, .upper = low};
  if (try % 4 >= 2)
    *d = (struct word_decision){.node = best,
                                .value = v->ulo + (v->uhi - v->ulo) / 2 + (try % 4 == 3),
                                .upper = try % 4 == 2};
  return true;
}

static bool apply(struct word *w, const struct word_decision *d, bool turned, struct causes causes) {
  uint32_t width = w->nodes.data[d->node].op.width;
  struct dom bound = dom_top(width);
  // Turned round, a bound excludes its value. It cannot be at the end of the range: then the decision would have
  // decided nothing.
  if (d->upper != turned) bound.uhi = turned ? d->value - 1 : d->value;
  else bound.ulo = turned ? d->value + 1 : d->value;
  return word_restrict(w, d->node, &bound, causes);
}

static struct causes decision_bit(uint32_t level) {
  return (struct causes){0, (uint64_t)1 << (level <= WORD_LEVELS ? level - 1 : WORD_LEVELS)};
}

// After a contradiction: turns round the last decision that took part. UNSAT: none did. SAT: the search goes on.
static enum answer backtrack(struct word *w, uint32_t *conflicts) {
  for (;;) {
    struct causes why = w->conflict;
    w->stats.conflicts++;
    if (!why.decisions) return ANSWER_UNSAT;
    uint32_t last = 63 - (uint32_t)__builtin_clzll(why.decisions);
    if (last >= WORD_LEVELS || !*conflicts || w->steps <= 0) return ANSWER_UNKNOWN;
    --*conflicts;
    const struct word_decision *d = &w->decisions[last];
    word_undo(w, d->trail);
    w->level = last;
    w->next_junction = w->next_var = 0;
    why.decisions &= ~((uint64_t)1 << last);
    if (apply(w, d, true, why) && word_propagate(w)) return ANSWER_SAT;
  }
}

enum answer word_search(struct word *w, uint32_t conflicts) {
  vec_u32_clear(&w->tries);
  vec_u32_resize(&w->tries, w->nodes.size);
  w->next_junction = w->next_var = 0;
  sort_vars(w);
  for (;;) {
    struct word_decision d;
    if (!decide_case(w, &d) && !decide_value(w, &d)) return solution(w) ? ANSWER_SAT : ANSWER_UNKNOWN;
    if (w->steps <= 0) return ANSWER_UNKNOWN;
    d.trail = w->trail.size;
    w->level++;
    if (w->level <= WORD_LEVELS) w->decisions[w->level - 1] = d;
    if (apply(w, &d, false, decision_bit(w->level)) && word_propagate(w)) continue;
    enum answer answer = backtrack(w, &conflicts);
    if (answer != ANSWER_SAT) return answer;
  }
}
