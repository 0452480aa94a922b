// See markers.h.
#include "cfa/pass/markers.h"
#include "cfa/assertions.h"
#include <string.h>

// The edges out of `at` move to a new location; from `at` an arbitrary choice leads there, or to the marker.
static uint32_t add_marker(struct cfa *cfa, struct location at) {
  uint32_t function = cfa_location(cfa, at)->function;
  struct location next = cfa_add_location(cfa, function, LOC_PLAIN);
  struct location marker = cfa_add_location(cfa, function, LOC_ERROR);
  struct cfa_location *l = cfa_location(cfa, at), *behind = cfa_location(cfa, next);
  behind->out = l->out;
  behind->complete = l->complete;
  behind->place = cfa_location(cfa, marker)->place = l->place;
  cfa_location(cfa, marker)->text = "marker";
  l->out = (struct vec_edge){0};
  l->complete = true;
  for (uint32_t i = 0; i < behind->out.size; i++) cfa_edge(cfa, behind->out.data[i])->from = next;
  struct cfa_input choice = {.term = cfa_edge_term(cfa, sort_bool(cfa->tm), "marker"),
                             .kind = INPUT_NONDET,
                             .name = "marker",
                             .ctype = "_Bool",
                             .is_unsigned = true};
  struct location ends[] = {marker, next};
  for (int i = 0; i < 2; i++) {
    struct edge id = cfa_add_edge(cfa, at, ends[i]);
    struct cfa_edge *e = cfa_edge(cfa, id);
    e->guard = i ? term_not(cfa->tm, choice.term) : choice.term;
    e->first = e->last = cfa_location(cfa, at)->place;
    vec_input_push(&e->inputs, choice);
  }
  return cfa_location(cfa, marker)->number;
}

static void push(struct cfa *cfa, struct vec_marker *out, struct marker marker, struct location at) {
  if (location_none(at) || cfa_location(cfa, at)->kind != LOC_PLAIN) return;
  marker.number = add_marker(cfa, at);
  vec_marker_push(out, marker);
}

static bool is_entry(const struct cfa *cfa, struct location l) {
  return location_same(cfa->functions.data[cfa_location(cfa, l)->function].entry, l);
}

// --- where a check begins --------------------------------------------------------------------------------------------

// A test is a location, and where the branch is that leaves it towards the error.
struct test {
  struct location at;
  struct source_place place;
};
VEC_TYPE(vec_test, struct test)

// Where markers are to be put: all are found before one is added, since each changes the automaton.
struct plan {
  struct marker marker;
  struct location at;
};
VEC_TYPE(vec_plan, struct plan)

// More than that is not looked through for one check, which is then said to be tested.
enum { STEPS = 256 };

// Where it is tested whether control goes to this location: what leads there and nowhere else is passed over. False:
// there may be others.
static bool find_tests(const struct cfa *cfa, struct location target, struct vec_test *out) {
  struct vec_location work = {0};
  uint32_t steps = 0;
  vec_location_push(&work, target);
  for (; work.size && steps < STEPS; steps++) {
    const struct cfa_location *l = cfa_location(cfa, vec_location_pop(&work));
    for (uint32_t i = 0; i < l->in.size; i++) {
      const struct cfa_edge *e = cfa_edge(cfa, l->in.data[i]);
      const struct cfa_location *from = cfa_location(cfa, e->from);
      bool only = from->out.size == 1 && from->in.size && e->callee == CFA_NONE && term_is_true(cfa->tm, e->guard) &&
                  !is_entry(cfa, e->from) && from->mark == MARK_NONE;
      if (only) vec_location_push(&work, e->from);
      else vec_test_push(out, (struct test){e->from, e->last});
    }
  }
  bool all = !work.size;
  vec_location_release(&work);
  return all;
}

// Is it in the text behind the other, or there? Of an unknown place nothing is known, so it may be.
static bool is_behind(struct source_place place, struct source_place other) {
  if (!place.line || !other.line) return true;
  if (place.file != other.file) return false;
  return place.line != other.line ? place.line > other.line : place.column >= other.column;
}

// The locations of one condition, and where they lead.
struct condition {
  const struct cfa *cfa;
  struct source_place place; // of the branch that decides
  struct vec_location list;
  struct map_u32 within, targets;
};

static void condition_add(struct condition *c, struct location l) {
  if (map_u32_find(&c->within, l.id)) return;
  map_u32_put(&c->within, l.id, 1);
  vec_location_push(&c->list, l);
  const struct cfa_location *at = cfa_location(c->cfa, l);
  for (uint32_t i = 0; i < at->out.size; i++) map_u32_put(&c->targets, cfa_edge(c->cfa, at->out.data[i])->to.id, 1);
}

// Does this edge come from a part of the condition it leads to? The branch that decides `a || b` has the place where
// the condition begins, those of its operands come behind that in the text; and where operands are statements of their
// own, they share the places they branch to. Nested conditions have blocks of their own. Too much does no harm: a check
// is then said to be tested where one of these places is reached.
static bool is_operand(const struct condition *c, const struct cfa_edge *e) {
  const struct cfa_location *from = cfa_location(c->cfa, e->from);
  if (is_behind(e->last, c->place)) return true;
  bool inside = from->out.size > 1;
  for (uint32_t i = 0; i < from->out.size && inside; i++)
    inside = map_u32_find(&c->targets, cfa_edge(c->cfa, from->out.data[i])->to.id) ||
             map_u32_find(&c->within, cfa_edge(c->cfa, from->out.data[i])->to.id);
  return inside;
}

// Where the condition begins that the test is the end of. False: it is not known.
static bool find_begin(const struct cfa *cfa, struct test test, struct vec_location *out) {
  struct condition c = {.cfa = cfa, .place = test.place};
  condition_add(&c, test.at);
  // `targets` grow, so that an edge that was looked at may belong to the condition later.
  for (bool changed = true; changed && c.list.size < STEPS;) {
    changed = false;
    for (uint32_t i = 0; i < c.list.size && c.list.size < STEPS; i++) {
      const struct cfa_location *l = cfa_location(cfa, c.list.data[i]);
      for (uint32_t k = 0; k < l->in.size; k++) {
        const struct cfa_edge *e = cfa_edge(cfa, l->in.data[k]);
        if (map_u32_find(&c.within, e->from.id) || !is_operand(&c, e)) continue;
        condition_add(&c, e->from);
        changed = true;
      }
    }
  }
  for (uint32_t i = 0; i < c.list.size; i++) {
    const struct cfa_location *l = cfa_location(cfa, c.list.data[i]);
    bool begins = is_entry(cfa, c.list.data[i]);
    for (uint32_t k = 0; k < l->in.size && !begins; k++)
      begins = !map_u32_find(&c.within, cfa_edge(cfa, l->in.data[k])->from.id);
    if (begins) vec_location_push(out, c.list.data[i]);
  }
  bool known = c.list.size < STEPS;
  vec_location_release(&c.list);
  map_u32_release(&c.within);
  map_u32_release(&c.targets);
  return known;
}

static struct location location_numbered(const struct cfa *cfa, uint32_t number) {
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].number == number) return (struct location){i};
  return LOCATION_NONE;
}

// Where control reaches the check. False: perhaps at other places, too.
static bool find_check(const struct cfa *cfa, const struct assertion *a, struct vec_location *out) {
  if (a->error == NUMBER_NONE) {
    vec_location_push(out, location_numbered(cfa, a->site));
    return true;
  }
  struct vec_test tests = {0};
  bool all = find_tests(cfa, location_numbered(cfa, a->error), &tests);
  for (uint32_t i = 0; i < tests.size && all; i++) all = find_begin(cfa, tests.data[i], out);
  vec_test_release(&tests);
  return all;
}

static void add_checks(struct cfa *cfa, struct vec_marker *out) {
  struct vec_assertion list = {0};
  struct vec_plan plans = {0};
  cfa_find_assertions(cfa, &list);
  for (uint32_t i = 0; i < list.size; i++) {
    const struct assertion *a = &list.data[i];
    struct marker marker = {.kind = MARKER_CHECK, .property = a->property, .place = a->place};
    struct vec_location begins = {0};
    bool all = find_check(cfa, a, &begins);
    for (uint32_t k = 0; k < begins.size && all; k++)
      if (!location_none(begins.data[k])) vec_plan_push(&plans, (struct plan){marker, begins.data[k]});
    marker.number = NUMBER_NONE;
    marker.reached = true;
    if (!all) vec_marker_push(out, marker);
    vec_location_release(&begins);
  }
  for (uint32_t i = 0; i < plans.size; i++) push(cfa, out, plans.data[i].marker, plans.data[i].at);
  vec_plan_release(&plans);
  vec_assertion_release(&list);
}

// --- assumptions -----------------------------------------------------------------------------------------------------

// A function of the user, or of another verifier, that ends paths by what it is called with.
static bool assumes(const struct cfa *cfa, uint32_t function) {
  const struct cfa_function *f = &cfa->functions.data[function];
  return strstr(f->shown, "assume") && f->params.size;
}

static void add_assumptions(struct cfa *cfa, struct vec_marker *out) {
  uint32_t n = cfa->locations.size, m = cfa->edges.size;
  for (uint32_t i = 0; i < n; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    const struct cfa_function *function = &cfa->functions.data[l->function];
    if ((l->mark != MARK_ASSUMES && l->mark != MARK_ASSUMED) || function->is_model || assumes(cfa, l->function))
      continue;
    struct marker marker = {.kind = l->mark == MARK_ASSUMES ? MARKER_ASSUMES : MARKER_ASSUMED, .place = l->place};
    push(cfa, out, marker, (struct location){i});
  }
  for (uint32_t i = 0; i < m; i++) {
    struct cfa_edge e = cfa->edges.data[i];
    if (location_none(e.from) || e.callee == CFA_NONE || !assumes(cfa, e.callee)) continue;
    uint32_t caller = cfa_location(cfa, e.from)->function;
    if (cfa->functions.data[caller].is_model || assumes(cfa, caller)) continue;
    push(cfa, out, (struct marker){.kind = MARKER_ASSUMES, .place = e.first}, e.from);
    push(cfa, out, (struct marker){.kind = MARKER_ASSUMED, .place = e.first}, e.to);
  }
}

void cfa_add_markers(struct cfa *cfa, struct vec_marker *out) {
  add_checks(cfa, out);
  add_assumptions(cfa, out);
}
