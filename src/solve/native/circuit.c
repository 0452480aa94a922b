// See circuit.h.
#include "solve/native/circuit.h"
#include <stdlib.h>

void circuit_init(struct circuit *c, const struct gates *gates, void *solver, int (*variable)(void *),
                  void (*clause)(void *, uint32_t, const int *)) {
  *c = (struct circuit){.gates = gates, .solver = solver, .variable = variable, .clause = clause};
}

void circuit_clear(struct circuit *c, void *solver) {
  for (uint32_t i = 0; i < c->met.size; i++) c->variables.data[c->met.data[i]] = 0;
  vec_u32_clear(&c->met);
  c->solver = solver;
}

void circuit_release(struct circuit *c) {
  vec_u32_release(&c->variables);
  vec_u32_release(&c->met);
  vec_lit_release(&c->stack);
  vec_lit_release(&c->long_clause);
}

static int literal(struct circuit *c, lit l) {
  uint32_t gate = (uint32_t)abs(l);
  if (!c->variables.data[gate]) {
    c->variables.data[gate] = (uint32_t)c->variable(c->solver) << 2;
    vec_u32_push(&c->met, gate);
  }
  int v = (int)(c->variables.data[gate] >> 2);
  return l < 0 ? -v : v;
}

static void clause2(struct circuit *c, int x, int y) { c->clause(c->solver, 2, (int[]){x, y}); }
static void clause3(struct circuit *c, int x, int y, int z) { c->clause(c->solver, 3, (int[]){x, y, z}); }

static void clauses_and(struct circuit *c, int out, uint32_t n, const lit *in, uint32_t directions) {
  if (directions & DIRECTION_TRUE)
    for (uint32_t i = 0; i < n; i++) clause2(c, -out, literal(c, in[i]));
  if (!(directions & DIRECTION_FALSE)) return;
  vec_lit_clear(&c->long_clause);
  vec_lit_push(&c->long_clause, out);
  for (uint32_t i = 0; i < n; i++) vec_lit_push(&c->long_clause, -literal(c, in[i]));
  c->clause(c->solver, c->long_clause.size, c->long_clause.data);
}

static void clauses(struct circuit *c, lit gate, uint32_t directions) {
  const struct gate *g = &c->gates->gates.data[gate];
  const lit *in = c->gates->inputs.data + g->first;
  int out = literal(c, gate), x[3] = {0};
  if (g->kind == GATE_INPUT) return;
  if (g->kind == GATE_AND) {
    clauses_and(c, out, g->inputs, in, directions);
    return;
  }
  for (uint32_t i = 0; i < g->inputs; i++) x[i] = literal(c, in[i]);
  bool t = directions & DIRECTION_TRUE, f = directions & DIRECTION_FALSE;
  switch (g->kind) {
  case GATE_XOR:
    if (t) clause3(c, -out, x[0], x[1]), clause3(c, -out, -x[0], -x[1]);
    if (f) clause3(c, out, -x[0], x[1]), clause3(c, out, x[0], -x[1]);
    return;
  case GATE_CHOICE: // the third of each is redundant, but it propagates
    if (t) clause3(c, -out, -x[0], x[1]), clause3(c, -out, x[0], x[2]), clause3(c, -out, x[1], x[2]);
    if (f) clause3(c, out, -x[0], -x[1]), clause3(c, out, x[0], -x[2]), clause3(c, out, -x[1], -x[2]);
    return;
  default:
    if (t) clause3(c, -out, x[0], x[1]), clause3(c, -out, x[0], x[2]), clause3(c, -out, x[1], x[2]);
    if (f) clause3(c, out, -x[0], -x[1]), clause3(c, out, -x[0], -x[2]), clause3(c, out, -x[1], -x[2]);
  }
}

// In which directions input i of a gate is needed if the gate is in `directions`.
static uint32_t directions_of_input(const struct gate *g, uint32_t i, lit input, uint32_t directions) {
  if (g->kind == GATE_XOR || (g->kind == GATE_CHOICE && i == 0)) return DIRECTION_TRUE | DIRECTION_FALSE;
  return input > 0 ? directions : (directions & 1) << 1 | directions >> 1;
}

int circuit_require(struct circuit *c, lit l) {
  if (c->variables.size < c->gates->gates.size) vec_u32_resize(&c->variables, c->gates->gates.size);
  uint32_t wanted = l > 0 ? DIRECTION_TRUE : DIRECTION_FALSE;
  // The stack holds gate · 4 + directions.
  vec_lit_clear(&c->stack);
  vec_lit_push(&c->stack, (lit)((uint32_t)abs(l) << 2 | wanted));
  while (c->stack.size) {
    uint32_t top = (uint32_t)vec_lit_pop(&c->stack), gate = top >> 2;
    literal(c, (lit)gate);
    uint32_t new = top & 3 & ~c->variables.data[gate];
    if (!new) continue;
    c->variables.data[gate] |= new;
    const struct gate *g = &c->gates->gates.data[gate];
    for (uint32_t i = 0; i < g->inputs; i++) {
      lit in = c->gates->inputs.data[g->first + i];
      vec_lit_push(&c->stack, (lit)((uint32_t)abs(in) << 2 | directions_of_input(g, i, in, new)));
    }
    clauses(c, (lit)gate, new);
  }
  return literal(c, l);
}
