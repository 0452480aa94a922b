// See count.h.
#include "graph/count.h"
#include <assert.h>
#include <stdlib.h>

// --- the black part --------------------------------------------------------------------

// paths(c, l, 0 …) of a place that calls return to, as far as they were asked for.
struct series {
  struct context context;
  struct location location;
  unsigned char *known;
  mpz_t *values;
};

struct count_black {
  const struct cfa *cfa;
  struct unfold *unfold;
  uint32_t length;
  uint32_t layers;            // made so far
  mpz_t **returns, **stays;   // by number of edges, then by location
  uint32_t *first; // by location: the least k with returns(l, k) ≠ 0; more than the length if there is none
  struct map_ptr series; // context and location → struct series
  mpz_t total;
};

static mpz_t *returns(const struct count_black *b, struct location location, uint32_t k) {
  return &b->returns[k][location.id];
}
static mpz_t *stays(const struct count_black *b, struct location location, uint32_t k) {
  return &b->stays[k][location.id];
}

static void add_call(struct count_black *b, const struct cfa_edge *e, uint32_t k) {
  struct location entry = b->cfa->functions.data[e->callee].entry;
  mpz_t *r = returns(b, e->from, k), *s = stays(b, e->from, k);
  mpz_add(*s, *s, *stays(b, entry, k - 1));
  for (uint32_t j = b->first[entry.id]; j < k; j++) {
    if (!mpz_sgn(*returns(b, entry, j))) continue;
    mpz_addmul(*r, *returns(b, entry, j), *returns(b, e->to, k - 1 - j));
    mpz_addmul(*s, *returns(b, entry, j), *stays(b, e->to, k - 1 - j));
  }
}

// All that is needed has fewer edges.
static void count_location(struct count_black *b, struct location location, uint32_t k) {
  const struct cfa_location *l = cfa_location(b->cfa, location);
  mpz_t *r = returns(b, location, k), *s = stays(b, location, k);
  if (l->kind == LOC_EXIT) {
    mpz_set_ui(*r, k == 0);
  } else if (k == 0 || flow_is_end(b->cfa, location)) {
    mpz_set_ui(*s, 1);
  } else {
    for (uint32_t i = 0; i < l->out.size; i++) {
      const struct cfa_edge *e = cfa_edge(b->cfa, l->out.data[i]);
      if (e->callee != CFA_NONE) {
        add_call(b, e, k);
        continue;
      }
      mpz_add(*r, *r, *returns(b, e->to, k - 1));
      mpz_add(*s, *s, *stays(b, e->to, k - 1));
    }
  }
  if (b->first[location.id] > k && mpz_sgn(*r)) b->first[location.id] = k;
}

static mpz_t *new_numbers(uint32_t n) {
  mpz_t *numbers = mem_alloc(((size_t)n + 1) * sizeof *numbers);
  for (uint32_t i = 0; i < n; i++) mpz_init(numbers[i]);
  return numbers;
}

static void free_numbers(mpz_t *numbers, uint32_t n) {
  if (!numbers) return;
  for (uint32_t i = 0; i < n; i++) mpz_clear(numbers[i]);
  mem_free(numbers);
}

static bool add_layer(struct count_black *b, struct limits *limits) {
  uint32_t n = b->cfa->locations.size, k = b->layers++;
  b->returns[k] = new_numbers(n);
  b->stays[k] = new_numbers(n);
  for (uint32_t i = 0; i < n; i++) {
    if (limits_stopped(limits)) return false;
    count_location(b, (struct location){i}, k);
  }
  return true;
}

struct count_black *count_black_new(const struct cfa *cfa, struct unfold *u, struct limits *limits, uint32_t length) {
  struct count_black *b = mem_zalloc(1, sizeof *b);
  *b = (struct count_black){.cfa = cfa, .unfold = u, .length = length};
  b->returns = mem_zalloc((size_t)length + 1, sizeof *b->returns);
  b->stays = mem_zalloc((size_t)length + 1, sizeof *b->stays);
  b->first = mem_alloc(((size_t)cfa->locations.size + 1) * sizeof *b->first);
  mpz_init(b->total);
  for (uint32_t i = 0; i < cfa->locations.size; i++) b->first[i] = UINT32_MAX;
  while (b->layers <= length)
    if (!add_layer(b, limits)) {
#ifdef CLEW_SANITIZED
      count_black_free(b);
#endif
      return NULL; // to give back millions of numbers would take longer than there is time
    }
  count_black_at(b, CONTEXT_ROOT, cfa->functions.data[cfa->main].entry, length, b->total);
  return b;
}

void count_black_free(struct count_black *b) {
  if (!b) return;
  for (uint32_t k = 0; k < b->layers; k++) {
    free_numbers(b->returns[k], b->cfa->locations.size);
    free_numbers(b->stays[k], b->cfa->locations.size);
  }
  for (uint32_t i = 0; i < b->series.capacity; i++) {
    if (b->series.cells[i].key == MAP_EMPTY) continue;
    struct series *s = b->series.cells[i].value;
    free_numbers(s->values, b->length + 1);
    mem_free(s->known);
    mem_free(s);
  }
  map_ptr_release(&b->series);
  mpz_clear(b->total);
  mem_free(b->returns);
  mem_free(b->stays);
  mem_free(b->first);
  mem_free(b);
}

uint32_t count_length(const struct count_black *b) { return b->length; }
void count_black_total(struct count_black *b, mpz_t out) { mpz_set(out, b->total); }

static struct series *series_of(struct count_black *b, struct context context, struct location location) {
  uint64_t key = (uint64_t)context.id << 32 | location.id;
  void **found = map_ptr_find(&b->series, key);
  if (found) return *found;
  struct series *s = mem_zalloc(1, sizeof *s);
  *s = (struct series){.context = context, .location = location};
  s->known = mem_zalloc((size_t)b->length + 1, 1);
  s->values = new_numbers(b->length + 1);
  map_ptr_put(&b->series, key, s);
  return s;
}

void count_black_at(struct count_black *b, struct context context, struct location location, uint32_t left, mpz_t out) {
  assert(left <= b->length);
  mpz_set(out, *stays(b, location, left));
  if (b->first[location.id] > left) return;
  if (context_same(context, CONTEXT_ROOT)) {
    for (uint32_t k = b->first[location.id]; k <= left; k++) mpz_add(out, out, *returns(b, location, k));
    return;
  }
  struct series *s =
      series_of(b, unfold_parent(b->unfold, context), cfa_edge(b->cfa, unfold_call(b->unfold, context))->to);
  for (uint32_t k = b->first[location.id]; k <= left; k++) {
    if (!mpz_sgn(*returns(b, location, k))) continue;
    // Only the call string is gone down, never a cycle.
    if (!s->known[left - k]) count_black_at(b, s->context, s->location, left - k, s->values[left - k]);
    s->known[left - k] = 1;
    mpz_addmul(out, *returns(b, location, k), s->values[left - k]);
  }
}

// --- the red part ------------------------------------------------------------------------

struct layer {
  struct vec_node nodes; // ascending: nodes met after as many edges
  mpz_t *values; // NULL: not counted yet, or not kept
};

struct count_red {
  struct count_black *black;
  const struct flow *flow;
  enum count_what what;
  uint32_t n_layers; // from the root on; the last ones may be missing because nothing red is met there
  struct layer *layers;
  mpz_t total;
};

static int compare_nodes(const void *a, const void *b) {
  uint32_t x = ((const struct node *)a)->id, y = ((const struct node *)b)->id;
  return (x > y) - (x < y);
}

static void drop_values(struct layer *l) {
  free_numbers(l->values, l->nodes.size);
  l->values = NULL;
}

// The red nodes that edges from a layer's nodes lead to. `stamp`, by node: the last layer it was put into.
static void make_layer(const struct flow *flow, const struct layer *before, struct layer *layer, uint32_t number,
                       uint32_t *stamp) {
  for (uint32_t i = 0; i < before->nodes.size; i++) {
    const struct graph_node *n = graph_node(flow->graph, before->nodes.data[i]);
    if (!(n->flags & GRAPH_EXPANDED)) continue; // black from here on
    struct place at = {before->nodes.data[i], n->context, n->location}, to;
    struct edge edge;
    uint32_t out = flow_out(flow, at);
    for (uint32_t k = 0; k < out; k++) {
      if (!flow_next(flow, at, k, &edge, &to) || node_none(to.node) || stamp[to.node.id] == number) continue;
      stamp[to.node.id] = number;
      vec_node_push(&layer->nodes, to.node);
    }
  }
  if (layer->nodes.size) qsort(layer->nodes.data, layer->nodes.size, sizeof *layer->nodes.data, compare_nodes);
}

// Does the arc lead to a node whose subsumer has other feasible paths?
static bool merges(const struct flow *flow, struct node node, uint32_t arc) {
  struct node target = graph_arc(flow->graph, node, arc)->target;
  for (; !node_none(target); target = graph_node(flow->graph, target)->subsumer)
    if (graph_node(flow->graph, target)->flags & GRAPH_INEXACT) return true;
  return false;
}

static void count_node(struct count_red *r, struct node node, uint32_t left, mpz_t out) {
  const struct flow *flow = r->flow;
  const struct graph_node *n = graph_node(flow->graph, node);
  if (r->what == COUNT_EXACT && (n->flags & GRAPH_INEXACT)) {
    mpz_set_ui(out, 0);
    return;
  }
  struct place at = {node, n->context, n->location}, to;
  if (left == 0 || flow_is_end(flow->cfa, n->location)) {
    mpz_set_ui(out, 1);
    return;
  }
  if (!(n->flags & GRAPH_EXPANDED)) {
    if (r->what == COUNT_EXACT) mpz_set_ui(out, 0);
    else count_black_at(r->black, n->context, n->location, left, out);
    return;
  }
  mpz_t part;
  mpz_init(part);
  mpz_set_ui(out, 0);
  struct edge edge;
  uint32_t count = flow_out(flow, at);
  for (uint32_t i = 0; i < count; i++) {
    if (!flow_next(flow, at, i, &edge, &to)) continue;
    if (r->what == COUNT_EXACT && (node_none(to.node) || merges(flow, node, i))) continue;
    count_red_at(r, to, left - 1, part);
    mpz_add(out, out, part);
  }
  mpz_clear(part);
}

static bool count_layer(struct count_red *r, struct layer *layer, uint32_t left, struct limits *limits) {
  layer->values = new_numbers(layer->nodes.size);
  for (uint32_t i = 0; i < layer->nodes.size; i++) {
    if (limits_stopped(limits)) return false;
    count_node(r, layer->nodes.data[i], left, layer->values[i]);
  }
  return true;
}

static bool count_layers(struct count_red *r, struct limits *limits) {
  uint32_t length = r->black->length;
  uint32_t *stamp = mem_zalloc((size_t)r->flow->graph->nodes.size + 1, sizeof *stamp);
  vec_node_push(&r->layers[0].nodes, r->flow->root.node);
  for (r->n_layers = 1; r->n_layers <= length; r->n_layers++) {
    struct layer *layer = &r->layers[r->n_layers];
    make_layer(r->flow, layer - 1, layer, r->n_layers, stamp);
    if (!layer->nodes.size || limits_stopped(limits)) break;
  }
  mem_free(stamp);
  for (uint32_t i = r->n_layers; i-- > 0;) {
    if (limits_stopped(limits) || !count_layer(r, &r->layers[i], length - i, limits)) return false;
    if (r->what != COUNT_KEPT && i + 1 < r->n_layers) drop_values(&r->layers[i + 1]);
  }
  mpz_set(r->total, r->layers[0].values[0]);
  return true;
}

struct count_red *count_red_new(struct count_black *b, const struct flow *flow, struct limits *limits,
                                enum count_what what) {
  struct count_red *r = mem_zalloc(1, sizeof *r);
  *r = (struct count_red){.black = b, .flow = flow, .what = what};
  mpz_init(r->total);
  r->layers = mem_zalloc((size_t)b->length + 1, sizeof *r->layers);
  if (flow->empty) return r;
  if (node_none(flow->root.node)) {
    if (what != COUNT_EXACT) count_black_total(b, r->total);
  } else if (!count_layers(r, limits)) {
#ifdef CLEW_SANITIZED
    count_red_free(r);
#endif
    return NULL;
  }
  return r;
}

void count_red_free(struct count_red *r) {
  if (!r) return;
  for (uint32_t i = 0; i <= r->black->length; i++) {
    drop_values(&r->layers[i]);
    vec_node_release(&r->layers[i].nodes);
  }
  mem_free(r->layers);
  mpz_clear(r->total);
  mem_free(r);
}

const struct flow *count_red_flow(const struct count_red *r) { return r->flow; }
void count_red_total(const struct count_red *r, mpz_t out) { mpz_set(out, r->total); }

void count_red_at(struct count_red *r, struct place at, uint32_t left, mpz_t out) {
  if (node_none(at.node)) {
    count_black_at(r->black, at.context, at.location, left, out);
    return;
  }
  const struct layer *layer = &r->layers[r->black->length - left];
  const struct node *found = bsearch(&at.node, layer->nodes.data, layer->nodes.size, sizeof at.node, compare_nodes);
  assert(found && layer->values);
  mpz_set(out, layer->values[found - layer->nodes.data]);
}
