// Finds infeasible error paths, as an analysis that refines abstractions would come upon them.
//
// Three kinds. "direct": the shortest path that visits a chosen head k times, found in the graph alone. For the others
// a tree of feasible beginnings is grown breadth first by symbolic execution; at each edge that cannot be taken there
// the shortest way on to an error completes a path: "error" where that edge leads into the error, so that all but the
// last step can be run, and "exit" otherwise, mostly a loop left too early or entered once too often. The way on from a
// head to the error is one that can be run from some state, where there is any: else an assertion whose condition is
// computed by branches would contradict itself on most paths. A path of which a part between two cuts cannot be run
// from any state needs no interpolant but true and false; at most one such path ("plain") is taken of a program, and
// only where others are missing. All choices are by number, so that the same program gives the same paths (unless time
// runs out).
#include "error_paths.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  NODES_MAX = 1500, // of the tree
  HEADS_MAX = 12, // for which direct paths are looked for
  STEPS_MAX = 2000, // of a path
  SUFFIX_NODES_MAX = 300, // of the tree of ways on from a head
  KEEP = 12, // candidates of one kind with the same number of visits
  VISITS_MAX = 8,
  GAP = 16, // between objects
};

enum kind { KIND_ERROR, KIND_DIRECT, KIND_EXIT, KIND_COUNT };
static const char *const kind_names[] = {"error", "direct", "exit"};

struct candidate {
  enum kind kind;
  uint32_t visits;
  bool used;
  uint32_t fixed; // edges that make it what it is; the others only lead on to an error
  struct vec_edge edges;
};
VEC_TYPE(vec_candidate, struct candidate)

// A feasible beginning.
struct node {
  uint32_t parent, depth, visits;
  struct edge edge;
  struct location location;
  struct term guard; // over inputs
  uint32_t *values; // of the variables, terms over inputs
  uint64_t mark; // where the next object goes
};
VEC_TYPE(vec_node, struct node)

struct finder {
  struct cfa *cfa;
  struct terms *tm;
  struct limits *limits;
  const struct find_options *options;
  struct find_counts *counts;
  struct solver *solver;
  double deadline;
  bool *head; // by location
  uint32_t *distance; // edges to the nearest error; CFA_NONE: there is none
  struct vec_edge *suffix; // by location: a way on to an error, once it was asked for
  struct vec_node nodes;
  struct vec_candidate candidates;
  struct vec_term from, to; // scratch
};

static bool stopped(const struct finder *f) { return limits_stopped(f->limits) || clock_now() > f->deadline; }

// --- the graph ---------------------------------------------------------------------------------------------------

// Functions that may call themselves, also through others.
static bool *recursive_functions(const struct cfa *cfa) {
  uint32_t n = cfa->functions.size;
  bool *reach = mem_zalloc((size_t)n * n + 1, 1), *result = mem_zalloc(n + 1, 1);
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    if (e->callee != CFA_NONE) reach[(size_t)cfa_location(cfa, e->from)->function * n + e->callee] = true;
  }
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t j = 0; j < n && reach[(size_t)i * n + k]; j++)
        if (reach[(size_t)k * n + j]) reach[(size_t)i * n + j] = true;
  for (uint32_t i = 0; i < n; i++) result[i] = reach[(size_t)i * n + i];
  mem_free(reach);
  return result;
}

// Does the edge set a variable of an instance "f@k" of a recursive function that its source does not belong to? The
// flat automaton does not know functions any more; where a parameter is assigned inside the function this makes one
// more cut, which does no harm.
static bool enters_recursive(const struct cfa *flat, const struct cfa *program, const bool *recursive,
                             const struct cfa_edge *e) {
  for (uint32_t k = 0; k < e->updates.size; k++) {
    const char *name = term_var_name(flat->tm, flat->vars.data[e->updates.data[k].var].term);
    const char *at = strchr(name, '@');
    if (!at) continue;
    char *function = mem_strndup(name, (size_t)(at - name));
    uint32_t id = cfa_function_named(program, function);
    mem_free(function);
    if (id == CFA_NONE || !recursive[id]) continue;
    const char *local = strstr(at, "::");
    for (uint32_t i = 0; local && i < program->functions.data[id].params.size; i++)
      if (!strcmp(program->vars.data[program->functions.data[id].params.data[i]].name, local + 2)) return true;
  }
  return false;
}

static void mark_heads(struct finder *f) {
  const struct cfa *cfa = f->cfa, *program = f->options->program;
  bool *recursive = recursive_functions(program);
  f->head = mem_zalloc(cfa->locations.size + 1, 1);
  for (uint32_t i = 0; i < cfa->locations.size; i++) f->head[i] = cfa->locations.data[i].loop_head;
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    if (enters_recursive(cfa, program, recursive, &cfa->edges.data[i])) f->head[cfa->edges.data[i].to.id] = true;
  for (uint32_t i = 0; i < cfa->locations.size; i++) f->counts->heads += f->head[i];
  mem_free(recursive);
}

// Edges to the nearest error, breadth first from the errors.
static void find_distances(struct finder *f) {
  const struct cfa *cfa = f->cfa;
  struct vec_location queue = {0};
  f->distance = mem_alloc((cfa->locations.size + 1) * sizeof *f->distance);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    f->distance[i] = cfa->locations.data[i].kind == LOC_ERROR ? 0 : CFA_NONE;
    if (!f->distance[i]) vec_location_push(&queue, (struct location){i});
  }
  for (uint32_t k = 0; k < queue.size; k++) {
    const struct cfa_location *l = cfa_location(cfa, queue.data[k]);
    for (uint32_t i = 0; i < l->in.size; i++) {
      struct location from = cfa_edge(cfa, l->in.data[i])->from;
      if (f->distance[from.id] != CFA_NONE) continue;
      f->distance[from.id] = f->distance[queue.data[k].id] + 1;
      vec_location_push(&queue, from);
    }
  }
  vec_location_release(&queue);
}

// The shortest path to an error.
static void add_shortest(const struct finder *f, struct location location, struct vec_edge *edges) {
  while (f->distance[location.id]) {
    const struct cfa_location *l = cfa_location(f->cfa, location);
    struct edge next = EDGE_NONE;
    for (uint32_t i = 0; i < l->out.size && edge_none(next); i++) {
      struct location to = cfa_edge(f->cfa, l->out.data[i])->to;
      if (f->distance[to.id] != CFA_NONE && f->distance[to.id] + 1 == f->distance[location.id]) next = l->out.data[i];
    }
    vec_edge_push(edges, next);
    location = cfa_edge(f->cfa, next)->to;
  }
}

// How often the path passes the head it passes most often; the entry and the end do not count.
static uint32_t most_visits(const struct finder *f, const struct vec_edge *edges) {
  struct map_u32 seen = {0};
  uint32_t most = 0;
  for (uint32_t i = 1; i < edges->size; i++) {
    struct location at = cfa_edge(f->cfa, edges->data[i])->from;
    if (!f->head[at.id]) continue;
    uint32_t n = map_u32_get_or(&seen, at.id, 0) + 1;
    map_u32_put(&seen, at.id, n);
    if (n > most) most = n;
  }
  map_u32_release(&seen);
  return most;
}

// Takes over the edges.
static void add_candidate(struct finder *f, enum kind kind, uint32_t fixed, struct vec_edge edges) {
  uint32_t visits = most_visits(f, &edges), same = 0;
  for (uint32_t i = 0; i < f->candidates.size; i++)
    same += f->candidates.data[i].kind == kind && f->candidates.data[i].visits == visits;
  if (!visits || visits > f->options->unroll || edges.size > STEPS_MAX || same >= KEEP) {
    vec_edge_release(&edges);
    return;
  }
  vec_candidate_push(&f->candidates,
                     (struct candidate){.kind = kind, .visits = visits, .fixed = fixed, .edges = edges});
}

// --- direct paths ------------------------------------------------------------------------------------------------

// The shortest path that visits the head exactly `visits` times, breadth first over (location, visits so far).
static void find_direct(struct finder *f, struct location head, uint32_t visits) {
  const struct cfa *cfa = f->cfa;
  struct location entry = cfa->functions.data[cfa->main].entry;
  uint32_t n = cfa->locations.size, end = CFA_NONE;
  struct edge *via = mem_alloc((size_t)n * (visits + 1) * sizeof *via); // edge that first led here
  for (size_t i = 0; i < (size_t)n * (visits + 1); i++) via[i] = EDGE_NONE;
  struct vec_u32 queue = {0};
  uint32_t start = entry.id + (location_same(entry, head) ? n : 0);
  vec_u32_push(&queue, start);
  for (uint32_t k = 0; k < queue.size && end == CFA_NONE; k++) {
    uint32_t at = queue.data[k] % n, count = queue.data[k] / n;
    const struct cfa_location *l = &cfa->locations.data[at];
    if (l->kind == LOC_ERROR && count == visits) end = queue.data[k];
    for (uint32_t i = 0; i < l->out.size; i++) {
      struct location to = cfa_edge(cfa, l->out.data[i])->to;
      uint32_t passed = count + location_same(to, head), next = passed * n + to.id;
      if (f->distance[to.id] == CFA_NONE || passed > visits || !edge_none(via[next]) || next == start) continue;
      via[next] = l->out.data[i];
      vec_u32_push(&queue, next);
    }
  }
  struct vec_edge edges = {0};
  for (uint32_t at = end; end != CFA_NONE && at != start;) {
    struct edge edge = via[at];
    uint32_t count = at / n - (at % n == head.id);
    vec_edge_push(&edges, edge);
    at = count * n + cfa_edge(cfa, edge)->from.id;
  }
  for (uint32_t i = 0, j = edges.size; i + 1 < j; i++) {
    struct edge swap = edges.data[i];
    edges.data[i] = edges.data[--j];
    edges.data[j] = swap;
  }
  uint32_t fixed = edges.size;
  while (fixed && !location_same(cfa_edge(cfa, edges.data[fixed - 1])->to, head)) fixed--;
  if (end != CFA_NONE) add_candidate(f, KIND_DIRECT, fixed, edges);
  vec_u32_release(&queue);
  mem_free(via);
}

static void find_all_direct(struct finder *f) {
  uint32_t tried = 0;
  for (uint32_t i = 0; i < f->cfa->locations.size && tried < HEADS_MAX && !stopped(f); i++) {
    if (!f->head[i] || f->distance[i] == CFA_NONE) continue;
    tried++;
    for (uint32_t k = 1; k <= f->options->unroll; k++) find_direct(f, (struct location){i}, k);
  }
}

// --- symbolic execution ------------------------------------------------------------------------------------------

static void add_values(struct finder *f, const uint32_t *values, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(f->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(f->cfa, (struct term){vars[i]});
    if (var == CFA_NONE) continue;
    vec_term_push(&f->from, (struct term){vars[i]});
    vec_term_push(&f->to, (struct term){values[var]});
  }
}

static struct term substitute(struct finder *f, struct term t) {
  return f->from.size ? term_substitute(f->tm, t, f->from.size, f->from.data, f->to.data) : t;
}

// Addresses for the objects of the edge, appended to `addresses`; false if a size is not known.
static bool place_objects(struct finder *f, const struct cfa_edge *e, const uint32_t *values, uint64_t *mark,
                          struct vec_term *addresses) {
  uint32_t bits = f->cfa->pointer_bits;
  for (uint32_t i = 0; i < e->allocs.size; i++) {
    const struct cfa_alloc *a = &e->allocs.data[i];
    uint64_t size, align = a->align > GAP ? a->align : GAP,
                   end = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_C(1) << 62;
    vec_term_clear(&f->from);
    vec_term_clear(&f->to);
    add_values(f, values, a->size);
    for (uint32_t k = 0; k < i; k++) {
      vec_term_push(&f->from, e->allocs.data[k].term);
      vec_term_push(&f->to, addresses->data[addresses->size - i + k]);
    }
    uint64_t at = (*mark + align - 1) / align * align;
    if (!term_value64(f->tm, substitute(f, a->size), &size) || at >= end || size >= end - at - GAP) return false;
    vec_term_push(addresses, term_bv(f->tm, bits, at));
    *mark = at + size + GAP;
  }
  return true;
}

// Runs one edge: its guard over inputs, and the values after it (in place). False if the size of an object is not
// known.
static bool run_edge(struct finder *f, struct edge edge, uint32_t depth, uint32_t *values, uint64_t *mark,
                     struct term *guard, struct vec_term *addresses) {
  const struct cfa_edge *e = cfa_edge(f->cfa, edge);
  uint32_t first = addresses->size;
  if (!place_objects(f, e, values, mark, addresses)) return false;
  vec_term_clear(&f->from);
  vec_term_clear(&f->to);
  add_values(f, values, e->guard);
  for (uint32_t i = 0; i < e->updates.size; i++) add_values(f, values, e->updates.data[i].value);
  for (uint32_t i = 0; i < e->inputs.size; i++) {
    struct term input = e->inputs.data[i].term;
    struct text name = {0};
    text_printf(&name, "%s step %u", term_var_name(f->tm, input), depth);
    vec_term_push(&f->from, input);
    vec_term_push(&f->to, term_var(f->tm, term_sort(f->tm, input), text_cstr(&name)));
    text_release(&name);
  }
  for (uint32_t i = 0; i < e->allocs.size; i++) {
    vec_term_push(&f->from, e->allocs.data[i].term);
    vec_term_push(&f->to, addresses->data[first + i]);
  }
  *guard = substitute(f, e->guard);
  struct vec_term new = {0};
  for (uint32_t i = 0; i < e->updates.size; i++) vec_term_push(&new, substitute(f, e->updates.data[i].value));
  for (uint32_t i = 0; i < e->updates.size; i++) values[e->updates.data[i].var] = new.data[i].id;
  vec_term_release(&new);
  return true;
}

static uint32_t *initial_values(const struct finder *f) {
  uint32_t *values = mem_alloc((f->cfa->vars.size + 1) * sizeof *values);
  for (uint32_t i = 0; i < f->cfa->vars.size; i++) values[i] = f->cfa->vars.data[i].term.id;
  return values;
}

// --- the tree of feasible beginnings -----------------------------------------------------------------------------

static void path_to(const struct finder *f, uint32_t node, struct vec_edge *edges) {
  uint32_t n = f->nodes.data[node].depth;
  vec_edge_resize(edges, n);
  for (; n; node = f->nodes.data[node].parent) edges->data[--n] = f->nodes.data[node].edge;
}

static enum answer extends(struct finder *f, uint32_t node, struct term guard) {
  if (term_is_true(f->tm, guard)) return ANSWER_SAT;
  if (term_is_false(f->tm, guard)) return ANSWER_UNSAT;
  struct vec_term conjuncts = {0};
  for (uint32_t at = node; f->nodes.data[at].depth; at = f->nodes.data[at].parent)
    if (!term_is_true(f->tm, f->nodes.data[at].guard)) vec_term_push(&conjuncts, f->nodes.data[at].guard);
  vec_term_push(&conjuncts, guard);
  enum answer answer = solver_check(f->solver, conjuncts.size, conjuncts.data);
  vec_term_release(&conjuncts);
  return answer;
}

// An edge that cannot be taken from the node: a path, if a head was passed.
static void add_refused(struct finder *f, uint32_t node, struct edge edge) {
  struct vec_edge edges = {0};
  path_to(f, node, &edges);
  vec_edge_push(&edges, edge);
  struct location to = cfa_edge(f->cfa, edge)->to;
  if (!most_visits(f, &edges)) {
    vec_edge_release(&edges);
    return;
  }
  uint32_t fixed = edges.size;
  add_shortest(f, to, &edges);
  add_candidate(f, cfa_location(f->cfa, to)->kind == LOC_ERROR ? KIND_ERROR : KIND_EXIT, fixed, edges);
}

// Runs the edge from the node. The child's values are to be freed.
static enum answer run_child(struct finder *f, uint32_t node, struct edge edge, struct node *child) {
  *child = f->nodes.data[node];
  uint32_t bytes = (f->cfa->vars.size + 1) * sizeof *child->values;
  struct vec_term addresses = {0};
  child->values = memcpy(mem_alloc(bytes), child->values, bytes);
  child->parent = node;
  child->edge = edge;
  child->location = cfa_edge(f->cfa, edge)->to;
  bool known = run_edge(f, edge, child->depth++, child->values, &child->mark, &child->guard, &addresses);
  vec_term_release(&addresses);
  if (!known) f->counts->unknown_size++;
  return known ? extends(f, node, child->guard) : ANSWER_UNKNOWN;
}

static void clear_nodes(struct finder *f) {
  for (uint32_t i = 0; i < f->nodes.size; i++) mem_free(f->nodes.data[i].values);
  vec_node_clear(&f->nodes);
}

// The shortest way from a location to an error that can be run from some state and does not come back, appended to
// `edges`. The nodes are used for it, so that this is done before the tree grows or after it.
static bool find_suffix(struct finder *f, struct location location, struct vec_edge *edges) {
  bool found = false;
  clear_nodes(f);
  vec_node_push(&f->nodes, (struct node){.parent = CFA_NONE,
                                         .edge = EDGE_NONE,
                                         .location = location,
                                         .values = initial_values(f),
                                         .mark = f->cfa->heap_start});
  for (uint32_t i = 0; i < f->nodes.size && !found && !stopped(f); i++) {
    const struct cfa_location *l = cfa_location(f->cfa, f->nodes.data[i].location);
    for (uint32_t k = 0; k < l->out.size && !found && f->nodes.size < SUFFIX_NODES_MAX; k++) {
      struct location to = cfa_edge(f->cfa, l->out.data[k])->to;
      struct node child;
      if (f->distance[to.id] == CFA_NONE || location_same(to, location)) continue;
      enum answer answer = run_child(f, i, l->out.data[k], &child);
      if (answer == ANSWER_SAT) vec_node_push(&f->nodes, child);
      else mem_free(child.values);
      found = answer == ANSWER_SAT && cfa_location(f->cfa, to)->kind == LOC_ERROR;
    }
  }
  if (found) path_to(f, f->nodes.size - 1, edges);
  clear_nodes(f);
  return found;
}

// A way from a location to an error, remembered; borrowed.
static const struct vec_edge *suffix_of(struct finder *f, struct location location) {
  struct vec_edge *way = &f->suffix[location.id];
  if (!way->size && !find_suffix(f, location, way)) add_shortest(f, location, way);
  return way;
}

// After what is fixed comes a path to an error that can be run.
static void mend_candidates(struct finder *f) {
  for (uint32_t k = 0; k < f->candidates.size; k++) {
    struct candidate *c = &f->candidates.data[k];
    if (c->kind == KIND_ERROR || !c->fixed) continue;
    const struct vec_edge *way = suffix_of(f, cfa_edge(f->cfa, c->edges.data[c->fixed - 1])->to);
    c->edges.size = c->fixed;
    for (uint32_t i = 0; i < way->size; i++) vec_edge_push(&c->edges, way->data[i]);
    c->visits = most_visits(f, &c->edges);
  }
}

static void try_edge(struct finder *f, uint32_t node, struct edge edge) {
  struct node child;
  bool kept = false;
  enum answer answer = run_child(f, node, edge, &child);
  if (answer == ANSWER_UNSAT) add_refused(f, node, edge);
  if (answer == ANSWER_SAT && f->nodes.size < NODES_MAX && child.depth < STEPS_MAX &&
      cfa_location(f->cfa, child.location)->kind != LOC_ERROR) {
    struct vec_edge edges = {0};
    vec_node_push(&f->nodes, child);
    path_to(f, f->nodes.size - 1, &edges);
    kept = most_visits(f, &edges) < f->options->unroll || !f->head[child.location.id];
    if (!kept) f->nodes.size--;
    vec_edge_release(&edges);
  }
  if (!kept) mem_free(child.values);
}

static void grow_tree(struct finder *f) {
  double deadline = f->deadline;
  f->deadline = clock_now() + (deadline - clock_now()) / 2;
  struct location entry = f->cfa->functions.data[f->cfa->main].entry;
  vec_node_push(&f->nodes, (struct node){.parent = CFA_NONE,
                                         .edge = EDGE_NONE,
                                         .location = entry,
                                         .values = initial_values(f),
                                         .mark = f->cfa->heap_start});
  for (uint32_t i = 0; i < f->nodes.size && !stopped(f); i++) {
    const struct cfa_location *l = cfa_location(f->cfa, f->nodes.data[i].location);
    for (uint32_t k = 0; k < l->out.size; k++)
      if (f->distance[cfa_edge(f->cfa, l->out.data[k])->to.id] != CFA_NONE) try_edge(f, i, l->out.data[k]);
  }
  f->counts->nodes = f->nodes.size;
  f->deadline = deadline;
  clear_nodes(f);
}

// --- recording ---------------------------------------------------------------------------------------------------

static void record_step(struct finder *f, const struct cfa_edge *e, const struct term *addresses,
                        struct recorded_path *out) {
  struct step_update *updates = arena_alloc(&out->arena, (e->updates.size + 1) * sizeof *updates);
  struct term *inputs = arena_alloc(&out->arena, (e->inputs.size + 1) * sizeof *inputs);
  vec_term_clear(&f->from);
  vec_term_clear(&f->to);
  for (uint32_t i = 0; i < e->allocs.size; i++) {
    vec_term_push(&f->from, e->allocs.data[i].term);
    vec_term_push(&f->to, addresses[i]);
  }
  for (uint32_t i = 0; i < e->updates.size; i++)
    updates[i] =
        (struct step_update){f->cfa->vars.data[e->updates.data[i].var].term, substitute(f, e->updates.data[i].value)};
  for (uint32_t i = 0; i < e->inputs.size; i++) inputs[i] = e->inputs.data[i].term;
  vec_step_push(&out->steps, (struct step){.guard = substitute(f, e->guard),
                                           .n_updates = e->updates.size,
                                           .updates = updates,
                                           .n_inputs = e->inputs.size,
                                           .inputs = inputs});
}

// Can a part of the path between two cuts not be run from any state?
static bool is_plain(struct finder *f, const struct recorded_path *path) {
  struct substitution *now = substitution_new(f->tm);
  struct vec_term conjuncts = {0}, values = {0};
  bool plain = false;
  for (uint32_t i = 0, cut = 0; i < path->steps.size && !plain; i++) {
    const struct step *s = &path->steps.data[i];
    for (uint32_t k = 0; k < s->n_inputs; k++) {
      struct text name = {0};
      text_printf(&name, "%s step %u", term_var_name(f->tm, s->inputs[k]), i);
      substitution_set(now, s->inputs[k], term_var(f->tm, term_sort(f->tm, s->inputs[k]), text_cstr(&name)));
      text_release(&name);
    }
    vec_term_push(&conjuncts, substitution_apply(now, s->guard));
    vec_term_clear(&values);
    for (uint32_t k = 0; k < s->n_updates; k++) vec_term_push(&values, substitution_apply(now, s->updates[k].value));
    for (uint32_t k = 0; k < s->n_updates; k++) substitution_set(now, s->updates[k].var, values.data[k]);
    bool ends = i + 1 == path->steps.size || (cut < path->cuts.size && path->cuts.data[cut] == i + 1);
    if (!ends) continue;
    cut++;
    plain = solver_check(f->solver, conjuncts.size, conjuncts.data) == ANSWER_UNSAT;
    vec_term_clear(&conjuncts);
    substitution_free(now);
    now = substitution_new(f->tm);
  }
  substitution_free(now);
  vec_term_release(&conjuncts);
  vec_term_release(&values);
  return plain;
}

// Runs the candidate; true if it is infeasible, then it is recorded.
static bool record(struct finder *f, const struct candidate *c, struct recorded_path *out) {
  uint32_t *values = initial_values(f);
  uint64_t mark = f->cfa->heap_start;
  struct vec_term addresses = {0}, conjuncts = {0};
  bool known = true;
  *out = (struct recorded_path){.visits = c->visits, .kind = kind_names[c->kind]};
  arena_init(&out->arena);
  for (uint32_t i = 0; i < c->edges.size && known; i++) {
    const struct cfa_edge *e = cfa_edge(f->cfa, c->edges.data[i]);
    struct term guard;
    vec_term_clear(&addresses);
    known = run_edge(f, c->edges.data[i], i, values, &mark, &guard, &addresses);
    if (!known) break;
    vec_term_push(&conjuncts, guard);
    record_step(f, e, addresses.data, out);
    if (i && f->head[e->from.id]) vec_u32_push(&out->cuts, i);
  }
  f->counts->candidates++;
  enum answer answer = known ? solver_check(f->solver, conjuncts.size, conjuncts.data) : ANSWER_UNKNOWN;
  if (!known) f->counts->unknown_size++;
  else if (answer == ANSWER_SAT) f->counts->feasible++;
  else if (answer == ANSWER_UNKNOWN) f->counts->undecided++;
  vec_term_release(&addresses);
  vec_term_release(&conjuncts);
  mem_free(values);
  if (answer != ANSWER_UNSAT) recorded_release(out);
  return answer == ANSWER_UNSAT;
}

// Takes the first candidate of the kind with that many visits whose length is new.
static bool take(struct finder *f, enum kind kind, uint32_t visits, bool plain, struct vec_recorded *out) {
  for (uint32_t i = 0; i < f->candidates.size && !limits_stopped(f->limits); i++) {
    struct candidate *c = &f->candidates.data[i];
    bool known = c->used || c->kind != kind || c->visits != visits;
    for (uint32_t k = 0; k < out->size; k++) known = known || out->data[k].steps.size == c->edges.size;
    if (known) continue;
    struct recorded_path path;
    if (!record(f, c, &path)) {
      c->used = true;
      continue;
    }
    if (!plain && is_plain(f, &path)) {
      recorded_release(&path);
      continue;
    }
    c->used = true;
    path.plain = plain;
    vec_recorded_push(out, path);
    return true;
  }
  return false;
}

// The kinds in turn, each with its own favourite number of visits, so that the paths of a program differ.
static void choose(struct finder *f, bool plain, uint32_t wanted, struct vec_recorded *out) {
  static const uint32_t favourites[KIND_COUNT][4] =
      {[KIND_ERROR] = {3, 2, 4, 1}, [KIND_DIRECT] = {2, 3, 1, 4}, [KIND_EXIT] = {4, 3, 2, 1}};
  for (uint32_t turn = 0, idle = 0; out->size < wanted && idle < KIND_COUNT; turn++) {
    enum kind kind = (enum kind)(turn % KIND_COUNT);
    bool taken = false;
    for (uint32_t i = 0; i < VISITS_MAX && !taken; i++)
      taken = take(f, kind, i < 4 ? favourites[kind][i] : i + 1, plain, out);
    idle = taken ? 0 : idle + 1;
  }
}

void paths_find(struct cfa *flat, struct limits *limits, struct stats *stats, const struct find_options *options,
                struct vec_recorded *out, struct find_counts *counts) {
  struct find_counts none = {0};
  struct finder f = {.cfa = flat,
                     .tm = flat->tm,
                     .limits = limits,
                     .options = options,
                     .counts = counts,
                     .deadline = clock_now() + options->seconds};
  struct solver_config config = {.caches = true, .query_seconds = 1};
  *counts = none;
  assert(options->unroll <= VISITS_MAX);
  f.solver = solver_new(flat->tm, limits, stats, &config);
  f.suffix = mem_zalloc(flat->locations.size + 1, sizeof *f.suffix);
  mark_heads(&f);
  find_distances(&f);
  if (f.distance[flat->functions.data[flat->main].entry.id] != CFA_NONE && counts->heads) {
    find_all_direct(&f);
    grow_tree(&f);
    mend_candidates(&f);
    choose(&f, false, options->paths, out);
    if (out->size < options->paths) choose(&f, true, out->size + 1, out);
  }
  for (uint32_t i = 0; i < flat->locations.size; i++) vec_edge_release(&f.suffix[i]);
  mem_free(f.suffix);
  for (uint32_t i = 0; i < f.candidates.size; i++) vec_edge_release(&f.candidates.data[i].edges);
  vec_node_release(&f.nodes);
  vec_candidate_release(&f.candidates);
  vec_term_release(&f.from);
  vec_term_release(&f.to);
  mem_free(f.head);
  mem_free(f.distance);
  solver_free(f.solver);
}

void recorded_release(struct recorded_path *path) {
  vec_step_release(&path->steps);
  vec_u32_release(&path->cuts);
  arena_release(&path->arena);
}
