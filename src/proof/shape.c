// See shape.h.
#include "proof/shape.h"

static const char *shape_variable(const struct cfa *cfa, struct unfold *unfold, uint32_t context, struct term variable) {
  uint32_t of, var;
  if (term_same(variable, unfold_heap(unfold))) return NULL;
  if (!unfold_var_of(unfold, variable, &of, &var)) return "a formula has a variable that the program does not have";
  if (cfa->vars.data[var].function == CFA_NONE) return NULL;
  for (uint32_t c = context; c != CFA_NONE; c = unfold_parent(unfold, c))
    if (c == of) return NULL;
  return "a formula has a variable of a function that is not running";
}

const char *shape_formula(const struct cfa *cfa, struct unfold *unfold, const struct graph *graph, uint32_t context, uint32_t formula) {
  if (formula == GRAPH_NONE) return NULL;
  if (formula >= graph->formulas.size) return "the graph refers to a formula that does not exist";
  const struct graph_formula *f = &graph->formulas.data[formula];
  if (f->first > graph->terms.size || f->count > graph->terms.size - f->first) return "a formula of the graph has conjuncts that do not exist";
  for (uint32_t i = 0; i < f->count; i++) {
    struct term t = graph->terms.data[f->first + i];
    if (t.id > terms_count(cfa->tm) || term_none(t)) return "a formula of the graph has conjuncts that do not exist";
    if (sort_kind(cfa->tm, term_sort(cfa->tm, t)) != SORT_BOOL) return "a conjunct of a formula is not true or false";
    uint32_t n;
    const uint32_t *vars = term_free_vars(cfa->tm, t, &n);
    for (uint32_t k = 0; k < n; k++) {
      const char *misfit = shape_variable(cfa, unfold, context, (struct term){vars[k]});
      if (misfit) return misfit;
    }
  }
  return NULL;
}

const char *shape_arcs(const struct graph *graph, const struct graph_node *n) {
  if (n->first_arc > graph->arcs.size || n->n_arcs > graph->arcs.size - n->first_arc) return "a node of the graph has arcs that do not exist";
  return NULL;
}
