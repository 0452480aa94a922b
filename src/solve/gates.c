// See gates.h.
#include "solve/gates.h"

void gates_init(struct gates *g) {
  *g = (struct gates){0};
  g->sat = ccadical_init();
  ccadical_set_option(g->sat, "quiet", 1);
  // Most queries are answered by propagation and a few decisions: guesses and local search before them cost more than they give.
  ccadical_set_option(g->sat, "lucky", 0);
  ccadical_set_option(g->sat, "walk", 0);
  g->last_var = 1;
  ccadical_add(g->sat, LIT_TRUE);
  ccadical_add(g->sat, 0);
}

void gates_release(struct gates *g) {
  if (g->sat) ccadical_release(g->sat);
  map_u32_release(&g->ands);
  map_u32_release(&g->xors);
  map_u32_release(&g->ites);
  map_u32_release(&g->ite_rest);
  *g = (struct gates){0};
}

lit gates_fresh(struct gates *g) { return ++g->last_var; }

static void clause2(struct gates *g, lit a, lit b) {
  ccadical_add(g->sat, a);
  ccadical_add(g->sat, b);
  ccadical_add(g->sat, 0);
  g->clauses++;
}

static void clause3(struct gates *g, lit a, lit b, lit c) {
  ccadical_add(g->sat, a);
  ccadical_add(g->sat, b);
  ccadical_add(g->sat, c);
  ccadical_add(g->sat, 0);
  g->clauses++;
}

static uint64_t pair_key(lit a, lit b) { return (uint64_t)(uint32_t)a << 32 | (uint32_t)b; }

lit gate_and(struct gates *g, lit a, lit b) {
  if (a == LIT_FALSE || b == LIT_FALSE || a == -b) return LIT_FALSE;
  if (a == LIT_TRUE || a == b) return b;
  if (b == LIT_TRUE) return a;
  if (a > b) { lit t = a; a = b; b = t; }
  uint64_t key = pair_key(a, b);
  uint32_t *found = map_u32_find(&g->ands, key);
  if (found) return (lit)*found;
  lit out = gates_fresh(g);
  map_u32_put(&g->ands, key, (uint32_t)out);
  clause2(g, -out, a);
  clause2(g, -out, b);
  clause3(g, out, -a, -b);
  return out;
}

lit gate_or(struct gates *g, lit a, lit b) { return -gate_and(g, -a, -b); }

lit gate_xor(struct gates *g, lit a, lit b) {
  // Signs move to the output, so that a gate has one form.
  bool negated = (a < 0) != (b < 0);
  if (a < 0) a = -a;
  if (b < 0) b = -b;
  if (a == b) return negated ? LIT_TRUE : LIT_FALSE;
  if (a == LIT_TRUE) return negated ? b : -b;
  if (b == LIT_TRUE) return negated ? a : -a;
  if (a > b) { lit t = a; a = b; b = t; }
  uint64_t key = pair_key(a, b);
  uint32_t *found = map_u32_find(&g->xors, key);
  lit out;
  if (found) {
    out = (lit)*found;
  } else {
    out = gates_fresh(g);
    map_u32_put(&g->xors, key, (uint32_t)out);
    clause3(g, -out, a, b);
    clause3(g, -out, -a, -b);
    clause3(g, out, -a, b);
    clause3(g, out, a, -b);
  }
  return negated ? -out : out;
}

lit gate_ite(struct gates *g, lit c, lit a, lit b) {
  if (c == LIT_TRUE || a == b) return a;
  if (c == LIT_FALSE) return b;
  if (c < 0) { lit t = a; a = b; b = t; c = -c; }
  if (a == LIT_TRUE || a == c) return gate_or(g, c, b);
  if (a == LIT_FALSE || a == -c) return gate_and(g, -c, b);
  if (b == LIT_TRUE || b == -c) return gate_or(g, -c, a);
  if (b == LIT_FALSE || b == c) return gate_and(g, c, a);
  if (a == -b) return -gate_xor(g, c, a);
  bool negated = a < 0;
  if (negated) a = -a, b = -b;
  uint32_t *first = map_u32_find(&g->ite_rest, pair_key(a, b));
  uint32_t number = first ? *first : g->ite_rest.size;
  if (!first) map_u32_put(&g->ite_rest, pair_key(a, b), number);
  uint64_t key = pair_key(c, (lit)number);
  uint32_t *found = map_u32_find(&g->ites, key);
  lit out;
  if (found) {
    out = (lit)*found;
  } else {
    out = gates_fresh(g);
    map_u32_put(&g->ites, key, (uint32_t)out);
    clause3(g, -c, -a, out);
    clause3(g, -c, a, -out);
    clause3(g, c, -b, out);
    clause3(g, c, b, -out);
    clause3(g, -a, -b, out); // redundant, but it propagates
    clause3(g, a, b, -out);
  }
  return negated ? -out : out;
}

lit gate_majority(struct gates *g, lit a, lit b, lit c) {
  return gate_or(g, gate_and(g, a, b), gate_and(g, c, gate_or(g, a, b)));
}

lit gate_and_n(struct gates *g, uint32_t n, const lit *inputs) {
  lit out = LIT_TRUE;
  for (uint32_t i = 0; i < n; i++) out = gate_and(g, out, inputs[i]);
  return out;
}
