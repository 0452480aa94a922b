// Backward: the weakest condition before an ordinary edge.
#include "state/state.h"
#include <assert.h>

struct term state_pre(struct cfa *cfa, struct edge edge, struct term formula) {
  const struct cfa_edge *e = cfa_edge(cfa, edge);
  struct terms *tm = cfa->tm;
  assert(e->callee == CFA_NONE);
  struct vec_term from = {0}, to = {0};
  for (uint32_t i = 0; i < e->updates.size; i++) {
    vec_term_push(&from, cfa->vars.data[e->updates.data[i].var].term);
    vec_term_push(&to, e->updates.data[i].value);
  }
  struct term before = term_and(tm, e->guard, term_substitute(tm, formula, from.size, from.data, to.data));
  vec_term_clear(&from);
  vec_term_clear(&to);
  // What arrives on the edge is another value each time the edge is taken.
  for (uint32_t i = 0; i < e->inputs.size; i++) {
    vec_term_push(&from, e->inputs.data[i].term);
    vec_term_push(&to, term_fresh(tm, term_sort(tm, e->inputs.data[i].term), "pre"));
  }
  for (uint32_t i = 0; i < e->allocs.size; i++) {
    vec_term_push(&from, e->allocs.data[i].term);
    vec_term_push(&to, term_fresh(tm, term_sort(tm, e->allocs.data[i].term), "address"));
  }
  before = term_substitute(tm, before, from.size, from.data, to.data);
  vec_term_release(&from);
  vec_term_release(&to);
  return before;
}
