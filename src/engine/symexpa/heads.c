// Abstraction points (symexpa.h): paper 000, algorithm 2, lines 6 to 10.
#include "engine/symexpa/symexpa.h"
#include "term/quantified.h"
#include <assert.h>

// Steps that a loop may take by concrete values alone before it is abstracted all the same; four times as many after
// each failure.
#define DECIDED_STEPS 30000
#define FAILURES_COUNTED 8
// Rounds of such a loop that read inputs, or compute with them: what they leave behind is not decided, and searching it
// costs more the more there is. Grow in the same way.
#define OPEN_ROUNDS 100
// Decided steps before an abstraction that are kept.
#define ROUNDS_KEPT 2000
// Cases of one entry that open predicates may make.
#define CASES_MAX 200

// --- what is known about a head
// ----------------------------------------------------------------------------------------

static bool edge_allocates(const struct cfa_edge *e) {
  for (uint32_t i = 0; i < e->allocs.size; i++)
    if (!e->allocs.data[i].is_stack) return true;
  return false;
}

// Does a round of the loop, or a function it calls, allocate on the heap?
static bool loop_allocates(const struct cfa *cfa, struct location head) {
  struct vec_u32 waiting = {0};
  struct map_u32 seen = {0};
  bool found = false;
  vec_u32_push(&waiting, CFA_NONE);
  while (waiting.size && !found) {
    uint32_t function = vec_u32_pop(&waiting);
    for (uint32_t i = 0; i < cfa->edges.size && !found; i++) {
      const struct cfa_edge *e = &cfa->edges.data[i];
      bool inside = function == CFA_NONE ? cfa_in_loop(cfa, e->from, head) && cfa_in_loop(cfa, e->to, head)
                                         : cfa_location(cfa, e->from)->function == function;
      if (!inside) continue;
      found = edge_allocates(e);
      if (e->callee == CFA_NONE || map_u32_find(&seen, e->callee)) continue;
      map_u32_put(&seen, e->callee, 1);
      vec_u32_push(&waiting, e->callee);
    }
  }
  vec_u32_release(&waiting);
  map_u32_release(&seen);
  return found;
}

struct head_record *heads_record(struct symexpa *x, struct location location) {
  struct head_record *r = &x->heads[location.id];
  if (!r->changes_known) {
    cfa_loop_changes(x->cfa, location, &r->changes);
    r->allocates = loop_allocates(x->cfa, location);
    r->changes_known = true;
  }
  return r;
}

uint32_t heads_threshold(struct symexpa *x, struct location location) {
  uint32_t t = precision_at(x->precision, location)->threshold;
  return t == PRECISION_DEFAULT ? x->config.threshold : t;
}

// --- loops a path is in
// ------------------------------------------------------------------------------------------------

// Where the frame of the given depth stands.
static struct location frame_location(const struct symexpa *x, const struct state *s, uint32_t depth) {
  if (state_depth(s) == depth) return state_location(s);
  struct vec_edge calls = {0};
  state_call_string(s, &calls);
  struct location location = cfa_edge(x->cfa, calls.data[depth - 1])->from;
  vec_edge_release(&calls);
  return location;
}

static bool is_inside(const struct symexpa *x, const struct state *s, uint32_t depth, struct location head) {
  return state_depth(s) >= depth && cfa_in_loop(x->cfa, frame_location(x, s, depth), head);
}

void heads_leave(struct symexpa *x, const struct state *s, struct place *p) {
  while (p->active != NOTHING) {
    const struct entry *e = &x->entries.data[p->active];
    if (is_inside(x, s, e->depth, e->location)) return;
    p->active = e->place.active;
  }
}

// How often the head was visited on the path (and not passed over because its rounds are decided).
static uint32_t visits(const struct symexpa *x, uint32_t trail, struct context context, struct location location) {
  for (uint32_t t = trail; t != NOTHING; t = x->trails.data[t].before) {
    const struct trail *r = &x->trails.data[t];
    if (r->kind == TRAIL_VISIT && context_same(r->context, context) && location_same(r->location, location))
      return r->count;
  }
  return 0;
}

// --- abstract states
// ---------------------------------------------------------------------------------------------------

static struct term literal(struct symexpa *x, const struct entry *e, uint32_t l) {
  struct term p = e->predicates.data[l / 2];
  return l % 2 ? term_not(x->tm, p) : p;
}

static void literals_of(struct symexpa *x, const struct entry *e, const struct abstract_case *c, struct vec_term *out) {
  for (uint32_t i = 0; i < c->literals.size; i++) vec_term_push(out, literal(x, e, c->literals.data[i]));
}

struct term heads_formula(struct symexpa *x, const struct entry *e, const struct abstract_case *c) {
  struct vec_term all = {0};
  literals_of(x, e, c, &all);
  struct term t = term_and_n(x->tm, all.size, all.data);
  vec_term_release(&all);
  return t;
}

static bool speaks_of_every(struct symexpa *x, struct term predicate) {
  return !term_none(quantified_in(x->tm, predicate));
}

bool heads_may_split(struct symexpa *x, const struct entry *e, const struct abstract_case *c) {
  for (uint32_t i = 0, k = 0; i < e->predicates.size; i++) {
    if (k < c->literals.size && c->literals.data[k] / 2 == i) k++;
    else if (!speaks_of_every(x, e->predicates.data[i])) return true;
  }
  return false;
}

static bool is_subset(const struct vec_u32 *a, const struct vec_u32 *b) {
  uint32_t i = 0;
  for (uint32_t k = 0; i < a->size && k < b->size; k++)
    if (a->data[i] == b->data[k]) i++;
  return i == a->size;
}

// Predicates that were not decided so often, in the time given, are left alone.
#define SLOW_MOST 2
// So are those of the program itself that were open in so many entries that had to be explored again.
#define IDLE_MOST 2

static bool is_slow(const struct symexpa *x, const struct head_record *r, struct term predicate) {
  return !x->config.keep && map_u32_get_or(&r->slow, predicate.id, 0) >= SLOW_MOST;
}

// Is the predicate, whose value in the state is v, true or false in all of it? With `every` the question is whether it
// is true for every value.
static enum answer is_open(struct symexpa *x, struct state *s, struct term v, bool every, bool *holds) {
  struct model *other = NULL;
  *holds = every || model_holds(state_model(s), v);
  struct term violated = state_instances(s, *holds ? term_not(x->tm, v) : v);
  enum answer answer = path_check(x->hasty, state_path(s), violated, state_model(s), &other);
  if (other) model_unref(other);
  return answer;
}

// The predicates that are true or false in all of the state.
static void find_literals(struct symexpa *x, const struct entry *e, struct state *s, struct vec_u32 *out) {
  struct head_record *r = heads_record(x, e->location);
  for (uint32_t i = 0; i < e->predicates.size; i++) {
    struct term v = state_formula(s, e->predicates.data[i]);
    bool every = speaks_of_every(x, e->predicates.data[i]);
    if (term_is_const(x->tm, v)) {
      if (!every || term_is_true(x->tm, v)) vec_u32_push(out, 2 * i + !term_is_true(x->tm, v));
      continue;
    }
    if (is_slow(x, r, e->predicates.data[i])) continue;
    bool holds;
    enum answer answer = is_open(x, s, v, every, &holds);
    if (answer == ANSWER_UNSAT) vec_u32_push(out, 2 * i + !holds);
    else if (answer == ANSWER_UNKNOWN)
      map_u32_put(&r->slow, e->predicates.data[i].id, map_u32_get_or(&r->slow, e->predicates.data[i].id, 0) + 1);
  }
}

static void modified(struct symexpa *x, const struct entry *e, struct vec_term *out) {
  const struct vec_u32 *vars = &heads_record(x, e->location)->changes;
  for (uint32_t i = 0; i < vars->size; i++) vec_term_push(out, unfold_var(x->unfold, e->context, vars->data[i]));
}

static void push_case(struct symexpa *x, const struct abstract_case *c, struct state *s, uint64_t steps, uint32_t entry,
                      uint32_t at) {
  *symexpa_place(x, c->node) = (struct place){.node = c->node,
                                              .steps = state_steps(s),
                                              .ahead = steps - state_steps(s),
                                              .trail = c->trail,
                                              .entry = entry,
                                              .at = at,
                                              .active = entry};
  symexpa_push(x, s, c->node);
}

// The entry's state forgets the variables and knows the conjuncts.
static bool assume_case(struct symexpa *x, struct state *s, const struct vec_term *vars,
                        const struct vec_term *conjuncts, enum answer *answer) {
  struct vec_term plain = {0};
  for (uint32_t i = 0; i < conjuncts->size; i++)
    if (!speaks_of_every(x, conjuncts->data[i])) vec_term_push(&plain, conjuncts->data[i]);
  struct term formula = term_and_n(x->tm, plain.size, plain.data);
  vec_term_release(&plain);
  if (!state_abstract(s, x->solver, vars->size, vars->data, formula, false, answer)) return false;
  for (uint32_t i = 0; i < conjuncts->size; i++)
    if (speaks_of_every(x, conjuncts->data[i])) state_know(s, conjuncts->data[i]);
  return true;
}

// A new case, with what is known: to be explored from the entry's state. Owns the literals.
static void add_case(struct symexpa *x, uint32_t entry, uint32_t trail, uint64_t steps, struct vec_u32 literals) {
  struct entry *e = &x->entries.data[entry];
  for (uint32_t k = 0; k < e->cases.size; k++)
    if (is_subset(&literals, &e->cases.data[k].literals)) e->cases.data[k].dead = true;
  uint32_t at = e->cases.size;
  struct abstract_case c = {.literals = literals};
  struct vec_term conjuncts = {0}, vars = {0};
  literals_of(x, e, &c, &conjuncts);
  c.node = graph_add_case(x->graph, e->node, graph_conjunction(x->graph, x->tm, conjuncts.size, conjuncts.data));
  graph_expand(x->graph, c.node, 1, &EDGE_NONE);
  c.trail =
      symexpa_trail(x, (struct trail){.kind = TRAIL_CASE, .before = trail, .entry = entry, .at = at, .steps = steps});
  vec_case_push(&e->cases, c);
  x->stats->abstract_states++;
  modified(x, e, &vars);
  struct state *s = state_copy(e->exact);
  enum answer answer;
  if (assume_case(x, s, &vars, &conjuncts, &answer)) {
    push_case(x, &c, s, steps, entry, at);
  } else {
    state_free(s);
    struct place here = {.entry = entry, .at = at};
    if (answer == ANSWER_UNSAT) graph_set_target(x->graph, c.node, 0, NODE_CUT);
    else symexpa_solver_doubt(x, &here, e->location);
  }
  vec_term_release(&vars);
  vec_term_release(&conjuncts);
}

// A case that the literals imply; NOTHING: there is none.
static uint32_t covering(const struct entry *e, const struct vec_u32 *literals) {
  for (uint32_t k = 0; k < e->cases.size; k++)
    if (!e->cases.data[k].dead && is_subset(&e->cases.data[k].literals, literals)) return k;
  return NOTHING;
}

// The arc of the case, or of one that has taken its place.
uint32_t heads_arc(const struct entry *e, uint32_t at) {
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
    if (speaks_of_every(x, e->predicates.data[i])) continue;
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
    enum answer answer = path_check(x->solver, state_path(s), outside(x, e, s), state_model(s), &model);
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

// --- algorithm 2 as it is
// --------------------------------------------------------------------------------------------------

// eq: the predicates have the values in the new memory that they have in the state.
static struct term equal_values(struct symexpa *x, const struct entry *e, const struct vec_term *values) {
  struct vec_term all = {0};
  for (uint32_t i = 0; i < e->predicates.size; i++)
    vec_term_push(&all, term_eq(x->tm, e->predicates.data[i], values->data[i]));
  struct term t = term_and_n(x->tm, all.size, all.data);
  vec_term_release(&all);
  return t;
}

// simple: none of the abstraction points of the path at this entry has the same.
static struct term simple(struct symexpa *x, uint32_t entry, uint32_t trail) {
  const struct entry *e = &x->entries.data[entry];
  struct vec_term all = {0};
  for (uint32_t t = trail; t != NOTHING; t = x->trails.data[t].before) {
    const struct trail *r = &x->trails.data[t];
    if (r->kind == TRAIL_CASE && r->entry == entry)
      vec_term_push(&all, term_not(x->tm, equal_values(x, e, &e->cases.data[r->at].values)));
  }
  struct term t = term_and_n(x->tm, all.size, all.data);
  vec_term_release(&all);
  return t;
}

static void watch_point(struct symexpa *x, const struct entry *e, uint32_t trail, struct state *s, enum answer answer) {
  if (!x->config.watch || !x->config.watch->abstracted) return;
  struct vec_edge branches = {0};
  struct abstraction_point point = {e->context, e->location, 1, &branches, s, x->unfold, answer};
  for (uint32_t t = trail; t != NOTHING; t = x->trails.data[t].before) {
    const struct trail *r = &x->trails.data[t];
    if (r->kind == TRAIL_BRANCH) vec_edge_push(&branches, r->edge);
    if (r->kind == TRAIL_CASE && &x->entries.data[r->entry] == e) point.number++;
  }
  x->config.watch->abstracted(x->config.watch->context, &point);
  vec_edge_release(&branches);
}

// Lines 7 to 10. The state becomes the abstracted one, if there is one.
static void abstract_point(struct symexpa *x, uint32_t entry, struct state *s, uint32_t trail, uint64_t steps) {
  struct entry *e = &x->entries.data[entry];
  struct vec_term values = {0}, vars = {0};
  for (uint32_t i = 0; i < e->predicates.size; i++) vec_term_push(&values, state_formula(s, e->predicates.data[i]));
  struct term formula = term_and(x->tm, equal_values(x, e, &values), simple(x, entry, trail));
  modified(x, e, &vars);
  enum answer answer;
  if (state_abstract(s, x->solver, vars.size, vars.data, formula, false, &answer)) {
    uint32_t at = e->cases.size;
    struct abstract_case c = {0};
    for (uint32_t i = 0; i < e->predicates.size; i++) vec_term_push(&c.values, state_formula(s, e->predicates.data[i]));
    c.node = graph_add_case(x->graph, e->node, FORMULA_NONE);
    graph_expand(x->graph, c.node, 1, &EDGE_NONE);
    c.trail =
        symexpa_trail(x, (struct trail){.kind = TRAIL_CASE, .before = trail, .entry = entry, .at = at, .steps = steps});
    vec_case_push(&e->cases, c);
    x->stats->abstract_states++;
    watch_point(x, e, trail, s, ANSWER_SAT);
    push_case(x, &c, s, steps, entry, at);
  } else {
    state_free(s);
    watch_point(x, e, trail, NULL, answer);
    if (answer == ANSWER_UNKNOWN) symexpa_solver_doubt(x, &e->place, e->location);
  }
  vec_term_release(&values);
  vec_term_release(&vars);
}

// --- entries
// -----------------------------------------------------------------------------------------------------------------

// The state, at the head of the entry's loop after so many steps of its path, is to lie in the entry's cases. The state
// stays the caller's. Returns the case that it lies in, or NOTHING if it may be in several.
static uint32_t arrive(struct symexpa *x, uint32_t entry, struct state *s, uint32_t trail, uint64_t steps) {
  x->stats->abstractions++;
  if (x->config.paths) {
    abstract_point(x, entry, state_copy(s), trail, steps);
    return NOTHING;
  }
  const struct entry *e = &x->entries.data[entry];
  struct vec_u32 literals = {0};
  find_literals(x, e, s, &literals);
  uint32_t by = covering(e, &literals);
  if (by != NOTHING) {
    x->stats->subsumed++;
  } else if (heads_record(x, e->location)->split) {
    split(x, entry, s, trail, steps, &literals);
  } else {
    add_case(x, entry, trail, steps, literals);
    return x->entries.data[entry].cases.size - 1;
  }
  vec_u32_release(&literals);
  return by;
}

static void take_precision(struct symexpa *x, struct entry *e) {
  const struct head_record *r = heads_record(x, e->location);
  const struct vec_term *predicates = &precision_at(x->precision, e->location)->predicates;
  vec_term_clear(&e->predicates);
  vec_term_clear(&e->plain);
  e->known = predicates->size;
  for (uint32_t i = 0; i < predicates->size; i++) {
    if (!x->config.keep && map_u32_get_or(&r->idle, predicates->data[i].id, 0) > IDLE_MOST) continue;
    struct term p = precision_instance(x->unfold, e->context, predicates->data[i]);
    if (term_none(p) || (x->config.paths && speaks_of_every(x, p))) continue;
    vec_term_push(&e->predicates, p);
    vec_term_push(&e->plain, predicates->data[i]);
  }
}

bool heads_recall(struct symexpa *x, struct location location, struct term plain) {
  uint32_t *idle = map_u32_find(&heads_record(x, location)->idle, plain.id);
  bool forgotten = idle && *idle > IDLE_MOST;
  if (idle) *idle = 0;
  return forgotten;
}

// The entry is to be explored again: predicates of the program that were of no use.
static void count_idle(struct symexpa *x, const struct entry *e) {
  struct head_record *r = heads_record(x, e->location);
  bool *used = mem_zalloc(e->predicates.size + 1, sizeof *used);
  for (uint32_t k = 0; k < e->cases.size; k++)
    for (uint32_t i = 0; !e->cases.data[k].dead && i < e->cases.data[k].literals.size; i++)
      used[e->cases.data[k].literals.data[i] / 2] = true;
  for (uint32_t i = 0; i < e->plain.size; i++) {
    uint32_t *idle = map_u32_find(&r->idle, e->plain.data[i].id);
    if (idle && *idle && !used[i]) ++*idle;
  }
  mem_free(used);
}

static void enter(struct symexpa *x, struct state *s, const struct place *p, struct context context) {
  struct entry e = {.context = context,
                    .location = state_location(s),
                    .place = *p,
                    .exact = s,
                    .heap = state_heap(s),
                    .depth = state_depth(s)};
  e.node = graph_add(x->graph, p->node, p->arc, e.location, context, GRAPH_RUN | GRAPH_LOOP);
  take_precision(x, &e);
  vec_entry_push(&x->entries, e);
  uint32_t at = arrive(x, x->entries.size - 1, s, p->trail, state_steps(s) + p->ahead); // the nodes may move
  graph_set_run(x->graph, e.node, (uint32_t)(state_steps(s) - p->steps), at);
}

// The head of a loop that was entered: what is new about it becomes cases.
static void come_back(struct symexpa *x, struct state *s, const struct place *p) {
  uint32_t entry = p->active;
  const struct entry *e = &x->entries.data[entry];
  struct node node = graph_add_back(x->graph, p->node, p->arc, e->node);
  uint32_t at = arrive(x, entry, s, p->trail, state_steps(s) + p->ahead);
  graph_set_run(x->graph, node, (uint32_t)(state_steps(s) - p->steps), at);
  state_free(s);
}

static struct place pass(struct symexpa *x, struct place p, const struct state *s, struct context context,
                         uint32_t count) {
  struct location location = state_location(s);
  p.trail = symexpa_trail(x, (struct trail){.kind = TRAIL_VISIT,
                                            .before = p.trail,
                                            .context = context,
                                            .location = location,
                                            .count = count,
                                            .steps = state_steps(s) + p.ahead});
  x->heads[location.id].passed = true;
  return p;
}

void heads_again(struct symexpa *x, uint32_t entry) {
  struct entry *e = &x->entries.data[entry];
  count_idle(x, e);
  for (uint32_t k = 0; k < e->cases.size; k++) e->cases.data[k].dead = true;
  x->stats->restarts++;
  uint32_t count = visits(x, e->place.trail, e->context, e->location);
  if (count >= heads_threshold(x, e->location)) {
    take_precision(x, e);
    uint32_t at = arrive(x, entry, e->exact, e->place.trail, state_steps(e->exact) + e->place.ahead);
    struct node node = x->entries.data[entry].node;
    graph_set_run(x->graph, node, graph_node(x->graph, node)->steps, at);
    return;
  }
  e->gone = true;
  graph_set_target(x->graph, e->place.node, e->place.arc, NODE_OPEN);
  *symexpa_place(x, e->node) = pass(x, e->place, e->exact, e->context, count + 1);
  symexpa_push(x, e->exact, e->node);
  x->entries.data[entry].exact = NULL;
}

// --- loops that run by concrete values
// ---------------------------------------------------------------------------------------

enum round { ROUND_OPEN, ROUND_DECIDED, ROUND_LEFT };

// Looks ahead: is the round of the loop that begins here decided by concrete values? DECIDED: *s is at the head again.
// LEFT: the loop is left, or the path ends; *s is where that was noticed. OPEN: it is not, or it takes longer than
// until `end`.
static enum round look_ahead(struct symexpa *x, struct state **s, uint64_t end) {
  struct location head = state_location(*s);
  uint32_t depth = state_depth(*s);
  struct state *ahead = state_copy(*s);
  enum round round;
  for (;;) {
    enum state_event event = state_run_to(ahead, UINT64_MAX, x->is_head);
    bool inside = is_inside(x, ahead, depth, head),
         at_head = event == STATE_BUDGET && location_same(state_location(ahead), head) && state_depth(ahead) == depth;
    if (limits_stopped(x->context->limits) || event == STATE_END || event == STATE_ERROR ||
        event == STATE_UNSUPPORTED || !inside)
      round = ROUND_LEFT;
    else if (at_head) round = ROUND_DECIDED;
    else if (event == STATE_BUDGET && state_steps(ahead) < end) continue;
    else round = ROUND_OPEN;
    break;
  }
  if (round == ROUND_OPEN) {
    state_free(ahead);
  } else {
    state_free(*s);
    *s = ahead;
  }
  return round;
}

// Does the loop compute with inputs? (Arrays are not looked at.)
static bool has_open_value(struct symexpa *x, struct state *s, const struct head_record *r) {
  uint32_t function = cfa_location(x->cfa, state_location(s))->function;
  for (uint32_t i = 0; i < r->changes.size; i++) {
    const struct cfa_var *v = &x->cfa->vars.data[r->changes.data[i]];
    if (sort_kind(x->tm, v->sort) == SORT_ARRAY || (v->function != CFA_NONE && v->function != function)) continue;
    if (!term_is_const(x->tm, state_value(s, r->changes.data[i]))) return true;
  }
  return false;
}

// Goes through decided rounds, until the next one is not, or there were enough (false), or the loop is left. After many
// rounds that came to nothing the loop is abstracted at the first of them all the same: the path is shorter, and what
// is known at the head is simpler.
static bool run_decided(struct symexpa *x, struct state **s, const struct head_record *r) {
  uint32_t failures = r->failures < FAILURES_COUNTED ? r->failures : FAILURES_COUNTED;
  uint64_t end = state_steps(*s) + ((uint64_t)DECIDED_STEPS << 2 * failures);
  uint32_t rounds = 0, most = OPEN_ROUNDS << 2 * failures;
  bool open = false;
  struct state *first = state_copy(*s);
  enum round round = ROUND_DECIDED;
  while (state_steps(*s) < end && round == ROUND_DECIDED && !open) {
    round = look_ahead(x, s, end);
    open = round == ROUND_DECIDED && ++rounds == most &&
           (state_inputs_read(*s) > state_inputs_read(first) || has_open_value(x, *s, r));
  }
  if (round != ROUND_LEFT && (state_steps(*s) - state_steps(first) > ROUNDS_KEPT || open)) {
    state_free(*s);
    *s = first;
  } else {
    state_free(first);
  }
  return round == ROUND_LEFT;
}

// --- visits
// --------------------------------------------------------------------------------------------------------------------

enum visit heads_visit(struct symexpa *x, struct state **s, struct place *p) {
  struct location location = state_location(*s);
  struct context context = state_context(*s);
  struct head_record *r = heads_record(x, location);
  bool is_static = state_is_static(*s);
  if (p->active != NOTHING) {
    const struct entry *e = &x->entries.data[p->active];
    if (context_same(e->context, context) && location_same(e->location, location) && e->heap == state_heap(*s) &&
        is_static) {
      come_back(x, *s, p);
      *s = NULL;
      return VISIT_DONE;
    }
  }
  if (r->allocates || !is_static) {
    r->passed = true;
    return VISIT_PASSED;
  }
  if (run_decided(x, s, r)) {
    r->passed = true;
    return VISIT_LEFT;
  }
  uint32_t count = visits(x, p->trail, context, location);
  if (count < heads_threshold(x, location)) {
    *p = pass(x, *p, *s, context, count + 1);
    return VISIT_PASSED;
  }
  enter(x, *s, p, context);
  *s = NULL;
  return VISIT_DONE;
}

void heads_forget(struct symexpa *x) {
  for (uint32_t i = 0; i < x->entries.size; i++) {
    struct entry *e = &x->entries.data[i];
    if (x->begin_again) count_idle(x, e);
    state_free(e->exact);
    for (uint32_t k = 0; k < e->cases.size; k++) {
      vec_u32_release(&e->cases.data[k].literals);
      vec_term_release(&e->cases.data[k].values);
    }
    vec_case_release(&e->cases);
    vec_term_release(&e->predicates);
    vec_term_release(&e->plain);
  }
  x->entries.size = 0;
}

void heads_release(struct symexpa *x) {
  heads_forget(x);
  vec_entry_release(&x->entries);
  for (uint32_t i = 0; i < x->cfa->locations.size; i++) {
    vec_u32_release(&x->heads[i].changes);
    map_u32_release(&x->heads[i].slow);
    map_u32_release(&x->heads[i].idle);
  }
  mem_free(x->heads);
  mem_free(x->is_head);
}
