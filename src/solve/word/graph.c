// The graph of a query: building it, and propagation.
#include "solve/word/query.h"

// --- building -----------------------------------------------------------------------------

// The width if t is a word (Bool is of width 1), else 0.
static uint32_t word_width(const struct terms *tm, struct term t) {
  struct sort s = term_sort(tm, t);
  enum sort_kind kind = sort_kind(tm, s);
  if (kind == SORT_BOOL) return 1;
  if (kind != SORT_BV) return 0;
  uint32_t width = sort_width(tm, s);
  return width <= 64 ? width : 0;
}

// Is t an operation whose operands are words? The operand checked is one whose sort does not follow from the result's.
static bool is_operation(const struct terms *tm, struct term t, enum term_kind kind) {
  if (kind == TERM_EQ || kind == TERM_BV_EXTRACT || term_class(kind) == CLASS_BV_COMPARE)
    return word_width(tm, term_child(tm, t, 0));
  return term_theory(kind) == THEORY_CORE || term_theory(kind) == THEORY_BV;
}

static uint32_t node_of(struct word *w, struct term t) { return (uint32_t)w->place.data[t.id]; }

static void place_put(struct word *w, struct term t, uint32_t node) {
  w->place.data[t.id] = (uint64_t)w->query << 32 | node;
}

static void add_leaf(struct word *w, struct term t, uint32_t width) {
  uint64_t value;
  struct word_node node = {.term = t, .op = {.kind = term_kind(w->tm, t), .width = width}};
  bool constant = term_value64(w->tm, t, &value);
  node.opaque = !constant && node.op.kind != TERM_VAR;
  w->opaque = w->opaque || node.opaque;
  if (!constant) node.op.kind = TERM_VAR; // a comparison of wide words is a leaf, too, and has no operands here
  if (!constant && !node.opaque) vec_u32_push(&w->vars, w->nodes.size);
  place_put(w, t, w->nodes.size);
  vec_word_node_push(&w->nodes, node);
  vec_word_dom_push(&w->doms, constant ? dom_const(value, width) : dom_top(width));
}

// All operands are there.
static void add_operation(struct word *w, struct term t, enum term_kind kind, uint32_t width) {
  struct word_node node = {.term = t, .op = {.kind = kind, .width = width}};
  uint32_t arity = term_arity(w->tm, t);
  if (kind == TERM_AND || kind == TERM_OR) {
    node.kid[0] = w->kids.size;
    node.kid[1] = arity;
    node.arity = 2;
    for (uint32_t i = 0; i < arity; i++) vec_u32_push(&w->kids, node_of(w, term_child(w->tm, t, i)));
    vec_u32_push(&w->junctions, w->nodes.size);
  } else {
    node.arity = (uint8_t)arity;
    for (uint32_t i = 0; i < arity; i++) node.kid[i] = node_of(w, term_child(w->tm, t, i));
    node.op.arg_width = w->nodes.data[node.kid[kind == TERM_ITE]].op.width;
    if (kind == TERM_BV_CONCAT) node.op.low_width = w->nodes.data[node.kid[1]].op.width;
    if (kind == TERM_BV_EXTRACT) node.op.p0 = term_param(w->tm, t, 0), node.op.p1 = term_param(w->tm, t, 1);
  }
  place_put(w, t, w->nodes.size);
  vec_word_node_push(&w->nodes, node);
  vec_word_dom_push(&w->doms, dom_top(width));
}

static bool add_term(struct word *w, struct term root) {
  vec_u32_push(&w->stack, root.id);
  while (w->stack.size) {
    struct term t = {w->stack.data[w->stack.size - 1]};
    if (w->place.data[t.id] >> 32 == w->query) {
      w->stack.size--;
      continue;
    }
    if (w->nodes.size >= w->most_nodes) return false;
    enum term_kind kind = term_kind(w->tm, t);
    uint32_t width = word_width(w->tm, t), before = w->stack.size;
    if (!is_operation(w->tm, t, kind)) {
      add_leaf(w, t, width);
      w->stack.size--;
      continue;
    }
    for (uint32_t i = 0, n = term_arity(w->tm, t); i < n; i++) {
      struct term child = term_child(w->tm, t, i);
      if (w->place.data[child.id] >> 32 != w->query) vec_u32_push(&w->stack, child.id);
    }
    if (w->stack.size > before) continue;
    add_operation(w, t, kind, width);
    w->stack.size--;
  }
  return true;
}

static const uint32_t *kids_of(const struct word *w, const struct word_node *node, uint32_t *n) {
  bool junction = node->op.kind == TERM_AND || node->op.kind == TERM_OR;
  *n = junction ? node->kid[1] : node->arity;
  return junction ? w->kids.data + node->kid[0] : node->kid;
}

static void link_parents(struct word *w) {
  uint32_t size = w->nodes.size, n;
  vec_u32_clear(&w->parents_at);
  vec_u32_resize(&w->parents_at, size + 2);
  uint32_t *at = w->parents_at.data;
  for (uint32_t i = 0; i < size; i++) {
    const uint32_t *kids = kids_of(w, &w->nodes.data[i], &n);
    for (uint32_t k = 0; k < n; k++) at[kids[k] + 2]++;
  }
  for (uint32_t i = 2; i < size + 2; i++) at[i] += at[i - 1];
  vec_u32_resize(&w->parents, at[size + 1]);
  for (uint32_t i = 0; i < size; i++) {
    const uint32_t *kids = kids_of(w, &w->nodes.data[i], &n);
    for (uint32_t k = 0; k < n; k++) w->parents.data[at[kids[k] + 1]++] = i;
  }
}

bool word_build(struct word *w, uint32_t n, const struct term *conjuncts, uint32_t n_facts, const struct term *facts) {
  if (!++w->query) { // the counter came round: old entries must not look new
    memset(w->place.data, 0, w->place.size * sizeof *w->place.data);
    w->query = 1;
  }
  vec_u64_resize(&w->place, terms_count(w->tm) + 1);
  vec_word_node_clear(&w->nodes);
  vec_word_dom_clear(&w->doms);
  vec_u32_clear(&w->kids);
  vec_u32_clear(&w->roots);
  vec_u32_clear(&w->junctions);
  vec_u32_clear(&w->vars);
  vec_u32_clear(&w->stack);
  vec_word_change_clear(&w->trail);
  w->opaque = false;
  w->level = 0;
  w->n_conjuncts = n;
  for (uint32_t i = 0; i < n + n_facts; i++) {
    struct term t = i < n ? conjuncts[i] : facts[i - n];
    if (i == n) w->first_fact = w->junctions.size;
    if (!add_term(w, t)) return false;
    vec_u32_push(&w->roots, node_of(w, t));
  }
  if (!n_facts) w->first_fact = w->junctions.size;
  link_parents(w);
  vec_u64_clear(&w->queued);
  vec_u64_resize(&w->queued, w->nodes.size / 64 + 1);
  w->pending = 0;
  vec_word_causes_clear(&w->causes);
  vec_word_causes_resize(&w->causes, w->nodes.size);
  return true;
}

// --- propagation -----------------------------------------------------------------------------

static void enqueue(struct word *w, uint32_t node) {
  uint64_t bit = (uint64_t)1 << node % 64;
  if (w->queued.data[node / 64] & bit || !w->nodes.data[node].arity) return;
  w->queued.data[node / 64] |= bit;
  w->pending++;
}

// The domain becomes d: whoever reads it is to be looked at again.
static void store(struct word *w, uint32_t node, const struct dom *d, struct causes causes) {
  if (w->level) vec_word_change_push(&w->trail, (struct word_change){node, w->causes.data[node], w->doms.data[node]});
  w->doms.data[node] = *d;
  w->causes.data[node] = causes;
  enqueue(w, node);
  for (uint32_t p = w->parents_at.data[node]; p < w->parents_at.data[node + 1]; p++) enqueue(w, w->parents.data[p]);
}

bool word_restrict(struct word *w, uint32_t node, const struct dom *by, struct causes causes) {
  struct dom d = w->doms.data[node];
  causes = causes_join(causes, w->causes.data[node]);
  if (!dom_meet(&d, by, w->nodes.data[node].op.width)) {
    w->conflict = causes;
    return false;
  }
  if (!dom_equal(&d, &w->doms.data[node])) store(w, node, &d, causes);
  return true;
}

static bool set_bool(struct word *w, uint32_t node, bool value, struct causes causes) {
  struct dom d = dom_const(value, 1);
  return word_restrict(w, node, &d, causes);
}

// AND, and OR as its mirror image: `unit` is the value that does not decide it.
static bool narrow_junction(struct word *w, uint32_t i) {
  const struct word_node *node = &w->nodes.data[i];
  uint64_t unit = node->op.kind == TERM_AND;
  const uint32_t *kids = w->kids.data + node->kid[0];
  uint32_t n = node->kid[1], open = 0, last = 0;
  struct causes units = {0, 0};
  const struct dom *r = &w->doms.data[i];
  if (dom_fixed(r) && r->ulo == unit) {
    struct causes causes = w->causes.data[i];
    for (uint32_t k = 0; k < n; k++)
      if (!set_bool(w, kids[k], unit, causes)) return false;
    return true;
  }
  for (uint32_t k = 0; k < n; k++) {
    const struct dom *d = &w->doms.data[kids[k]];
    if (!dom_fixed(d)) {
      open++;
      last = kids[k];
    } else if (d->ulo != unit) {
      return set_bool(w, i, !unit, w->causes.data[kids[k]]);
    } else {
      units = causes_join(units, w->causes.data[kids[k]]);
    }
  }
  if (!open) return set_bool(w, i, unit, units);
  if (open > 1 || !dom_fixed(r)) return true;
  return set_bool(w, last, !unit, causes_join(units, w->causes.data[i]));
}

static bool narrow_node(struct word *w, uint32_t i) {
  const struct word_node *node = &w->nodes.data[i];
  if (node->op.kind == TERM_AND || node->op.kind == TERM_OR) return narrow_junction(w, i);
  struct dom r = w->doms.data[i], d[3];
  struct causes causes = w->causes.data[i];
  for (uint32_t k = 0; k < node->arity; k++) d[k] = w->doms.data[node->kid[k]];
  // Of a choice that is made, the other branch does not matter.
  uint32_t skip = node->op.kind == TERM_ITE && dom_fixed(&d[0]) ? (d[0].ulo ? 2 : 1) : 3;
  for (uint32_t k = 0; k < node->arity; k++)
    if (k != skip) causes = causes_join(causes, w->causes.data[node->kid[k]]);
  if (!word_narrow(&node->op, &r, &d[0], &d[1], &d[2])) {
    w->conflict = causes;
    return false;
  }
  if (!dom_equal(&r, &w->doms.data[i])) store(w, i, &r, causes);
  for (uint32_t k = 0; k < node->arity; k++)
    if (!word_restrict(w, node->kid[k], &d[k], causes)) return false; // an operand may occur twice
  return true;
}

static void forget_queue(struct word *w) {
  memset(w->queued.data, 0, w->queued.size * sizeof *w->queued.data);
  w->pending = 0;
}

// Narrows the nodes of one word of the bit set, upwards or downwards; those that are queued ahead meanwhile are taken
// along.
static bool sweep_word(struct word *w, uint32_t at, bool up) {
  uint64_t ahead = UINT64_MAX, bits;
  while ((bits = w->queued.data[at] & ahead)) {
    uint32_t bit = up ? (uint32_t)__builtin_ctzll(bits) : 63 - (uint32_t)__builtin_clzll(bits);
    uint64_t one = (uint64_t)1 << bit;
    ahead = up ? ~(one | (one - 1)) : one - 1;
    w->queued.data[at] &= ~one;
    w->pending--;
    w->stats.steps++;
    if (w->steps-- > 0 && !narrow_node(w, 64 * at + bit)) return false;
  }
  return true;
}

// What changes below reaches everything above it in one sweep upwards, what changes above everything below it in one
// sweep downwards, so that no node is looked at again and again while a change makes its way through the graph. When
// the steps are spent the queue is dropped: a fixpoint that is not reached is still sound.
bool word_propagate(struct word *w) {
  uint32_t size = w->queued.size;
  bool possible = true;
  for (bool up = true; w->pending && possible && w->steps > 0; up = !up)
    for (uint32_t k = 0; k < size && possible && w->pending; k++) possible = sweep_word(w, up ? k : size - 1 - k, up);
  forget_queue(w);
  return possible;
}

bool word_assert(struct word *w) {
  // Upwards first, so that the conjuncts meet what is known of every term.
  for (uint32_t i = 0; i < w->nodes.size; i++)
    if (w->nodes.data[i].arity && !narrow_node(w, i)) return false;
  forget_queue(w);
  for (uint32_t i = 0; i < w->roots.size; i++)
    if (!set_bool(w, w->roots.data[i], true, (struct causes){i < w->n_conjuncts ? word_bit(i, w->n_conjuncts) : 0, 0}))
      return false;
  return word_propagate(w);
}

void word_undo(struct word *w, uint32_t trail) {
  while (w->trail.size > trail) {
    const struct word_change *c = &w->trail.data[--w->trail.size];
    w->doms.data[c->node] = c->dom;
    w->causes.data[c->node] = c->causes;
  }
}
