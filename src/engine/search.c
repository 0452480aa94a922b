// Search orders: which open edge is explored next.
//
// dfs       the newest, in program order
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

struct frontier {
  enum search search;
  struct cfa *cfa;
  const struct program *program;
  uint64_t random;
  struct vec_pending entries;
  uint32_t head;                  // bfs: the oldest
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

// Breadth-first backward from every location not reached, along edges, over calls and into them.
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
        uint32_t from = k ? sources[k]->data[i] : cfa->edges.data[sources[k]->data[i]].from;
        if (f->distance[from] != UINT32_MAX) continue;
        f->distance[from] = f->distance[at] + 1;
        vec_u32_push(&queue, from);
      }
    }
  }
  for (uint32_t i = 0; i < cfa->functions.size; i++) vec_u32_release(&callers[i]);
  mem_free(callers);
  vec_u32_release(&queue);
}

static void take_entry(struct frontier *f, uint32_t i, struct pending *out) {
  *out = f->entries.data[i];
  f->entries.data[i] = f->entries.data[--f->entries.size];
}

#define COVERAGE_SAMPLE 256

static bool coverage_pop(struct frontier *f, struct pending *out) {
  uint32_t count, n = f->entries.size, best = 0;
  if (!n) return false;
  const unsigned char *reached = program_reached(f->program, &count);
  f->turn = !f->turn;
  if (!f->turn) {
    take_entry(f, (uint32_t)(next_random(f) % n), out);
    return true;
  }
  if (count != f->reached) {
    f->reached = count;
    compute_distances(f, reached);
  }
  // The nearest of a sample, so that a large frontier costs no more than a small one.
  uint32_t tries = n < COVERAGE_SAMPLE ? n : COVERAGE_SAMPLE, start = (uint32_t)(next_random(f) % n);
  for (uint32_t k = 0; k < tries; k++) {
    uint32_t i = n <= COVERAGE_SAMPLE ? (start + k) % n : (uint32_t)(next_random(f) % n);
    if (k == 0 || f->distance[f->entries.data[i].to] < f->distance[f->entries.data[best].to]) best = i;
  }
  take_entry(f, best, out);
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
  mem_free(f->distance);
  mem_free(f);
}

void frontier_push(struct frontier *f, uint32_t n, const struct pending *entries) {
  if (f->search == SEARCH_RANDOM) {
    random_push(f, n, entries);
    return;
  }
  for (uint32_t i = 0; i < n; i++) vec_pending_push(&f->entries, entries[f->search == SEARCH_DFS ? n - 1 - i : i]);
}

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
  if (!f->entries.size) return false;
  *out = vec_pending_pop(&f->entries);
  return true;
}

uint32_t frontier_size(const struct frontier *f) { return f->search == SEARCH_RANDOM ? f->n_leaves : f->entries.size - f->head; }
