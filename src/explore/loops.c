// Loops: what an iteration may change, and its havoc.
#include "explore/loops.h"
#include "term/quantified.h"

static bool edge_allocates(const struct cfa_edge *e) {
  for (uint32_t i = 0; i < e->allocs.size; i++)
    if (!e->allocs.data[i].is_stack) return true;
  return false;
}

// Does an iteration of the loop, or a function it calls, allocate on the heap?
static bool loop_allocates(const struct cfa *cfa, struct location head) {
  struct vec_u32 waiting = {0};
  struct map_u32 seen = {0};
  bool found = false;
  vec_u32_push(&waiting, CFA_NONE);
  while (waiting.size && !found) {
    uint32_t function = vec_u32_pop(&waiting);
    for (uint32_t i = 0; i < cfa->edges.size && !found; i++) {
      const struct cfa_edge *e = &cfa->edges.data[i];
      bool inside = function == CFA_NONE ? cfa_in_loop(cfa, e->from, head) && cfa_in_loop(cfa, e->to, head)
                                         : cfa_location(cfa, e->from)->function == function;
      if (!inside) continue;
      found = edge_allocates(e);
      if (e->callee == CFA_NONE || map_u32_find(&seen, e->callee)) continue;
      map_u32_put(&seen, e->callee, 1);
      vec_u32_push(&waiting, e->callee);
    }
  }
  vec_u32_release(&waiting);
  map_u32_release(&seen);
  return found;
}

const struct loop *run_loop(struct run *r, struct location head) {
  while (r->loops.size < r->cfa->locations.size) vec_ptr_push(&r->loops, NULL);
  if (r->loops.data[head.id]) return r->loops.data[head.id];
  struct loop *loop = mem_zalloc(1, sizeof *loop);
  loop->head = head;
  cfa_loop_changes(r->cfa, head, &loop->changes);
  loop->allocates = loop_allocates(r->cfa, head);
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

bool run_havoc_loop(struct run *r, struct state *s, struct solver *solver, uint32_t n, const struct term *conjuncts,
                    enum answer *answer) {
  struct vec_term plain = {0}, variables = {0};
  for (uint32_t i = 0; i < n; i++)
    if (term_none(quantified_in(r->tm, conjuncts[i]))) vec_term_push(&plain, conjuncts[i]);
  run_loop_variables(r, state_context(s), state_location(s), &variables);
  struct term formula = term_and_n(r->tm, plain.size, plain.data);
  bool good = state_abstract(s, solver, variables.size, variables.data, formula, false, answer);
  for (uint32_t i = 0; good && i < n; i++)
    if (!term_none(quantified_in(r->tm, conjuncts[i]))) state_know(s, conjuncts[i]);
  vec_term_release(&plain);
  vec_term_release(&variables);
  return good;
}
