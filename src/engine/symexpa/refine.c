// Refinement: algorithm 3. Is the path to an error feasible without abstraction? If not, what the precision
// of its heads lacks.
#include "engine/symexpa/symexpa.h"
#include "solve/interpolate/interpolate.h"
#include "term/walk.h"
#include <assert.h>

// Longer paths are not interpolated.
#define PATH_MAX_STEPS 20000
// Refinements of one head after which thresholds go up, too: 8, 16, 32, …
#define DIVERGING 8
#define POINT_PREDICATES 80
#define SHARED_AFTER 3 // refinements of a head after which guesses of others are tried
#define SHARED_MOST 24 // predicates of a head that others have found, a third of them at most guessed

struct spurious {
  struct trace_path path; // up to the edge that cannot be taken
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

// --- ISFEASIBLE ------------------------------------------------------------------------------------------------------

struct guide {
  const struct symexpa *x;
  const struct vec_u32 *records;
  uint32_t next;
};

// The edge that the path took at a branch after so many edges; EDGE_NONE: it was decided.
static struct edge recorded_edge(void *context, uint64_t steps) {
  struct guide *g = context;
  for (; g->next < g->records->size; g->next++) {
    const struct trail *t = &g->x->trails.data[g->records->data[g->next]];
    if (t->kind == TRAIL_BRANCH && t->steps >= steps) return t->steps == steps ? t->edge : EDGE_NONE;
  }
  return EDGE_NONE;
}

// Runs the path from the beginning, `steps` edges. SAT: *end is the state there.
static enum answer run_exactly(struct symexpa *x, struct spurious *path, uint64_t steps, struct state **end) {
  struct guide guide = {.x = x, .records = &path->records};
  return path_replay(&x->run, steps, (struct path_guide){&guide, recorded_edge}, &path->path, end);
}

// --- predicates -----------------------------------------------------------------------------------------------------

static bool is_connective(enum term_kind k) { return term_class(k) == CLASS_CONNECTIVE || k == TERM_ITE; }

// Do two predicates over the same variables always agree, or never?
static bool is_same(struct symexpa *x, struct term p, struct term q) {
  uint32_t n, m;
  const uint32_t *a = term_free_vars(x->tm, p, &n), *b = term_free_vars(x->tm, q, &m);
  if (n != m || memcmp(a, b, n * sizeof *a)) return false;
  struct term agree = term_eq(x->tm, p, q);
  if (term_is_const(x->tm, agree)) return true;
  struct path *path = path_new(x->tm);
  struct model *model = NULL;
  enum answer answer = path_check(x->run.best_effort, path, term_not(x->tm, agree), NULL, &model);
  if (model) model_unref(model);
  model = NULL;
  if (answer == ANSWER_SAT) answer = path_check(x->run.best_effort, path, agree, NULL, &model);
  if (model) model_unref(model);
  path_unref(path);
  return answer == ANSWER_UNSAT;
}

// True: the head's precision changes. An interpolant that is there is kept from now on, so that the path it
// excludes does not come back.
static bool add_predicate(struct symexpa *x, struct location location, struct term plain, bool interpolant) {
  if (term_is_const(x->tm, plain)) return false;
  const struct vec_term *there = &precision_at(x->precision, location)->predicates;
  for (uint32_t i = 0; i < there->size; i++)
    if (is_same(x, there->data[i], plain)) return interpolant && heads_recall(x, location, there->data[i]);
  return precision_add(x->precision, x->tm, location, plain);
}

static bool add_atoms(struct symexpa *x, struct location location, struct term formula) {
  struct term_walk walk = {.tm = x->tm, .left_to_right = true};
  bool any = false;
  term_walk_add(&walk, formula);
  for (struct term t; term_walk_next(&walk, &t);) {
    if (is_connective(term_kind(x->tm, t))) continue;
    term_walk_skip(&walk);
    any = add_predicate(x, location, t, true) || any;
  }
  term_walk_release(&walk);
  return any;
}

// The interpolant's conjuncts, and of those that are no atoms, also their atoms.
static bool learn(struct symexpa *x, struct location location, struct context context, struct term interpolant) {
  struct vec_term conjuncts = {0};
  vec_term_push(&conjuncts, interpolant);
  terms_tidy(x->tm, &conjuncts);
  bool any = false;
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    struct term plain = facts_plain(x->run.unfold, context, conjuncts.data[i]);
    if (term_none(plain)) continue;
    any = add_predicate(x, location, plain, true) || any;
    any = add_atoms(x, location, plain) || any;
    facts_offer(x->run.facts, location, plain, SOURCE_INTERPOLANTS);
  }
  vec_term_release(&conjuncts);
  return any;
}

static bool learn_from(struct symexpa *x, struct location location, uint32_t sources) {
  struct head_record *r = &x->heads[location.id];
  struct vec_term all = {0};
  facts_candidates(x->run.facts, location, sources, &all);
  bool any = false;
  for (uint32_t i = 0; i < all.size; i++) {
    if (!add_predicate(x, location, all.data[i], false)) continue;
    map_u32_put(&r->idle, all.data[i].id, 1);
    any = true;
  }
  vec_term_release(&all);
  return any;
}

// Predicates of the program itself. Those about all blocks of the heap come first, and alone: others about cells that
// are read through pointers are many, and rarely of use beside them.
static bool learn_candidates(struct symexpa *x, struct location location) {
  struct head_record *r = &x->heads[location.id];
  if (x->printed) return false; // interpolants only
  uint32_t sources = x->options.sources &
                     (SOURCE_GUARDS | SOURCE_RUNS | SOURCE_CELLS | SOURCE_OBJECTS | SOURCE_WITHIN | SOURCE_PHASES);
  // A predicate about every cell cannot be told apart by its values on a path.
  if (x->paths) sources &= ~(uint32_t)(SOURCE_CELLS | SOURCE_OBJECTS);
  if (!r->asked_objects && (sources & SOURCE_OBJECTS)) {
    r->asked_objects = true;
    if (learn_from(x, location, SOURCE_OBJECTS)) return true;
  }
  sources &= ~(uint32_t)SOURCE_OBJECTS;
  if (r->asked || !sources) return false;
  r->asked = true;
  return learn_from(x, location, sources);
}

static bool is_literal(const struct terms *tm, struct term t) {
  if (term_kind(tm, t) == TERM_NOT) t = term_child(tm, t, 0);
  return !is_connective(term_kind(tm, t));
}

// What others have found out since: predicates like those of the program itself. Of what is proven only literals:
// clauses that hold are many, and few are of use. What is only guessed waits until a few interpolants did not do.
static bool learn_shared(struct symexpa *x, struct location location) {
  struct head_record *r = &x->heads[location.id];
  if (x->printed || r->shared >= SHARED_MOST || !(x->options.sources & SOURCE_SHARED)) return false;
  struct vec_term fresh = {0};
  struct facts_seen before = r->seen;
  facts_fresh(x->run.facts, location, &r->seen, &fresh);
  uint32_t proven = r->seen.proven - before.proven;
  if (r->refinements < SHARED_AFTER) {
    r->seen.shared = before.shared;
    fresh.size = proven;
  }
  bool any = false;
  for (uint32_t i = 0; i < fresh.size && r->shared < SHARED_MOST; i++) {
    struct term t = fresh.data[i];
    if (i < proven ? !is_literal(x->tm, t) : r->shared >= SHARED_MOST / 3) continue;
    if (!symexpa_is_changed(x, location, t) || !add_predicate(x, location, t, false)) continue;
    map_u32_put(&r->idle, t.id, 1);
    r->shared++;
    x->statistics->predicates_shared++;
    any = true;
  }
  vec_term_release(&fresh);
  return any;
}

// --- REFINE ---------------------------------------------------------------------------------------------------------

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

// Sequence interpolants at the cuts; cuts at one loop in one context are one place.
static bool interpolate(struct symexpa *x, const struct spurious *path, const struct vec_u32 *cases,
                        const struct vec_u32 *cuts, struct term *out) {
  struct vec_u32 places = {0};
  for (uint32_t i = 0; i < cases->size; i++)
    vec_u32_push(&places, place_number(x, x->trails.data[cases->data[i]].entry));
  bool good = path_interpolate(&x->run, &path->path, cuts->size, cuts->data, places.data, out);
  vec_u32_release(&places);
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
  if (x->options.restart) {
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
  x->statistics->thresholds_raised++;
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < cases->size; i++) {
    struct location location = x->entries.data[x->trails.data[cases->data[i]].entry].location;
    if (map_u32_find(&seen, location.id)) continue;
    map_u32_put(&seen, location.id, 1);
    uint32_t t = heads_threshold(x, location);
    precision_at(x->precision, location)->threshold = t < UINT32_MAX / 4 ? 2 * t + 1 : t;
    x->heads[location.id].failures++;
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
    if ((!x->paths || x->printed) && e->known < precision_at(x->precision, e->location)->predicates.size)
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
    struct head_record *r = &x->heads[e->location.id];
    if (x->paths || r->split || !cases_may_split(x, e, &e->cases.data[t->at])) continue;
    r->split = changed[e->location.id] = any = true;
  }
  return any;
}

// The path is often infeasible long before its end, where a loop is left too early. The heads behind that place get the
// predicates of the program, too.
static void candidates_for_all(struct symexpa *x, const struct spurious *path, uint64_t length, struct vec_u32 *cases,
                               bool *changed) {
  for (uint32_t i = 0; i < path->records.size; i++) {
    const struct trail *t = &x->trails.data[path->records.data[i]];
    if (t->kind != TRAIL_CASE || t->steps < length) continue;
    struct location location = x->entries.data[t->entry].location;
    vec_u32_push(cases, path->records.data[i]);
    changed[location.id] = learn_candidates(x, location) || changed[location.id];
  }
}

// What the heads on the first `length` edges of the path lack.
static void refine(struct symexpa *x, const struct place *p, const struct spurious *path, uint64_t length) {
  struct vec_u32 cases = {0}, cuts = {0};
  cuts_of(x, path, length, &cases, &cuts);
  bool *changed = mem_zalloc(x->cfa->locations.size + 1, sizeof *changed), any = false, diverges = false;
  struct term *out = mem_zalloc(cases.size + 1, sizeof *out);
  x->run.stats->refinements++;
  x->refinements++;
  bool good = cases.size && path->path.edges.size && (x->printed || path->path.edges.size <= PATH_MAX_STEPS) &&
              interpolate(x, path, &cases, &cuts, out);
  for (uint32_t i = 0; i < cases.size; i++) {
    const struct entry *e = &x->entries.data[x->trails.data[cases.data[i]].entry];
    struct head_record *r = &x->heads[e->location.id];
    bool new = learn_candidates(x, e->location);
    new = learn_shared(x, e->location) || new;
    if (good && (x->printed || precision_at(x->precision, e->location)->predicates.size < POINT_PREDICATES))
      new = learn(x, e->location, e->context, out[i]) || new;
    if (new && !changed[e->location.id]) {
      r->refinements++;
      // A head that needs more and more predicates: its iterations may be few.
      diverges = diverges || (r->refinements >= DIVERGING && (r->refinements & (r->refinements - 1)) == 0);
    }
    changed[e->location.id] = changed[e->location.id] || new;
    any = any || new;
  }
  if (!any) any = catch_up(x, &cases, changed);
  if (!any) any = split_more(x, &cases, changed);
  if (!any || (diverges && !x->printed)) raise_thresholds(x, &cases, changed);
  candidates_for_all(x, path, length, &cases, changed);
  if (x->watch && x->watch->refined) x->watch->refined(x->watch->context, path->path.edges.size, path->path.edges.data);
  go_back(x, p, &cases, changed);
  mem_free(out);
  mem_free(changed);
  vec_u32_release(&cases);
  vec_u32_release(&cuts);
}

// The path is feasible: what it reaches is there.
static void reached(struct symexpa *x, struct state *s, const struct place *p, bool is_error, enum reason why) {
  struct location location = state_location(s);
  if (is_error) run_error(&x->run, s);
  else symexpa_doubt(x, p, why, why == REASON_UNSUPPORTED ? cfa_location(x->cfa, location)->text : "", location);
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
    if (t->kind == TRAIL_CASE && t->steps < path->path.edges.size) return true;
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
  if (there && why == REASON_ALLOCATION && !run_may_be_too_large(&x->run, end)) {
    x->run.stats->spurious++;
    back = true;
    path.path.edges.size = 0; // the path is feasible: there is nothing to interpolate
    // A case that begins right here counts: its values are too large.
    refine(x, p, &path, state_steps(s) + p->ahead + 1);
  } else if (there) {
    reached(x, end, p, is_error, why);
  } else if (answer == ANSWER_UNKNOWN) {
    symexpa_solver_doubt(x, p, state_location(s));
  } else if (!is_abstract(x, &path)) {
    // The path is exact up to the edge, and was feasible when it was explored: there is nothing to refine.
    run_incomplete(&x->run, REASON_UNCONFIRMED, cfa_location(x->cfa, state_location(s))->text, state_location(s));
  } else {
    x->run.stats->spurious++;
    back = true;
    refine(x, p, &path, path.path.edges.size);
  }
  state_free(end);
  trace_path_release(&path.path);
  vec_u32_release(&path.records);
  return back;
}
