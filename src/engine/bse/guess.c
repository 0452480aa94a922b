// A model of a formula after a step says much about one of the formula before it: where the step adds one to a
// variable, the variable was one less. A guess is tried before the solver is asked; it is right or of no use.
#include "engine/bse/bse.h"

struct guess {
  struct bse *b;
  uint32_t step, pass;
  struct model *after, *before;
};

static bool is_input(const struct guess *g, struct term var) {
  const struct step *s = &g->b->expansion->steps.data[g->step].step->step;
  for (uint32_t i = 0; i < s->n_inputs; i++)
    if (term_same(s->inputs[i], var)) return true;
  return false;
}

// Of a sum: the value that the last operand must have, if the other has the value that it has after the step.
static struct term rest_of(struct guess *g, struct term t, struct term value) {
  struct terms *tm = g->b->run.tm;
  struct term other = model_eval(g->after, term_child(tm, t, 0));
  return term_kind(tm, t) == TERM_BV_XOR ? term_bvxor(tm, value, other) : term_sub(tm, value, other);
}

// A variable gets the value with which the term has the given one, where there is but one way to that.
static void invert(struct guess *g, struct term t, struct term value) {
  struct terms *tm = g->b->run.tm;
  for (;;) {
    switch (term_kind(tm, t)) {
    case TERM_VAR:
      if (is_input(g, t)) t = expansion_value(g->b->expansion, g->step, t, g->pass);
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

struct model *bse_guess(struct bse *b, const struct item *item, struct term after, struct model *model) {
  struct terms *tm = b->run.tm;
  const struct step *s = &b->expansion->steps.data[item->step].step->step;
  struct guess g = {b, item->step, item->length, model, model_new(tm)};
  for (uint32_t i = 0; i < s->n_updates; i++)
    if (term_mentions(tm, after, s->updates[i].var))
      invert(&g, s->updates[i].value, model_get(model, s->updates[i].var));
  // The rest as it is; a model over a model would be slow in the end.
  uint32_t n;
  const uint32_t *vars = term_free_vars(tm, item->formula, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!model_has(g.before, (struct term){vars[i]}))
      model_set(g.before, (struct term){vars[i]}, model_get(model, (struct term){vars[i]}));
  return g.before;
}
