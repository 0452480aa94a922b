// See composite.h.
#include "engine/cpa/composite.h"
#include <string.h>

// --- which analyses --------------------------------------------------------------------------------------------------

bool cpa_find(const struct cpa *cpa, const char *name, uint32_t *index) {
  for (uint32_t i = 0; i < cpa->n; i++) {
    if (strcmp(cpa->analyses[i]->name, name)) continue;
    *index = i;
    return true;
  }
  return false;
}

static void list_analyses(struct text *out) {
  for (const struct analysis *const *a = analysis_all(); *a; a++)
    text_printf(out, "%s%s", a == analysis_all() ? "" : ", ", (*a)->name);
}

static bool is_listed(const char *list, const char *name) {
  size_t length = strlen(name);
  for (const char *at = list;; at++) {
    size_t n = strcspn(at, ",");
    if (n == length && !strncmp(at, name, n)) return true;
    at += n;
    if (!*at) return false;
  }
}

static bool is_twice(const char *list, const char *word, size_t n) {
  for (const char *at = list; at < word; at += strcspn(at, ",") + 1)
    if (strcspn(at, ",") == n && !strncmp(at, word, n)) return true;
  return false;
}

// Every word of the list is an analysis, and none is there twice.
static bool all_exist(const char *list, struct error *error) {
  for (const char *at = list;; at++) {
    size_t n = strcspn(at, ",");
    if (!analysis_find(at, n)) {
      struct text all = {0};
      list_analyses(&all);
      error_set(error, EXIT_USAGE, "--analyses: there is no analysis \"%.*s\"; there are %s", (int)n, at,
                text_cstr(&all));
      text_release(&all);
      return false;
    }
    if (is_twice(list, at, n)) {
      error_set(error, EXIT_USAGE, "--analyses: %.*s is listed twice", (int)n, at);
      return false;
    }
    at += n;
    if (!*at) return true;
  }
}

static bool compose(struct cpa *cpa, const struct analysis *a, const char *list, struct error *error) {
  if (a->needs && !is_listed(list, a->needs)) {
    error_set(error, EXIT_USAGE, "--analyses: %s needs %s", a->name, a->needs);
    return false;
  }
  if (cpa->n == ANALYSES_MAX) {
    error_set(error, EXIT_USAGE, "--analyses: at most %d can be composed", ANALYSES_MAX);
    return false;
  }
  uint32_t i = cpa->n++; // it may look for itself
  cpa->analyses[i] = a;
  cpa->joins[i] = a->join && (a->merge == MERGE_JOIN || cpa->options->merge_states);
  cpa->any_joins |= cpa->joins[i];
  cpa->selves[i] = a->open(cpa, error);
  if (!cpa->selves[i]) cpa->n--;
  return cpa->selves[i] != NULL;
}

bool composite_open(struct cpa *cpa, const char *analyses, struct error *error) {
  if (!all_exist(analyses, error)) return false;
  for (const struct analysis *const *a = analysis_all(); *a; a++)
    if (is_listed(analyses, (*a)->name) && !compose(cpa, *a, analyses, error)) return false;
  return true;
}

void composite_close_all(struct cpa *cpa) {
  for (uint32_t i = cpa->n; i-- > 0;) cpa->analyses[i]->close(cpa->selves[i]);
  cpa->n = 0;
}

// --- domain ----------------------------------------------------------------------------------------------------------

void composite_initial(struct cpa *cpa, struct composite *out) {
  *out = (struct composite){0};
  for (uint32_t i = 0; i < cpa->n; i++) out->parts[i] = cpa->analyses[i]->initial(cpa->selves[i]);
}

bool composite_merge(struct cpa *cpa, struct place place, const struct composite *new_state,
                     const struct composite *reached, bool widens, struct composite *out) {
  *out = *reached;
  bool changed = false;
  for (uint32_t i = 0; i < cpa->n; i++) {
    struct abstract a = new_state->parts[i], b = reached->parts[i];
    const struct analysis *analysis = cpa->analyses[i];
    if (abstract_same(a, b)) continue;
    if (!cpa->joins[i]) return false;
    struct abstract joined = analysis->join(cpa->selves[i], b, a, place);
    if (widens && analysis->widen && !abstract_same(joined, b))
      joined = analysis->widen(cpa->selves[i], b, joined, place);
    out->parts[i] = joined;
    changed |= !abstract_same(joined, b);
  }
  return changed;
}

void composite_formula(struct cpa *cpa, const struct composite *state, struct vec_term *conjuncts) {
  for (uint32_t i = 0; i < cpa->n; i++) cpa->analyses[i]->formula(cpa->selves[i], state->parts[i], conjuncts);
}

void composite_print(struct cpa *cpa, const struct composite *state, struct text *out) {
  for (uint32_t i = 0; i < cpa->n; i++) {
    text_printf(out, "  %s: ", cpa->analyses[i]->name);
    cpa->analyses[i]->print(cpa->selves[i], state->parts[i], out);
    text_add(out, "\n");
  }
}

// --- transfer --------------------------------------------------------------------------------------------------------

bool composite_transfer(struct cpa *cpa, struct place from, const struct composite *before,
                        const struct unfold_step *step, uint64_t visit, struct composite *after) {
  struct transfer t = {.from = from,
                       .to = {step->location, step->context},
                       .step = step,
                       .visit = visit,
                       .before = before,
                       .after = after};
  *after = (struct composite){0};
  cpa->statistics->successors++;
  for (t.index = 0; t.index < cpa->n; t.index++)
    if (!cpa->analyses[t.index]->transfer(cpa->selves[t.index], &t, &after->parts[t.index])) return false;
  for (t.index = 0; t.index < cpa->n; t.index++) {
    const struct analysis *a = cpa->analyses[t.index];
    if (a->strengthen && !a->strengthen(cpa->selves[t.index], &t, &after->parts[t.index])) return false;
  }
  return true;
}

// --- closing ---------------------------------------------------------------------------------------------------------

// How many edges lead into the location, with returns: an edge to the end of a function leads to where its callers go
// on. Two stands for more.
static uint32_t edges_into(const struct cfa *cfa, struct location location) {
  const struct vec_edge *in = &cfa_location(cfa, location)->in;
  uint32_t n = in->size;
  for (uint32_t i = 0; i < in->size && n < 2; i++) {
    uint32_t callee = cfa_edge(cfa, in->data[i])->callee;
    if (callee == CFA_NONE || location_none(cfa->functions.data[callee].exit)) continue;
    const struct vec_edge *returns = &cfa_location(cfa, cfa->functions.data[callee].exit)->in;
    n = returns->size;
    // A function that ends with the end of another one: however many that has.
    if (n == 1 && cfa_edge(cfa, returns->data[0])->callee != CFA_NONE) n = 2;
  }
  return n;
}

bool composite_closes_at(const struct cpa *cpa, struct place place) { return cpa->traits[place.location.id].closing; }

static bool leaves_loop(const struct cfa *cfa, const struct cfa_edge *e) {
  struct location head = cfa_location(cfa, e->from)->loop;
  return !location_none(head) && !cfa_in_loop(cfa, e->to, head);
}

void composite_find_traits(struct cpa *cpa) {
  const struct cfa *cfa = cpa->run.cfa;
  cpa->traits = mem_zalloc(cfa->locations.size + 1, sizeof *cpa->traits);
  cpa->leaves_loop = mem_zalloc(cfa->edges.size + 1, sizeof *cpa->leaves_loop);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *location = &cfa->locations.data[i];
    cpa->traits[i].closing = location->kind == LOC_PLAIN &&
                             (location->loop_head || edges_into(cfa, (struct location){i}) > 1);
  }
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    cpa->leaves_loop[i] = leaves_loop(cfa, e);
    cpa->traits[e->from.id].allocates |= e->allocs.size != 0;
  }
}

static bool has_identifiers(const struct cpa *cpa) {
  for (uint32_t i = 0; i < cpa->n; i++)
    if (cpa->analyses[i]->name_identifiers) return true;
  return false;
}

void composite_close(struct cpa *cpa, struct place place, const struct composite *state,
                     const struct place_precision *precision, struct composite *out, bool *exact) {
  struct map_u32 named = {0};
  struct vec_term facts = {0};
  struct closing c = {.named = &named, .facts = &facts, .closed = out};
  if (has_identifiers(cpa)) c.names = substitution_new(cpa->run.tm);
  *exact = true;
  *out = (struct composite){0};
  for (uint32_t i = 0; i < cpa->n; i++)
    if (cpa->analyses[i]->name_identifiers)
      cpa->analyses[i]->name_identifiers(cpa->selves[i], state->parts[i], place, precision, &c);
  for (uint32_t i = 0; i < cpa->n; i++)
    out->parts[i] = cpa->analyses[i]->closed(cpa->selves[i], state, state->parts[i], place, precision, &c, exact);
  if (c.names) substitution_free(c.names);
  map_u32_release(&named);
  vec_term_release(&facts);
}
