// Search orders: which open edge is explored next.
//
// dfs       the newest, in program order. As much effort goes into excursions: a loop that never ends would otherwise
// be all
//           that is seen, and what has to be explored in full is explored in full in any order
// bfs       the oldest
// random    a random walk down the tree of open edges: every subtree has the same
//           chance, so short paths are as likely as the many long ones of a loop
// coverage  one whose target is nearest to a location not reached yet, in turn with a
//           random one, so that a location that cannot be reached does not starve the rest
#include "explore/frontier.h"
#include "explore/view.h"

VEC_TYPE(vec_pending, struct pending)

#define NO_TWIG UINT32_MAX

struct twig {             // node of the random tree
  uint32_t parent;        // or next free one
  bool is_leaf;
  struct pending entry;   // of a leaf
  struct vec_u32 children;
};
VEC_TYPE(vec_twig, struct twig)

// Entries by age. Those taken out of the middle leave holes (no branch).
struct sequence {
  struct vec_pending entries;     // the last one is no hole
  uint32_t bottom;                // below it there are only holes
  uint32_t holes;
};

// Excursions make the frontier wide: beyond this many entries there are none.
#define EXCURSION_ENTRIES 50000

struct frontier {
  enum search_order search;
  struct cfa *cfa;
  const struct program *program;
  struct stats *stats;
  uint64_t random;
  struct vec_pending scratch;
  struct sequence stack;          // dfs
  struct sequence pool;           // bfs, coverage, and what excursions of dfs found
  uint64_t effort[2];             // dfs: spent depth-first and on excursions
  bool on_excursion;
  uint64_t mass;                  // of all entries
  uint64_t last_mass;             // of the entry popped last, whose successors are pushed next
  uint32_t last_forks;
  // random
  struct vec_twig twigs;
  uint32_t root, current, free_twig, n_leaves;
  // coverage
  uint32_t *distance;             // by location
  uint32_t reached;               // for which the distances were computed
  uint32_t turn;
};

static uint64_t next_random(struct frontier *f) {
  f->random += 0x9e3779b97f4a7c15u;
  return hash_u64(f->random);
}

static void branch_unref(struct branch *b) {
  if (--b->refs) return;
  state_free(b->state);
  mem_free(b);
}

static uint32_t sequence_size(const struct sequence *q) { return q->entries.size - q->holes; }

static void sequence_take(struct sequence *q, uint32_t i, struct pending *out) {
  *out = q->entries.data[i];
  q->entries.data[i].branch = NULL;
  q->holes++;
  while (q->entries.size && !q->entries.data[q->entries.size - 1].branch) {
    q->entries.size--;
    q->holes--;
  }
  if (q->bottom > q->entries.size) q->bottom = q->entries.size;
  if (q->holes < 1024 || q->holes * 2 < q->entries.size) return;
  uint32_t kept = 0;
  for (uint32_t k = 0; k < q->entries.size; k++)
    if (q->entries.data[k].branch) q->entries.data[kept++] = q->entries.data[k];
  q->entries.size = kept;
  q->holes = q->bottom = 0;
}

static bool take_newest(struct sequence *q, struct pending *out) {
  if (!q->entries.size) return false;
  sequence_take(q, q->entries.size - 1, out);
  return true;
}

static bool take_oldest(struct sequence *q, struct pending *out) {
  while (q->bottom < q->entries.size && !q->entries.data[q->bottom].branch) q->bottom++;
  if (q->bottom == q->entries.size) return false;
  sequence_take(q, q->bottom, out);
  return true;
}

void frontier_discard(struct pending *entry) {
  branch_unref(entry->branch);
  if (entry->model) model_unref(entry->model);
}

bool frontier_waited(const struct pending *entry) { return term_none(entry->open.condition); }

struct state *frontier_resume(struct pending *entry) {
  struct branch *b = entry->branch;
  struct state *s = b->refs == 1 ? b->state : state_copy(b->state);
  if (b->refs == 1) b->state = NULL;
  branch_unref(b);
  if (!frontier_waited(entry)) state_take_edge(s, entry->open, entry->model);
  if (entry->model) model_unref(entry->model);
  return s;
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

static void step_back(struct frontier *f, struct vec_location *queue, struct location at, struct location from) {
  if (location_none(from) || f->distance[from.id] != UINT32_MAX) return;
  f->distance[from.id] = f->distance[at.id] + 1;
  vec_location_push(queue, from);
}

// Breadth-first backward from every location not reached, along edges, over calls, into them and out of them (to any
// caller).
static void compute_distances(struct frontier *f, const unsigned char *reached) {
  const struct cfa *cfa = f->cfa;
  struct vec_location queue = {0};
  struct vec_location *callers = mem_zalloc(cfa->functions.size + 1, sizeof *callers);
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    if (cfa->edges.data[i].callee != CFA_NONE)
      vec_location_push(&callers[cfa->edges.data[i].callee], cfa->edges.data[i].from);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    f->distance[i] = reached[i] ? UINT32_MAX : 0;
    if (!reached[i]) vec_location_push(&queue, (struct location){i});
  }
  for (uint32_t first = 0; first < queue.size; first++) {
    struct location at = queue.data[first];
    const struct cfa_location *loc = cfa_location(cfa, at);
    for (uint32_t i = 0; i < loc->in.size; i++) {
      const struct cfa_edge *e = cfa_edge(cfa, loc->in.data[i]);
      step_back(f, &queue, at, e->from);
      if (e->callee != CFA_NONE) step_back(f, &queue, at, cfa->functions.data[e->callee].exit);
    }
    if (!location_same(cfa->functions.data[loc->function].entry, at)) continue;
    for (uint32_t i = 0; i < callers[loc->function].size; i++) step_back(f, &queue, at, callers[loc->function].data[i]);
  }
  for (uint32_t i = 0; i < cfa->functions.size; i++) vec_location_release(&callers[i]);
  mem_free(callers);
  vec_location_release(&queue);
}

static bool take_random(struct frontier *f, struct sequence *q, struct pending *out) {
  uint32_t n = q->entries.size - q->bottom;
  for (uint32_t tries = 0; tries < 16 && n; tries++) {
    uint32_t i = q->bottom + (uint32_t)(next_random(f) % n);
    if (!q->entries.data[i].branch) continue;
    sequence_take(q, i, out);
    return true;
  }
  return take_newest(q, out);
}

#define COVERAGE_SAMPLE 128

// The nearest to something not reached of a sample, so that a large frontier costs no more than a small one.
// UINT32_MAX: there is none.
static uint32_t nearest(struct frontier *f, const struct sequence *q, uint32_t *distance) {
  uint32_t n = q->entries.size - q->bottom, best = UINT32_MAX, tries = n < COVERAGE_SAMPLE ? n : COVERAGE_SAMPLE;
  uint32_t start = n ? (uint32_t)(next_random(f) % n) : 0;
  for (uint32_t k = 0; k < tries; k++) {
    uint32_t i = q->bottom + (n <= COVERAGE_SAMPLE ? (start + k) % n : (uint32_t)(next_random(f) % n));
    if (!q->entries.data[i].branch) continue;
    uint32_t d = f->distance[q->entries.data[i].to.id];
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

static bool take_nearest(struct frontier *f, struct sequence *q, struct sequence *other, struct pending *out) {
  uint32_t d1 = UINT32_MAX, d2 = UINT32_MAX;
  refresh_distances(f);
  uint32_t i = nearest(f, q, &d1), j = other ? nearest(f, other, &d2) : UINT32_MAX;
  if (i == UINT32_MAX && j == UINT32_MAX) return false;
  if (j == UINT32_MAX || (i != UINT32_MAX && d1 <= d2)) sequence_take(q, i, out);
  else sequence_take(other, j, out);
  return true;
}

static bool coverage_pop(struct frontier *f, struct pending *out) {
  if (++f->turn % 2 && take_nearest(f, &f->pool, NULL, out)) return true;
  return take_random(f, &f->pool, out);
}

// --- depth first, with excursions --------------------------------------------------------

// An excursion starts at the oldest entry of the stack, which differs most from where the depth-first search is, or
// goes on with an earlier one: its oldest entry, a random one, or what is nearest to something new.
static bool excursion_pop(struct frontier *f, struct pending *out) {
  switch (++f->turn % 4) {
  case 0: return take_oldest(&f->stack, out) || take_random(f, &f->pool, out);
  case 1: return take_random(f, &f->pool, out) || take_oldest(&f->stack, out);
  case 2: return take_oldest(&f->pool, out) || take_oldest(&f->stack, out);
  default: return take_nearest(f, &f->pool, &f->stack, out);
  }
}

static bool dfs_pop(struct frontier *f, struct pending *out) {
  f->on_excursion = f->effort[1] < f->effort[0] && frontier_size(f) < EXCURSION_ENTRIES;
  if (f->on_excursion && excursion_pop(f, out)) return true;
  f->on_excursion = false;
  return take_newest(&f->stack, out) || take_newest(&f->pool, out);
}

// --- all orders ------------------------------------------------------------------------

struct frontier *frontier_new(struct run *run, enum search_order search) {
  struct frontier *f = mem_zalloc(1, sizeof *f);
  f->search = search;
  f->cfa = run->cfa;
  f->program = run->program;
  f->stats = run->stats;
  f->random = run->setting.seed;
  f->root = f->current = f->free_twig = NO_TWIG;
  f->reached = UINT32_MAX;
  f->last_mass = MASS_WHOLE;
  f->distance = mem_zalloc(f->cfa->locations.size + 1, sizeof *f->distance);
  return f;
}

void frontier_free(struct frontier *f) {
  struct pending p;
  while (frontier_pop(f, &p)) frontier_discard(&p);
  for (uint32_t i = 0; i < f->twigs.size; i++) vec_u32_release(&f->twigs.data[i].children);
  vec_twig_release(&f->twigs);
  vec_pending_release(&f->stack.entries);
  vec_pending_release(&f->pool.entries);
  vec_pending_release(&f->scratch);
  mem_free(f->distance);
  mem_free(f);
}

// What follows the entry popped last, in program order. Takes over the references.
static void push(struct frontier *f, uint32_t n, struct pending *entries) {
  for (uint32_t i = 0; i < n; i++) {
    entries[i].mass = f->last_mass / n + (i ? 0 : f->last_mass % n);
    entries[i].forks = f->last_forks + (n > 1);
  }
  f->mass += f->last_mass;
  f->last_mass = 0; // a second time there is nothing left to give
  if (f->search == SEARCH_RANDOM) {
    random_push(f, n, entries);
    return;
  }
  bool depth_first = f->search == SEARCH_DFS;
  struct sequence *q = depth_first && !f->on_excursion ? &f->stack : &f->pool;
  for (uint32_t i = 0; i < n; i++) vec_pending_push(&q->entries, entries[depth_first ? n - 1 - i : i]);
}

static struct branch *branch_new(uint32_t refs, struct state *s) {
  struct branch *b = mem_alloc(sizeof *b);
  *b = (struct branch){.refs = refs, .state = s};
  return b;
}

void frontier_fork(struct frontier *f, struct state *s, struct node node, struct successors *successors) {
  struct branch *shared = branch_new(successors->feasible.size, s);
  vec_pending_clear(&f->scratch);
  for (uint32_t i = 0; i < successors->feasible.size; i++) {
    struct successor *next = &successors->feasible.data[i];
    vec_pending_push(&f->scratch, (struct pending){.branch = shared,
                                                   .model = next->model,
                                                   .open = next->open,
                                                   .node = node,
                                                   .arc = next->arc,
                                                   .to = next->to});
    next->model = NULL;
  }
  f->stats->forks++;
  push(f, f->scratch.size, f->scratch.data);
}

void frontier_suspend(struct frontier *f, struct state *s, struct node node, uint32_t arc) {
  push(f, 1, &(struct pending){.branch = branch_new(1, s), .node = node, .arc = arc, .to = state_location(s)});
}

void frontier_spent(struct frontier *f, uint64_t effort) { f->effort[f->on_excursion] += effort; }

static bool pop(struct frontier *f, struct pending *out) {
  switch (f->search) {
  case SEARCH_RANDOM: return random_pop(f, out);
  case SEARCH_COVERAGE: return coverage_pop(f, out);
  case SEARCH_BFS: return take_oldest(&f->pool, out);
  case SEARCH_DFS: break;
  }
  return dfs_pop(f, out);
}

uint32_t frontier_size(const struct frontier *f) {
  return f->n_leaves + sequence_size(&f->stack) + sequence_size(&f->pool);
}

bool frontier_pop(struct frontier *f, struct pending *out) {
  if (!pop(f, out)) return false;
  f->mass -= out->mass;
  f->last_mass = out->mass;
  f->last_forks = out->forks;
  return true;
}

uint64_t frontier_mass(const struct frontier *f) { return f->mass; }

static uint32_t sequence_forks(const struct sequence *q) {
  uint32_t least = UINT32_MAX;
  for (uint32_t i = q->bottom; i < q->entries.size; i++)
    if (q->entries.data[i].branch && q->entries.data[i].forks < least) least = q->entries.data[i].forks;
  return least;
}

uint32_t frontier_forks(const struct frontier *f, bool dropped) {
  uint32_t least = sequence_forks(&f->stack), pool = sequence_forks(&f->pool);
  if (pool < least) least = pool;
  if (dropped && f->last_forks < least) least = f->last_forks;
  for (uint32_t i = 0; i < f->twigs.size; i++)
    if (f->twigs.data[i].is_leaf && f->twigs.data[i].entry.forks < least) least = f->twigs.data[i].entry.forks;
  return least;
}
