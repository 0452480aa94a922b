// See path.h.
//
// A path is a node that holds its newest conjunct and its parent. Components are a persistent union-find in a trie: a
// variable maps to its component or to another variable of the same component. A component is a node too: its newest
// conjunct, over the components that this conjunct joined. So adding a conjunct touches as many trie entries as it has
// variables, whatever the path's length.
//
// The same trie knows which conjuncts the path has; keys of variables are even, those of conjuncts odd.
#include "solve/path.h"
#include "base/memory/map.h"
#include "solve/solver.h"
#include "solve/trie.h"
#include <stdlib.h>

struct component {
  uint32_t references;
  uint32_t conjunct, position; // position: how many conjuncts the path had before
  uint32_t size;               // conjuncts in it
  uint32_t n_joined;
  struct component *joined[];
};

struct path {
  uint32_t references;
  uint32_t size;               // conjuncts
  uint32_t conjunct;           // 0 at the root
  bool is_false;               // has the conjunct false
  struct terms *tm;
  struct path *parent;
  struct trie *trie;
};

static void component_unref(struct component *c) {
  if (--c->references) return;
  struct vec_ptr dead = {0};
  vec_ptr_push(&dead, c);
  while (dead.size) {
    c = vec_ptr_pop(&dead);
    for (uint32_t i = 0; i < c->n_joined; i++)
      if (!--c->joined[i]->references) vec_ptr_push(&dead, c->joined[i]);
    mem_free(c);
  }
  vec_ptr_release(&dead);
}

// Values of the trie: a component, or 2·variable + 1, or 1 for a conjunct.
static bool is_component(uintptr_t value) { return !(value & 1); }
static void hold(uintptr_t value) {
  if (is_component(value)) ((struct component *)value)->references++;
}
static void drop(uintptr_t value) {
  if (is_component(value)) component_unref((struct component *)value);
}
static const struct trie_owner owner = {hold, drop};

static uint32_t var_key(uint32_t var) { return var << 1; }
static uint32_t conjunct_key(struct term t) { return t.id << 1 | 1; }

struct path *path_new(struct terms *tm) {
  struct path *p = mem_zalloc(1, sizeof *p);
  p->references = 1;
  p->tm = tm;
  return p;
}

struct path *path_ref(struct path *p) {
  p->references++;
  return p;
}

void path_unref(struct path *p) {
  while (p && !--p->references) {
    struct path *parent = p->parent;
    trie_unref(p->trie, &owner);
    mem_free(p);
    p = parent;
  }
}

// The component of a variable, and the variable it is kept at; NULL if no conjunct has it.
static struct component *component_of(const struct path *p, uint32_t var, uint32_t *kept_at) {
  uintptr_t value;
  while (trie_get(p->trie, var_key(var), &value)) {
    *kept_at = var;
    if (is_component(value)) return (struct component *)value;
    var = (uint32_t)(value >> 1);
  }
  return NULL;
}

struct found {
  struct component *component;
  uint32_t kept_at;
};
VEC_TYPE(vec_found, struct found)

// The components that have variables of t, each once.
static void components_touched(const struct path *p, struct term t, struct vec_found *found) {
  uint32_t n, at = 0;
  const uint32_t *vars = term_free_vars(p->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct component *c = component_of(p, vars[i], &at);
    if (!c) continue;
    uint32_t k = 0;
    while (k < found->size && found->data[k].component != c) k++;
    if (k == found->size) vec_found_push(found, (struct found){c, at});
  }
}

static bool has(const struct path *p, struct term conjunct) {
  uintptr_t value;
  return term_is_true(p->tm, conjunct) || trie_get(p->trie, conjunct_key(conjunct), &value);
}

// Adds one conjunct; takes over the reference to p.
static struct path *add_one(struct path *p, struct term conjunct) {
  if (has(p, conjunct)) return p;
  struct path *q = path_new(p->tm);
  q->parent = p;
  q->size = p->size + 1;
  q->conjunct = conjunct.id;
  q->is_false = p->is_false || term_is_false(p->tm, conjunct);
  q->trie = trie_set(trie_ref(p->trie), conjunct_key(conjunct), 1, &owner);
  uint32_t n;
  const uint32_t *vars = term_free_vars(p->tm, conjunct, &n);
  if (!n) return q;
  struct vec_found touched = {0};
  components_touched(p, conjunct, &touched);
  struct component *c = mem_alloc(sizeof *c + touched.size * sizeof *c->joined);
  *c = (struct component){1, conjunct.id, p->size, 1, touched.size};
  uint32_t largest = 0; // the joined component whose variable keeps the new one: the union is balanced
  for (uint32_t i = 0; i < touched.size; i++) {
    c->joined[i] = touched.data[i].component;
    c->joined[i]->references++;
    c->size += c->joined[i]->size;
    if (c->joined[i]->size > touched.data[largest].component->size) largest = i;
  }
  uint32_t keeper = touched.size ? touched.data[largest].kept_at : vars[0];
  uintptr_t link = (uintptr_t)keeper << 1 | 1;
  q->trie = trie_set(q->trie, var_key(keeper), (uintptr_t)c, &owner);
  for (uint32_t i = 0; i < touched.size; i++)
    if (touched.data[i].kept_at != keeper) q->trie = trie_set(q->trie, var_key(touched.data[i].kept_at), link, &owner);
  for (uint32_t i = 0; i < n; i++) {
    uintptr_t value;
    if (!trie_get(q->trie, var_key(vars[i]), &value)) q->trie = trie_set(q->trie, var_key(vars[i]), link, &owner);
  }
  vec_found_release(&touched);
  return q;
}

struct path *path_add(struct path *p, struct term conjunct) {
  struct vec_term parts = {0};
  solver_split(p->tm, conjunct, &parts);
  struct path *q = path_ref(p);
  for (uint32_t i = 0; i < parts.size; i++) q = add_one(q, parts.data[i]);
  vec_term_release(&parts);
  return q;
}

bool path_contains(const struct path *p, struct term conjunct) {
  if (has(p, conjunct)) return true;
  struct vec_term parts = {0};
  solver_split(p->tm, conjunct, &parts);
  bool all = true;
  for (uint32_t i = 0; i < parts.size && all; i++) all = has(p, parts.data[i]);
  vec_term_release(&parts);
  return all;
}

// Its newest conjunct is in a component of its own, which may join others.
size_t path_own_bytes(const struct path *p) {
  size_t bytes = sizeof *p + trie_new_bytes(p->trie, p->parent ? p->parent->trie : NULL);
  return bytes + (p->conjunct ? sizeof(struct component) : 0);
}

uint32_t path_size(const struct path *p) { return p->size; }

void path_conjuncts(const struct path *p, struct vec_term *out) {
  uint32_t start = out->size;
  vec_term_resize(out, start + p->size);
  for (; p->conjunct; p = p->parent) out->data[start + p->size - 1] = (struct term){p->conjunct};
}

// --- queries ----------------------------------------------------------------------------

struct placed {
  uint32_t position, conjunct;
};
VEC_TYPE(vec_placed, struct placed)

static int by_position(const void *x, const void *y) {
  uint32_t a = ((const struct placed *)x)->position, b = ((const struct placed *)y)->position;
  return a < b ? -1 : a > b;
}

// The conjuncts of the components, oldest first: a stable order, so that queries of one path are prefixes of each
// other.
static void conjuncts_of(const struct vec_found *components, struct vec_term *out) {
  struct vec_ptr stack = {0};
  struct vec_placed placed = {0};
  for (uint32_t i = 0; i < components->size; i++) vec_ptr_push(&stack, components->data[i].component);
  while (stack.size) {
    struct component *c = vec_ptr_pop(&stack);
    vec_placed_push(&placed, (struct placed){c->position, c->conjunct});
    for (uint32_t i = 0; i < c->n_joined; i++) vec_ptr_push(&stack, c->joined[i]);
  }
  if (placed.size) qsort(placed.data, placed.size, sizeof *placed.data, by_position);
  for (uint32_t i = 0; i < placed.size; i++) vec_term_push(out, (struct term){placed.data[i].conjunct});
  vec_ptr_release(&stack);
  vec_placed_release(&placed);
}

// Asks about the components that the parts of the condition touch; `model` satisfies the others.
static enum answer check_touched(struct solver *s, struct path *p, const struct vec_term *parts, struct model *model,
                                 struct model **out) {
  struct vec_found touched = {0};
  struct vec_term query = {0};
  for (uint32_t i = 0; i < parts->size; i++) components_touched(p, parts->data[i], &touched);
  conjuncts_of(&touched, &query);
  for (uint32_t i = 0; i < parts->size; i++)
    if (!has(p, parts->data[i])) vec_term_push(&query, parts->data[i]);
  struct model *part = NULL;
  enum answer answer = solver_decide(s, query.size, query.data, &part, NULL);
  if (answer == ANSWER_SAT) *out = model_merge(s->tm, model, part);
  model_unref(part);
  vec_term_release(&query);
  vec_found_release(&touched);
  return answer;
}

static enum answer check_all(struct solver *s, struct path *p, const struct vec_term *parts, struct model *model,
                             struct model **out) {
  struct vec_term query = {0};
  path_conjuncts(p, &query);
  for (uint32_t i = 0; i < parts->size; i++) vec_term_push(&query, parts->data[i]);
  struct model *part = NULL;
  enum answer answer = stage_on(s->stages, STAGE_COMPONENTS) ? solver_decide_parts(s, &query, &part, NULL)
                                                             : solver_decide(s, query.size, query.data, &part, NULL);
  if (answer == ANSWER_SAT) *out = model_merge(s->tm, model, part);
  model_unref(part);
  vec_term_release(&query);
  return answer;
}

// Is the negation of a part in the path?
static bool contradicts(struct path *p, const struct vec_term *parts) {
  for (uint32_t i = 0; i < parts->size; i++)
    if (path_contains(p, term_not(p->tm, parts->data[i]))) return true;
  return false;
}

static void record(struct solver *s, const struct path *p, struct term condition) {
  struct vec_term conjuncts = {0};
  path_conjuncts(p, &conjuncts);
  record_path(s->record, conjuncts.size, conjuncts.data, condition);
  vec_term_release(&conjuncts);
}

enum answer path_check(struct solver *s, struct path *p, struct term condition, struct model *model,
                       struct model **out) {
  s->stats->queries++;
  *out = NULL;
  if (p->is_false || term_is_false(s->tm, condition)) {
    s->stats->queries_constant++;
    return ANSWER_UNSAT;
  }
  if (model && stage_on(s->stages, STAGE_MODEL) && model_holds(model, condition)) {
    s->stats->queries_model++;
    *out = model_ref(model);
    return ANSWER_SAT;
  }
  struct vec_term parts = {0};
  solver_split(s->tm, condition, &parts);
  enum answer answer;
  if (contradicts(p, &parts)) {
    s->stats->queries_constant++;
    answer = ANSWER_UNSAT;
  } else {
    if (s->record) record(s, p, condition);
    answer = model && stage_on(s->stages, STAGE_COMPONENTS) ? check_touched(s, p, &parts, model, out)
                                                            : check_all(s, p, &parts, model, out);
  }
  vec_term_release(&parts);
  return answer;
}
