// What a node has learnt: the condition on its state that is enough for everything below it.
#include "engine/tracer/tracer.h"
#include "solve/interpolate/interpolate.h"

#define JOIN_MAX 120       // conjuncts: the work is quadratic
#define SPLIT_CONJUNCTS 60 // case splits are kept up to so many

// --- conditions of several arcs together ------------------------------------------------------------------------

static bool is_or(struct terms *tm, struct term t) { return term_kind(tm, t) == TERM_OR; }

static bool has_disjunct(struct terms *tm, struct term t, struct term disjunct) {
  for (uint32_t i = 0; i < term_arity(tm, t); i++)
    if (term_same(term_child(tm, t, i), disjunct)) return true;
  return false;
}

static struct term without(struct terms *tm, struct term t, struct term disjunct) {
  struct vec_term left = {0};
  for (uint32_t i = 0; i < term_arity(tm, t); i++)
    if (!term_same(term_child(tm, t, i), disjunct)) vec_term_push(&left, term_child(tm, t, i));
  struct term result = term_or_n(tm, left.size, left.data);
  vec_term_release(&left);
  return result;
}

// The only disjunct of a that b does not have; none if there is not exactly one.
static struct term only_in(struct terms *tm, struct term a, struct term b) {
  struct term only = TERM_NONE;
  for (uint32_t i = 0; i < term_arity(tm, a); i++) {
    struct term x = term_child(tm, a, i);
    if (has_disjunct(tm, b, x)) continue;
    if (!term_none(only)) return TERM_NONE;
    only = x;
  }
  return only;
}

static bool is_within(struct terms *tm, struct term a, struct term b) {
  for (uint32_t i = 0; i < term_arity(tm, a); i++)
    if (!has_disjunct(tm, b, term_child(tm, a, i))) return false;
  return true;
}

// What the disjunction b becomes beside a, whose negation is `no`: true where a implies it, without the case that a
// excludes; of two disjunctions that differ in one case only, which one has and the other has negated, what they have
// in common.
static struct term beside(struct terms *tm, struct term a, struct term no, struct term b) {
  if (has_disjunct(tm, b, a)) return term_true(tm);
  if (has_disjunct(tm, b, no)) return without(tm, b, no);
  if (!is_or(tm, a) || term_arity(tm, a) > term_arity(tm, b)) return b;
  if (is_within(tm, a, b)) return term_true(tm);
  struct term x = only_in(tm, a, b);
  if (term_none(x)) return b;
  struct term other = term_not(tm, x);
  return has_disjunct(tm, b, other) ? without(tm, b, other) : b;
}

// An edge and its opposite often ask for the same, each for its own case.
void learn_join_cases(struct terms *tm, struct vec_term *conjuncts) {
  terms_tidy(tm, conjuncts);
  bool again = conjuncts->size <= JOIN_MAX;
  while (again) {
    again = false;
    for (uint32_t i = 0; i < conjuncts->size; i++) {
      struct term a = conjuncts->data[i], no = term_not(tm, a);
      if (term_is_true(tm, a)) continue;
      for (uint32_t k = 0; k < conjuncts->size; k++) {
        struct term b = conjuncts->data[k];
        if (i == k || !is_or(tm, b)) continue;
        conjuncts->data[k] = beside(tm, a, no, b);
        again = again || !term_same(conjuncts->data[k], b);
      }
    }
  }
}

// Case splits that the other conjuncts decide are left out.
static void drop_decided(struct learner *l, struct vec_term *conjuncts) {
  struct vec_term plain = {0};
  uint32_t kept = 0;
  for (uint32_t i = 0; i < conjuncts->size; i++)
    if (!is_or(l->tm, conjuncts->data[i])) vec_term_push(&plain, conjuncts->data[i]);
  uint32_t n_plain = plain.size;
  for (uint32_t i = 0; i < conjuncts->size; i++) {
    struct term t = conjuncts->data[i];
    if (is_or(l->tm, t) && n_plain) {
      vec_term_push(&plain, term_not(l->tm, t));
      bool decided = solver_check(l->run.prover.solver, plain.size, plain.data) == ANSWER_UNSAT;
      plain.size = n_plain;
      if (decided) continue;
    }
    conjuncts->data[kept++] = t;
  }
  conjuncts->size = kept;
  vec_term_release(&plain);
}

// Is every infeasible edge of the node speculated about with success, and is there one?
static bool all_speculated(struct learner *l, struct node node) {
  bool any = false;
  for (uint32_t i = 0; i < graph_node(l->run.graph, node)->n_arcs; i++) {
    struct node target = graph_arc(l->run.graph, node, i)->target;
    if (!node_is_real(target)) return false;
    any = any || l->works.data[target.id].level > l->works.data[node.id].level;
  }
  return any;
}

// Definition 3: `false`, which eager has after an infeasible edge, implies what is after it by speculation. Does what
// INTP makes of the one imply what it makes of the other (`with`)?
static void count_monotonicity(struct learner *l, struct state *s, const struct unfold_step *step, uint32_t n,
                               const struct term *with) {
  struct term no = term_false(l->tm);
  struct vec_term premises = {0};
  if (wp_step(l->wp, s, step, WP_GUARDED, 1, &no, &premises)) {
    l->statistics->monotonicity_pairs++;
    vec_term_push(&premises, term_not(l->tm, term_and_n(l->tm, n, with)));
    enum answer answer = solver_check(l->run.prover.solver, premises.size, premises.data);
    l->statistics->monotonicity_violations += answer == ANSWER_SAT;
  }
  vec_term_release(&premises);
}

// How INTP treats the edge to the arc's end.
static enum wp_how how_to(struct learner *l, struct node node, struct node target, bool split) {
  const struct work *w = &l->works.data[target.id];
  if (w->conditional) return WP_SPLIT;
  if (w->level > l->works.data[node.id].level) return WP_UNGUARDED;
  return split ? WP_SPLIT : WP_GUARDED;
}

// An edge that cannot be taken asks for the negation of its guard. Where nothing speculates about it, as about edges to
// errors, a small one is kept whole, as conditional interpolants are (conditional.c): of `if (a && !b) error();` all
// states fit then in which b follows from a, and not those only in which one of the two decides. Not in loops.
static enum wp_how how_to_cut(const struct learner *l) {
  return l->lazy && !l->options.no_conditional && !l->heads.size ? WP_SPLIT : WP_GUARDED;
}

// Line 19: the conditions that the ends of the node's arcs ask for.
bool learn_conditions(struct learner *l, struct node node, struct vec_term *out) {
  struct graph_node v = *graph_node(l->run.graph, node);
  struct state *s = l->works.data[node.id].state;
  struct term no = term_false(l->tm);
  struct vec_term after = {0};
  bool good = true, split = !l->options.no_splits && all_speculated(l, node);
  for (uint32_t i = 0; i < v.n_arcs && good; i++) {
    struct graph_arc arc = *graph_arc(l->run.graph, node, i);
    const struct unfold_step *step = unfold_step(l->run.unfold, v.context, arc.edge);
    if (!step->known) {
      good = false;
    } else if (node_same(arc.target, NODE_CUT)) {
      good = wp_step(l->wp, s, step, how_to_cut(l), 1, &no, out);
    } else if (!node_is_real(arc.target) || formula_none(graph_node(l->run.graph, arc.target)->formula)) {
      good = false;
    } else {
      uint32_t n;
      const struct term *conjuncts = graph_conjuncts(l->run.graph, graph_node(l->run.graph, arc.target)->formula, &n);
      vec_term_clear(&after);
      for (uint32_t k = 0; k < n; k++) vec_term_push(&after, conjuncts[k]);
      uint32_t before = out->size;
      enum wp_how how = how_to(l, node, arc.target, split && out->size < SPLIT_CONJUNCTS);
      good = wp_step(l->wp, s, step, how, after.size, after.data, out);
      if (good && l->options.monotonicity && l->works.data[arc.target.id].level > l->works.data[node.id].level)
        count_monotonicity(l, s, step, out->size - before, out->data + before);
    }
  }
  struct term too_large = unfold_too_large(l->run.unfold, v.context, v.location);
  if (good && !term_is_false(l->tm, too_large)) {
    // All inputs of the location's edges.
    struct vec_term inputs = {0};
    for (uint32_t i = 0; i < v.n_arcs; i++) {
      const struct unfold_step *step = unfold_step(l->run.unfold, v.context, graph_arc(l->run.graph, node, i)->edge);
      for (uint32_t k = 0; k < step->step.n_inputs; k++) vec_term_push(&inputs, step->step.inputs[k]);
    }
    good = wp_never(l->wp, s, too_large, inputs.size, inputs.data, out);
    vec_term_release(&inputs);
  }
  vec_term_release(&after);
  if (good) {
    learn_join_cases(l->tm, out);
    wp_merge(l->tm, out);
    drop_decided(l, out);
  }
  return good;
}

static uint64_t rests_on(struct learner *l, struct node node) {
  struct graph_node v = *graph_node(l->run.graph, node);
  uint64_t rests = 0;
  for (uint32_t i = 0; i < v.n_arcs; i++) {
    struct node target = graph_arc(l->run.graph, node, i)->target;
    if (node_is_real(target)) rests |= l->works.data[target.id].rests;
  }
  return rests;
}

// Line 22.
bool learn_close(struct learner *l, struct node node) {
  struct work *w = &l->works.data[node.id];
  struct vec_term conditions = {0};
  w->rests = rests_on(l, node);
  bool good = w->learnable && learn_conditions(l, node, &conditions);
  if (good) {
    struct formula formula = graph_conjunction(l->run.graph, l->tm, conditions.size, conditions.data);
    good = graph_abstract(&l->run.prover, node, w->state, formula);
    if (good) learn_register(l, node);
    else l->statistics->interpolants_refused++;
  }
  vec_term_release(&conditions);
  return good;
}
