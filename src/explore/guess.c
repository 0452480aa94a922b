// A model of a formula after a step says much about one of the formula before it: where the step adds one to a
// variable, the variable was one less. A guess is tried before the solver is asked; it is right or of no use.
#include "explore/expansion.h"
#include <stdlib.h>

struct guess {
  struct expansion *x;
  uint32_t step, pass;
  struct model *after, *before;
};

static bool is_input(const struct guess *g, struct term var) {
  const struct step *s = &g->x->steps.data[g->step].step->step;
  for (uint32_t i = 0; i < s->n_inputs; i++)
    if (term_same(s->inputs[i], var)) return true;
  return false;
}

// Of a sum: the value that the last operand must have, if the other has the value that it has after the step.
static struct term rest_of(struct guess *g, struct term t, struct term value) {
  struct terms *tm = g->x->tm;
  struct term other = model_eval(g->after, term_child(tm, t, 0));
  return term_kind(tm, t) == TERM_BV_XOR ? term_bvxor(tm, value, other) : term_sub(tm, value, other);
}

// A variable gets the value with which the term has the given one, where there is but one way to that.
static void invert(struct guess *g, struct term t, struct term value) {
  struct terms *tm = g->x->tm;
  for (;;) {
    switch (term_kind(tm, t)) {
    case TERM_VAR:
      if (is_input(g, t)) t = expansion_value(g->x, g->step, t, g->pass);
      model_set(g->before, t, value);
      return;
    case TERM_BV_ADD:
    case TERM_BV_XOR:
      if (term_arity(tm, t) != 2) return;
      value = rest_of(g, t, value);
      t = term_child(tm, t, 1);
      break;
    case TERM_BV_NOT:
    case TERM_BV_NEG:
      value = term_kind(tm, t) == TERM_BV_NOT ? term_bvnot(tm, value) : term_neg(tm, value);
      t = term_child(tm, t, 0);
      break;
    case TERM_NOT:
      value = term_not(tm, value);
      t = term_child(tm, t, 0);
      break;
    case TERM_BV_ZEXT:
    case TERM_BV_SEXT:
      t = term_child(tm, t, 0);
      value = term_extract(tm, term_width(tm, t) - 1, 0, value);
      break;
    case TERM_ITE: t = term_child(tm, t, model_holds(g->after, term_child(tm, t, 0)) ? 1 : 2); break;
    default: return;
    }
  }
}

// A guess; it need not satisfy the formula before the step.
static struct model *guess(struct expansion *x, uint32_t step, uint32_t pass, struct term after, struct term before,
                           struct model *model) {
  const struct step *s = &x->steps.data[step].step->step;
  struct guess g = {x, step, pass, model, model_new(x->tm)};
  for (uint32_t i = 0; i < s->n_updates; i++)
    if (term_mentions(x->tm, after, s->updates[i].var))
      invert(&g, s->updates[i].value, model_get(model, s->updates[i].var));
  // The rest as it is; a model over a model would be slow in the end.
  uint32_t n;
  const uint32_t *vars = term_free_vars(x->tm, before, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!model_has(g.before, (struct term){vars[i]}))
      model_set(g.before, (struct term){vars[i]}, model_get(model, (struct term){vars[i]}));
  return g.before;
}

// Does the step change what the formula speaks of?
static bool changes_any(const struct expansion *x, uint32_t step, struct term formula) {
  const struct step *s = &x->steps.data[step].step->step;
  for (uint32_t i = 0; i < s->n_updates; i++)
    if (term_mentions(x->tm, formula, s->updates[i].var)) return true;
  return false;
}

struct model *expansion_guess(struct expansion *x, uint32_t step, uint32_t pass, struct term after, struct term before,
                              struct model *model) {
  if (term_is_false(x->tm, before)) return NULL;
  bool changes = changes_any(x, step, after);
  if (!changes && model_holds(model, before)) return model_ref(model);
  struct model *guessed = guess(x, step, pass, after, before, model);
  if (model_holds(guessed, before)) return guessed;
  model_unref(guessed);
  return changes && model_holds(model, before) ? model_ref(model) : NULL;
}

// By one of the steps from the point to where there is a model already.
static struct model *guess_at(struct expansion *x, const struct goal *goal, uint32_t pass, const struct map_u32 *swept,
                              struct model *model, const struct map_ptr *known, struct point p) {
  const struct vec_u32 *out = &expansion_at(x, p)->out;
  struct term before = {map_u32_get_or(swept, p.id, term_false(x->tm).id)};
  struct model *guessed = NULL;
  for (uint32_t i = 0; i < out->size && !guessed; i++) {
    const struct expanded_step *s = &x->steps.data[out->data[i]];
    if (point_none(s->to) || !s->step->known) continue;
    bool ends = point_same(s->to, goal->point), cut = expansion_at(x, s->to)->cut;
    void *const *at = cut ? NULL : map_ptr_find(known, s->to.id);
    if (ends) guessed = expansion_guess(x, out->data[i], pass, goal->formula, before, model);
    struct term after = {map_u32_get_or(swept, s->to.id, term_false(x->tm).id)};
    if (!guessed && at && *at) guessed = expansion_guess(x, out->data[i], pass, after, before, *at);
  }
  return guessed;
}

static int descending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x > y ? -1 : x < y;
}

void expansion_guess_sweep(struct expansion *x, const struct goal *goal, uint32_t pass, const struct map_u32 *swept,
                           struct model *model, struct map_ptr *out) {
  struct vec_u32 orders = {0};
  for (uint32_t i = 0; i < swept->capacity; i++)
    if (swept->cells[i].key != MAP_EMPTY)
      vec_u32_push(&orders, expansion_at(x, (struct point){(uint32_t)swept->cells[i].key})->order);
  if (orders.size) qsort(orders.data, orders.size, sizeof *orders.data, descending);
  for (uint32_t i = 0; i < orders.size; i++) {
    struct point p = x->by_order.data[orders.data[i]];
    struct model *guessed = guess_at(x, goal, pass, swept, model, out, p);
    if (guessed) map_ptr_put(out, p.id, guessed);
  }
  vec_u32_release(&orders);
}

void expansion_guesses_release(struct map_ptr *guesses) {
  for (uint32_t i = 0; i < guesses->capacity; i++)
    if (guesses->cells[i].key != MAP_EMPTY) model_unref(guesses->cells[i].value);
  map_ptr_release(guesses);
}
