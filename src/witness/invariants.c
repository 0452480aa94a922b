// See invariants.h.
//
// Why they hold. By the check's argument every visit of a loop head on a run lies, where the certificate has formulas
// for the head in that context, in one of them, or else the check saw it: then the head is among `passed`, and nothing
// is said of it. In a graph of branches formulas for a head are the cases of its LOOP nodes (check/loop_cases.h: a
// state at a LOOP or BACK node lies in a case); in a graph that lists every location those of the nodes at it, where a
// subsumed node stands for its subsumer; in an annotation those of its cut points, of every context.
//
// What cannot be said over the automaton's own variables (of another frame than the nearest, the bump pointer) is left
// out: that makes a formula weaker, never wrong. So does a disjunction of formulas with universally quantified
// variables, of which the quantifier is read as standing before all of it. And so does the hull that is said of many.
#include "witness/invariants.h"
#include "facts/facts.h"
#include "witness/hull.h"
#include "solve/solve.h"
#include "term/quantified.h"
#include <stdlib.h>

#define MOST_DISJUNCTS 16 // more say nothing to anybody
// Disjuncts are compared for the reader's sake only: so many queries in all.
#define MOST_QUERIES 64
#define QUERY_SECONDS 0.05

struct disjunct {
  struct location location;
  struct term formula;
  uint32_t number; // in the order in which they were found
};
VEC_TYPE(vec_disjunct, struct disjunct)

struct collector {
  struct cfa *cfa;
  struct terms *tm;
  const struct certificate *certificate;
  struct solver *solver;
  uint32_t queries;
  struct vec_disjunct disjuncts; // of all heads
};

static bool is_asked_for(const struct collector *c, struct location location) {
  return cfa_location(c->cfa, location)->loop_head && !c->certificate->passed.data[location.id];
}

// A conjunction about instances in the context; as much of it as can be said is a disjunct of the head's invariant.
static void collect(struct collector *c, struct location location, struct context context, uint32_t n,
                    const struct term *conjuncts) {
  struct vec_term said = {0};
  for (uint32_t i = 0; i < n; i++) {
    struct term plain = facts_plain(c->certificate->unfold, context, conjuncts[i]);
    if (!term_none(plain)) vec_term_push(&said, plain);
  }
  struct term all = term_and_n(c->tm, said.size, said.data);
  vec_disjunct_push(&c->disjuncts, (struct disjunct){location, all, c->disjuncts.size});
  vec_term_release(&said);
}

// --- kinds -------------------------------------------------------------------------------------------------------

static void collect_node(struct collector *c, struct node node) {
  const struct graph *g = &c->certificate->graph;
  const struct graph_node *n = graph_node(g, node);
  if (!is_asked_for(c, n->location)) return;
  bool branches = n->flags & GRAPH_RUN;
  // Of a graph of branches only cases speak of a head, of another nodes with formulas; where else it is visited the
  // check saw that, and looked whether it lies in one of these.
  if (formula_none(n->formula) || (branches ? !(n->flags & GRAPH_CASE) : !node_none(n->subsumer))) return;
  uint32_t count;
  const struct term *conjuncts = graph_conjuncts(g, n->formula, &count);
  collect(c, n->location, n->context, count, conjuncts);
}

static void collect_graph(struct collector *c) {
  struct vec_node nodes = {0};
  graph_reachable(&c->certificate->graph, &nodes);
  for (uint32_t i = 0; i < nodes.size; i++) collect_node(c, nodes.data[i]);
  vec_node_release(&nodes);
}

static void collect_annotation(struct collector *c) {
  const struct vec_cut_point *points = &c->certificate->annotation.points;
  for (uint32_t i = 0; i < points->size; i++) {
    const struct cut_point *p = &points->data[i];
    if (is_asked_for(c, p->location)) collect(c, p->location, p->context, p->conjuncts.size, p->conjuncts.data);
  }
}

// --- disjunctions ------------------------------------------------------------------------------------------------

static bool implies(struct collector *c, struct term a, struct term b) {
  struct term both[] = {a, term_not(c->tm, b)};
  if (term_is_false(c->tm, a)) return true;
  return c->queries++ < MOST_QUERIES && solver_check(c->solver, 2, both) == ANSWER_UNSAT;
}

// Is it implied by another one that stays? Of two that mean the same the first stays.
static bool is_implied(struct collector *c, const struct vec_term *all, uint32_t i, const struct vec_u32 *gone) {
  for (uint32_t k = 0; k < all->size; k++)
    if (k != i && !gone->data[k] && implies(c, all->data[i], all->data[k])) return true;
  return false;
}

static uint32_t conjunct_count(const struct terms *tm, struct term t) {
  return term_kind(tm, t) == TERM_AND ? term_arity(tm, t) : 1;
}

static struct term conjunct_at(const struct terms *tm, struct term t, uint32_t i) {
  return term_kind(tm, t) == TERM_AND ? term_child(tm, t, i) : t;
}

static bool has_conjunct(const struct terms *tm, struct term t, struct term conjunct) {
  for (uint32_t i = 0; i < conjunct_count(tm, t); i++)
    if (term_same(conjunct_at(tm, t, i), conjunct)) return true;
  return false;
}

// The conjuncts of a disjunct that all of them have, or those that not all have.
static struct term part(struct terms *tm, const struct vec_term *all, struct term disjunct, bool common) {
  struct vec_term taken = {0};
  for (uint32_t i = 0; i < conjunct_count(tm, disjunct); i++) {
    struct term conjunct = conjunct_at(tm, disjunct, i);
    uint32_t k = 0;
    while (k < all->size && has_conjunct(tm, all->data[k], conjunct)) k++;
    if ((k == all->size) == common) vec_term_push(&taken, conjunct);
  }
  struct term result = term_and_n(tm, taken.size, taken.data);
  vec_term_release(&taken);
  return result;
}

// What all have in common once, and the disjunction of the rest.
static struct term factored(struct terms *tm, const struct vec_term *all) {
  struct vec_term rest = {0};
  for (uint32_t i = 0; i < all->size; i++) vec_term_push(&rest, part(tm, all, all->data[i], false));
  struct term either = term_or_n(tm, rest.size, rest.data);
  vec_term_release(&rest);
  return all->size ? term_and(tm, part(tm, all, all->data[0], true), either) : either;
}

// The disjuncts without those that others contain. That is so with a universally quantified variable, too: what holds
// for each value holds for all.
static struct term disjunction(struct collector *c, const struct vec_term *all) {
  struct vec_u32 gone = {0};
  struct vec_term left = {0};
  vec_u32_resize(&gone, all->size);
  for (uint32_t i = all->size; i-- > 0;) gone.data[i] = is_implied(c, all, i, &gone);
  for (uint32_t i = 0; i < all->size; i++)
    if (!gone.data[i]) vec_term_push(&left, all->data[i]);
  struct term result = factored(c->tm, &left);
  vec_u32_release(&gone);
  vec_term_release(&left);
  return result;
}

static bool is_quantified(struct terms *tm, const struct vec_term *all) {
  for (uint32_t i = 0; i < all->size; i++) {
    uint32_t n;
    for (uint32_t k = 0; k < (term_free_vars(tm, all->data[i], &n), n); k++)
      if (quantified_is_variable(tm, (struct term){term_free_vars(tm, all->data[i], &n)[k]})) return true;
  }
  return false;
}

// The invariant of a head from its disjuncts, each once; none of them is true.
static void conclude(struct collector *c, struct location head, const struct vec_term *all, struct vec_invariant *out) {
  bool many = all->size > MOST_DISJUNCTS;
  if (many && is_quantified(c->tm, all)) return;
  struct term formula = many ? hull_of(c->cfa, all->size, all->data) : disjunction(c, all);
  // False: the head is never reached. That is true, but says nothing of the loop.
  if (!term_is_const(c->tm, formula)) vec_invariant_push(out, (struct invariant){head, formula, many ? all->size : 0});
}

static int by_location(const void *a, const void *b) {
  const struct disjunct *x = a, *y = b;
  if (x->location.id != y->location.id) return x->location.id < y->location.id ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

static void conclude_all(struct collector *c, struct vec_invariant *out) {
  struct vec_disjunct *d = &c->disjuncts;
  if (d->size) qsort(d->data, d->size, sizeof *d->data, by_location);
  for (uint32_t i = 0, end; i < d->size; i = end) {
    struct vec_term all = {0};
    struct map_u32 seen = {0};
    struct location head = d->data[i].location;
    bool known = true;
    for (end = i; end < d->size && location_same(d->data[end].location, head); end++) {
      struct term t = d->data[end].formula;
      known = known && !term_is_true(c->tm, t);
      if (!map_u32_find(&seen, t.id)) vec_term_push(&all, t);
      map_u32_put(&seen, t.id, 1);
    }
    if (known) conclude(c, head, &all, out);
    map_u32_release(&seen);
    vec_term_release(&all);
  }
}

void certificate_invariants(const struct certificate *certificate, struct cfa *cfa, struct vec_invariant *out) {
  if (certificate->passed.size != cfa->locations.size) return; // not checked, or not right
  struct limits none = {0};
  struct stats unused = {0};
  struct solver_config config = {.caches = true, .query_seconds = QUERY_SECONDS};
  struct collector c = {.cfa = cfa, .tm = cfa->tm, .certificate = certificate};
  c.solver = solver_new(cfa->tm, &none, &unused, &config);
  if (certificate->kind == CERTIFICATE_GRAPH) collect_graph(&c);
  else if (certificate->kind == CERTIFICATE_ANNOTATION) collect_annotation(&c);
  conclude_all(&c, out);
  solver_free(c.solver);
  vec_disjunct_release(&c.disjuncts);
}
