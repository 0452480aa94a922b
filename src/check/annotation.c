// See annotation.h; what an annotation means stands in graph/certificate.h.
//
// Why it is sound. Suppose that a run of the program goes wrong, and take the first violation: a visit of a cut point
// whose formula does not hold, or something bad, a step beyond the bound on recursion included. All steps before it are
// within the bound. If it is a formula, at the n-th visit of a cut point, c: for n ≤ k(c) the
// run up to there is a path of the base, otherwise its last k(c) segments are a path of the step; the formulas held
// before, so φ(c) was proved for it. If it is something bad, it lies in a segment that begins at the entry, or at the
// n-th visit of a cut point, c: for n < k(c) the check executed the run up to there from the entry, otherwise it
// executed the segment after the k(c) - 1 segments before it, from a cut point where the formula holds, as it did on
// the run. In both cases it has excluded something bad there.
//
// Of a complete unwinding only the base is executed, with a k that no path exceeds. A path that exceeds it is excluded
// as an error is, so the first violation on a run lies within it.
//
// Windows of the program are executed level by level: a state at level n has n segments behind it, from the entry, or
// from any cut point with arbitrary values that satisfy its formula. A formula is proved where its cut point is reached
// with as many segments as it wants, and then assumed; errors are excluded in segments that have enough before them.
// States that reach a place by several paths are merged there, and at cut points those of several segments, so that the
// cost grows with the size of the program and k, not with the number of paths.
//
// A conjunct may hold for all values of a variable (term/quantified.h), where k is 1: it is proved for an arbitrary
// value, and instances of it are assumed in the segments that begin at its cut point, as they follow from it.
//
// The annotation may come from a file: everything in it is checked before it is used. Queries go to a solver of the
// check's own, without caches (refute.h).
#include "check/annotation.h"
#include "check/obligations.h"
#include "check/cut_segments.h"
#include "check/shape.h"
#include "solve/ring/ring.h"
#include "term/instances.h"
#include "term/quantified.h"

// More steps than that, and the annotation is refused: a clear answer instead of a check without end.
#define STEPS_MAX (UINT64_C(1) << 20)
#define MAX_CASES 12 // of an obligation about cells
#define K_MAX 1000
#define RECURSION_MAX 1000

struct checker {
  struct cfa *cfa;
  struct terms *tm;
  struct limits *limits;
  struct stats *stats;
  struct unfold *unfold;
  const struct annotation *annotation;
  struct segments segments;
  struct obligations obligations;
  uint32_t *passed; // by location
  uint32_t deepest; // the largest k; of an unwinding one more than its segments
  struct vec_symbolic *now; // by cut point: states of the level at hand
  struct vec_symbolic *next;
  struct vec_term every; // universally quantified conjuncts that hold where the paths at hand begin
  struct vec_term assumed; // scratch
  struct map_u32 products; // for ring_concerns
  bool base; // the paths begin at the entry
  uint32_t level; // segments that are complete
  bool obliged; // errors are to be excluded in this segment
  uint32_t pending, lowest; // states that wait at places, and the first of these in the order
  uint64_t steps;
  const char *message;
};

static bool refuse(struct checker *c, const char *message) {
  c->message = message;
  return false;
}

static bool stopped(struct checker *c) {
  if (!limits_stopped(c->limits)) return false;
  c->message = "a limit was reached before the annotation was checked";
  return true;
}

// --- the annotation is well formed -----------------------------------------------------------------------------------

static bool conjunct_fits(struct checker *c, const struct cut_point *p, struct term t) {
  const char *misfit = shape_conjunct(c->cfa, c->unfold, p->context, t, true);
  if (misfit) return refuse(c, misfit);
  struct term variable = quantified_in(c->tm, t);
  struct context of;
  uint32_t var;
  if (term_none(variable)) return true;
  if (unfold_var_of(c->unfold, variable, &of, &var))
    return refuse(c, "a variable of the program has the name of one that stands for any value");
  return p->k == 1 && !c->annotation->unwinding
             ? true
             : refuse(c, "a formula speaks of any value where the induction is not simple");
}

static bool point_fits(struct checker *c, const struct cut_point *p) {
  if (p->location.id >= c->cfa->locations.size || p->context.id >= unfold_contexts(c->unfold) ||
      cfa_location(c->cfa, p->location)->function != unfold_function(c->unfold, p->context))
    return refuse(c, "a cut point is at a place that the program does not have");
  if (cfa_location(c->cfa, p->location)->kind != LOC_PLAIN) return refuse(c, "a cut point is where the program ends");
  if (p->k == 0) return refuse(c, "a cut point has no segments: k is at least 1");
  if (p->k > K_MAX) return refuse(c, "a cut point has a k that is too large to be checked");
  for (uint32_t i = 0; i < p->conjuncts.size; i++)
    if (!conjunct_fits(c, p, p->conjuncts.data[i])) return false;
  return true;
}

static bool annotation_fits(struct checker *c) {
  const struct vec_cut_point *points = &c->annotation->points;
  struct map_u32 seen = {0};
  bool good = true;
  if (c->annotation->recursion > RECURSION_MAX) return refuse(c, "the bound on recursion is too large to be checked");
  if (c->annotation->unwinding >= STEPS_MAX) return refuse(c, "the unwinding has too many segments to be checked");
  if (c->annotation->unwinding) c->deepest = c->annotation->unwinding + 1;
  for (uint32_t i = 0; i < points->size && good; i++) {
    const struct cut_point *p = &points->data[i];
    uint64_t key = (uint64_t)p->context.id << 32 | p->location.id;
    good = point_fits(c, p);
    if (good && map_u32_find(&seen, key)) good = refuse(c, "a cut point is there twice");
    if (good) map_u32_put(&seen, key, 1);
    if (good && !c->annotation->unwinding && p->k > c->deepest) c->deepest = p->k;
  }
  map_u32_release(&seen);
  return good;
}

// --- proofs ------------------------------------------------------------------------------------------------------

static bool discharge_all(struct checker *c) {
  if (obligations_discharge(&c->obligations)) return true;
  return stopped(c) ? false : refuse(c, c->obligations.message);
}

// By a solver of the check's own, of the conjuncts without products.
static bool refute_plain(void *context, const struct vec_term *conjuncts) {
  struct checker *c = context;
  struct refuter *r = &c->obligations.one;
  struct term last = term_true(c->tm);
  refuter_push(r);
  for (uint32_t i = 0; i < conjuncts->size; i++) {
    if (ring_concerns(c->tm, &c->products, 1, &conjuncts->data[i])) continue;
    refuter_assume(r, last);
    last = conjuncts->data[i];
  }
  bool refuted = refuter_check(r, last) == ANSWER_UNSAT;
  refuter_pop(r);
  return refuted;
}

static void assume_conjuncts(struct checker *c, struct term t) {
  bool conjunction = term_kind(c->tm, t) == TERM_AND;
  for (uint32_t i = 0; i < (conjunction ? term_arity(c->tm, t) : 1); i++)
    vec_term_push(&c->assumed, conjunction ? term_child(c->tm, t, i) : t);
}

// The state's path and the condition, and what the quantified conjuncts say about the cells that these read. Returns
// what is to be distinguished, or none.
static struct term assume_cells(struct checker *c, const struct symbolic *s, struct term condition,
                                struct term variable, bool products) {
  struct vec_term instances = {0};
  vec_term_clear(&c->assumed);
  for (uint32_t i = 0; i < s->path.size; i++) vec_term_push(&c->assumed, s->path.data[i]);
  assume_conjuncts(c, condition);
  instances_append(c->tm, c->every.size, c->every.data, c->assumed.size, c->assumed.data, &instances, NULL);
  struct term split = TERM_NONE;
  if (products) split = instances_reduce(c->tm, &c->assumed, variable, refute_plain, c, &instances, NULL);
  for (uint32_t i = 0; i < instances.size; i++) vec_term_push(&c->assumed, instances.data[i]);
  vec_term_release(&instances);
  return split;
}

// The condition contradicts the state. It may be about an arbitrary value of `variable` (otherwise none).
static bool oblige(struct checker *c, const struct symbolic *s, struct term condition, struct term variable,
                   const char *possible, const char *unknown, bool counted) {
  struct vec_term cases = {0};
  bool products = ring_concerns(c->tm, &c->products, 1, &condition) ||
                  ring_concerns(c->tm, &c->products, s->path.size, s->path.data) ||
                  ring_concerns(c->tm, &c->products, c->every.size, c->every.data);
  bool good = true, cells = c->every.size || !term_none(variable);
  if (!term_none(variable) && products) instances_cases(c->tm, &s->path, condition, variable, refute_plain, c, &cases);
  else vec_term_push(&cases, condition);
  for (uint32_t i = 0; i < cases.size && good; i++) {
    struct term t = cases.data[i], split = cells ? assume_cells(c, s, t, variable, products) : TERM_NONE;
    if (!term_none(split) && cases.size < MAX_CASES) {
      instances_distinguish(c->tm, t, split, variable, &cases);
      continue;
    }
    good = obligations_add(&c->obligations, cells ? &c->assumed : &s->path, t, possible, unknown, counted);
  }
  vec_term_release(&cases);
  if (good) return true;
  return stopped(c) ? false : refuse(c, c->obligations.message);
}

// The condition contradicts the state, wherever that must be known: it is an error, or as good as one.
static bool exclude(struct checker *c, const struct symbolic *s, struct term condition, const char *possible,
                    const char *unknown) {
  if (!c->obliged || term_is_false(c->tm, condition)) return true;
  c->stats->proof_cuts++;
  return !stopped(c) && oblige(c, s, condition, TERM_NONE, possible, unknown, true);
}

static bool holds(struct checker *c, const struct symbolic *s, struct term conjunct) {
  c->stats->proof_formulas++;
  struct term variable = quantified_in(c->tm, conjunct), formula = symbolic_formula(c->tm, s, conjunct);
  struct term any = TERM_NONE;
  if (!term_none(variable)) {
    any = term_fresh(c->tm, term_sort(c->tm, variable), "any");
    formula = term_substitute(c->tm, formula, 1, &variable, &any);
  }
  return oblige(c, s, term_not(c->tm, formula), any,
                c->base ? "a formula does not hold when its cut point is first reached"
                        : "a formula of a cut point is not inductive",
                "a formula of a cut point could not be proved again", false);
}

// --- segments ----------------------------------------------------------------------------------------------------

// How many segments its formula and what follows it look back at.
static uint32_t k_of(const struct checker *c, uint32_t point) {
  return c->annotation->unwinding ? c->deepest : c->annotation->points.data[point].k;
}

// Another segment is complete. Owns the state.
static bool arrive_point(struct checker *c, uint32_t point, struct symbolic s) {
  const struct cut_point *p = &c->annotation->points.data[point];
  uint32_t segments = c->level + 1, k = k_of(c, point);
  bool good = true, due = c->base ? segments <= k : segments == k, possible = segments < c->deepest;
  if (c->annotation->unwinding && segments > c->annotation->unwinding) {
    good = exclude(c, &s, term_true(c->tm), "the program can go on after its unwinding",
                   "that the unwinding is complete could not be proved again");
    due = false;
  }
  for (uint32_t i = 0; i < p->conjuncts.size && due && good; i++) good = holds(c, &s, p->conjuncts.data[i]);
  for (uint32_t i = 0; i < p->conjuncts.size && possible && good; i++)
    if (term_none(quantified_in(c->tm, p->conjuncts.data[i])))
      possible = symbolic_assume(c->tm, &s, symbolic_formula(c->tm, &s, p->conjuncts.data[i]));
  if (good && possible) vec_symbolic_push(&c->next[point], s);
  else symbolic_release(&s);
  return good;
}

// The state reaches a place. Owns it.
static bool arrive(struct checker *c, struct context context, struct location location, struct symbolic s) {
  const struct cfa_location *at = cfa_location(c->cfa, location);
  struct place *place = segments_place(&c->segments, context, location);
  bool good = true;
  c->stats->proof_nodes++;
  if (!place) {
    good = refuse(c, "a step leads to a place that was not found before"); // cannot happen
  } else if (at->kind == LOC_ERROR) {
    good = exclude(c, &s, term_true(c->tm), "an error can be reached from a cut point where its formula holds",
                   "that an error is not reached could not be proved again");
  } else if (at->kind == LOC_UNSUPPORTED) {
    good = exclude(c, &s, term_true(c->tm), "something unsupported can be reached from a cut point",
                   "that something unsupported is not reached could not be proved again");
  } else if (at->kind == LOC_EXIT && !context_same(context, CONTEXT_ROOT)) {
    good = refuse(c, "a path ends in a function that has a caller"); // cannot happen: returning is part of the step
  } else if (at->kind == LOC_PLAIN && place->point != PLACE_NONE) {
    return arrive_point(c, place->point, s);
  } else if (at->kind == LOC_PLAIN) {
    if (at->loop_head) c->passed[location.id] = 1;
    uint32_t rank = c->segments.rank.data[place - c->segments.places.data];
    if (!c->pending++ || rank < c->lowest) c->lowest = rank;
    vec_symbolic_push(&place->pending, s);
    return true;
  }
  symbolic_release(&s);
  return good;
}

// One step from a place; `inputs` as for symbolic_take.
static bool execute_edge(struct checker *c, struct context context, struct edge edge, const struct symbolic *s,
                         struct map_u32 *inputs) {
  const struct unfold_step *step = unfold_step(c->unfold, context, edge);
  struct symbolic after;
  if (stopped(c)) return false;
  if (++c->steps > STEPS_MAX) return refuse(c, "there are too many paths between cut points to check them all");
  if (!step->known)
    return exclude(c, s, term_true(c->tm), "a step from a cut point cannot be said in terms",
                   "a step from a cut point cannot be said in terms");
  if (segments_beyond(&c->segments, step))
    return exclude(c, s, symbolic_formula(c->tm, s, step->step.guard),
                   "the program may go beyond the bound on recursion",
                   "that the bound on recursion is kept could not be proved again");
  return !symbolic_take(c->unfold, s, context, step, inputs, &after) || arrive(c, step->context, step->location, after);
}

// All steps from a place.
static bool execute(struct checker *c, const struct place *place, const struct symbolic *s) {
  const struct vec_edge *out = &cfa_location(c->cfa, place->location)->out;
  struct term too_large = symbolic_formula(c->tm, s, unfold_too_large(c->unfold, place->context, place->location));
  if (!exclude(c, s, too_large, "an object may be too large for the memory model",
               "an object could not be shown to fit into the memory model"))
    return false;
  struct map_u32 inputs = {0};
  bool good = true;
  for (uint32_t i = 0; i < out->size && good; i++) good = execute_edge(c, place->context, out->data[i], s, &inputs);
  map_u32_release(&inputs);
  return good;
}

// Executes what waits at places, in an order in which everything has arrived before a place is left.
static bool flow(struct checker *c) {
  bool good = true;
  while (c->pending && good) {
    uint32_t rank = c->lowest;
    while (!c->segments.places.data[c->segments.order.data[rank]].pending.size) rank++;
    struct place place = c->segments.places.data[c->segments.order.data[rank]];
    c->segments.places.data[c->segments.order.data[rank]].pending = (struct vec_symbolic){0};
    c->pending -= place.pending.size;
    c->lowest = rank + 1;
    symbolic_merge(c->unfold, &place.pending, NULL);
    for (uint32_t i = 0; i < place.pending.size && good; i++) good = execute(c, &place, &place.pending.data[i]);
    vec_symbolic_drop(&place.pending);
  }
  return good;
}

// The segments that begin where the states are, which have `level` segments behind them.
static bool run_point(struct checker *c, uint32_t point) {
  const struct cut_point *p = &c->annotation->points.data[point];
  struct vec_symbolic states = c->now[point];
  uint32_t k = k_of(c, point);
  c->now[point] = (struct vec_symbolic){0};
  c->obliged = c->base ? c->level < k : c->level == k - 1;
  // Where paths of several segments begin is not known any more.
  vec_term_clear(&c->every);
  for (uint32_t i = 0; i < p->conjuncts.size && !c->base && c->level == 0; i++)
    if (!term_none(quantified_in(c->tm, p->conjuncts.data[i]))) vec_term_push(&c->every, p->conjuncts.data[i]);
  symbolic_merge(c->unfold, &states, NULL);
  struct place place = {.context = p->context, .location = p->location, .point = point};
  bool good = true;
  for (uint32_t i = 0; i < states.size && good; i++) good = execute(c, &place, &states.data[i]) && flow(c);
  vec_symbolic_drop(&states);
  return good;
}

static void clear_levels(struct checker *c) {
  for (uint32_t i = 0; i < c->annotation->points.size; i++) {
    vec_symbolic_drop(&c->now[i]);
    vec_symbolic_drop(&c->next[i]);
  }
}

static bool run_levels(struct checker *c) {
  for (bool any = true; any && c->level < c->deepest; c->level++) {
    any = false;
    for (uint32_t i = 0; i < c->annotation->points.size; i++) {
      any |= c->now[i].size != 0;
      if (c->now[i].size && !run_point(c, i)) return false;
    }
    struct vec_symbolic *was = c->now;
    c->now = c->next;
    c->next = was;
  }
  return true;
}

// --- base and step -----------------------------------------------------------------------------------------------

static bool check_base(struct checker *c) {
  struct term heap = unfold_heap(c->unfold);
  struct symbolic s = {0};
  symbolic_assume(c->tm, &s,
                  term_eq(c->tm, heap, term_bv(c->tm, sort_width(c->tm, term_sort(c->tm, heap)), c->cfa->heap_start)));
  c->base = c->obliged = true;
  c->level = 0;
  if (!arrive(c, CONTEXT_ROOT, c->cfa->functions.data[c->cfa->main].entry, s) || !flow(c)) return false;
  struct vec_symbolic *was = c->now;
  c->now = c->next;
  c->next = was;
  c->level = 1;
  return run_levels(c) && discharge_all(c);
}

static bool check_step(struct checker *c) {
  c->base = false;
  c->level = 0;
  vec_term_clear(&c->every);
  clear_levels(c);
  for (uint32_t i = 0; i < c->annotation->points.size; i++) {
    const struct cut_point *p = &c->annotation->points.data[i];
    // Nothing leads there: nothing of it is used.
    if (!segments_place(&c->segments, p->context, p->location)) continue;
    struct symbolic s = {0};
    bool possible = true;
    for (uint32_t k = 0; k < p->conjuncts.size && possible; k++)
      if (term_none(quantified_in(c->tm, p->conjuncts.data[k])))
        possible = symbolic_assume(c->tm, &s, p->conjuncts.data[k]);
    if (possible) vec_symbolic_push(&c->now[i], s);
    else symbolic_release(&s);
  }
  return run_levels(c) && discharge_all(c);
}

bool annotation_check(struct cfa *cfa, struct limits *limits, struct stats *stats, struct certificate *certificate,
                      uint64_t *open, const char **message) {
  struct stats own = {0}, unused = {0}; // the check's own effort must not be mixed up with the engine's
  struct checker c = {.cfa = cfa,
                      .tm = cfa->tm,
                      .limits = limits,
                      .stats = stats ? stats : &unused,
                      .unfold = certificate->unfold,
                      .annotation = &certificate->annotation,
                      .passed = certificate->passed.data,
                      .deepest = 1};
  uint32_t n = c.annotation->points.size;
  c.now = mem_zalloc(n + 1, sizeof *c.now);
  c.next = mem_zalloc(n + 1, sizeof *c.next);
  obligations_init(&c.obligations, cfa->tm, limits, &own, open);
  bool good = annotation_fits(&c);
  if (good && !segments_init(&c.segments, cfa, c.unfold, limits, c.annotation)) good = refuse(&c, c.segments.message);
  good = good && check_base(&c) && (c.annotation->unwinding || check_step(&c));
  clear_levels(&c);
  mem_free(c.now);
  mem_free(c.next);
  vec_term_release(&c.every);
  vec_term_release(&c.assumed);
  map_u32_release(&c.products);
  segments_release(&c.segments);
  obligations_release(&c.obligations);
  *message = good ? NULL : c.message;
  return good;
}
