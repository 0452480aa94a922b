// Points, their predicates, and predicates in a context.
#include "facts/precision.h"
#include "term/quantified.h"

void precision_release(struct precision *p) {
  for (uint32_t i = 0; i < p->points.size; i++) vec_term_release(&p->points.data[i].predicates);
  vec_precision_point_release(&p->points);
  map_u32_release(&p->point_of);
}

struct precision_point *precision_at(struct precision *p, struct location location) {
  const uint32_t *known = map_u32_find(&p->point_of, location.id);
  if (known) return &p->points.data[*known];
  map_u32_put(&p->point_of, location.id, p->points.size);
  vec_precision_point_push(&p->points, (struct precision_point){.location = location, .threshold = PRECISION_DEFAULT});
  return &p->points.data[p->points.size - 1];
}

bool precision_add(struct precision *p, struct terms *tm, struct location location, struct term predicate) {
  if (term_is_const(tm, predicate)) return false; // says nothing: as good as there
  struct term negation = term_not(tm, predicate);
  struct vec_term *known = &precision_at(p, location)->predicates;
  for (uint32_t i = 0; i < known->size; i++)
    if (term_same(known->data[i], predicate) || term_same(known->data[i], negation)) return false;
  vec_term_push(known, predicate);
  return true;
}

// --- contexts ------------------------------------------------------------------------------

// The frame that a variable of the function means in the context; a global has none and gets the root. CONTEXT_NONE:
// the function is not running.
static struct context nearest_frame(const struct unfold *u, struct context context, uint32_t function) {
  if (function == CFA_NONE) return CONTEXT_ROOT;
  while (!context_none(context) && unfold_function(u, context) != function) context = unfold_parent(u, context);
  return context;
}

// The automaton's variable for an instance, if the instance is the one that the variable means in the context.
static struct term plain_var(struct unfold *u, struct context context, struct term instance) {
  struct context owner;
  uint32_t var;
  if (quantified_is_variable(unfold_cfa(u)->tm, instance)) return instance;
  if (!unfold_var_of(u, instance, &owner, &var)) return TERM_NONE;
  const struct cfa_var *v = &unfold_cfa(u)->vars.data[var];
  return context_same(nearest_frame(u, context, v->function), owner) ? v->term : TERM_NONE;
}

static struct term instance_var(struct unfold *u, struct context context, struct term plain) {
  const struct cfa *cfa = unfold_cfa(u);
  uint32_t var = cfa_var_of(cfa, plain);
  if (quantified_is_variable(cfa->tm, plain) || term_same(plain, unfold_heap(u))) return plain;
  if (var == CFA_NONE) return TERM_NONE;
  struct context frame = nearest_frame(u, context, cfa->vars.data[var].function);
  return context_none(frame) ? TERM_NONE : unfold_var(u, frame, var);
}

// The formula with each variable replaced by what `of` gives for it; none where it gives none.
static struct term replace_vars(struct unfold *u, struct context context, struct term formula,
                                struct term (*of)(struct unfold *, struct context, struct term)) {
  struct terms *tm = unfold_cfa(u)->tm;
  uint32_t n;
  const uint32_t *vars = term_free_vars(tm, formula, &n);
  struct vec_term from = {0}, to = {0};
  for (uint32_t i = 0; i < n; i++) {
    vec_term_push(&from, (struct term){vars[i]});
    vec_term_push(&to, TERM_NONE);
  }
  bool said = true;
  for (uint32_t i = 0; i < n && said; i++) { // not over `vars`: new variables may move what the table keeps
    to.data[i] = of(u, context, from.data[i]);
    said = !term_none(to.data[i]);
  }
  struct term result = said ? term_substitute(tm, formula, n, from.data, to.data) : TERM_NONE;
  vec_term_release(&from);
  vec_term_release(&to);
  return result;
}

struct term facts_plain(struct unfold *u, struct context context, struct term formula) {
  return replace_vars(u, context, formula, plain_var);
}

struct term facts_instance(struct unfold *u, struct context context, struct term predicate) {
  return replace_vars(u, context, predicate, instance_var);
}
