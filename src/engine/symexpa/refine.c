// Refinement: paper 000, algorithm 3. Is the path to an error feasible without abstraction? If not, what the precision
// of its heads lacks.
#include "engine/symexpa/symexpa.h"
#include "state/compose.h"
#include <assert.h>

// Longer paths are not interpolated.
#define PATH_MAX_STEPS 20000
// Predicates of the program itself, for a head, from each source.
#define HINTS_MOST 16
#define CELLS_MOST 40
// Refinements of one head after which thresholds go up, too: 8, 16, 32, …
#define PATIENCE 8
#define POINT_PREDICATES 80

struct spurious {
  struct vec_context contexts; // of the path, up to the edge that cannot be taken
  struct vec_edge edges;
  struct vec_u32 records;           // trails, first one first
};

static void records_of(struct symexpa *x, uint32_t trail, struct vec_u32 *out) {
  for (uint32_t t = trail; t != NOTHING; t = x->trails.data[t].before) vec_u32_push(out, t);
  for (uint32_t i = 0; i < out->size / 2; i++) {
    uint32_t v = out->data[i];
    out->data[i] = out->data[out->size - 1 - i];
    out->data[out->size - 1 - i] = v;
  }
}

// --- ISFEASIBLE
// ------------------------------------------------------------------------------------------------------------

struct rerun {
  struct symexpa *x;
  struct state *s;
  struct spurious *path;
  struct context context;
};

// The open edge `wanted`, or the first that can be taken. SAT: it was taken.
static enum answer take_open(struct rerun *r, struct edge wanted) {
  struct symexpa *x = r->x;
  uint32_t n;
  enum answer worst = ANSWER_UNSAT;
  for (uint32_t i = 0; i < (state_open(r->s, &n), n); i++) {
    struct open_edge open = state_open(r->s, &n)[i];
    if (edge_none(open.edge) || (!edge_none(wanted) && !edge_same(open.edge, wanted))) continue;
    struct model *model = NULL;
    enum answer answer = path_check(x->solver, state_path(r->s), open.condition, state_model(r->s), &model);
    if (answer == ANSWER_UNKNOWN) worst = ANSWER_UNKNOWN;
    if (answer != ANSWER_SAT) continue;
    vec_context_push(&r->path->contexts, r->context);
    vec_edge_push(&r->path->edges, open.edge);
    state_take_edge(r->s, open, model);
    model_unref(model);
    return ANSWER_SAT;
  }
  if (!edge_none(wanted) && location_same(cfa_edge(x->cfa, wanted)->from, state_location(r->s))) {
    vec_context_push(&r->path->contexts, r->context);
    vec_edge_push(&r->path->edges, wanted);
  }
  return worst;
}

// One edge: the recorded one, or the one that values decide.
static enum answer rerun_step(struct rerun *r, struct edge wanted) {
  state_settle(r->s);
  r->context = state_context(r->s);
  if (edge_none(wanted)) {
    struct edge edge;
    enum state_event event = state_run_once(r->s, &edge);
    if (event == STATE_BRANCH) return take_open(r, EDGE_NONE);
    if (event != STATE_BUDGET) return ANSWER_UNSAT;
    vec_context_push(&r->path->contexts, r->context);
    vec_edge_push(&r->path->edges, edge);
    return ANSWER_SAT;
  }
  return take_open(r, wanted);
}

// The first branch of the path from record *next on that is not before so many edges; NULL: there is none.
static const struct trail *next_branch(const struct symexpa *x, const struct spurious *path, uint32_t *next,
                                       uint64_t steps) {
  for (; *next < path->records.size; ++*next) {
    const struct trail *t = &x->trails.data[path->records.data[*next]];
    if (t->kind == TRAIL_BRANCH && t->steps >= steps) return t;
  }
  return NULL;
}

// Runs the path from the beginning, `steps` edges. SAT: *end is the state there.
static enum answer run_exactly(struct symexpa *x, struct spurious *path, uint64_t steps, struct state **end) {
  struct rerun r = {.x = x, .s = state_initial(x->program), .path = path};
  enum answer answer = ANSWER_SAT;
  uint32_t next = 0;
  while (state_steps(r.s) < steps && answer == ANSWER_SAT) {
    if (limits_stopped(x->context->limits)) answer = ANSWER_UNKNOWN;
    const struct trail *t = next_branch(x, path, &next, state_steps(r.s));
    if (answer == ANSWER_SAT) answer = rerun_step(&r, t && t->steps == state_steps(r.s) ? t->edge : EDGE_NONE);
  }
  state_settle(r.s);
  if (answer == ANSWER_SAT) *end = r.s;
  else state_free(r.s);
  return answer;
}

// --- predicates
// ------------------------------------------------------------------------------------------------------------

static bool is_connective(enum term_kind k) { return k == TERM_AND || k == TERM_OR || k == TERM_NOT || k == TERM_ITE; }

// Do two predicates over the same variables always agree, or never?
static bool is_same(struct symexpa *x, struct term p, struct term q) {
  uint32_t n, m;
  const uint32_t *a = term_free_vars(x->tm, p, &n), *b = term_free_vars(x->tm, q, &m);
  if (n != m || memcmp(a, b, n * sizeof *a)) return false;
  struct term agree = term_eq(x->tm, p, q);
  if (term_is_const(x->tm, agree)) return true;
  struct path *path = path_new(x->tm);
  struct model *model = NULL;
  enum answer answer = path_check(x->hasty, path, term_not(x->tm, agree), NULL, &model);
  if (model) model_unref(model);
  model = NULL;
  if (answer == ANSWER_SAT) answer = path_check(x->hasty, path, agree, NULL, &model);
  if (model) model_unref(model);
  path_unref(path);
  return answer == ANSWER_UNSAT;
}

// True: the head's precision changes. An interpolant that is there is not forgotten from now on, so that the path it
// excludes does not come back.
static bool add_predicate(struct symexpa *x, struct location location, struct term plain, bool interpolant) {
  if (term_is_const(x->tm, plain)) return false;
  const struct vec_term *there = &precision_at(x->precision, location)->predicates;
  for (uint32_t i = 0; i < there->size; i++)
    if (is_same(x, there->data[i], plain)) return interpolant && heads_recall(x, location, there->data[i]);
  return precision_add(x->precision, x->tm, location, plain);
}

static bool add_atoms(struct symexpa *x, struct location location, struct term t, struct map_u32 *seen) {
  if (map_u32_find(seen, t.id)) return false;
  map_u32_put(seen, t.id, 1);
  if (!is_connective(term_kind(x->tm, t))) return add_predicate(x, location, t, true);
  bool any = false;
  for (uint32_t i = 0; i < term_arity(x->tm, t); i++)
    any = add_atoms(x, location, term_child(x->tm, t, i), seen) || any;
  return any;
}

// The interpolant's conjuncts, and of those that are no atoms, also their atoms.
static bool learn(struct symexpa *x, struct location location, struct context context, struct term interpolant) {
  struct vec_term conjuncts = {0};
  vec_term_push(&conjuncts, interpolant);
  terms_tidy(x->tm, &conjuncts);
  bool any = false;
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    struct term plain = precision_plain(x->unfold, context, conjuncts.data[i]);
    if (term_none(plain)) continue;
    any = add_predicate(x, location, plain, true) || any;
    struct map_u32 seen = {0};
    any = add_atoms(x, location, plain, &seen) || any;
    map_u32_release(&seen);
  }
  vec_term_release(&conjuncts);
  return any;
}

// Predicates of the program itself.
static bool learn_hints(struct symexpa *x, struct location location) {
  struct head_record *r = heads_record(x, location);
  if (r->hinted || !x->config.sources) return false;
  r->hinted = true;
  if (!x->hints) x->hints = hints_new(x->cfa, x->program, x->context->limits, x->context->seed);
  struct vec_term all = {0};
  if (x->config.sources & SOURCE_GUARDS) hints_guards(x->hints, location, HINTS_MOST, &all);
  if (x->config.sources & SOURCE_RUNS) hints_runs(x->hints, location, HINTS_MOST, &all);
  if (x->config.sources & SOURCE_CELLS && !x->config.paths) hints_cells(x->hints, location, CELLS_MOST, &all);
  bool any = false;
  for (uint32_t i = 0; i < all.size; i++) {
    if (!add_predicate(x, location, all.data[i], false)) continue;
    map_u32_put(&r->idle, all.data[i].id, 1);
    any = true;
  }
  vec_term_release(&all);
  return any;
}

// --- REFINE
// ----------------------------------------------------------------------------------------------------------------

// The cases on the path, and before which edge they are.
static void cuts_of(struct symexpa *x, const struct spurious *path, uint64_t length, struct vec_u32 *cases,
                    struct vec_u32 *cuts) {
  for (uint32_t i = 0; i < path->records.size; i++) {
    const struct trail *t = &x->trails.data[path->records.data[i]];
    if (t->kind != TRAIL_CASE || t->steps >= length) continue;
    vec_u32_push(cases, path->records.data[i]);
    vec_u32_push(cuts, (uint32_t)t->steps);
  }
}

// The same for all entries of one loop in one context: the first of them.
static uint32_t place_number(const struct symexpa *x, uint32_t entry) {
  const struct entry *e = &x->entries.data[entry];
  uint32_t i = 0;
  while (!location_same(x->entries.data[i].location, e->location) ||
         !context_same(x->entries.data[i].context, e->context))
    i++;
  return i;
}

// Sequence interpolants at the cuts, over the pieces of the path between them.
static bool interpolate(struct symexpa *x, const struct spurious *path, const struct vec_u32 *cases,
                        const struct vec_u32 *cuts, struct term *out) {
  struct arena arena = {0};
  struct step *steps = mem_zalloc(cuts->size + 1, sizeof *steps);
  struct vec_u32 numbers = {0}, places = {0};
  bool known = true;
  for (uint32_t i = 0; i < cases->size; i++)
    vec_u32_push(&places, place_number(x, x->trails.data[cases->data[i]].entry));
  for (uint32_t i = 0; i <= cuts->size && known; i++) {
    uint32_t begin = i ? cuts->data[i - 1] : 0, end = i < cuts->size ? cuts->data[i] : path->edges.size;
    known = compose_steps(x->tm, x->unfold, &arena, end - begin, path->contexts.data + begin, path->edges.data + begin,
                          &steps[i]);
    if (i) vec_u32_push(&numbers, i);
  }
  enum provider by;
  bool good = known && interpolate_visits(x->interpolator, cuts->size + 1, steps, cuts->size, numbers.data, places.data,
                                          out, &by) == ANSWER_UNSAT;
  vec_u32_release(&numbers);
  vec_u32_release(&places);
  mem_free(steps);
  arena_release(&arena);
  return good;
}

// The innermost entry above the place that was there when the path had so many edges.
static uint32_t entry_above(const struct symexpa *x, const struct place *p, uint64_t steps) {
  uint32_t e = p->entry;
  while (state_steps(x->entries.data[e].exact) + x->entries.data[e].place.ahead > steps)
    e = x->entries.data[e].place.entry;
  return e;
}

// Where to go on: at the first case of the path whose head's precision changed. If the path has left its entry by
// coming back to one further out, then there: what was found from the one is among the cases of the other.
static void go_back(struct symexpa *x, const struct place *p, const struct vec_u32 *cases, const bool *changed) {
  if (x->config.restart) {
    x->begin_again = true;
    return;
  }
  for (uint32_t i = 0; i < cases->size; i++) {
    const struct trail *t = &x->trails.data[cases->data[i]];
    if (!changed[x->entries.data[t->entry].location.id]) continue;
    heads_again(x, entry_above(x, p, t->steps));
    return;
  }
  assert(false);
}

static void raise_thresholds(struct symexpa *x, const struct vec_u32 *cases, bool *changed) {
  x->stats->thresholds_raised++;
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < cases->size; i++) {
    struct location location = x->entries.data[x->trails.data[cases->data[i]].entry].location;
    if (map_u32_find(&seen, location.id)) continue;
    map_u32_put(&seen, location.id, 1);
    uint32_t t = heads_threshold(x, location);
    precision_at(x->precision, location)->threshold = t < UINT32_MAX / 4 ? 2 * t + 1 : t;
    heads_record(x, location)->failures++;
    changed[location.id] = true;
  }
  map_u32_release(&seen);
}

// Entries of heads that were refined for the sake of other paths: they do not know yet what has been learned since they
// were made.
static bool catch_up(struct symexpa *x, const struct vec_u32 *cases, bool *changed) {
  bool any = false;
  for (uint32_t i = 0; i < cases->size; i++) {
    const struct entry *e = &x->entries.data[x->trails.data[cases->data[i]].entry];
    if (!x->config.paths && e->known < precision_at(x->precision, e->location)->predicates.size)
      changed[e->location.id] = any = true;
  }
  return any;
}

// Predicates that are there already did not help: those that are open are told apart from now on.
static bool split_more(struct symexpa *x, const struct vec_u32 *cases, bool *changed) {
  bool any = false;
  for (uint32_t i = 0; i < cases->size; i++) {
    const struct trail *t = &x->trails.data[cases->data[i]];
    const struct entry *e = &x->entries.data[t->entry];
    struct head_record *r = heads_record(x, e->location);
    if (x->config.paths || r->split || !heads_may_split(x, e, &e->cases.data[t->at])) continue;
    r->split = changed[e->location.id] = any = true;
  }
  return any;
}

// The path is often infeasible long before its end, where a loop is left too early. The heads behind that place get the
// predicates of the program, too.
static void hint_all(struct symexpa *x, const struct spurious *path, uint64_t length, struct vec_u32 *cases,
                     bool *changed) {
  for (uint32_t i = 0; i < path->records.size; i++) {
    const struct trail *t = &x->trails.data[path->records.data[i]];
    if (t->kind != TRAIL_CASE || t->steps < length) continue;
    struct location location = x->entries.data[t->entry].location;
    vec_u32_push(cases, path->records.data[i]);
    changed[location.id] = learn_hints(x, location) || changed[location.id];
  }
}

// What the heads on the first `length` edges of the path lack.
static void refine(struct symexpa *x, const struct place *p, const struct spurious *path, uint64_t length) {
  struct vec_u32 cases = {0}, cuts = {0};
  cuts_of(x, path, length, &cases, &cuts);
  bool *changed = mem_zalloc(x->cfa->locations.size + 1, sizeof *changed), any = false, impatient = false;
  struct term *out = mem_zalloc(cases.size + 1, sizeof *out);
  x->stats->refinements++;
  bool good = cases.size && path->edges.size && path->edges.size <= PATH_MAX_STEPS &&
              interpolate(x, path, &cases, &cuts, out);
  for (uint32_t i = 0; i < cases.size; i++) {
    const struct entry *e = &x->entries.data[x->trails.data[cases.data[i]].entry];
    struct head_record *r = heads_record(x, e->location);
    bool new = learn_hints(x, e->location);
    if (good && precision_at(x->precision, e->location)->predicates.size < POINT_PREDICATES)
      new = learn(x, e->location, e->context, out[i]) || new;
    if (new && !changed[e->location.id]) {
      r->refinements++;
      // A head that needs more and more predicates: its rounds may be few.
      impatient = impatient || (r->refinements >= PATIENCE && (r->refinements & (r->refinements - 1)) == 0);
    }
    changed[e->location.id] = changed[e->location.id] || new;
    any = any || new;
  }
  if (!any) any = catch_up(x, &cases, changed);
  if (!any) any = split_more(x, &cases, changed);
  if (!any || impatient) raise_thresholds(x, &cases, changed);
  hint_all(x, path, length, &cases, changed);
  if (x->config.watch && x->config.watch->refined)
    x->config.watch->refined(x->config.watch->context, path->edges.size, path->edges.data);
  go_back(x, p, &cases, changed);
  mem_free(out);
  mem_free(changed);
  vec_u32_release(&cases);
  vec_u32_release(&cuts);
}

// The path is feasible: what it reaches is there.
static void reached(struct symexpa *x, struct state *s, const struct place *p, bool is_error, enum reason why) {
  struct location location = state_location(s);
  if (is_error) errors_report(&x->errors, s);
  else symexpa_doubt(x, p, why, why == REASON_UNSUPPORTED ? cfa_location(x->cfa, location)->text : "", location);
}

// An allocation at the state's location.
static bool may_be_too_large(struct symexpa *x, struct state *s) {
  uint32_t n;
  for (uint32_t i = 0; i < (state_open(s, &n), n); i++) {
    struct open_edge open = state_open(s, &n)[i];
    struct model *model = NULL;
    if (!edge_none(open.edge)) continue;
    enum answer answer = path_check(x->solver, state_path(s), open.condition, state_model(s), &model);
    if (model) model_unref(model);
    return answer != ANSWER_UNSAT;
  }
  return false;
}

static bool any_case(const struct symexpa *x, uint32_t trail) {
  for (uint32_t t = trail; t != NOTHING; t = x->trails.data[t].before)
    if (x->trails.data[t].kind == TRAIL_CASE) return true;
  return false;
}

// Was something abstracted before the edge that cannot be taken?
static bool is_abstract(const struct symexpa *x, const struct spurious *path) {
  for (uint32_t i = 0; i < path->records.size; i++) {
    const struct trail *t = &x->trails.data[path->records.data[i]];
    if (t->kind == TRAIL_CASE && t->steps < path->edges.size) return true;
  }
  return false;
}

bool refine_reached(struct symexpa *x, struct state *s, const struct place *p, bool is_error, enum reason why) {
  if (!any_case(x, p->trail)) {
    reached(x, s, p, is_error, why);
    return false;
  }
  bool back = false;
  struct spurious path = {0};
  struct state *end = NULL;
  records_of(x, p->trail, &path.records);
  enum answer answer = run_exactly(x, &path, state_steps(s) + p->ahead, &end);
  bool there = answer == ANSWER_SAT && location_same(state_location(end), state_location(s));
  if (there && why == REASON_ALLOCATION && !may_be_too_large(x, end)) {
    x->stats->spurious++;
    back = true;
    path.edges.size = 0; // the path is feasible: there is nothing to interpolate
    refine(x, p, &path, state_steps(s) + p->ahead);
  } else if (there) {
    reached(x, end, p, is_error, why);
  } else if (answer == ANSWER_UNKNOWN) {
    symexpa_solver_doubt(x, p, state_location(s));
  } else if (!is_abstract(x, &path)) {
    // The path is exact up to the edge, and was feasible when it was explored: there is nothing to refine.
    errors_give_up(&x->errors, REASON_UNCONFIRMED, cfa_location(x->cfa, state_location(s))->text, state_location(s));
  } else {
    x->stats->spurious++;
    back = true;
    refine(x, p, &path, path.edges.size);
  }
  state_free(end);
  vec_context_release(&path.contexts);
  vec_edge_release(&path.edges);
  vec_u32_release(&path.records);
  return back;
}
