// Chains of comparisons: i < n, j <= i, n <= j have no solution whatever the bounds are.
//
// A graph of differences: each word that occurs in a comparison has a vertex for its unsigned and one for its signed
// value, as integers; an edge says to - from <= weight. Comparisons that hold give edges, so do the bounds of domains
// (against the vertex 0, the number zero) and operations that cannot wrap around within the domains. A cycle of
// negative weight is a contradiction of the causes of its edges; so is a cycle of weight zero through two words that
// differ. Shortest paths are by Bellman and Ford.
#include "solve/word/query.h"

enum { MAX_VERTICES = 128, MAX_WORK = 20000 };

static uint32_t vertex(struct word *w, uint32_t node, bool is_signed) {
  uint32_t *at = &w->vertex_of.data[2 * node + is_signed];
  if (!*at) {
    *at = w->vertices.size;
    vec_word_distance_push(&w->vertices, (struct word_distance){0, UINT32_MAX, 2 * node + is_signed});
  }
  return *at;
}

static void edge(struct word *w, uint32_t from, uint32_t to, wide weight, struct causes causes) {
  vec_word_edge_push(&w->edges, (struct word_edge){from, to, weight, causes});
}

// lo <= to - from <= hi
static void between(struct word *w, uint32_t from, uint32_t to, wide lo, wide hi, struct causes causes) {
  edge(w, from, to, hi, causes);
  edge(w, to, from, -lo, causes);
}

static bool constant(const struct word *w, uint32_t node) { return dom_fixed(&w->doms.data[node]); }

// The comparisons that hold between words that are not fixed. Gives their number.
static uint32_t add_relations(struct word *w) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < w->nodes.size; i++) {
    const struct word_node *node = &w->nodes.data[i];
    enum term_kind kind = node->op.kind;
    if (kind != TERM_EQ && (kind < TERM_BV_ULT || kind > TERM_BV_SLE)) continue;
    const struct dom *r = &w->doms.data[i];
    if (!dom_fixed(r) || constant(w, node->kid[0]) || constant(w, node->kid[1])) continue;
    bool is_signed = kind == TERM_BV_SLT || kind == TERM_BV_SLE, strict = kind == TERM_BV_ULT || kind == TERM_BV_SLT;
    if (kind == TERM_EQ && !r->ulo) continue;
    uint32_t a = vertex(w, node->kid[0], is_signed), b = vertex(w, node->kid[1], is_signed);
    struct causes causes = w->causes.data[i];
    if (kind == TERM_EQ) {
      between(w, a, b, 0, 0, causes);
      between(w, vertex(w, node->kid[0], true), vertex(w, node->kid[1], true), 0, 0, causes);
    } else if (r->ulo) {
      edge(w, b, a, strict ? -1 : 0, causes);
    } else {
      edge(w, a, b, strict ? 0 : -1, causes);
    }
    found++;
  }
  return found;
}

// The sum differs from an operand by the other one, less what wraps around, where that is always the same.
static void add_sum(struct word *w, uint32_t v, const struct word_node *node, bool is_signed) {
  uint32_t width = node->op.width;
  const struct dom *d[2] = {&w->doms.data[node->kid[0]], &w->doms.data[node->kid[1]]};
  struct causes causes = causes_join(w->causes.data[node->kid[0]], w->causes.data[node->kid[1]]);
  wide half = is_signed ? (wide)1 << (width - 1) : 0;
  wide lo = (is_signed ? (wide)d[0]->slo + d[1]->slo : (wide)d[0]->ulo + d[1]->ulo) + half;
  wide hi = (is_signed ? (wide)d[0]->shi + d[1]->shi : (wide)d[0]->uhi + d[1]->uhi) + half;
  if (lo >> width != hi >> width) return;
  wide turn = (lo >> width) * ((wide)1 << width);
  for (int k = 0; k < 2; k++) {
    const struct dom *other = d[1 - k];
    if (dom_fixed(d[k])) continue;
    wide least = is_signed ? other->slo : (wide)other->ulo, most = is_signed ? other->shi : (wide)other->uhi;
    between(w, vertex(w, node->kid[k], is_signed), v, least - turn, most - turn, causes);
  }
}

static void add_structure(struct word *w, uint32_t v, uint32_t n, bool is_signed) {
  const struct word_node *node = &w->nodes.data[n];
  const struct dom *d = &w->doms.data[n];
  edge(w, 0, v, is_signed ? d->shi : (wide)d->uhi, w->causes.data[n]);
  edge(w, v, 0, -(is_signed ? d->slo : (wide)d->ulo), w->causes.data[n]);
  if (!node->arity || constant(w, node->kid[0])) {
    if (node->op.kind == TERM_BV_ADD) add_sum(w, v, node, is_signed);
    return;
  }
  struct causes none = {0, 0};
  uint32_t a = node->kid[0];
  switch (node->op.kind) {
  case TERM_BV_ADD: add_sum(w, v, node, is_signed); break;
  case TERM_BV_ZEXT: between(w, vertex(w, a, false), v, 0, 0, none); break; // it is not negative
  case TERM_BV_SEXT:
    if (is_signed) between(w, vertex(w, a, true), v, 0, 0, none);
    break;
  case TERM_BV_EXTRACT:
    if (!is_signed && !node->op.p1 && w->doms.data[a].uhi <= word_mask(node->op.width))
      between(w, vertex(w, a, false), v, 0, 0, w->causes.data[a]);
    break;
  case TERM_BV_UREM:
  case TERM_BV_AND:
  case TERM_BV_LSHR:
    if (!is_signed) edge(w, vertex(w, a, false), v, 0, none);
    break;
  case TERM_BV_UDIV:
    if (!is_signed && w->doms.data[node->kid[1]].ulo) edge(w, vertex(w, a, false), v, 0, w->causes.data[node->kid[1]]);
    break;
  default: break;
  }
}

// The signed and the unsigned value of a word, where both have a vertex.
static void link_signs(struct word *w) {
  for (uint32_t v = 1; v < w->vertices.size; v++) {
    uint32_t n = w->vertices.data[v].node / 2, twin = w->vertex_of.data[2 * n + 1];
    if (w->vertices.data[v].node & 1 || !twin) continue;
    const struct dom *d = &w->doms.data[n];
    wide turn = (wide)1 << w->nodes.data[n].op.width;
    between(w, twin, v, d->shi < 0 ? turn : 0, d->slo >= 0 ? 0 : turn, w->causes.data[n]);
  }
}

// Follows the edges that gave the last distances back into the cycle and collects it.
static void explain_cycle(struct word *w, uint32_t v) {
  for (uint32_t k = 0; k < w->vertices.size; k++) v = w->edges.data[w->vertices.data[v].by].from;
  struct causes causes = {0, 0};
  uint32_t start = v;
  wide weight = 0;
  do {
    assert(w->vertices.data[v].by != UINT32_MAX);
    const struct word_edge *e = &w->edges.data[w->vertices.data[v].by];
    causes = causes_join(causes, e->causes);
    weight += e->weight;
    v = e->from;
  } while (v != start);
  assert(weight < 0);
  w->conflict = causes;
}

static bool no_negative_cycle(struct word *w) {
  for (uint32_t round = 0; round <= w->vertices.size; round++) {
    uint32_t changed = UINT32_MAX;
    for (uint32_t k = 0; k < w->edges.size; k++) {
      const struct word_edge *e = &w->edges.data[k];
      wide distance = w->vertices.data[e->from].distance + e->weight;
      if (distance >= w->vertices.data[e->to].distance) continue;
      w->vertices.data[e->to].distance = distance;
      w->vertices.data[e->to].by = k;
      changed = e->to;
    }
    if (changed == UINT32_MAX) return true;
    if (round == w->vertices.size) explain_cycle(w, changed);
  }
  return false;
}

// Is there a way from one vertex to another along edges that the distances leave no room on? Collects their causes.
static bool tight_path(struct word *w, uint32_t from, uint32_t to, struct causes *causes, uint32_t *work) {
  vec_u32_clear(&w->stack);
  vec_u32_push(&w->stack, from);
  for (uint32_t v = 0; v < w->vertices.size; v++) w->vertices.data[v].by = UINT32_MAX;
  for (uint32_t at = 0; at < w->stack.size && w->vertices.data[to].by == UINT32_MAX; at++, *work += w->edges.size)
    for (uint32_t k = 0; k < w->edges.size; k++) {
      const struct word_edge *e = &w->edges.data[k];
      if (e->from != w->stack.data[at] || e->to == from || w->vertices.data[e->to].by != UINT32_MAX) continue;
      if (w->vertices.data[e->from].distance + e->weight != w->vertices.data[e->to].distance) continue;
      w->vertices.data[e->to].by = k;
      vec_u32_push(&w->stack, e->to);
    }
  if (w->vertices.data[to].by == UINT32_MAX) return false;
  for (uint32_t v = to; v != from; v = w->edges.data[w->vertices.data[v].by].from)
    *causes = causes_join(*causes, w->edges.data[w->vertices.data[v].by].causes);
  return true;
}

// Words that differ must not be held equal by a cycle of weight zero, on which no edge leaves room.
static bool different_words_differ(struct word *w) {
  uint32_t work = 0; // edges looked at
  for (uint32_t i = 0; i < w->nodes.size && work < MAX_WORK; i++) {
    const struct word_node *node = &w->nodes.data[i];
    const struct dom *r = &w->doms.data[i];
    if (node->op.kind != TERM_EQ || !dom_fixed(r) || r->ulo) continue;
    for (uint32_t is_signed = 0; is_signed < 2; is_signed++) {
      uint32_t a = w->vertex_of.data[2 * node->kid[0] + is_signed], b = w->vertex_of.data[2 * node->kid[1] + is_signed];
      if (!a || !b || a == b || w->vertices.data[a].distance != w->vertices.data[b].distance) continue;
      struct causes causes = w->causes.data[i];
      if (!tight_path(w, a, b, &causes, &work) || !tight_path(w, b, a, &causes, &work)) continue;
      w->conflict = causes;
      return false;
    }
  }
  return true;
}

bool word_order(struct word *w) {
  vec_word_edge_clear(&w->edges);
  vec_word_distance_clear(&w->vertices);
  vec_u32_clear(&w->vertex_of);
  vec_u32_resize(&w->vertex_of, 2 * w->nodes.size);
  vec_word_distance_push(&w->vertices, (struct word_distance){0, UINT32_MAX, 0});
  if (!add_relations(w)) return true;
  for (uint32_t v = 1; v < w->vertices.size; v++) {
    uint32_t key = w->vertices.data[v].node;
    if (w->vertices.size > MAX_VERTICES) return true;
    add_structure(w, v, key / 2, key & 1);
  }
  link_signs(w);
  return no_negative_cycle(w) && different_words_differ(w);
}
