// Search orders: which open edge is explored next.
//
// dfs       the newest, in program order. As much effort goes into excursions in the manner of `coverage`: a loop that never
//           ends would otherwise be all that is seen, and what has to be explored in full is explored in full in any order
// bfs       the oldest
// random    a random walk down the tree of open edges: every subtree has the same
//           chance, so short paths are as likely as the many long ones of a loop
// coverage  one whose target is nearest to a location not reached yet, in turn with a
//           random one, so that a location that cannot be reached does not starve the rest
#include "engine/internal.h"

VEC_TYPE(vec_pending, struct pending)

#define NO_TWIG UINT32_MAX

struct twig {             // node of the random tree
  uint32_t parent;        // or next free one
  bool is_leaf;
  struct pending entry;   // of a leaf
  struct vec_u32 children;
};
VEC_TYPE(vec_twig, struct twig)

// Excursions make the frontier wide: beyond this many entries there are none.
#define EXCURSION_ENTRIES 50000

struct frontier {
  enum search search;
  struct cfa *cfa;
  const struct program *program;
  uint64_t random;
  struct vec_pending entries;     // dfs: a stack; bfs: a queue
  uint32_t head;                  // bfs: the oldest
  struct vec_pending pool;        // coverage, and what excursions of dfs found; in no order
  // dfs: entries taken out of the middle of the stack, effort spent depth-first and on excursions
  uint32_t holes, bottom;         // below `bottom` there are only holes
  uint64_t effort[2];
  bool on_excursion;
  // random
  struct vec_twig twigs;
  uint32_t root, current, free_twig, n_leaves;
  // coverage
  uint32_t *distance;             // by location
  uint32_t reached;               // for which the distances were computed
  bool turn;
};

static uint64_t next_random(struct frontier *f) {
  f->random += 0x9e3779b97f4a7c15u;
  return hash_u64(f->random);
}

void branch_unref(struct branch *b) {
  if (--b->refs) return;
  state_free(b->state);
  mem_free(b);
}

static void pending_release(struct pending *p) {
  branch_unref(p->branch);
  model_unref(p->model);
}

// --- random path -----------------------------------------------------------------------

static uint32_t twig_new(struct frontier *f, uint32_t parent) {
  uint32_t t = f->free_twig;
  if (t != NO_TWIG) f->free_twig = f->twigs.data[t].parent;
  else {
    t = f->twigs.size;
    vec_twig_push(&f->twigs, (struct twig){0});
  }
  vec_u32_clear(&f->twigs.data[t].children);
  f->twigs.data[t].parent = parent;
  f->twigs.data[t].is_leaf = false;
  return t;
}

static void twig_drop(struct frontier *f, uint32_t t) {
  f->twigs.data[t].parent = f->free_twig;
  f->free_twig = t;
}

// Replaces child `from` of `parent` by `to` (NO_TWIG: removes it).
static void twig_replace(struct frontier *f, uint32_t parent, uint32_t from, uint32_t to) {
  if (to != NO_TWIG) f->twigs.data[to].parent = parent;
  if (parent == NO_TWIG) {
    f->root = to;
    return;
  }
  struct vec_u32 *children = &f->twigs.data[parent].children;
  uint32_t i = 0;
  while (children->data[i] != from) i++;
  if (to != NO_TWIG) children->data[i] = to;
  else {
    memmove(&children->data[i], &children->data[i + 1], (children->size - i - 1) * sizeof(uint32_t));
    children->size--;
  }
}

// The twig popped last led nowhere: it goes, and nodes with one child are skipped.
static void twig_prune(struct frontier *f, uint32_t t) {
  while (t != NO_TWIG && !f->twigs.data[t].children.size) {
    uint32_t parent = f->twigs.data[t].parent;
    twig_replace(f, parent, t, NO_TWIG);
    twig_drop(f, t);
    t = parent;
  }
  if (t != NO_TWIG && f->twigs.data[t].children.size == 1) {
    twig_replace(f, f->twigs.data[t].parent, t, f->twigs.data[t].children.data[0]);
    twig_drop(f, t);
  }
}

static void random_push(struct frontier *f, uint32_t n, const struct pending *entries) {
  uint32_t parent = f->current;
  if (parent == NO_TWIG) parent = f->current = f->root = twig_new(f, NO_TWIG);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t leaf = twig_new(f, parent);
    f->twigs.data[leaf].is_leaf = true;
    f->twigs.data[leaf].entry = entries[i];
    vec_u32_push(&f->twigs.data[parent].children, leaf);
  }
  f->n_leaves += n;
}

static bool random_pop(struct frontier *f, struct pending *out) {
  if (f->current != NO_TWIG) twig_prune(f, f->current);
  f->current = NO_TWIG;
  if (f->root == NO_TWIG || !f->n_leaves) return false;
  uint32_t t = f->root;
  while (!f->twigs.data[t].is_leaf) {
    const struct vec_u32 *children = &f->twigs.data[t].children;
    t = children->data[next_random(f) % children->size];
  }
  *out = f->twigs.data[t].entry;
  f->twigs.data[t].is_leaf = false;
  f->current = t;
  f->n_leaves--;
  return true;
}

// --- coverage --------------------------------------------------------------------------

static void step_back(struct frontier *f, struct vec_u32 *queue, uint32_t at, uint32_t from) {
  if (from == CFA_NONE || f->distance[from] != UINT32_MAX) return;
  f->distance[from] = f->distance[at] + 1;
  vec_u32_push(queue, from);
}

// Breadth-first backward from every location not reached, along edges, over calls, into them and out of them (to any caller).
static void compute_distances(struct frontier *f, const unsigned char *reached) {
  const struct cfa *cfa = f->cfa;
  struct vec_u32 queue = {0};
  struct vec_u32 *callers = mem_zalloc(cfa->functions.size + 1, sizeof *callers);
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    if (cfa->edges.data[i].callee != CFA_NONE) vec_u32_push(&callers[cfa->edges.data[i].callee], cfa->edges.data[i].from);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    f->distance[i] = reached[i] ? UINT32_MAX : 0;
    if (!reached[i]) vec_u32_push(&queue, i);
  }
  for (uint32_t head = 0; head < queue.size; head++) {
    uint32_t at = queue.data[head];
    const struct cfa_location *loc = &cfa->locations.data[at];
    const struct cfa_function *function = &cfa->functions.data[loc->function];
    const struct vec_u32 *sources[2] = {&loc->in, function->entry == at ? &callers[loc->function] : NULL};
    for (uint32_t k = 0; k < 2; k++) {
      for (uint32_t i = 0; sources[k] && i < sources[k]->size; i++) {
        const struct cfa_edge *e = k ? NULL : &cfa->edges.data[sources[k]->data[i]];
        step_back(f, &queue, at, e ? e->from : sources[k]->data[i]);
        if (e && e->callee != CFA_NONE) step_back(f, &queue, at, cfa->functions.data[e->callee].exit);
      }
    }
  }
  for (uint32_t i = 0; i < cfa->functions.size; i++) vec_u32_release(&callers[i]);
  mem_free(callers);
  vec_u32_release(&queue);
}

// The entry at i of a set whose order does not matter.
static void take_any(struct vec_pending *set, uint32_t i, struct pending *out) {
  *out = set->data[i];
  set->data[i] = set->data[--set->size];
}

#define COVERAGE_SAMPLE 128

// The nearest to something not reached of a sample, so that a large frontier costs no more than a small one. Entries without a
// branch are holes. UINT32_MAX: there is none.
static uint32_t nearest(struct frontier *f, const struct vec_pending *set, uint32_t *distance) {
  uint32_t n = set->size, best = UINT32_MAX, tries = n < COVERAGE_SAMPLE ? n : COVERAGE_SAMPLE;
  uint32_t start = n ? (uint32_t)(next_random(f) % n) : 0;
  for (uint32_t k = 0; k < tries; k++) {
    uint32_t i = n <= COVERAGE_SAMPLE ? (start + k) % n : (uint32_t)(next_random(f) % n);
    if (!set->data[i].branch) continue;
    uint32_t d = f->distance[set->data[i].to];
    if (best != UINT32_MAX && d >= *distance) continue;
    best = i;
    *distance = d;
  }
  return best;
}

static void refresh_distances(struct frontier *f) {
  uint32_t count;
  const unsigned char *reached = program_reached(f->program, &count);
  if (count == f->reached) return;
  f->reached = count;
  compute_distances(f, reached);
}

static bool coverage_pop(struct frontier *f, struct pending *out) {
  if (!f->pool.size) return false;
  f->turn = !f->turn;
  uint32_t distance, i = (uint32_t)(next_random(f) % f->pool.size);
  if (f->turn) {
    refresh_distances(f);
    i = nearest(f, &f->pool, &distance);
  }
  take_any(&f->pool, i, out);
  return true;
}

// --- depth first, with excursions --------------------------------------------------------

// Leaves a hole; holes on top of the stack go.
static void take_from_stack(struct frontier *f, uint32_t i, struct pending *out) {
  *out = f->entries.data[i];
  f->entries.data[i].branch = NULL;
  f->holes++;
  while (f->entries.size && !f->entries.data[f->entries.size - 1].branch) {
    f->entries.size--;
    f->holes--;
  }
  if (f->bottom > f->entries.size) f->bottom = f->entries.size;
  if (f->holes < 1024 || f->holes * 2 < f->entries.size) return;
  uint32_t kept = 0;
  for (uint32_t k = 0; k < f->entries.size; k++)
    if (f->entries.data[k].branch) f->entries.data[kept++] = f->entries.data[k];
  f->entries.size = kept;
  f->holes = f->bottom = 0;
}

// Excursions start at the oldest entries of the stack: they differ most from where the depth-first search is.
static bool excursion_pop(struct frontier *f, struct pending *out) {
  f->turn = !f->turn;
  if (!f->turn && f->pool.size && next_random(f) % 2) {
    take_any(&f->pool, (uint32_t)(next_random(f) % f->pool.size), out);
    return true;
  }
  if (!f->turn) {
    while (f->bottom < f->entries.size && !f->entries.data[f->bottom].branch) f->bottom++;
    if (f->bottom < f->entries.size) {
      take_from_stack(f, f->bottom, out);
      return true;
    }
  }
  refresh_distances(f);
  uint32_t d1 = UINT32_MAX, d2 = UINT32_MAX, i = nearest(f, &f->pool, &d1), j = nearest(f, &f->entries, &d2);
  if (i == UINT32_MAX && j == UINT32_MAX) return false;
  if (j == UINT32_MAX || (i != UINT32_MAX && d1 <= d2)) take_any(&f->pool, i, out);
  else take_from_stack(f, j, out);
  return true;
}

static bool dfs_pop(struct frontier *f, struct pending *out) {
  f->on_excursion = f->effort[1] < f->effort[0] && frontier_size(f) < EXCURSION_ENTRIES;
  if (f->on_excursion && excursion_pop(f, out)) return true;
  f->on_excursion = false;
  if (f->entries.size) {
    take_from_stack(f, f->entries.size - 1, out);
    return true;
  }
  if (!f->pool.size) return false;
  *out = vec_pending_pop(&f->pool);
  return true;
}

// --- all orders ------------------------------------------------------------------------

struct frontier *frontier_new(enum search search, struct cfa *cfa, const struct program *program, uint64_t seed) {
  struct frontier *f = mem_zalloc(1, sizeof *f);
  f->search = search;
  f->cfa = cfa;
  f->program = program;
  f->random = seed;
  f->root = f->current = f->free_twig = NO_TWIG;
  f->reached = UINT32_MAX;
  f->distance = mem_zalloc(cfa->locations.size + 1, sizeof *f->distance);
  return f;
}

void frontier_free(struct frontier *f) {
  struct pending p;
  while (frontier_pop(f, &p)) pending_release(&p);
  for (uint32_t i = 0; i < f->twigs.size; i++) vec_u32_release(&f->twigs.data[i].children);
  vec_twig_release(&f->twigs);
  vec_pending_release(&f->entries);
  vec_pending_release(&f->pool);
  mem_free(f->distance);
  mem_free(f);
}

void frontier_push(struct frontier *f, uint32_t n, const struct pending *entries) {
  if (f->search == SEARCH_RANDOM) {
    random_push(f, n, entries);
    return;
  }
  bool depth_first = f->search == SEARCH_DFS, pool = f->search == SEARCH_COVERAGE || (depth_first && f->on_excursion);
  for (uint32_t i = 0; i < n; i++) vec_pending_push(pool ? &f->pool : &f->entries, entries[depth_first ? n - 1 - i : i]);
}

void frontier_spent(struct frontier *f, uint64_t effort) { f->effort[f->on_excursion] += effort; }

static bool bfs_pop(struct frontier *f, struct pending *out) {
  if (f->head == f->entries.size) return false;
  *out = f->entries.data[f->head++];
  if (f->head > 1024 && f->head * 2 > f->entries.size) {
    memmove(f->entries.data, f->entries.data + f->head, (f->entries.size - f->head) * sizeof *f->entries.data);
    f->entries.size -= f->head;
    f->head = 0;
  }
  return true;
}

bool frontier_pop(struct frontier *f, struct pending *out) {
  switch (f->search) {
  case SEARCH_RANDOM: return random_pop(f, out);
  case SEARCH_COVERAGE: return coverage_pop(f, out);
  case SEARCH_BFS: return bfs_pop(f, out);
  case SEARCH_DFS: break;
  }
  return dfs_pop(f, out);
}

uint32_t frontier_size(const struct frontier *f) { return f->n_leaves + f->entries.size - f->head - f->holes + f->pool.size; }
