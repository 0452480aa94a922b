// Automata in text form with graphs made by hand, for the tests of what src/check makes of graphs with formulas.
#ifndef CLEW_TESTS_GRAPH_FIXTURE_H
#define CLEW_TESTS_GRAPH_FIXTURE_H
#include "fixture.h"
#include "graph/operations.h"
#include "graph/record.h"
#include "term/quantified.h"
#include <stdio.h>

static inline void fixture_make(struct fixture *f, const char *automaton) {
  fixture_init(f);
  fixture_read(f, automaton);
}

static inline struct location at(const struct fixture *f, const char *location) {
  for (uint32_t i = 0; i < f->cfa->locations.size; i++)
    if (f->cfa->locations.data[i].text && !strcmp(f->cfa->locations.data[i].text, location))
      return (struct location){i};
  fail_msg("no location %s", location);
  return LOCATION_NONE;
}

static inline struct edge edge_of(const struct fixture *f, const char *location, uint32_t i) {
  return cfa_location(f->cfa, at(f, location))->out.data[i];
}

static inline struct term fixture_lookup(void *context, const char *name, size_t length) {
  struct fixture *f = context;
  char *copy = mem_strndup(name, length);
  uint32_t var = cfa_var_named(f->cfa, copy);
  struct term t = TERM_NONE;
  if (!strcmp(copy, term_var_name(f->tm, unfold_heap(f->unfold)))) t = unfold_heap(f->unfold);
  else if (var != CFA_NONE) t = f->cfa->vars.data[var].term;
  for (struct context c = {1}; term_none(t) && c.id < unfold_contexts(f->unfold); c.id++) {
    const struct vec_u32 *locals = &f->cfa->functions.data[unfold_function(f->unfold, c)].locals;
    for (uint32_t i = 0; i < locals->size; i++) {
      struct term local = unfold_var(f->unfold, c, locals->data[i]);
      if (!strcmp(term_var_name(f->tm, local), copy)) t = local;
    }
  }
  if (term_none(t)) t = quantified_named(f->tm, name, length);
  mem_free(copy);
  return t;
}

// Conjuncts one after the other; "" is true.
static inline struct formula formula(struct fixture *f, const char *text) {
  struct vec_term conjuncts = {0};
  while (*text) {
    const char *message = NULL;
    struct term t = term_parse(f->tm, &text, fixture_lookup, f, &message);
    if (term_none(t)) fail_msg("%s at %s", message, text);
    vec_term_push(&conjuncts, t);
    text += strspn(text, " ");
  }
  struct formula result = graph_conjunction(&f->graph, f->tm, conjuncts.size, conjuncts.data);
  vec_term_release(&conjuncts);
  return result;
}

// A node at the end of arc i of the parent, with arcs for all edges of its location if it is expanded, and a formula if
// `text` is given.
static inline struct node node(struct fixture *f, struct node parent, uint32_t arc, const char *location,
                               struct context context, bool expanded, const char *text) {
  struct node n = graph_add(&f->graph, parent, arc, at(f, location), context);
  const struct vec_edge *out = &cfa_location(f->cfa, at(f, location))->out;
  if (expanded) graph_expand(&f->graph, n, out->size, out->data);
  if (text) f->graph.nodes.data[n.id].formula = formula(f, text);
  return n;
}

static inline struct graph_node *node_of(struct fixture *f, struct node n) { return &f->graph.nodes.data[n.id]; }
static inline void lead(struct fixture *f, struct node from, uint32_t arc, struct node target) {
  graph_record_target(&f->graph, from, arc, target);
}

#endif
