// See shape.h.
#include "check/shape.h"
#include "term/quantified.h"

static const char *shape_variable(const struct cfa *cfa, struct unfold *unfold, struct context context,
                                  struct term variable) {
  struct context of;
  uint32_t var;
  if (term_same(variable, unfold_heap(unfold))) return NULL;
  if (!unfold_var_of(unfold, variable, &of, &var)) return "a formula has a variable that the program does not have";
  if (cfa->vars.data[var].function == CFA_NONE) return NULL;
  for (struct context c = context; !context_none(c); c = unfold_parent(unfold, c))
    if (context_same(c, of)) return NULL;
  return "a formula has a variable of a function that is not running";
}

const char *shape_conjunct(const struct cfa *cfa, struct unfold *unfold, struct context context, struct term t,
                           bool every) {
  uint32_t n, others = 0;
  if (t.id > terms_count(cfa->tm) || term_none(t)) return "a formula has conjuncts that do not exist";
  if (sort_kind(cfa->tm, term_sort(cfa->tm, t)) != SORT_BOOL) return "a conjunct of a formula is not true or false";
  for (uint32_t i = 0; i < (term_free_vars(cfa->tm, t, &n), n); i++) {
    struct term variable = {term_free_vars(cfa->tm, t, &n)[i]};
    if (every && quantified_is_variable(cfa->tm, variable)) {
      if (others++) return "a conjunct of a formula speaks of several variables that stand for any value";
      continue;
    }
    const char *misfit = shape_variable(cfa, unfold, context, variable);
    if (misfit) return misfit;
  }
  return NULL;
}

const char *shape_formula(const struct cfa *cfa, struct unfold *unfold, const struct graph *graph,
                          struct context context, struct formula formula, bool every) {
  if (formula_none(formula)) return NULL;
  if (formula.id >= graph->formulas.size) return "the graph refers to a formula that does not exist";
  const struct graph_formula *f = &graph->formulas.data[formula.id];
  if (f->first > graph->terms.size || f->count > graph->terms.size - f->first)
    return "a formula of the graph has conjuncts that do not exist";
  for (uint32_t i = 0; i < f->count; i++) {
    const char *misfit = shape_conjunct(cfa, unfold, context, graph->terms.data[f->first + i], every);
    if (misfit) return misfit;
  }
  return NULL;
}

const char *shape_arcs(const struct graph *graph, const struct graph_node *n) {
  if (n->first_arc > graph->arcs.size || n->n_arcs > graph->arcs.size - n->first_arc)
    return "a node of the graph has arcs that do not exist";
  return NULL;
}
