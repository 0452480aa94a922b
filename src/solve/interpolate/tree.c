// Tree interpolants, node after node.
//
// At any time the tree is cut along a frontier: below it formulas have been replaced by interpolants, and what is left
// still conflicts. The next node to be replaced has its formula and its children's interpolants on one side and all the
// rest on the other, which is a path of two steps with one cut: variables of one side only are the inputs of its step.
// The interpolant takes their place in the frontier. At the root nothing is left on the other side, so that false
// remains.
#include "solve/internal.h"
#include "solve/interpolate/internal.h"
#include <assert.h>

struct tree {
  struct interpolator *ip;
  uint32_t n;
  const uint32_t *parent;
  struct vec_term *formulas;   // by node: the conjuncts of the core
};

static enum answer tree_core(struct tree *t, const struct term *formulas) {
  struct terms *tm = t->ip->tm;
  struct vec_term parts = {0};
  struct map_u32 node = {0};
  for (uint32_t i = 0; i < t->n; i++) {
    uint32_t start = parts.size;
    solver_split(tm, formulas[i], &parts);
    for (uint32_t k = start; k < parts.size; k++)
      if (!map_u32_find(&node, parts.data[k].id)) map_u32_put(&node, parts.data[k].id, i);
  }
  enum answer answer = interpolator_core(t->ip, NULL, &parts, 48);
  for (uint32_t k = 0; answer == ANSWER_UNSAT && k < parts.size; k++)
    vec_term_push(&t->formulas[*map_u32_find(&node, parts.data[k].id)], parts.data[k]);
  vec_term_release(&parts);
  map_u32_release(&node);
  return answer;
}

// Conjuncts of both sides of node i, given the interpolants below it and beside it.
static void tree_sides(struct tree *t, uint32_t i, const struct term *out, struct vec_term *inside,
                       struct vec_term *outside) {
  for (uint32_t j = 0; j < t->n; j++) {
    if (j < i) { // replaced: by an interpolant above it, unless its parent is still to come
      if (t->parent[j] < i) continue;
      vec_term_push(t->parent[j] == i ? inside : outside, out[j]);
      continue;
    }
    struct vec_term *side = j == i ? inside : outside;
    for (uint32_t k = 0; k < t->formulas[j].size; k++) vec_term_push(side, t->formulas[j].data[k]);
  }
}

// Variables of `of` that do not occur in `other`.
static void local_vars(struct terms *tm, struct term of, struct term other, struct vec_term *out) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(tm, of, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!term_mentions(tm, other, (struct term){ids[i]})) vec_term_push(out, (struct term){ids[i]});
}

static enum answer tree_node(struct tree *t, uint32_t i, struct term *out, enum provider *by) {
  struct terms *tm = t->ip->tm;
  struct vec_term sides[2] = {{0}, {0}}, inputs[2] = {{0}, {0}};
  struct step steps[2] = {{.n_updates = 0}, {.n_updates = 0}};
  const uint32_t cut = 1;
  tree_sides(t, i, out, &sides[0], &sides[1]);
  for (int k = 0; k < 2; k++) steps[k].guard = terms_conjunction(tm, &sides[k]);
  for (int k = 0; k < 2; k++) {
    local_vars(tm, steps[k].guard, steps[1 - k].guard, &inputs[k]);
    steps[k].n_inputs = inputs[k].size;
    steps[k].inputs = inputs[k].data;
  }
  enum answer answer = interpolator_solve(t->ip, 2, steps, 1, &cut, NULL, &out[i], by);
  for (int k = 0; k < 2; k++) {
    vec_term_release(&sides[k]);
    vec_term_release(&inputs[k]);
  }
  return answer;
}

enum answer interpolate_tree(struct interpolator *ip, uint32_t n, const uint32_t *parent, const struct term *formulas,
                             struct term *out, enum provider *by) {
  struct tree t = {.ip = ip, .n = n, .parent = parent};
  assert(n && parent[n - 1] == n - 1);
  for (uint32_t i = 0; i + 1 < n; i++) assert(parent[i] > i && parent[i] < n);
  interpolator_begin(ip);
  t.formulas = mem_zalloc(n, sizeof *t.formulas);
  enum answer answer = tree_core(&t, formulas);
  if (answer == ANSWER_UNKNOWN) answer = interpolator_give_up(ip);
  *by = PROVIDER_WEAKEST;
  for (uint32_t i = 0; i + 1 < n && answer == ANSWER_UNSAT; i++) {
    enum provider used = *by;
    answer = tree_node(&t, i, out, &used);
    if (!i || used > *by) *by = used; // the last in the chain that was needed
    assert(answer != ANSWER_SAT); // the frontier conflicts
  }
  if (answer == ANSWER_UNSAT) out[n - 1] = term_false(ip->tm);
  for (uint32_t i = 0; i < n; i++) vec_term_release(&t.formulas[i]);
  mem_free(t.formulas);
  return answer;
}
