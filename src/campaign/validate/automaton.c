// The automaton of the instrumented program: its places become those of the program as it was, and the errors that the
// witness is not about end their paths.
#include "campaign/validate/validator.h"
#include "base/memory/alloc.h"
#include "cfa/layout.h"
#include <string.h>

uint32_t validator_original_place(struct validator *v, struct source_place *place, bool live) {
  uint32_t file, line;
  bool check;
  if (!place->column || !places_find(&v->places, *place, &file, &line)) return OUTLINE_NONE;
  uint32_t point = instrument_place(&v->inst, file, line, &place->column, &check);
  if (point != OUTLINE_NONE && live && check) v->coded[point] = true;
  return point;
}

// The value of a variable after an edge, as a term over the values before it.
static struct term value_after(const struct cfa *cfa, const struct cfa_edge *e, uint32_t var) {
  for (uint32_t i = 0; i < e->updates.size; i++)
    if (e->updates.data[i].var == var) return e->updates.data[i].value;
  return cfa->vars.data[var].term;
}

// The error is reached only where the variable has that value. A variable that the automaton lacks was never set.
static void require_value(struct cfa *cfa, struct cfa_location *l, const char *name, uint32_t value) {
  uint32_t var = 0;
  while (var < cfa->vars.size && strcmp(cfa->vars.data[var].name, name) != 0) var++;
  if (var == cfa->vars.size && value) l->kind = LOC_STOP;
  for (uint32_t i = 0; i < l->in.size && var < cfa->vars.size; i++) {
    struct cfa_edge *e = cfa_edge(cfa, l->in.data[i]);
    struct term is = value_after(cfa, e, var);
    e->guard = term_and(cfa->tm, e->guard, term_eq(cfa->tm, is, term_bv(cfa->tm, term_width(cfa->tm, is), value)));
  }
}

// Errors count that are at the target, after all waypoints. A leak has no location.
static void keep_target(struct validator *v, struct cfa_location *l) {
  struct cfa *cfa = v->job->program.cfa;
  uint32_t file, line;
  bool leak = property_has(l->property, TRAIT_AT_END);
  if (leak || !v->inst.passed_all) require_value(cfa, l, INSTRUMENT_COUNTER, v->witness.segments - 1);
  if (leak) require_value(cfa, l, INSTRUMENT_PASSED, 1);
  else if (!places_find(&v->places, l->place, &file, &line) ||
           !instrument_is_target(&v->inst, file, line, l->place.column))
    l->kind = LOC_STOP;
}

// The variables of the instrumentation are not shown.
static void hide_names(struct cfa *cfa) {
  for (uint32_t i = 0; cfa->layout && i < cfa->vars.size; i++)
    if (!strncmp(cfa->vars.data[i].name, "__witness", 9))
      map_u32_put(&cfa->layout->hidden, cfa->vars.data[i].term.id, 1);
}

// By id: the locations that are reachable in the control flow of their functions.
static bool *find_live(const struct cfa *cfa) {
  bool *live = mem_zalloc(cfa->locations.size + 1, sizeof *live);
  struct vec_u32 work = {0};
  for (uint32_t i = 0; i < cfa->functions.size; i++) vec_u32_push(&work, cfa->functions.data[i].entry.id);
  while (work.size) {
    uint32_t id = vec_u32_pop(&work);
    if (id == LOCATION_NONE.id || live[id]) continue;
    live[id] = true;
    const struct vec_edge *out = &cfa_location(cfa, (struct location){id})->out;
    for (uint32_t i = 0; i < out->size; i++) vec_u32_push(&work, cfa_edge(cfa, out->data[i])->to.id);
  }
  vec_u32_release(&work);
  return live;
}

void validator_adapt(struct job *job, void *validator) {
  struct validator *v = validator;
  struct cfa *cfa = job->program.cfa;
  v->request.options.files = v->originals;
  places_bind(&v->places, cfa);
  hide_names(cfa);
  bool *live = find_live(cfa);
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    struct cfa_edge *e = &cfa->edges.data[i];
    validator_original_place(v, &e->first, live[e->from.id]);
    validator_original_place(v, &e->last, live[e->from.id]);
    for (uint32_t k = 0; k < e->inputs.size; k++) validator_original_place(v, &e->inputs.data[k].place, false);
  }
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location *l = &cfa->locations.data[i];
    uint32_t point = validator_original_place(v, &l->place, live[i]);
    if (l->kind != LOC_ERROR) continue;
    if (v->mode == VALIDATE_EVALUATION && (point == OUTLINE_NONE || l->property == PROPERTY_UNREACH))
      l->kind = LOC_STOP;
    if (point != OUTLINE_NONE) map_u32_put(&v->point_of, l->number, point + 1);
    else if (v->witness.is_violation) keep_target(v, l);
    if (point != OUTLINE_NONE && v->witness.is_violation) l->kind = LOC_STOP;
  }
  mem_free(live);
}
