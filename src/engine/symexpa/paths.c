// Algorithm 2 as it stands (--abstraction paths): abstract states are told apart on one path only, by the condition
// that the path is p-simple.
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

// simple: none of the abstraction points of the path at this entry has the same.
static struct term simple(struct symexpa *x, uint32_t entry, uint32_t trail) {
  const struct entry *e = &x->entries.data[entry];
  struct vec_term all = {0};
  for (uint32_t t = trail; t != NOTHING; t = x->trails.data[t].before) {
    const struct trail *r = &x->trails.data[t];
    if (r->kind == TRAIL_CASE && r->entry == entry)
      vec_term_push(&all, term_not(x->tm, equal_values(x, e, &e->cases.data[r->at].values)));
  }
  struct term t = term_and_n(x->tm, all.size, all.data);
  vec_term_release(&all);
  return t;
}

static void watch_point(struct symexpa *x, const struct entry *e, uint32_t trail, struct state *s, enum answer answer) {
  if (!x->watch || !x->watch->abstracted) return;
  struct vec_edge branches = {0};
  struct abstraction_point point = {e->context, e->location, 1, &branches, s, x->run.unfold, answer};
  for (uint32_t t = trail; t != NOTHING; t = x->trails.data[t].before) {
    const struct trail *r = &x->trails.data[t];
    if (r->kind == TRAIL_BRANCH) vec_edge_push(&branches, r->edge);
    if (r->kind == TRAIL_CASE && &x->entries.data[r->entry] == e) point.number++;
  }
  x->watch->abstracted(x->watch->context, &point);
  vec_edge_release(&branches);
}

// Lines 7 to 10: eq and simple, then the havoc of the loop.
void paths_abstract(struct symexpa *x, uint32_t entry, struct state *s, uint32_t trail, uint64_t steps) {
  struct entry *e = &x->entries.data[entry];
  struct vec_term values = {0};
  for (uint32_t i = 0; i < e->predicates.size; i++) vec_term_push(&values, state_formula(s, e->predicates.data[i]));
  struct term formula = term_and(x->tm, equal_values(x, e, &values), simple(x, entry, trail));
  enum answer answer;
  if (run_havoc_loop(&x->run, s, x->run.solver, true, 1, &formula, &answer)) {
    uint32_t at = e->cases.size;
    struct abstract_case c = {0};
    for (uint32_t i = 0; i < e->predicates.size; i++) vec_term_push(&c.values, state_formula(s, e->predicates.data[i]));
    c.node = graph_record_case(x->run.graph, e->node, FORMULA_NONE);
    graph_expand(x->run.graph, c.node, 1, &EDGE_NONE);
    c.trail =
        symexpa_trail(x, (struct trail){.kind = TRAIL_CASE, .before = trail, .entry = entry, .at = at, .steps = steps});
    vec_case_push(&e->cases, c);
    x->statistics->abstract_states++;
    watch_point(x, e, trail, s, ANSWER_SAT);
    case_push(x, &c, s, steps, entry, at);
  } else {
    state_free(s);
    watch_point(x, e, trail, NULL, answer);
    if (answer == ANSWER_UNKNOWN) symexpa_solver_doubt(x, &e->place, e->location);
  }
  vec_term_release(&values);
}
