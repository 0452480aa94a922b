// Abstract states of an entry of a loop, its cases: beyond the paper, each is explored once, whatever path led to it.
#include "engine/symexpa/symexpa.h"
#include "graph/record.h"
#include "term/quantified.h"
#include "term/walk.h"

// Cases of one entry that open predicates may make.
#define CASES_MAX 200

// --- abstract states ------------------------------------------------------------------------------------------------

static struct term literal(struct symexpa *x, const struct entry *e, uint32_t l) {
  struct term p = e->predicates.data[l / 2];
  return l % 2 ? term_not(x->tm, p) : p;
}

static void literals_of(struct symexpa *x, const struct entry *e, const struct abstract_case *c, struct vec_term *out) {
  for (uint32_t i = 0; i < c->literals.size; i++) vec_term_push(out, literal(x, e, c->literals.data[i]));
}

bool is_quantified(const struct symexpa *x, struct term predicate) {
  return !term_none(quantified_in(x->tm, predicate));
}

bool cases_may_split(struct symexpa *x, const struct entry *e, const struct abstract_case *c) {
  for (uint32_t i = 0, k = 0; i < e->predicates.size; i++) {
    if (k < c->literals.size && c->literals.data[k] / 2 == i) k++;
    else if (!is_quantified(x, e->predicates.data[i])) return true;
  }
  return false;
}

static bool is_subset(const struct vec_u32 *a, const struct vec_u32 *b) {
  uint32_t i = 0;
  for (uint32_t k = 0; i < a->size && k < b->size; k++)
    if (a->data[i] == b->data[k]) i++;
  return i == a->size;
}

// Predicates that were not decided, in the time given, are asked about again as long as such questions take no more
// than a share of the time: in another case they may be easy, and without them the proof may be lost. With
// --keep-predicates always.
#define SLOW_SHARE 0.25

static bool is_slow(const struct symexpa *x, const struct head_record *r, struct term predicate) {
  return !x->options.keep_predicates && map_u32_find(&r->slow, predicate.id) &&
         x->slow_seconds > SLOW_SHARE * clock_cpu();
}

static bool has_product(const struct terms *tm, struct term formula) {
  struct term_walk walk = {.tm = tm};
  bool found = false;
  term_walk_add(&walk, formula);
  for (struct term t; !found && term_walk_next(&walk, &t);)
    found = term_class(term_kind(tm, t)) == CLASS_BV_PRODUCT && !term_is_const(tm, term_child(tm, t, 0)) &&
            !term_is_const(tm, term_child(tm, t, 1));
  term_walk_release(&walk);
  return found;
}

// The question without the products of variables in what is known: these make it hard, and are rarely what it needs.
// UNSAT or UNKNOWN.
static enum answer is_open_linear(struct symexpa *x, struct state *s, struct term violated) {
  struct vec_term conjuncts = {0};
  struct path *path = path_new(x->tm);
  path_conjuncts(state_path(s), &conjuncts);
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    if (has_product(x->tm, conjuncts.data[i])) continue;
    struct path *longer = path_add(path, conjuncts.data[i]);
    path_unref(path);
    path = longer;
  }
  struct model *other = NULL;
  enum answer answer = ANSWER_UNKNOWN;
  if (path_size(path) < conjuncts.size) answer = path_check(x->run.best_effort, path, violated, state_model(s), &other);
  if (other) model_unref(other);
  path_unref(path);
  vec_term_release(&conjuncts);
  return answer == ANSWER_UNSAT ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}

// Is the predicate, whose value in the state is v, true or false in all of it? With `every` the question is whether it
// is true for every value.
static enum answer is_open(struct symexpa *x, struct state *s, struct term v, bool every, bool *holds) {
  struct model *other = NULL;
  *holds = every || model_holds(state_model(s), v);
  struct term violated = state_instances(s, *holds ? term_not(x->tm, v) : v);
  enum answer answer = path_check(x->run.best_effort, state_path(s), violated, state_model(s), &other);
  if (other) model_unref(other);
  return answer == ANSWER_UNKNOWN ? is_open_linear(x, s, violated) : answer;
}

// The predicates that are true or false in all of the state.
static void find_literals(struct symexpa *x, const struct entry *e, struct state *s, struct vec_u32 *out) {
  struct head_record *r = &x->heads[e->location.id];
  for (uint32_t i = 0; i < e->predicates.size; i++) {
    struct term v = state_formula(s, e->predicates.data[i]);
    bool every = is_quantified(x, e->predicates.data[i]);
    if (term_is_const(x->tm, v)) {
      if (!every || term_is_true(x->tm, v)) vec_u32_push(out, 2 * i + !term_is_true(x->tm, v));
      continue;
    }
    if (is_slow(x, r, e->predicates.data[i])) continue;
    bool holds;
    double start = clock_cpu();
    enum answer answer = is_open(x, s, v, every, &holds);
    if (answer == ANSWER_UNSAT) vec_u32_push(out, 2 * i + !holds);
    if (answer != ANSWER_UNKNOWN) continue;
    if (map_u32_find(&r->slow, e->predicates.data[i].id)) x->slow_seconds += clock_cpu() - start;
    map_u32_put(&r->slow, e->predicates.data[i].id, 1);
  }
}

void case_push(struct symexpa *x, const struct abstract_case *c, struct state *s, uint64_t steps, uint32_t entry,
               uint32_t at) {
  *symexpa_place(x, c->node) = (struct place){.node = c->node,
                                              .steps = state_steps(s),
                                              .ahead = steps - state_steps(s),
                                              .trail = c->trail,
                                              .entry = entry,
                                              .at = at,
                                              .active = entry,
                                              .turns = x->entries.data[entry].place.turns};
  symexpa_push(x, s, c->node);
}

// A new case, with what is known: to be explored from the entry's state. Owns the literals.
static void add_case(struct symexpa *x, uint32_t entry, uint32_t trail, uint64_t steps, struct vec_u32 literals) {
  struct entry *e = &x->entries.data[entry];
  for (uint32_t k = 0; k < e->cases.size; k++)
    if (is_subset(&literals, &e->cases.data[k].literals)) e->cases.data[k].dead = true;
  uint32_t at = e->cases.size;
  struct abstract_case c = {.literals = literals};
  struct vec_term conjuncts = {0};
  literals_of(x, e, &c, &conjuncts);
  c.node =
      graph_record_case(x->run.graph, e->node, graph_conjunction(x->run.graph, x->tm, conjuncts.size, conjuncts.data));
  graph_expand(x->run.graph, c.node, 1, &EDGE_NONE);
  c.trail =
      symexpa_trail(x, (struct trail){.kind = TRAIL_CASE, .before = trail, .entry = entry, .at = at, .steps = steps});
  vec_case_push(&e->cases, c);
  ++*(x->certifying ? &x->statistics->certificate_states : &x->statistics->abstract_states);
  struct state *s = state_copy(e->exact);
  enum answer answer;
  if (run_havoc_loop(&x->run, s, x->run.solver, true, conjuncts.size, conjuncts.data, &answer)) {
    case_push(x, &c, s, steps, entry, at);
  } else {
    state_free(s);
    struct place here = {.entry = entry, .at = at};
    if (answer == ANSWER_UNSAT) graph_record_target(x->run.graph, c.node, 0, NODE_CUT);
    else symexpa_solver_doubt(x, &here, e->location);
  }
  vec_term_release(&conjuncts);
}

// A case that the literals imply; NOTHING: there is none.
static uint32_t covering(const struct entry *e, const struct vec_u32 *literals) {
  for (uint32_t k = 0; k < e->cases.size; k++)
    if (!e->cases.data[k].dead && is_subset(&e->cases.data[k].literals, literals)) return k;
  return NOTHING;
}

// The arc of the case, or of one that has taken its place.
uint32_t cases_arc(const struct entry *e, uint32_t at) {
  uint32_t arc = 0, by = at < e->cases.size ? covering(e, &e->cases.data[at].literals) : NOTHING;
  for (uint32_t k = 0; by != NOTHING && k < by; k++) arc += !e->cases.data[k].dead;
  return arc;
}

// That none of the cases holds in the state.
static struct term outside(struct symexpa *x, const struct entry *e, struct state *s) {
  struct vec_term all = {0}, inside = {0};
  for (uint32_t k = 0; k < e->cases.size; k++) {
    const struct abstract_case *c = &e->cases.data[k];
    if (c->dead) continue;
    vec_term_clear(&inside);
    literals_of(x, e, c, &inside);
    for (uint32_t i = 0; i < inside.size; i++)
      inside.data[i] = quantified_rename(x->tm, state_formula(s, inside.data[i]), k);
    vec_term_push(&all, term_not(x->tm, term_and_n(x->tm, inside.size, inside.data)));
  }
  struct term t = term_and_n(x->tm, all.size, all.data);
  vec_term_release(&all);
  vec_term_release(&inside);
  return state_instances(s, t);
}

// The literals, and the open predicates as the model has them.
static struct vec_u32 full_case(struct symexpa *x, const struct entry *e, struct state *s,
                                const struct vec_u32 *literals, struct model *model) {
  struct vec_u32 full = {0};
  for (uint32_t i = 0, k = 0; i < e->predicates.size; i++) {
    if (k < literals->size && literals->data[k] / 2 == i) {
      vec_u32_push(&full, literals->data[k++]);
      continue;
    }
    if (is_quantified(x, e->predicates.data[i])) continue;
    struct term v = state_formula(s, e->predicates.data[i]);
    vec_u32_push(&full, 2 * i + !model_holds(model, v));
  }
  return full;
}

// Cases for what of the state lies in none: one for each valuation of the open predicates.
static void split(struct symexpa *x, uint32_t entry, struct state *s, uint32_t trail, uint64_t steps,
                  const struct vec_u32 *literals) {
  for (uint32_t n = 0;; n++) {
    const struct entry *e = &x->entries.data[entry];
    struct model *model = NULL;
    enum answer answer = path_check(x->run.solver, state_path(s), outside(x, e, s), state_model(s), &model);
    // The weakest case covers all; if that is not seen, then because too few instances of what is known of every cell
    // were made.
    if (answer == ANSWER_SAT && n > CASES_MAX) {
      model_unref(model);
      answer = ANSWER_UNKNOWN;
    }
    if (answer == ANSWER_UNKNOWN) symexpa_solver_doubt(x, &e->place, e->location);
    if (answer != ANSWER_SAT) return;
    // Too many: the weakest case covers all.
    struct vec_u32 full = {0};
    if (n < CASES_MAX) full = full_case(x, e, s, literals, model);
    else
      for (uint32_t i = 0; i < literals->size; i++) vec_u32_push(&full, literals->data[i]);
    model_unref(model);
    add_case(x, entry, trail, steps, full);
  }
}

uint32_t cases_arrive(struct symexpa *x, uint32_t entry, struct state *s, uint32_t trail, uint64_t steps) {
  x->run.stats->abstractions++;
  if (x->paths) {
    paths_abstract(x, entry, state_copy(s), trail, steps);
    return NOTHING;
  }
  const struct entry *e = &x->entries.data[entry];
  struct vec_u32 literals = {0};
  find_literals(x, e, s, &literals);
  uint32_t by = covering(e, &literals);
  if (by != NOTHING) {
    x->run.stats->subsumed++;
  } else if (x->heads[e->location.id].split) {
    split(x, entry, s, trail, steps, &literals);
  } else {
    add_case(x, entry, trail, steps, literals);
    return x->entries.data[entry].cases.size - 1;
  }
  vec_u32_release(&literals);
  return by;
}
