// Exact subsumption, for pruning: a node stands for another one only if the same paths are feasible from both.
//
// That a configuration lies in another node's formula keeps feasible paths (the paper's subsumption); infeasible ones
// come back where the other node has paths that this configuration does not allow. They do not if both configurations
// are the same set of values of the variables that tests below read (relevant.h). A configuration is written down
// for that as these values, terms over inputs, and the path condition as far as it speaks of their inputs; inputs
// are numbered anew, since paths that read other inputs before are to compare equal. An input that no value
// mentions is existentially quantified, and is eliminated where a witness is easy to guess: with c the conjuncts
// that mention d, ∃d c is c[k/d] if c entails c[k/d].
#include "engine/tracer/tracer.h"
#include "engine/tracer/relevant.h"
#include <stdlib.h>

#define GROUP_MAX 6       // conjuncts that an input is eliminated from
#define GROUP_SIZE 300    // terms in them
#define CONJUNCTS_MAX 64  // of path conditions that are compared by the solver
#define COMPARISONS_MAX 4 // by the solver, for one node

struct configuration {
  struct node node; // NODE_NONE: it was dropped
  bool registered; // the node is closed: it may subsume others, and the maps own this
  struct configuration *next[2]; // of the same key: all of it, the values
  uint32_t n_values, n_conjuncts;
  struct term terms[]; // values, then conjuncts, ascending
};
enum { BY_ALL, BY_VALUES };

struct exact {
  struct relevant *relevant;
  struct map_u32 eliminated; // input and condition → what is left of the condition; 0: it stays
  struct map_ptr known[2]; // hash of the point and all of a configuration, or its values → the last one
};

struct exact *exact_new(struct cfa *cfa) {
  struct exact *e = mem_zalloc(1, sizeof *e);
  e->relevant = relevant_new(cfa);
  return e;
}

void exact_free(struct exact *e) {
  if (!e) return;
  for (uint32_t i = 0; i < e->known[BY_ALL].capacity; i++) {
    if (e->known[BY_ALL].cells[i].key == MAP_EMPTY) continue;
    for (struct configuration *c = e->known[BY_ALL].cells[i].value, *next; c; c = next) {
      next = c->next[BY_ALL];
      mem_free(c);
    }
  }
  map_ptr_release(&e->known[BY_ALL]);
  map_ptr_release(&e->known[BY_VALUES]);
  relevant_free(e->relevant);
  map_u32_release(&e->eliminated);
  mem_free(e);
}

// --- the part of the path condition that matters ---------------------------------------------------------------------

static bool mentions_any(struct terms *tm, struct term t, const struct map_u32 *symbols) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (map_u32_find(symbols, vars[i])) return true;
  return false;
}

static void add_symbols(struct terms *tm, struct term t, struct map_u32 *symbols) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!map_u32_find(symbols, vars[i])) map_u32_put(symbols, vars[i], symbols->size);
}

// Keeps the conjuncts that share inputs with the values, also by others in between. The rest is satisfiable whatever
// the values are, and says nothing about them. `symbols` gets all inputs, numbered, those of values first.
static void keep_connected(struct terms *tm, uint32_t n_values, const struct term *values, struct vec_term *conjuncts,
                           struct map_u32 *symbols) {
  bool *kept = mem_zalloc(conjuncts->size + 1, sizeof *kept);
  map_u32_clear(symbols);
  for (uint32_t i = 0; i < n_values; i++) add_symbols(tm, values[i], symbols);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < conjuncts->size; i++) {
      if (kept[i] || !mentions_any(tm, conjuncts->data[i], symbols)) continue;
      kept[i] = changed = true;
      add_symbols(tm, conjuncts->data[i], symbols);
    }
  }
  uint32_t n = 0;
  for (uint32_t i = 0; i < conjuncts->size; i++)
    if (kept[i]) conjuncts->data[n++] = conjuncts->data[i];
  conjuncts->size = n;
  mem_free(kept);
}

// --- inputs that no value mentions -----------------------------------------------------------------------------------

static bool entails(struct learner *l, uint32_t n, const struct term *premises, struct term t) {
  struct vec_term all = {0};
  for (uint32_t i = 0; i < n; i++) vec_term_push(&all, premises[i]);
  vec_term_push(&all, term_not(l->tm, t));
  bool holds = solver_check(l->run.best_effort, all.size, all.data) == ANSWER_UNSAT;
  vec_term_release(&all);
  return holds;
}

// Values that may make the condition as weak as it can be: the ends of the ranges, and what the input is equal to.
static void guess_witnesses(struct terms *tm, struct term d, struct term condition, struct vec_term *out) {
  uint32_t n = term_kind(tm, condition) == TERM_AND ? term_arity(tm, condition) : 1, width = term_width(tm, d);
  for (uint32_t i = 0; i < n; i++) {
    struct term c = n > 1 ? term_child(tm, condition, i) : condition;
    for (uint32_t k = 0; term_kind(tm, c) == TERM_EQ && k < 2; k++)
      if (term_same(term_child(tm, c, k), d) && !term_mentions(tm, term_child(tm, c, 1 - k), d))
        vec_term_push(out, term_child(tm, c, 1 - k));
  }
  uint64_t top = UINT64_C(1) << (width - 1);
  const uint64_t ends[] = {0, top - 1, top, 2 * top - 1, 1};
  for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) vec_term_push(out, term_bv(tm, width, ends[i]));
}

// ∃d condition, without the quantifier; none: not found.
static struct term without_input(struct learner *l, struct term d, struct term condition) {
  uint64_t key = (uint64_t)d.id << 32 | condition.id;
  uint32_t *known = map_u32_find(&l->exact->eliminated, key);
  if (known) return (struct term){*known};
  struct vec_term witnesses = {0};
  struct term found = TERM_NONE;
  guess_witnesses(l->tm, d, condition, &witnesses);
  for (uint32_t i = 0; i < witnesses.size && term_none(found); i++) {
    struct term with = term_substitute(l->tm, condition, 1, &d, &witnesses.data[i]);
    if (entails(l, 1, &condition, with)) found = with;
  }
  vec_term_release(&witnesses);
  map_u32_put(&l->exact->eliminated, key, found.id);
  return found;
}

static void eliminate(struct learner *l, struct term d, struct vec_term *conjuncts) {
  struct vec_term group = {0};
  uint32_t size = 0;
  for (uint32_t i = 0; i < conjuncts->size && group.size <= GROUP_MAX; i++) {
    if (!term_mentions(l->tm, conjuncts->data[i], d)) continue;
    vec_term_push(&group, conjuncts->data[i]);
    size += term_dag_size(l->tm, conjuncts->data[i]);
  }
  struct term rest = TERM_NONE;
  if (group.size && group.size <= GROUP_MAX && size <= GROUP_SIZE)
    rest = without_input(l, d, term_and_n(l->tm, group.size, group.data));
  if (!term_none(rest)) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < conjuncts->size; i++)
      if (!term_mentions(l->tm, conjuncts->data[i], d)) conjuncts->data[n++] = conjuncts->data[i];
    conjuncts->size = n;
    if (term_kind(l->tm, rest) != TERM_AND) vec_term_push(conjuncts, rest);
    else
      for (uint32_t i = 0; i < term_arity(l->tm, rest); i++) vec_term_push(conjuncts, term_child(l->tm, rest, i));
  }
  vec_term_release(&group);
}

static int by_id(const void *a, const void *b) {
  uint32_t x = ((const struct term *)a)->id, y = ((const struct term *)b)->id;
  return x < y ? -1 : x > y;
}

static void eliminate_all(struct learner *l, uint32_t n_values, const struct term *values, struct vec_term *conjuncts,
                          struct map_u32 *symbols) {
  struct map_u32 own = {0};
  struct vec_term others = {0};
  for (uint32_t i = 0; i < n_values; i++) add_symbols(l->tm, values[i], &own);
  for (uint32_t i = 0; i < symbols->capacity; i++) {
    struct term d = {(uint32_t)symbols->cells[i].key};
    if (symbols->cells[i].key == MAP_EMPTY || map_u32_find(&own, d.id)) continue;
    if (sort_kind(l->tm, term_sort(l->tm, d)) == SORT_BV && term_width(l->tm, d) <= 64) vec_term_push(&others, d);
  }
  if (others.size) qsort(others.data, others.size, sizeof *others.data, by_id);
  for (uint32_t i = 0; i < others.size; i++) eliminate(l, others.data[i], conjuncts);
  if (others.size) keep_connected(l->tm, n_values, values, conjuncts, symbols);
  vec_term_release(&others);
  map_u32_release(&own);
}

// --- configurations --------------------------------------------------------------------------------------------------

// Inputs get names by their number, so that configurations of different paths can be equal.
static void rename_inputs(struct learner *l, const struct map_u32 *symbols, uint32_t n, struct term *terms) {
  struct substitution *names = substitution_new(l->tm);
  for (uint32_t i = 0; i < symbols->capacity; i++) {
    if (symbols->cells[i].key == MAP_EMPTY) continue;
    struct term from = {(uint32_t)symbols->cells[i].key};
    struct text name = {0};
    text_printf(&name, "exact!%u!%u", symbols->cells[i].value, term_sort(l->tm, from).id);
    substitution_set(names, from, term_var(l->tm, term_sort(l->tm, from), text_cstr(&name)));
    text_release(&name);
  }
  for (uint32_t i = 0; i < n; i++) terms[i] = substitution_apply(names, terms[i]);
  substitution_free(names);
}

static struct configuration *configuration_new(struct learner *l, struct node node) {
  struct graph_node v = *graph_node(l->run.graph, node);
  struct state *s = l->works.data[node.id].state;
  struct vec_term values = {0}, conjuncts = {0};
  struct map_u32 symbols = {0};
  relevant_instances(l->exact->relevant, l->run.unfold, v.context, v.location, &values);
  for (uint32_t i = 0; i < values.size; i++) values.data[i] = state_instance(s, values.data[i]);
  vec_term_push(&values, state_formula(s, unfold_heap(l->run.unfold)));
  path_conjuncts(state_path(s), &conjuncts);
  keep_connected(l->tm, values.size, values.data, &conjuncts, &symbols);
  eliminate_all(l, values.size, values.data, &conjuncts, &symbols);
  uint32_t n = values.size + conjuncts.size;
  struct configuration *c = mem_zalloc(1, sizeof *c + n * sizeof *c->terms);
  *c = (struct configuration){.node = node, .n_values = values.size, .n_conjuncts = conjuncts.size};
  memcpy(c->terms, values.data, values.size * sizeof *c->terms);
  if (conjuncts.size) memcpy(c->terms + values.size, conjuncts.data, conjuncts.size * sizeof *c->terms);
  rename_inputs(l, &symbols, n, c->terms);
  qsort(c->terms + c->n_values, c->n_conjuncts, sizeof *c->terms, by_id);
  vec_term_release(&values);
  vec_term_release(&conjuncts);
  map_u32_release(&symbols);
  return c;
}

static uint64_t key_of(const struct learner *l, const struct configuration *c, int by) {
  uint64_t key = l->works.data[c->node.id].point;
  for (uint32_t i = 0; i < c->n_values + (by == BY_ALL ? c->n_conjuncts : 0); i++) key = hash_mix(key, c->terms[i].id);
  return hash_u64(key) >> 1;
}

// At the same point; by == BY_ALL: with the same conjuncts, too.
static bool is_same(const struct learner *l, const struct configuration *a, const struct configuration *b, int by) {
  if (l->works.data[a->node.id].point != l->works.data[b->node.id].point || a->n_values != b->n_values) return false;
  if (by == BY_ALL && a->n_conjuncts != b->n_conjuncts) return false;
  uint32_t n = a->n_values + (by == BY_ALL ? a->n_conjuncts : 0);
  return !memcmp(a->terms, b->terms, n * sizeof *a->terms);
}

static struct configuration *first_known(const struct learner *l, const struct configuration *c, int by) {
  void **found = map_ptr_find(&l->exact->known[by], key_of(l, c, by));
  return found ? *found : NULL;
}

static bool conjuncts_entail(struct learner *l, const struct configuration *a, const struct configuration *b) {
  const struct term *premises = a->terms + a->n_values;
  for (uint32_t i = 0; i < b->n_conjuncts; i++) {
    struct term t = b->terms[b->n_values + i];
    if (!bsearch(&t, premises, a->n_conjuncts, sizeof t, by_id) && !entails(l, a->n_conjuncts, premises, t))
      return false;
  }
  return true;
}

static bool equivalent(struct learner *l, const struct configuration *a, const struct configuration *b) {
  return a->n_conjuncts <= CONJUNCTS_MAX && b->n_conjuncts <= CONJUNCTS_MAX && conjuncts_entail(l, a, b) &&
         conjuncts_entail(l, b, a);
}

// Only where paths meet can configurations be equal: not where one edge leads that is no call.
static bool is_join(const struct learner *l, struct location location) {
  const struct cfa_location *loc = cfa_location(l->cfa, location);
  return loc->in.size != 1 || cfa_edge(l->cfa, loc->in.data[0])->callee != CFA_NONE;
}

static bool subsume_by(struct learner *l, struct node node, struct node by) {
  struct work *w = &l->works.data[node.id];
  if (!graph_subsume(&l->run.prover, node, w->state, by, NULL)) return false;
  w->rests = l->works.data[by.id].rests;
  l->run.stats->subsumed++;
  l->statistics->subsumed_exactly++;
  return true;
}

bool exact_subsumed(struct learner *l, struct node node) {
  if (!is_join(l, graph_node(l->run.graph, node)->location)) return false;
  struct configuration *own = configuration_new(l, node), *other;
  l->works.data[node.id].configuration = own;
  for (other = first_known(l, own, BY_ALL); other; other = other->next[BY_ALL])
    if (!node_none(other->node) && is_same(l, own, other, BY_ALL) && subsume_by(l, node, other->node)) return true;
  uint32_t comparisons = 0;
  for (other = first_known(l, own, BY_VALUES); other && comparisons < COMPARISONS_MAX; other = other->next[BY_VALUES]) {
    if (node_none(other->node) || !is_same(l, own, other, BY_VALUES)) continue;
    comparisons++;
    if (equivalent(l, own, other) && subsume_by(l, node, other->node)) return true;
  }
  return false;
}

void exact_closed(struct learner *l, struct node node) {
  struct configuration *c = l->works.data[node.id].configuration;
  const struct graph_node *v = graph_node(l->run.graph, node);
  if (!c || !node_none(v->subsumer) || formula_none(v->formula)) return;
  for (int by = BY_ALL; by <= BY_VALUES; by++) {
    c->next[by] = first_known(l, c, by);
    map_ptr_put(&l->exact->known[by], key_of(l, c, by), c);
  }
  c->registered = true;
}

void exact_forget(struct work *w) {
  if (!w->configuration || w->configuration->registered) return;
  mem_free(w->configuration);
  w->configuration = NULL;
}

void exact_drop(struct work *w) {
  if (w->configuration) w->configuration->node = NODE_NONE;
}
