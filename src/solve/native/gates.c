// See gates.h.
#include "solve/native/gates.h"
#include "base/memory/hash.h"
#include <stdlib.h>

void gates_init(struct gates *g) {
  *g = (struct gates){0};
  vec_gate_push(&g->gates, (struct gate){0});
  vec_gate_push(&g->gates, (struct gate){0});
}

void gates_release(struct gates *g) {
  vec_gate_release(&g->gates);
  vec_lit_release(&g->inputs);
  vec_lit_release(&g->scratch);
  mem_free(g->table);
  *g = (struct gates){0};
}

lit gate_input(struct gates *g, uint32_t rank) {
  vec_gate_push(&g->gates, (struct gate){GATE_INPUT, 0, rank});
  return (lit)(g->gates.size - 1);
}

static uint64_t hash_of(enum gate_kind kind, uint32_t n, const lit *inputs) {
  uint64_t h = kind;
  for (uint32_t i = 0; i < n; i++) h = hash_u64(h * 0x9e3779b97f4a7c15u + (uint32_t)inputs[i]);
  return h;
}

static void grow(struct gates *g) {
  uint32_t old_capacity = g->capacity, *old = g->table;
  g->capacity = old_capacity ? 2 * old_capacity : 1024;
  g->table = mem_zalloc(g->capacity, sizeof *g->table);
  for (uint32_t i = 0; i < old_capacity; i++) {
    if (!old[i]) continue;
    const struct gate *gate = &g->gates.data[old[i]];
    uint32_t at = (uint32_t)hash_of(gate->kind, gate->inputs, g->inputs.data + gate->first) & (g->capacity - 1);
    while (g->table[at]) at = (at + 1) & (g->capacity - 1);
    g->table[at] = old[i];
  }
  mem_free(old);
}

// The gate with these inputs, made if there is none yet.
static lit find(struct gates *g, enum gate_kind kind, uint32_t n, const lit *inputs) {
  if (4 * (g->used + 1) > 3 * g->capacity) grow(g);
  uint32_t at = (uint32_t)hash_of(kind, n, inputs) & (g->capacity - 1);
  for (; g->table[at]; at = (at + 1) & (g->capacity - 1)) {
    const struct gate *gate = &g->gates.data[g->table[at]];
    if (gate->kind == kind && gate->inputs == n && !memcmp(g->inputs.data + gate->first, inputs, n * sizeof *inputs))
      return (lit)g->table[at];
  }
  uint32_t number = g->gates.size;
  vec_gate_push(&g->gates, (struct gate){kind, n, g->inputs.size});
  for (uint32_t i = 0; i < n; i++) vec_lit_push(&g->inputs, inputs[i]);
  g->table[at] = number;
  g->used++;
  return (lit)number;
}

static void order(lit *a, lit *b) {
  if (*a <= *b) return;
  lit t = *a;
  *a = *b;
  *b = t;
}

// Is `l` a conjunction of two literals (not negated)?
static const lit *pair_inputs(const struct gates *g, lit l) {
  if (l <= 1) return NULL;
  const struct gate *gate = &g->gates.data[l];
  return gate->kind == GATE_AND && gate->inputs == 2 ? g->inputs.data + gate->first : NULL;
}

// a ∧ b where b is a conjunction or its negation: contradiction, absorption, substitution.
static bool and_two_levels(struct gates *g, lit a, lit b, lit *out) {
  const lit *in = pair_inputs(g, b);
  if (in) {
    if (in[0] == -a || in[1] == -a) *out = LIT_FALSE;
    else if (in[0] == a || in[1] == a) *out = b;
    else return false;
    return true;
  }
  in = pair_inputs(g, -b);
  if (!in) return false;
  if (in[0] == -a || in[1] == -a) *out = a;
  else if (in[0] == a) *out = gate_and(g, a, -in[1]);
  else if (in[1] == a) *out = gate_and(g, a, -in[0]);
  else return false;
  return true;
}

lit gate_and(struct gates *g, lit a, lit b) {
  lit out;
  if (a == LIT_FALSE || b == LIT_FALSE || a == -b) return LIT_FALSE;
  if (a == LIT_TRUE || a == b) return b;
  if (b == LIT_TRUE) return a;
  if (and_two_levels(g, a, b, &out) || and_two_levels(g, b, a, &out)) return out;
  order(&a, &b);
  return find(g, GATE_AND, 2, (lit[]){a, b});
}

lit gate_or(struct gates *g, lit a, lit b) { return -gate_and(g, -a, -b); }

lit gate_xor(struct gates *g, lit a, lit b) {
  bool negated = (a < 0) != (b < 0);
  a = abs(a);
  b = abs(b);
  if (a == b) return negated ? LIT_TRUE : LIT_FALSE;
  if (a == LIT_TRUE) return negated ? b : -b;
  if (b == LIT_TRUE) return negated ? a : -a;
  order(&a, &b);
  lit out = find(g, GATE_XOR, 2, (lit[]){a, b});
  return negated ? -out : out;
}

lit gate_choice(struct gates *g, lit c, lit a, lit b) {
  if (c == LIT_TRUE || a == b) return a;
  if (c == LIT_FALSE) return b;
  if (c < 0) {
    lit t = a;
    a = b;
    b = t;
    c = -c;
  }
  if (a == LIT_TRUE || a == c) return gate_or(g, c, b);
  if (a == LIT_FALSE || a == -c) return gate_and(g, -c, b);
  if (b == LIT_TRUE || b == -c) return gate_or(g, -c, a);
  if (b == LIT_FALSE || b == c) return gate_and(g, c, a);
  if (a == -b) return -gate_xor(g, c, a);
  bool negated = a < 0;
  if (negated) a = -a, b = -b;
  lit out = find(g, GATE_CHOICE, 3, (lit[]){c, a, b});
  return negated ? -out : out;
}

lit gate_majority(struct gates *g, lit a, lit b, lit c) {
  order(&a, &b);
  order(&b, &c);
  order(&a, &b);
  if (a == b || b == c) return b;
  if (a == -b) return c;
  if (a == -c) return b;
  if (b == -c) return a;
  if (a == LIT_FALSE || b == LIT_FALSE || c == LIT_FALSE)
    return a == LIT_FALSE ? gate_and(g, b, c) : b == LIT_FALSE ? gate_and(g, a, c) : gate_and(g, a, b);
  if (a == LIT_TRUE || b == LIT_TRUE || c == LIT_TRUE)
    return a == LIT_TRUE ? gate_or(g, b, c) : b == LIT_TRUE ? gate_or(g, a, c) : gate_or(g, a, b);
  // A majority is its own dual: one form has at most one negative input.
  bool negated = (a < 0) + (b < 0) + (c < 0) > 1;
  if (negated) {
    lit t = a;
    a = -c;
    b = -b;
    c = -t;
    order(&a, &b);
    order(&b, &c);
    order(&a, &b);
  }
  lit out = find(g, GATE_MAJORITY, 3, (lit[]){a, b, c});
  return negated ? -out : out;
}

static int by_value(const void *x, const void *y) {
  lit a = *(const lit *)x, b = *(const lit *)y;
  return abs(a) != abs(b) ? (abs(a) < abs(b) ? -1 : 1) : a < b ? -1 : a > b;
}

lit gate_and_n(struct gates *g, uint32_t n, const lit *inputs) {
  struct vec_lit *s = &g->scratch;
  vec_lit_clear(s);
  for (uint32_t i = 0; i < n; i++) {
    if (inputs[i] == LIT_FALSE) return LIT_FALSE;
    if (inputs[i] != LIT_TRUE) vec_lit_push(s, inputs[i]);
  }
  if (s->size) qsort(s->data, s->size, sizeof *s->data, by_value);
  uint32_t k = 0;
  for (uint32_t i = 0; i < s->size; i++) {
    if (k && s->data[k - 1] == -s->data[i]) return LIT_FALSE;
    if (!k || s->data[k - 1] != s->data[i]) s->data[k++] = s->data[i];
  }
  if (k == 0) return LIT_TRUE;
  if (k == 1) return s->data[0];
  if (k == 2) return gate_and(g, s->data[0], s->data[1]);
  return find(g, GATE_AND, k, s->data);
}
