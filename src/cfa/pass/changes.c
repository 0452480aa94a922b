// What a loop changes.
#include "cfa/cfa.h"

bool cfa_in_loop(const struct cfa *cfa, struct location location, struct location head) {
  for (struct location h = cfa_location(cfa, location)->loop; !location_none(h); h = cfa_location(cfa, h)->loop_parent)
    if (location_same(h, head)) return true;
  return false;
}

struct changes {
  const struct cfa *cfa;
  struct map_u32 functions;    // looked at
  struct map_u32 vars;
  struct vec_u32 waiting;      // functions
  struct vec_u32 *found;       // variables
};

static void change(struct changes *c, uint32_t var, bool globals_only) {
  if (globals_only && c->cfa->vars.data[var].function != CFA_NONE) return;
  if (map_u32_find(&c->vars, var)) return;
  map_u32_put(&c->vars, var, 1);
  vec_u32_push(c->found, var);
}

static void change_by_edge(struct changes *c, const struct cfa_edge *e, bool globals_only) {
  for (uint32_t i = 0; i < e->updates.size; i++) change(c, e->updates.data[i].var, globals_only);
  if (e->result != CFA_NONE) change(c, e->result, globals_only);
  if (e->callee == CFA_NONE || map_u32_find(&c->functions, e->callee)) return;
  map_u32_put(&c->functions, e->callee, 1);
  vec_u32_push(&c->waiting, e->callee);
}

static void change_by_calls(struct changes *c) {
  const struct cfa *cfa = c->cfa;
  bool frames = false;
  while (c->waiting.size) {
    uint32_t function = vec_u32_pop(&c->waiting);
    for (uint32_t i = 0; i < cfa->edges.size; i++) {
      const struct cfa_edge *e = &cfa->edges.data[i];
      if (cfa_location(cfa, e->from)->function != function) continue;
      change_by_edge(c, e, true);
      for (uint32_t k = 0; k < e->allocs.size; k++) frames = frames || e->allocs.data[k].is_stack;
    }
  }
  for (uint32_t i = 0; frames && i < cfa->globals.size; i++)
    if (cfa->vars.data[cfa->globals.data[i]].kind == VAR_REGION) change(c, cfa->globals.data[i], true);
}

bool cfa_edge_on_heap(const struct cfa_edge *e) {
  for (uint32_t i = 0; i < e->allocs.size; i++)
    if (!e->allocs.data[i].is_stack) return true;
  return false;
}

bool cfa_loop_allocates(const struct cfa *cfa, struct location head) {
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
      found = cfa_edge_on_heap(e);
      if (e->callee == CFA_NONE || map_u32_find(&seen, e->callee)) continue;
      map_u32_put(&seen, e->callee, 1);
      vec_u32_push(&waiting, e->callee);
    }
  }
  vec_u32_release(&waiting);
  map_u32_release(&seen);
  return found;
}

void cfa_loop_changes(const struct cfa *cfa, struct location head, struct vec_u32 *vars) {
  struct changes c = {.cfa = cfa, .found = vars};
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    if (cfa_in_loop(cfa, cfa->edges.data[i].from, head) && cfa_in_loop(cfa, cfa->edges.data[i].to, head))
      change_by_edge(&c, &cfa->edges.data[i], false);
  change_by_calls(&c);
  map_u32_release(&c.functions);
  map_u32_release(&c.vars);
  vec_u32_release(&c.waiting);
}
