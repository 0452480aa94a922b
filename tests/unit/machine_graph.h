// State machines of any size, with the finished graphs that an enumeration of their states leaves: one loop that reads
// an input and goes through a chain of branches, each on the input and on variables that have constants as values.
//
// A machine counts: `counters` variables from 0 to `top`. Each input moves one of them by one, and with it a follower
// whose value is a function of the counter's. Other branches ask for values that no variable ever has. Nodes at the
// head (with `joins`: at every location) have the formula that gives all variables their values; states that were met
// before are subsumed.
#ifndef CLEW_TESTS_MACHINE_GRAPH_H
#define CLEW_TESTS_MACHINE_GRAPH_H
#include "graph/operations.h"
#include "graph_fixture.h"
#include <stdlib.h>

enum { MACHINE_COUNTERS = 8 };

struct machine {
  uint32_t counters, top;
  uint32_t idle; // branches that are never taken, after each one that may be
  bool joins; // a branch that is taken leads to the next one, not to the head: paths meet everywhere
  bool cells; // followers are cells of memory
};

struct machine_state {
  uint8_t counter[MACHINE_COUNTERS];
};

struct machine_search {
  struct fixture *f;
  const struct machine *m;
  struct vec_node queue; // not expanded yet, all with formulas
  struct vec_u64 states; // of nodes with formulas: by node
  struct map_u32 known; // location and state → node
};

static inline uint32_t machine_branches(const struct machine *m) { return m->counters * m->top * (m->idle + 1); }
static inline uint32_t follower_of(uint32_t counter, uint32_t value) { return 100 * counter + 7 * value; }

// The branch's counter and the value it must have; false: it is one of the idle ones.
static inline bool machine_branch(const struct machine *m, uint32_t branch, uint32_t *counter, uint32_t *value) {
  uint32_t k = branch / (m->idle + 1);
  *counter = k % m->counters;
  *value = k / m->counters;
  return branch % (m->idle + 1) == 0;
}

static inline void machine_follower(const struct machine *m, uint32_t counter, struct text *out) {
  if (m->cells) text_printf(out, "(select mem #x%016x)", 0x1000 + 4 * counter);
  else text_printf(out, "f%u", counter);
}

static inline void machine_condition(const struct machine *m, uint32_t branch, struct text *out) {
  uint32_t counter, value;
  bool moves = machine_branch(m, branch, &counter, &value);
  text_printf(out, "(and (= input #x%08x) (= v%u #x%08x) (bvult ", branch, counter, moves ? value : 1000 + branch);
  machine_follower(m, counter, out);
  text_printf(out, " #x%08x))", 1000);
}

static inline void machine_move(const struct machine *m, uint32_t branch, struct text *out) {
  uint32_t counter, value;
  machine_branch(m, branch, &counter, &value);
  text_printf(out, "    v%u := (bvadd v%u #x00000001)\n", counter, counter);
  if (m->cells) text_printf(out, "    mem := (store mem #x%016x (bvadd ", 0x1000 + 4 * counter);
  else text_printf(out, "    f%u := (bvadd ", counter);
  machine_follower(m, counter, out);
  text_printf(out, " #x%08x)%s\n", 7, m->cells ? ")" : "");
}

// A counter or a follower is beyond what it may be.
static inline void machine_wrong(const struct machine *m, struct text *out) {
  text_add(out, "(or");
  for (uint32_t i = 0; i < m->counters; i++) {
    text_printf(out, " (bvult #x%08x v%u) (not (= ", m->top, i);
    machine_follower(m, i, out);
    text_printf(out, " (bvadd #x%08x (bvmul #x00000007 v%u))))", follower_of(i, 0), i);
  }
  text_add(out, ")");
}

static inline void machine_text(const struct machine *m, struct text *out) {
  uint32_t n = machine_branches(m);
  if (m->cells) text_add(out, "global mem (Array (_ BitVec 64) (_ BitVec 32))\n");
  text_add(out, "function main\n  local input (_ BitVec 32)\n");
  for (uint32_t i = 0; i < m->counters; i++) text_printf(out, "  local v%u (_ BitVec 32)\n", i);
  for (uint32_t i = 0; i < m->counters && !m->cells; i++) text_printf(out, "  local f%u (_ BitVec 32)\n", i);
  text_add(out, "  edge start -> head\n");
  for (uint32_t i = 0; i < m->counters; i++) text_printf(out, "    v%u := #x00000000\n", i);
  for (uint32_t i = 0; i < m->counters && !m->cells; i++) text_printf(out, "    f%u := #x%08x\n", i, follower_of(i, 0));
  if (m->cells) text_add(out, "    mem := ");
  for (uint32_t i = 0; i < m->counters && m->cells; i++) text_add(out, "(store ");
  if (m->cells) text_add(out, "mem");
  for (uint32_t i = 0; i < m->counters && m->cells; i++)
    text_printf(out, " #x%016x #x%08x)", 0x1000 + 4 * i, follower_of(i, 0));
  text_add(out, "\n  edge head -> c0\n    input x (_ BitVec 32) nondet \"x\"\n    input := x\n");
  for (uint32_t i = 0; i < n; i++) {
    text_printf(out, "  edge c%u -> ", i);
    if (m->joins) text_printf(out, "c%u [", i + 1);
    else text_add(out, "head [");
    machine_condition(m, i, out);
    text_add(out, "]\n");
    machine_move(m, i, out);
    text_printf(out, "  edge c%u -> c%u [(not ", i, i + 1);
    machine_condition(m, i, out);
    text_add(out, ")]\n");
  }
  text_printf(out, "  edge c%u -> err [", n);
  machine_wrong(m, out);
  text_printf(out, "]\n  edge c%u -> head [(not ", n);
  machine_wrong(m, out);
  text_add(out, ")]\n  location err error\n");
}

static inline uint64_t machine_pack(const struct machine_state *s) {
  uint64_t packed;
  memcpy(&packed, s, sizeof packed);
  return packed;
}

static inline struct formula machine_formula(struct machine_search *search, const struct machine_state *s) {
  struct fixture *f = search->f;
  struct vec_term conjuncts = {0};
  for (uint32_t i = 0; i < search->m->counters; i++) {
    char name[32];
    snprintf(name, sizeof name, "main::v%u", i);
    struct term v = term_var_named(f->tm, name), follower;
    snprintf(name, sizeof name, "main::f%u", i);
    if (search->m->cells)
      follower = term_select(f->tm, term_var_named(f->tm, "mem"), term_bv(f->tm, 64, 0x1000 + 4 * i));
    else follower = term_var_named(f->tm, name);
    vec_term_push(&conjuncts, term_eq(f->tm, v, term_bv(f->tm, 32, s->counter[i])));
    vec_term_push(&conjuncts, term_eq(f->tm, follower, term_bv(f->tm, 32, follower_of(i, s->counter[i]))));
  }
  struct formula formula = graph_conjunction(&f->graph, f->tm, conjuncts.size, conjuncts.data);
  vec_term_release(&conjuncts);
  return formula;
}

static inline struct node machine_add(struct machine_search *search, struct node parent, uint32_t arc,
                                      struct location location) {
  return graph_add(&search->f->graph, parent, arc, location, CONTEXT_ROOT);
}

static inline void machine_expand(struct machine_search *search, struct node node) {
  const struct vec_edge *out = &cfa_location(search->f->cfa, node_of(search->f, node)->location)->out;
  graph_expand(&search->f->graph, node, out->size, out->data);
}

// A node where formulas are, with its state: new, or subsumed.
static inline void machine_reach(struct machine_search *search, struct node parent, uint32_t arc,
                                 const struct machine_state *s) {
  struct fixture *f = search->f;
  struct location to = cfa_edge(f->cfa, graph_arc(&f->graph, parent, arc)->edge)->to;
  struct node node = machine_add(search, parent, arc, to);
  uint64_t key = to.id;
  for (uint32_t i = 0; i < search->m->counters; i++) key = key * (search->m->top + 1) + s->counter[i];
  const uint32_t *known = map_u32_find(&search->known, key);
  if (known) {
    node_of(f, node)->subsumer = (struct node){*known};
    return;
  }
  map_u32_put(&search->known, key, node.id);
  node_of(f, node)->formula = machine_formula(search, s);
  if (search->states.size <= node.id) vec_u64_resize(&search->states, node.id + 1);
  search->states.data[node.id] = machine_pack(s);
  vec_node_push(&search->queue, node);
}

// The chain of branches below a node at location `branch` of it, until states meet others.
static inline void machine_chain(struct machine_search *search, struct node node, uint32_t branch,
                                 struct machine_state s) {
  struct fixture *f = search->f;
  for (uint32_t n = machine_branches(search->m); branch < n; branch++) {
    uint32_t counter, value;
    machine_expand(search, node);
    if (machine_branch(search->m, branch, &counter, &value) && s.counter[counter] == value) {
      struct machine_state moved = s;
      moved.counter[counter]++;
      machine_reach(search, node, 0, &moved);
    } else {
      lead(f, node, 0, NODE_CUT);
    }
    if (search->m->joins) {
      machine_reach(search, node, 1, &s);
      return;
    }
    node = machine_add(search, node, 1, cfa_edge(f->cfa, graph_arc(&f->graph, node, 1)->edge)->to);
  }
  machine_expand(search, node);
  lead(f, node, 0, NODE_CUT);
  machine_reach(search, node, 1, &s);
}

static inline struct node machine_child(struct machine_search *search, struct node node) {
  machine_expand(search, node);
  struct edge edge = graph_arc(&search->f->graph, node, 0)->edge;
  return machine_add(search, node, 0, cfa_edge(search->f->cfa, edge)->to);
}

// The automaton and its finished graph, whose root is at the entry and has no formula.
static inline void machine_make(struct fixture *f, const struct machine *m) {
  struct text text = {0};
  machine_text(m, &text);
  fixture_make(f, text_cstr(&text));
  text_release(&text);
  struct machine_search search = {.f = f, .m = m};
  struct node start = machine_add(&search, NODE_NONE, 0, at(f, "start"));
  machine_expand(&search, start);
  machine_reach(&search, start, 0, &(struct machine_state){0});
  while (search.queue.size) {
    struct node node = vec_node_pop(&search.queue);
    struct machine_state s;
    memcpy(&s, &search.states.data[node.id], sizeof s);
    const char *name = cfa_location(f->cfa, node_of(f, node)->location)->text;
    if (*name == 'c') machine_chain(&search, node, (uint32_t)strtoul(name + 1, NULL, 10), s);
    else if (m->joins) machine_expand(&search, node), machine_reach(&search, node, 0, &s);
    else machine_chain(&search, machine_child(&search, node), 0, s);
  }
  vec_node_release(&search.queue);
  vec_u64_release(&search.states);
  map_u32_release(&search.known);
}

#endif
