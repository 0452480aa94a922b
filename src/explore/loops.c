// Loops: what an iteration may change, and its havoc.
#include "explore/loops.h"
#include "term/quantified.h"

const struct loop *run_loop(struct run *r, struct location head) {
  while (r->loops.size < r->cfa->locations.size) vec_ptr_push(&r->loops, NULL);
  if (r->loops.data[head.id]) return r->loops.data[head.id];
  struct loop *loop = mem_zalloc(1, sizeof *loop);
  loop->head = head;
  cfa_loop_changes(r->cfa, head, &loop->changes);
  loop->allocates = cfa_loop_allocates(r->cfa, head);
  r->loops.data[head.id] = loop;
  return loop;
}

void loops_release(struct run *r) {
  for (uint32_t i = 0; i < r->loops.size; i++) {
    struct loop *loop = r->loops.data[i];
    if (!loop) continue;
    vec_u32_release(&loop->changes);
    mem_free(loop);
  }
  vec_ptr_release(&r->loops);
}

void run_loop_variables(struct run *r, struct context context, struct location head, struct vec_term *out) {
  const struct vec_u32 *vars = &run_loop(r, head)->changes;
  for (uint32_t i = 0; i < vars->size; i++) vec_term_push(out, unfold_var(r->unfold, context, vars->data[i]));
}

bool run_havoc_loop(struct run *r, struct state *s, struct solver *solver, bool heap, uint32_t n,
                    const struct term *conjuncts, enum answer *answer) {
  struct vec_term plain = {0}, variables = {0};
  for (uint32_t i = 0; i < n; i++)
    if (term_none(quantified_in(r->tm, conjuncts[i]))) vec_term_push(&plain, conjuncts[i]);
  run_loop_variables(r, state_context(s), state_location(s), &variables);
  if (heap && run_loop(r, state_location(s))->allocates) vec_term_push(&variables, unfold_heap(r->unfold));
  struct term formula = term_and_n(r->tm, plain.size, plain.data);
  bool good = state_abstract(s, solver, variables.size, variables.data, formula, false, answer);
  for (uint32_t i = 0; good && i < n; i++)
    if (!term_none(quantified_in(r->tm, conjuncts[i]))) state_know(s, conjuncts[i]);
  vec_term_release(&plain);
  vec_term_release(&variables);
  return good;
}
