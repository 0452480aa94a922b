// See probes.h.
#include "cfa/probes.h"
#include "cfa/assertions.h"
#include <string.h>

// What is behind `at` goes behind a new location; from `at` an arbitrary choice leads there, or to the probe.
static uint32_t add_probe(struct cfa *cfa, struct location at) {
  uint32_t function = cfa_location(cfa, at)->function;
  struct location next = cfa_add_location(cfa, function, LOC_PLAIN);
  struct location probe = cfa_add_location(cfa, function, LOC_ERROR);
  struct cfa_location *l = cfa_location(cfa, at), *behind = cfa_location(cfa, next);
  behind->out = l->out;
  behind->complete = l->complete;
  behind->place = cfa_location(cfa, probe)->place = l->place;
  cfa_location(cfa, probe)->text = "probe";
  l->out = (struct vec_edge){0};
  l->complete = true;
  for (uint32_t i = 0; i < behind->out.size; i++) cfa_edge(cfa, behind->out.data[i])->from = next;
  struct cfa_input choice = {.term = cfa_edge_term(cfa, sort_bool(cfa->tm), "probe"),
                             .kind = INPUT_NONDET,
                             .name = "probe",
                             .ctype = "_Bool",
                             .is_unsigned = true};
  struct location ends[] = {probe, next};
  for (int i = 0; i < 2; i++) {
    struct edge id = cfa_add_edge(cfa, at, ends[i]);
    struct cfa_edge *e = cfa_edge(cfa, id);
    e->guard = i ? term_not(cfa->tm, choice.term) : choice.term;
    e->first = e->last = cfa_location(cfa, at)->place;
    vec_input_push(&e->inputs, choice);
  }
  return cfa_location(cfa, probe)->number;
}

static void push(struct cfa *cfa, struct vec_probe *out, struct probe probe, struct location at) {
  if (location_none(at) || cfa_location(cfa, at)->kind != LOC_PLAIN) return;
  probe.number = add_probe(cfa, at);
  vec_probe_push(out, probe);
}

static bool is_entry(const struct cfa *cfa, struct location l) {
  return location_same(cfa->functions.data[cfa_location(cfa, l)->function].entry, l);
}

// Where it is tested whether control goes to this location: what leads there and nowhere else is passed over.
static void find_tests(const struct cfa *cfa, struct location target, struct vec_location *out) {
  enum { STEPS = 32 };
  struct vec_location work = {0};
  vec_location_push(&work, target);
  for (uint32_t steps = 0; work.size && steps < STEPS; steps++) {
    const struct cfa_location *l = cfa_location(cfa, vec_location_pop(&work));
    for (uint32_t i = 0; i < l->in.size; i++) {
      const struct cfa_edge *e = cfa_edge(cfa, l->in.data[i]);
      const struct cfa_location *from = cfa_location(cfa, e->from);
      bool only = from->out.size == 1 && from->in.size && e->callee == CFA_NONE && term_is_true(cfa->tm, e->guard) &&
                  !is_entry(cfa, e->from) && from->mark == MARK_NONE;
      vec_location_push(only ? &work : out, e->from);
    }
  }
  vec_location_release(&work);
}

static struct location location_numbered(const struct cfa *cfa, uint32_t number) {
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].number == number) return (struct location){i};
  return LOCATION_NONE;
}

static void add_checks(struct cfa *cfa, struct vec_probe *out) {
  struct vec_assertion list = {0};
  cfa_find_assertions(cfa, &list);
  for (uint32_t i = 0; i < list.size; i++) {
    const struct assertion *a = &list.data[i];
    struct probe probe = {.kind = PROBE_CHECK, .property = a->property, .place = a->place};
    struct vec_location tests = {0};
    if (a->error != NUMBER_NONE) find_tests(cfa, location_numbered(cfa, a->error), &tests);
    else vec_location_push(&tests, location_numbered(cfa, a->site));
    for (uint32_t k = 0; k < tests.size; k++) push(cfa, out, probe, tests.data[k]);
    vec_location_release(&tests);
  }
  vec_assertion_release(&list);
}

// A function of the user, or of another verifier, that ends paths by what it is called with.
static bool assumes(const struct cfa *cfa, uint32_t function) {
  const struct cfa_function *f = &cfa->functions.data[function];
  return strstr(f->shown, "assume") && f->params.size;
}

static void add_assumptions(struct cfa *cfa, struct vec_probe *out) {
  uint32_t n = cfa->locations.size, m = cfa->edges.size;
  for (uint32_t i = 0; i < n; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    const struct cfa_function *function = &cfa->functions.data[l->function];
    if ((l->mark != MARK_ASSUMES && l->mark != MARK_ASSUMED) || function->is_model || assumes(cfa, l->function))
      continue;
    struct probe probe = {.kind = l->mark == MARK_ASSUMES ? PROBE_ASSUMES : PROBE_ASSUMED, .place = l->place};
    push(cfa, out, probe, (struct location){i});
  }
  for (uint32_t i = 0; i < m; i++) {
    struct cfa_edge e = cfa->edges.data[i];
    if (location_none(e.from) || e.callee == CFA_NONE || !assumes(cfa, e.callee)) continue;
    uint32_t caller = cfa_location(cfa, e.from)->function;
    if (cfa->functions.data[caller].is_model || assumes(cfa, caller)) continue;
    push(cfa, out, (struct probe){.kind = PROBE_ASSUMES, .place = e.first}, e.from);
    push(cfa, out, (struct probe){.kind = PROBE_ASSUMED, .place = e.first}, e.to);
  }
}

void cfa_add_probes(struct cfa *cfa, struct vec_probe *out) {
  add_checks(cfa, out);
  add_assumptions(cfa, out);
}
