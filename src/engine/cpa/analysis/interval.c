// Intervals: ranges of Boolean and bit-vector variables (state/ranges.h), joined where paths meet.
//
// An abstract state is a map of ranges; alone, a place has one state. The frame's loop only goes upwards, so that there
// is no narrowing in it, and every join there means that what follows is explored again. So the analysis runs by itself
// once (explore/bounds.h), with widening and narrowing. Closed states are met with the ranges that it has found for
// their place; alone, and after a few joins at a place, they become these. They are inductive by themselves and hold
// what any state of the place holds. Where the program is too large for that run, states are joined and widened.
//
// The precision of CEGAR does not matter here: there is one range for a variable, whatever is tracked.
#include "engine/cpa/analysis/stores.h"
#include "explore/bounds.h"

// Operations on ranges that the run beforehand may cost.
#define BOUNDS_EFFORT (UINT64_C(1) << 26)
// Joins at a place before its states become what that run has found.
#define JOINS_MOST 2

struct interval {
  struct cpa *cpa;
  uint32_t index; // among the analyses that are composed; UINT32_MAX: not looked up yet
  struct ranges *ranges;
  struct range_steps *steps;
  struct bounds *bounds; // NULL: none
  bool tried; // to find them
  struct map_u32 places; // context and location → number
  struct map_u32 joins; // place's number → how often states were joined there
};

static struct persistent map_of(struct abstract a) { return (struct persistent){a.id}; }

static void *interval_open(struct cpa *cpa, struct error *error) {
  (void)error;
  struct interval *self = mem_zalloc(1, sizeof *self);
  self->cpa = cpa;
  self->index = UINT32_MAX;
  self->ranges = ranges_new(cpa->run.unfold, cpa->pool);
  self->steps = range_steps_new(self->ranges);
  return self;
}

static void interval_close(void *opaque) {
  struct interval *self = opaque;
  bounds_free(self->bounds);
  range_steps_free(self->steps);
  ranges_free(self->ranges);
  map_u32_release(&self->places);
  map_u32_release(&self->joins);
  mem_free(self);
}

// --- domain ----------------------------------------------------------------------------------------------------------

static struct abstract interval_initial(void *opaque) {
  return state_of(ranges_initial(((struct interval *)opaque)->ranges));
}

static bool interval_less(void *opaque, struct abstract a, struct abstract b) {
  return ranges_less(((struct interval *)opaque)->ranges, map_of(a), map_of(b));
}

static uint32_t place_number(struct interval *self, struct place place) {
  uint64_t key = (uint64_t)place.context.id << 32 | place.location.id;
  const uint32_t *known = map_u32_find(&self->places, key);
  if (known) return *known;
  uint32_t number = UINT32_MAX - self->places.size; // those of the run beforehand are its points'
  map_u32_put(&self->places, key, number);
  return number;
}

// What the run beforehand knows of the place; false: nothing.
static bool find_bounds(struct interval *self, struct place place, struct persistent *bounds) {
  if (!self->tried) {
    self->tried = true;
    self->bounds = bounds_new(&self->cpa->run, self->ranges, self->steps, BOUNDS_EFFORT);
  }
  return self->bounds && bounds_at(self->bounds, place.context, place.location, bounds);
}

static struct persistent within_bounds(struct interval *self, struct place place, struct persistent map) {
  struct persistent bounds, met;
  return find_bounds(self, place, &bounds) && ranges_meet(self->ranges, map, bounds, &met) ? met : map;
}

static struct abstract interval_join(void *opaque, struct abstract a, struct abstract b, struct place place) {
  struct interval *self = opaque;
  uint32_t number = place_number(self, place), times = map_u32_get_or(&self->joins, number, 0);
  struct persistent bounds;
  map_u32_put(&self->joins, number, times + 1);
  if (times >= JOINS_MOST && find_bounds(self, place, &bounds)) return state_of(bounds);
  return state_of(ranges_join(self->ranges, map_of(a), map_of(b)));
}

static struct abstract interval_widen(void *opaque, struct abstract old, struct abstract joined, struct place place) {
  struct interval *self = opaque;
  struct persistent bounds;
  if (find_bounds(self, place, &bounds)) return state_of(bounds);
  return state_of(ranges_widen(self->ranges, map_of(old), map_of(joined), place_number(self, place)));
}

// --- transfer --------------------------------------------------------------------------------------------------------

static bool interval_transfer(void *opaque, struct transfer *t, struct abstract *out) {
  struct interval *self = opaque;
  struct persistent after;
  if (self->index == UINT32_MAX) cpa_find(self->cpa, "interval", &self->index);
  struct persistent before = map_of(t->before->parts[self->index]);
  if (!range_step(self->steps, t->from.context, t->step, before, &after)) return false;
  *out = state_of(after);
  return true;
}

// What an analysis with a store (which begins with a struct stores) knows of variables that have just got a value, as
// from memory.
static bool within_store(struct interval *self, struct transfer *t, uint32_t other, struct persistent *map) {
  struct stores *stores = self->cpa->selves[other];
  struct terms *tm = self->cpa->run.tm;
  for (uint32_t i = 0; i < t->step->step.n_updates; i++) {
    struct term var = t->step->step.updates[i].var;
    uint32_t width = range_width(tm, var);
    uint64_t constant;
    if (!width) continue;
    struct term value =
        store_get(stores->evaluator, store_of(t->after->parts[other]), evaluator_number(stores->evaluator, var));
    if (term_is_unknown(value) || !term_value64(tm, value, &constant)) continue;
    struct dom range = ranges_get(self->ranges, *map, var);
    if (!dom_has(&range, constant, width)) return false;
    struct dom exact = dom_const(constant, width);
    *map = ranges_put(self->ranges, *map, var, &exact);
  }
  return true;
}

static bool interval_strengthen(void *opaque, struct transfer *t, struct abstract *own) {
  struct interval *self = opaque;
  struct persistent map = map_of(*own);
  uint32_t other;
  if (cpa_find(self->cpa, "value", &other) && !within_store(self, t, other, &map)) return false;
  if (cpa_find(self->cpa, "symbolic", &other) && !within_store(self, t, other, &map)) return false;
  *own = state_of(map);
  return true;
}

static struct abstract interval_closed(void *opaque, const struct composite *state, struct abstract a,
                                       struct place place, const struct place_precision *precision, struct closing *c,
                                       bool *exact) {
  (void)state, (void)precision, (void)c, (void)exact;
  struct interval *self = opaque;
  struct persistent bounds;
  bool joins = self->cpa->n == 1 || map_u32_get_or(&self->joins, place_number(self, place), 0) >= JOINS_MOST;
  if (map_u32_find(&self->cpa->apart, place_key(place))) joins = false;
  if (joins && find_bounds(self, place, &bounds)) return state_of(bounds);
  return state_of(within_bounds(self, place, map_of(a)));
}

// --- what it means ---------------------------------------------------------------------------------------------------

static void interval_formula(void *opaque, struct abstract a, struct vec_term *conjuncts) {
  ranges_formula(((struct interval *)opaque)->ranges, map_of(a), conjuncts);
}

static void interval_print(void *opaque, struct abstract a, struct text *out) {
  ranges_print(((struct interval *)opaque)->ranges, map_of(a), out);
}

const struct analysis analysis_interval = {
    .name = "interval",
    .summary = "ranges of variables, joined where paths meet, with widening at loop heads",
    .merge = MERGE_JOIN,
    .open = interval_open,
    .close = interval_close,
    .initial = interval_initial,
    .less = interval_less,
    .join = interval_join,
    .widen = interval_widen,
    .transfer = interval_transfer,
    .strengthen = interval_strengthen,
    .closed = interval_closed,
    .formula = interval_formula,
    .print = interval_print,
};
