// Numbers of paths and drawing: against brute-force enumeration on random programs and graphs, by the chi-square test,
// and twice with one seed.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "graph/draw.h"
#include "graph/operations.h"
#include "graph/record.h"
#include <math.h>

// --- programs and graphs ---------------------------------------------------------------------

struct fixture {
  struct terms *tm;
  struct cfa *cfa;
  struct unfold *unfold;
  struct graph graph;
  struct limits limits;
  struct dice dice;
};

static uint32_t below(struct fixture *f, uint32_t n) {
  mpz_t bound, out;
  mpz_init_set_ui(bound, n);
  mpz_init(out);
  dice_roll(&f->dice, bound, out);
  uint32_t result = (uint32_t)mpz_get_ui(out);
  mpz_clears(bound, out, NULL);
  return result;
}

static void fixture_init(struct fixture *f, uint64_t seed) {
  *f = (struct fixture){.tm = terms_new()};
  dice_init(&f->dice, seed);
  f->cfa = cfa_new(f->tm);
  f->cfa->pointer_bits = 64;
  graph_init(&f->graph);
}

static void fixture_release(struct fixture *f) {
  graph_release(&f->graph);
  if (f->unfold) unfold_free(f->unfold);
  cfa_free(f->cfa);
  terms_free(f->tm);
}

static void call(struct fixture *f, struct location from, struct location to, uint32_t callee) {
  cfa_edge(f->cfa, cfa_add_edge(f->cfa, from, to))->callee = callee;
}

static void guarded(struct fixture *f, struct location from, struct location to, struct term guard) {
  cfa_edge(f->cfa, cfa_add_edge(f->cfa, from, to))->guard = guard;
}

// A function of a few locations with random edges, some of them calls of any function, itself included.
static void random_edges(struct fixture *f, uint32_t first, uint32_t n) {
  for (uint32_t l = first; l < first + n; l++) {
    if (f->cfa->locations.data[l].kind != LOC_PLAIN) continue;
    uint32_t out = below(f, 4);
    for (uint32_t k = 0; k < out; k++) {
      struct edge e = cfa_add_edge(f->cfa, (struct location){l}, (struct location){first + below(f, n)});
      if (below(f, 4) == 0) cfa_edge(f->cfa, e)->callee = below(f, f->cfa->functions.size);
    }
  }
}

static void random_program(struct fixture *f) {
  static const enum cfa_location_kind kinds[] = {LOC_PLAIN, LOC_PLAIN, LOC_PLAIN, LOC_PLAIN,
                                                 LOC_PLAIN, LOC_STOP,  LOC_ERROR, LOC_UNSUPPORTED};
  uint32_t functions = 1 + below(f, 3), first[3], size[3];
  for (uint32_t i = 0; i < functions; i++) {
    cfa_add_function(f->cfa, (const char *[]){"main", "f", "g"}[i]);
    size[i] = 2 + below(f, 4);
    first[i] = f->cfa->locations.size;
    for (uint32_t k = 0; k < size[i]; k++)
      cfa_add_location(f->cfa, i, k + 1 == size[i] ? LOC_EXIT : k ? kinds[below(f, 8)] : LOC_PLAIN);
    // Now and then a function without an exit, or one that does nothing.
    if (below(f, 8) == 0) f->cfa->locations.data[f->cfa->locations.size - 1].kind = LOC_STOP;
    else f->cfa->functions.data[i].exit = (struct location){f->cfa->locations.size - 1};
    if (i && !location_none(f->cfa->functions.data[i].exit) && below(f, 5) == 0)
      f->cfa->functions.data[i].entry = f->cfa->functions.data[i].exit;
  }
  f->cfa->main = 0;
  for (uint32_t i = 0; i < functions; i++) random_edges(f, first[i], size[i]);
  f->unfold = unfold_new(f->cfa);
}

static bool is_at(const struct graph_node *n, struct location location, struct context context) {
  return location_same(n->location, location) && context_same(n->context, context);
}

// A red graph that need not be a sound one: what is cut, open, missing and subsumed is chosen at random.
static void random_graph(struct fixture *f, unsigned char *exhaustive) {
  struct graph *g = &f->graph;
  uint32_t most = 1 + below(f, 12);
  for (uint32_t i = 0; i < f->cfa->locations.size; i++) exhaustive[i] = below(f, 3) > 0;
  if (below(f, 10) == 0) return; // nothing was executed
  graph_add(g, NODE_NONE, 0, f->cfa->functions.data[0].entry, CONTEXT_ROOT);
  for (struct node v = {0}; v.id < g->nodes.size; v.id++) {
    struct graph_node n = *graph_node(g, v);
    if (below(f, 12) == 0) {
      struct term no = term_false(f->tm);
      if (v.id || below(f, 4) == 0) g->nodes.data[v.id].formula = graph_conjunction(g, f->tm, 1, &no);
    }
    struct node by = {below(f, v.id + 1)};
    if (by.id < v.id && is_at(graph_node(g, by), n.location, n.context) && below(f, 3)) {
      g->nodes.data[v.id].subsumer = by;
      continue;
    }
    if (below(f, 8) == 0) continue; // not expanded
    struct vec_edge edges = {0};
    const struct vec_edge *out = &cfa_location(f->cfa, n.location)->out;
    for (uint32_t i = 0; i < out->size; i++)
      if (below(f, 6)) vec_edge_push(&edges, out->data[i]);
    graph_expand(g, v, edges.size, edges.data);
    for (uint32_t i = 0; i < edges.size; i++) {
      struct place to = flow_step(f->cfa, f->unfold, n.context, edges.data[i]);
      uint32_t kind = below(f, 5);
      struct node same = {below(f, g->nodes.size)};
      if (kind == 0) graph_record_target(g, v, i, NODE_CUT);
      else if (kind == 1 && is_at(graph_node(g, same), to.location, to.context)) graph_record_target(g, v, i, same);
      else if (kind > 1 && g->nodes.size < most) graph_add(g, v, i, to.location, to.context);
    }
    vec_edge_release(&edges);
  }
}

// --- brute force: from the definitions of flow.h, without its functions ----------------------------

struct brute {
  struct fixture *f;
  const unsigned char *exhaustive;
  bool red;
  unsigned char *gone;
  uint64_t count, most;
  struct vec_edge path;
  struct vec_u64 hashes;    // of all paths, if wanted
  bool collect;
};

static bool brute_is_end(struct brute *b, struct location location) {
  const struct cfa_location *l = cfa_location(b->f->cfa, location);
  return l->kind != LOC_PLAIN || l->out.size == 0;
}

static void brute_step(struct brute *b, struct edge edge, struct context *context, struct location *location) {
  const struct cfa *cfa = b->f->cfa;
  const struct cfa_edge *e = cfa_edge(cfa, edge);
  *location = e->to;
  if (e->callee != CFA_NONE) {
    *context = unfold_enter(b->f->unfold, *context, edge);
    *location = cfa->functions.data[e->callee].entry;
  }
  while (!context_same(*context, CONTEXT_ROOT) && cfa_location(cfa, *location)->kind == LOC_EXIT) {
    *location = cfa_edge(cfa, unfold_call(b->f->unfold, *context))->to;
    *context = unfold_parent(b->f->unfold, *context);
  }
}

static bool brute_is_closed(const struct brute *b, struct node target) {
  return node_same(target, NODE_CUT) || (!node_same(target, NODE_OPEN) && b->gone[target.id]);
}

static void brute_walk(struct brute *b, struct node node, struct context context, struct location location,
                       uint32_t left) {
  if (b->count > b->most) return;
  const struct graph *g = &b->f->graph;
  while (!node_none(node) && !node_none(graph_node(g, node)->subsumer)) node = graph_node(g, node)->subsumer;
  if (left == 0 || brute_is_end(b, location)) {
    b->count++;
    if (b->collect) vec_u64_push(&b->hashes, hash_bytes(b->path.data, b->path.size * sizeof *b->path.data));
    return;
  }
  const struct cfa_location *l = cfa_location(b->f->cfa, location);
  bool expanded = !node_none(node) && graph_node(g, node)->flags & GRAPH_EXPANDED;
  for (uint32_t i = 0; i < l->out.size; i++) {
    struct node target = NODE_NONE;
    if (expanded) {
      target = NODE_CUT;
      for (uint32_t k = 0; k < graph_node(g, node)->n_arcs; k++)
        if (edge_same(graph_arc(g, node, k)->edge, l->out.data[i])) target = graph_arc(g, node, k)->target;
      if (brute_is_closed(b, target)) continue;
      if (node_same(target, NODE_OPEN)) target = NODE_NONE;
    }
    struct context c = context;
    struct location to;
    brute_step(b, l->out.data[i], &c, &to);
    vec_edge_push(&b->path, l->out.data[i]);
    brute_walk(b, target, c, to, left - 1);
    vec_edge_pop(&b->path);
  }
}

// The least set that contains what must be gone, found the slow way.
static void brute_gone(struct brute *b) {
  const struct graph *g = &b->f->graph;
  b->gone = mem_zalloc(g->nodes.size + 1, 1);
  for (uint32_t round = 0; round <= g->nodes.size; round++)
    for (struct node v = {0}; v.id < g->nodes.size; v.id++) {
      const struct graph_node *n = graph_node(g, v);
      bool all = n->flags & GRAPH_EXPANDED && node_none(n->subsumer) && !brute_is_end(b, n->location) &&
                 b->exhaustive[n->location.id];
      for (uint32_t i = 0; i < n->n_arcs && all; i++) all = brute_is_closed(b, graph_arc(g, v, i)->target);
      if (all || !formula_none(n->formula) || (!node_none(n->subsumer) && b->gone[n->subsumer.id])) b->gone[v.id] = 1;
    }
}

static bool brute_count(struct brute *b, uint32_t length) {
  struct node root = b->red ? b->f->graph.root : NODE_NONE;
  if (node_same(root, NODE_OPEN)) root = NODE_NONE;
  if (b->red) brute_gone(b);
  b->count = 0;
  if (node_none(root) || !b->gone[root.id])
    brute_walk(b, root, CONTEXT_ROOT, b->f->cfa->functions.data[0].entry, length);
  return b->count <= b->most;
}

static void brute_release(struct brute *b) {
  mem_free(b->gone);
  vec_edge_release(&b->path);
  vec_u64_release(&b->hashes);
}

// --- counting ----------------------------------------------------------------------------------

static void test_counting(void **unused) {
  (void)unused;
  uint32_t compared = 0, smaller = 0, plugged = 0, empty = 0;
  for (uint64_t seed = 1; seed <= 3000; seed++) {
    struct fixture f;
    unsigned char exhaustive[32] = {0};
    fixture_init(&f, seed);
    random_program(&f);
    random_graph(&f, exhaustive);
    uint32_t length = below(&f, 8);
    struct brute black = {.f = &f, .most = 20000},
                 red = {.f = &f, .red = true, .exhaustive = exhaustive, .most = 20000};
    struct flow flow;
    const char *message;
    assert_true(flow_init(&flow, f.cfa, f.unfold, &f.graph, exhaustive, &message));
    struct count_black *b = count_black_new(f.cfa, f.unfold, &f.limits, length);
    struct count_red *r = count_red_new(b, &flow, &f.limits, seed % 2);
    mpz_t before, after;
    mpz_inits(before, after, NULL);
    count_black_total(b, before);
    count_red_total(r, after);
    if (brute_count(&black, length) && brute_count(&red, length)) {
      assert_int_equal(mpz_get_ui(before), black.count);
      assert_int_equal(mpz_get_ui(after), red.count);
      assert_true(red.count <= black.count);
      compared++;
      smaller += red.count < black.count && red.count > 0;
      plugged += flow.n_open > 0;
      empty += flow.empty;
    }
    mpz_clears(before, after, NULL);
    count_red_free(r);
    count_black_free(b);
    flow_release(&flow);
    brute_release(&black);
    brute_release(&red);
    fixture_release(&f);
  }
  assert_true(compared > 2900 && smaller > 300 && plugged > 300 && empty > 50);
}

// Two calls of itself in a row: contexts double with every edge, but the count does not depend on them.
static void test_recursion(void **unused) {
  (void)unused;
  struct fixture f;
  fixture_init(&f, 1);
  cfa_add_function(f.cfa, "main");
  struct location a = cfa_add_location(f.cfa, 0, LOC_PLAIN), b = cfa_add_location(f.cfa, 0, LOC_PLAIN),
                  x = cfa_add_location(f.cfa, 0, LOC_EXIT);
  f.cfa->main = 0;
  call(&f, a, b, 0);
  call(&f, b, x, 0);
  cfa_add_edge(f.cfa, a, x);
  f.unfold = unfold_new(f.cfa);
  struct count_black *counts = count_black_new(f.cfa, f.unfold, &f.limits, 400);
  mpz_t total;
  mpz_init(total);
  count_black_total(counts, total);
  // About 2^200 · 400^(-1/2): binary trees, complete or not yet, in order.
  assert_true(mpz_sizeinbase(total, 2) > 190 && mpz_sizeinbase(total, 2) < 401);
  assert_true(unfold_contexts(f.unfold) == 1);
  struct vec_edge path = {0};
  assert_true(draw_path(&f.dice, f.cfa, f.unfold, counts, NULL, &path));
  assert_true(path.size <= 400);
  vec_edge_release(&path);
  mpz_clear(total);
  count_black_free(counts);
  fixture_release(&f);
}

static void test_stopped(void **unused) {
  (void)unused;
  struct fixture f;
  fixture_init(&f, 3);
  random_program(&f);
  unsigned char exhaustive[32] = {0};
  random_graph(&f, exhaustive);
  struct flow flow;
  const char *message;
  assert_true(flow_init(&flow, f.cfa, f.unfold, &f.graph, exhaustive, &message));
  assert_false(node_same(f.graph.root, NODE_OPEN));
  struct count_black *b = count_black_new(f.cfa, f.unfold, &f.limits, 10);
  assert_non_null(b);
  limits_stop(&f.limits, REASON_TIMEOUT);
  assert_null(count_red_new(b, &flow, &f.limits, true));
  assert_null(count_black_new(f.cfa, f.unfold, &f.limits, 10));
  count_black_free(b);
  flow_release(&flow);
  fixture_release(&f);
}

// --- drawing -------------------------------------------------------------------------------------

static uint32_t path_number(const struct brute *b, const struct vec_edge *path) {
  uint64_t hash = hash_bytes(path->data, path->size * sizeof *path->data);
  for (uint32_t i = 0; i < b->hashes.size; i++)
    if (b->hashes.data[i] == hash) return i;
  return UINT32_MAX;
}

// Draws from the graph, or from the black part; the statistic of the chi-square test, normalised to about mean 0 and
// deviation 1.
static double drawn_evenly(struct fixture *f, struct count_black *b, struct count_red *r, const struct brute *all,
                           uint32_t draws) {
  uint32_t *hits = mem_zalloc(all->hashes.size + 1, sizeof *hits);
  struct vec_edge path = {0};
  for (uint32_t i = 0; i < draws; i++) {
    assert_true(draw_path(&f->dice, f->cfa, f->unfold, b, r, &path));
    uint32_t which = path_number(all, &path);
    assert_int_not_equal(which, UINT32_MAX);
    assert_true(!r || flow_contains(count_red_flow(r), path.size, path.data));
    hits[which]++;
  }
  double expected = (double)draws / all->hashes.size, sum = 0;
  for (uint32_t i = 0; i < all->hashes.size; i++) sum += (hits[i] - expected) * (hits[i] - expected) / expected;
  double freedom = all->hashes.size - 1;
  vec_edge_release(&path);
  mem_free(hits);
  return freedom > 0 ? (sum - freedom) / sqrt(2 * freedom) : 0;
}

static void test_uniform(void **unused) {
  (void)unused;
  uint32_t tried = 0;
  double worst = 0, total = 0;
  for (uint64_t seed = 1; seed <= 400; seed++) {
    struct fixture f;
    unsigned char exhaustive[32] = {0};
    fixture_init(&f, seed);
    random_program(&f);
    random_graph(&f, exhaustive);
    bool red = seed % 4 > 0;
    struct brute all = {.f = &f, .red = red, .exhaustive = exhaustive, .most = 60, .collect = true};
    struct flow flow;
    const char *message;
    assert_true(flow_init(&flow, f.cfa, f.unfold, &f.graph, exhaustive, &message));
    if (brute_count(&all, 5) && all.count >= 2) {
      struct count_black *b = count_black_new(f.cfa, f.unfold, &f.limits, 5);
      struct count_red *r = red ? count_red_new(b, &flow, &f.limits, true) : NULL;
      double z = drawn_evenly(&f, b, r, &all, 40 * all.hashes.size);
      worst = z > worst ? z : worst;
      total += z;
      tried++;
      count_red_free(r);
      count_black_free(b);
    }
    flow_release(&flow);
    brute_release(&all);
    fixture_release(&f);
  }
  assert_true(tried > 80);
  // Deterministic: these bounds hold with room to spare or not at all.
  assert_true(worst < 5);
  assert_true(fabs(total / sqrt(tried)) < 3);
}

static void test_dice(void **unused) {
  (void)unused;
  // The numbers are part of the contract: the same seed gives the same draw on every machine.
  static const unsigned long small[] = {763, 460, 210, 500, 373, 749};
  mpz_t bound, out;
  mpz_inits(bound, out, NULL);
  struct dice dice;
  dice_init(&dice, 1);
  mpz_set_ui(bound, 1000);
  for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
    dice_roll(&dice, bound, out);
    assert_int_equal(mpz_get_ui(out), small[i]);
  }
  mpz_ui_pow_ui(bound, 10, 40);
  dice_roll(&dice, bound, out);
  char *text = mpz_get_str(NULL, 10, out);
  assert_string_equal(text, "6597169351483946612604458373580902536802");
  void (*gmp_free)(void *, size_t);
  mp_get_memory_functions(NULL, NULL, &gmp_free);
  gmp_free(text, strlen(text) + 1);
  mpz_clears(bound, out, NULL);
}

static void test_seeds(void **unused) {
  (void)unused;
  struct fixture f;
  fixture_init(&f, 1);
  cfa_add_function(f.cfa, "main");
  struct location a = cfa_add_location(f.cfa, 0, LOC_PLAIN);
  cfa_add_location(f.cfa, 0, LOC_EXIT);
  f.cfa->main = 0;
  for (int i = 0; i < 3; i++) cfa_add_edge(f.cfa, a, a);
  f.unfold = unfold_new(f.cfa);
  struct count_black *b = count_black_new(f.cfa, f.unfold, &f.limits, 60);
  struct vec_edge path[3] = {0};
  for (int i = 0; i < 3; i++) {
    struct dice dice;
    dice_init(&dice, i < 2 ? 7 : 8);
    assert_true(draw_path(&dice, f.cfa, f.unfold, b, NULL, &path[i]));
    assert_int_equal(path[i].size, 60);
  }
  assert_memory_equal(path[0].data, path[1].data, 60 * sizeof(struct edge));
  assert_memory_not_equal(path[0].data, path[2].data, 60 * sizeof(struct edge));
  for (int i = 0; i < 3; i++) vec_edge_release(&path[i]);
  count_black_free(b);
  fixture_release(&f);
}

// Where a step leads is what the unfolded program says; and what the graph does not have is not found in it.
static void test_steps(void **unused) {
  (void)unused;
  uint32_t steps = 0, missing = 0;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    struct fixture f;
    unsigned char exhaustive[32] = {0};
    fixture_init(&f, seed);
    random_program(&f);
    random_graph(&f, exhaustive);
    for (struct context c = {0}; c.id < unfold_contexts(f.unfold) && c.id < 20; c.id++)
      for (uint32_t l = 0; l < f.cfa->locations.size; l++) {
        if (f.cfa->locations.data[l].function != unfold_function(f.unfold, c)) continue;
        for (uint32_t i = 0; i < f.cfa->locations.data[l].out.size; i++, steps++) {
          struct place to = flow_step(f.cfa, f.unfold, c, f.cfa->locations.data[l].out.data[i]);
          const struct unfold_step *step = unfold_step(f.unfold, c, f.cfa->locations.data[l].out.data[i]);
          assert_true(context_same(to.context, step->context));
          assert_true(location_same(to.location, step->location));
        }
      }
    struct flow flow;
    const char *message;
    assert_true(flow_init(&flow, f.cfa, f.unfold, &f.graph, exhaustive, &message));
    struct brute red = {.f = &f, .red = true, .exhaustive = exhaustive, .most = 2000, .collect = true};
    struct count_black *b = count_black_new(f.cfa, f.unfold, &f.limits, 5);
    struct vec_edge path = {0};
    if (brute_count(&red, 5))
      for (uint32_t i = 0; i < 20; i++) {
        assert_true(draw_path(&f.dice, f.cfa, f.unfold, b, NULL, &path));
        bool there = path_number(&red, &path) != UINT32_MAX;
        missing += !there;
        if (there) assert_true(flow_contains(&flow, path.size, path.data));
        else assert_false(flow_contains(&flow, path.size, path.data));
      }
    vec_edge_release(&path);
    count_black_free(b);
    brute_release(&red);
    flow_release(&flow);
    fixture_release(&f);
  }
  assert_true(steps > 1000 && missing > 200);
}

// --- what cannot be walked ---------------------------------------------------------------------------

static void refused(struct fixture *f, const char *why) {
  struct flow flow;
  const char *message = NULL;
  assert_false(flow_init(&flow, f->cfa, f->unfold, &f->graph, NULL, &message));
  assert_non_null(strstr(message, why));
}

static void test_refused(void **unused) {
  (void)unused;
  struct fixture f;
  fixture_init(&f, 1);
  cfa_add_function(f.cfa, "main");
  struct location a = cfa_add_location(f.cfa, 0, LOC_PLAIN), x = cfa_add_location(f.cfa, 0, LOC_EXIT);
  f.cfa->main = 0;
  struct edge e = cfa_add_edge(f.cfa, a, x);
  f.unfold = unfold_new(f.cfa);
  struct node root = graph_add(&f.graph, NODE_NONE, 0, a, CONTEXT_ROOT);
  graph_expand(&f.graph, root, 1, &e);
  graph_record_target(&f.graph, root, 0, NODE_END);
  refused(&f, "goes on");
  struct node wrong = graph_add(&f.graph, root, 0, a, CONTEXT_ROOT);
  refused(&f, "leads where");
  f.graph.nodes.data[wrong.id].location = x;
  f.graph.nodes.data[wrong.id].flags = GRAPH_RUN;
  refused(&f, "between branches");
  f.graph.nodes.data[wrong.id].flags = 0;
  f.graph.nodes.data[wrong.id].subsumer = root;
  refused(&f, "another place");
  f.graph.nodes.data[wrong.id].subsumer = wrong;
  refused(&f, "subsume each other");
  f.graph.nodes.data[wrong.id].subsumer = NODE_NONE;
  struct flow flow;
  const char *message;
  assert_true(flow_init(&flow, f.cfa, f.unfold, &f.graph, NULL, &message));
  assert_int_equal(flow.n_live, 2);
  assert_int_equal(flow.n_open, 0);
  flow_release(&flow);
  fixture_release(&f);
}

// A guard and its negation are exhaustive, a guard and a check are not.
static void test_exhaustive(void **unused) {
  (void)unused;
  struct fixture f;
  fixture_init(&f, 1);
  struct stats stats = {0};
  cfa_add_function(f.cfa, "main");
  uint32_t var = cfa_add_var(f.cfa, CFA_NONE, VAR_PROGRAM, "v", "int", sort_bv(f.tm, 32));
  struct term v = f.cfa->vars.data[var].term, zero = term_bv(f.tm, 32, 0);
  struct location a = cfa_add_location(f.cfa, 0, LOC_PLAIN), b = cfa_add_location(f.cfa, 0, LOC_PLAIN),
                  c = cfa_add_location(f.cfa, 0, LOC_PLAIN);
  struct location x = cfa_add_location(f.cfa, 0, LOC_EXIT);
  f.cfa->main = 0;
  guarded(&f, a, b, term_slt(f.tm, v, zero));
  guarded(&f, a, c, term_slt(f.tm, zero, v));
  guarded(&f, a, x, term_eq(f.tm, v, zero));
  guarded(&f, b, x, term_slt(f.tm, v, zero));
  cfa_add_edge(f.cfa, c, x);
  struct solver *solver = solver_new(f.tm, &f.limits, &stats, &(struct solver_config){.caches = true});
  unsigned char *exhaustive = flow_exhaustive(f.cfa, solver);
  assert_true(exhaustive[a.id] && !exhaustive[b.id] && exhaustive[c.id] && !exhaustive[x.id]);
  mem_free(exhaustive);
  solver_free(solver);
  fixture_release(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counting), cmocka_unit_test(test_recursion),  cmocka_unit_test(test_stopped),
      cmocka_unit_test(test_uniform),  cmocka_unit_test(test_dice),       cmocka_unit_test(test_seeds),
      cmocka_unit_test(test_refused),  cmocka_unit_test(test_exhaustive), cmocka_unit_test(test_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
