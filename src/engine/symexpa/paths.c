// Algorithm 2 (--abstraction paths): abstract states are told apart on one path only, by the condition that the path is
// p-simple. With --paper to the letter: as definitions 1 and 2 have it.
#include "engine/symexpa/symexpa.h"
#include "graph/record.h"

// eq: the predicates have the values in the new memory that they have in the state.
static struct term equal_values(struct symexpa *x, const struct entry *e, const struct vec_term *values) {
  struct vec_term all = {0};
  for (uint32_t i = 0; i < e->predicates.size; i++)
    vec_term_push(&all, term_eq(x->tm, e->predicates.data[i], values->data[i]));
  struct term t = term_and_n(x->tm, all.size, all.data);
  vec_term_release(&all);
  return t;
}

// Without --paper the points of one entry of the loop are told apart: outside of what the loop changes they agree. As
// printed all points of the location on the path are.
static bool is_told_apart(const struct symexpa *x, const struct trail *r, uint32_t entry) {
  if (r->kind != TRAIL_CASE) return false;
  if (!x->printed) return r->entry == entry;
  const struct entry *a = &x->entries.data[r->entry], *b = &x->entries.data[entry];
  return location_same(a->location, b->location) && context_same(a->context, b->context);
}

uint32_t paths_point_before(const struct symexpa *x, uint32_t trail, uint32_t entry) {
  uint32_t t = trail;
  while (t != NOTHING && !is_told_apart(x, &x->trails.data[t], entry)) t = x->trails.data[t].before;
  return t;
}

// simple: none of the abstraction points before on the path has the same.
static struct term simple(struct symexpa *x, uint32_t entry, uint32_t trail) {
  const struct entry *e = &x->entries.data[entry];
  struct vec_term all = {0};
  for (uint32_t t = trail; (t = paths_point_before(x, t, entry)) != NOTHING; t = x->trails.data[t].before) {
    const struct trail *r = &x->trails.data[t];
    const struct vec_term *values = &x->entries.data[r->entry].cases.data[r->at].values;
    vec_term_push(&all, term_not(x->tm, equal_values(x, e, values)));
  }
  struct term t = term_and_n(x->tm, all.size, all.data);
  vec_term_release(&all);
  return t;
}

static void watch_point(struct symexpa *x, uint32_t entry, uint32_t trail, struct state *s, enum answer answer) {
  if (!x->watch || !x->watch->abstracted) return;
  const struct entry *e = &x->entries.data[entry];
  struct vec_edge branches = {0};
  struct abstraction_point point = {e->context, e->location, 1, &branches, s, x->run.unfold, answer};
  for (uint32_t t = trail; t != NOTHING; t = x->trails.data[t].before) {
    const struct trail *r = &x->trails.data[t];
    if (r->kind == TRAIL_BRANCH) vec_edge_push(&branches, r->edge);
    point.number += is_told_apart(x, r, entry);
  }
  x->watch->abstracted(x->watch->context, &point);
  vec_edge_release(&branches);
}

// freshMem of line 7: all variables of the program and of all frames. Without --paper what the loop does not change
// stays. The bump pointer is no variable of the program: it is havocked only where the loop allocates.
static bool havoc(struct symexpa *x, struct state *s, struct term formula, enum answer *answer) {
  if (!x->printed) return run_havoc_loop(&x->run, s, x->run.solver, true, 1, &formula, answer);
  struct unfold *u = x->run.unfold;
  struct vec_term variables = {0};
  for (struct context c = state_context(s); !context_same(c, CONTEXT_NONE); c = unfold_parent(u, c)) {
    bool root = unfold_depth(u, c) == 1;
    for (uint32_t v = 0; v < x->cfa->vars.size; v++) {
      uint32_t function = x->cfa->vars.data[v].function;
      if (function == CFA_NONE ? root : function == unfold_function(u, c))
        vec_term_push(&variables, unfold_var(u, c, v));
    }
  }
  if (run_loop(&x->run, state_location(s))->allocates) vec_term_push(&variables, unfold_heap(u));
  bool good = state_abstract(s, x->run.solver, variables.size, variables.data, formula, false, answer);
  vec_term_release(&variables);
  return good;
}

// Lines 7 to 10: eq and simple, then the fresh memory.
void paths_abstract(struct symexpa *x, uint32_t entry, struct state *s, uint32_t trail, uint64_t steps) {
  struct entry *e = &x->entries.data[entry];
  struct vec_term values = {0};
  for (uint32_t i = 0; i < e->predicates.size; i++) vec_term_push(&values, state_formula(s, e->predicates.data[i]));
  struct term formula = term_and(x->tm, equal_values(x, e, &values), simple(x, entry, trail));
  enum answer answer;
  if (havoc(x, s, formula, &answer)) {
    uint32_t at = e->cases.size;
    struct abstract_case c = {0};
    for (uint32_t i = 0; i < e->predicates.size; i++) vec_term_push(&c.values, state_formula(s, e->predicates.data[i]));
    c.node = graph_record_case(x->run.graph, e->node, FORMULA_NONE);
    graph_expand(x->run.graph, c.node, 1, &EDGE_NONE);
    c.trail =
        symexpa_trail(x, (struct trail){.kind = TRAIL_CASE, .before = trail, .entry = entry, .at = at, .steps = steps});
    vec_case_push(&e->cases, c);
    ++*(x->certifying ? &x->statistics->certificate_states : &x->statistics->abstract_states);
    watch_point(x, entry, trail, s, ANSWER_SAT);
    case_push(x, &c, s, steps, entry, at);
  } else {
    state_free(s);
    watch_point(x, entry, trail, NULL, answer);
    if (answer == ANSWER_UNKNOWN) symexpa_solver_doubt(x, &e->place, e->location);
  }
  vec_term_release(&values);
}
