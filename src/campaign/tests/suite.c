// See suite.h.
#include "campaign/tests/suite.h"
#include "base/memory/alloc.h"
#include "base/memory/hash.h"
#include <string.h>

// --- inputs --------------------------------------------------------------------------------------

static uint64_t name_key(const char *name) { return hash_bytes(name, strnlen(name, TRIAL_NAME)) >> 1; }

static void note_input(struct suite *s, uint32_t edge, uint32_t number) {
  const struct cfa_input *input = &s->cfa->edges.data[edge].inputs.data[number];
  if (!trial_is_given(s->cfa, input) || map_u32_find(&s->by_name, name_key(input->name))) return;
  map_u32_put(&s->by_name, name_key(input->name), edge << 8 | number);
}

// The variable an input goes into: the one whose new value depends on this input and on nothing else.
static void note_variable(struct suite *s, const struct cfa_update *update) {
  if (s->cfa->vars.data[update->var].kind != VAR_PROGRAM) return;
  uint32_t count;
  const uint32_t *vars = term_free_vars(s->cfa->tm, update->value, &count);
  if (count == 1) map_u32_put(&s->variable_of, vars[0], update->var);
}

void suite_init(struct suite *s) {
  uint32_t n = suite_size_of_covered(s);
  s->covered = mem_zalloc(n + 1, 1);
  s->state = mem_zalloc(s->goals->list.size + 1, 1);
  for (uint32_t e = 0; e < s->cfa->edges.size && e < 1u << 24; e++) {
    const struct cfa_edge *edge = &s->cfa->edges.data[e];
    for (uint32_t i = 0; i < edge->inputs.size && i < 256; i++) note_input(s, e, i);
    for (uint32_t u = 0; edge->inputs.size && u < edge->updates.size; u++) note_variable(s, &edge->updates.data[u]);
  }
}

static void release_test(struct suite_test *t) {
  vec_suite_input_release(&t->inputs);
  mem_free(t->covered);
}

void suite_release(struct suite *s) {
  for (uint32_t i = 0; i < s->tests.size; i++) release_test(&s->tests.data[i]);
  vec_suite_test_release(&s->tests);
  mem_free(s->covered);
  mem_free(s->state);
  map_u32_release(&s->by_name);
  map_u32_release(&s->variable_of);
}

uint32_t suite_size_of_covered(const struct suite *s) { return s->goals->list.size + s->goals->lines.size; }

static const struct cfa_input *input_named(const struct suite *s, const char *name) {
  const uint32_t *at = map_u32_find(&s->by_name, name_key(name));
  return at ? &s->cfa->edges.data[*at >> 8].inputs.data[*at & 255] : NULL;
}

bool suite_value_fits(const struct suite *s, const struct trial_taken *taken, const struct trial_input *given) {
  const struct cfa_input *input = input_named(s, taken->function);
  struct sort sort = input ? term_sort(s->cfa->tm, input->term) : sort_bv(s->cfa->tm, 8);
  const char *type = trial_type(s->cfa, input);
  if (strstr(type, "float") || strstr(type, "double") || sort_kind(s->cfa->tm, sort) == SORT_FLOAT) return true;
  uint32_t bits = sort_kind(s->cfa->tm, sort) == SORT_BV ? sort_width(s->cfa->tm, sort) : 8;
  __int128 value = (__int128)((unsigned __int128)given->bits[1] << 64 | given->bits[0]);
  if ((long double)value != given->extended) return false; // not a whole number
  if (bits < 8) bits = 8; // _Bool
  return bits >= 128 || (value >= -((__int128)1 << (bits - 1)) && value < (__int128)1 << bits);
}

// The inputs of the run; as long as the functions are those that the engine knew, its variables have them.
static void take_inputs(struct suite *s, const struct trial *trial, const struct vec_input_value *known,
                        struct vec_suite_input *out) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < trial->n_taken; i++) {
    const struct trial_taken *taken = &trial->taken[i];
    struct suite_input input = {.input = input_named(s, taken->function), .bits = {taken->bits[0], taken->bits[1]}};
    input.in_library = taken->in_library;
    input.function = input.input ? input.input->name : cfa_string(s->cfa, taken->function);
    while (known && next < known->size && !trial_is_given(s->cfa, known->data[next].input)) next++;
    const struct cfa_input *expected = known && next < known->size ? known->data[next++].input : NULL;
    if (expected && strcmp(expected->name, input.function) == 0) {
      uint32_t var = map_u32_get_or(&s->variable_of, expected->term.id, CFA_NONE);
      input.input = expected;
      if (var != CFA_NONE) input.variable = s->cfa->vars.data[var].name;
    }
    vec_suite_input_push(out, input);
  }
}

// --- tests -----------------------------------------------------------------------------------------------

uint32_t suite_first_of_library(const struct trial *trial) {
  uint32_t first = 0;
  while (first < trial->n_taken && !trial->taken[first].in_library) first++;
  return first;
}

bool suite_wants(const struct suite *s, const struct trial *trial) {
  bool in_library = suite_first_of_library(trial) < trial->n_taken;
  unsigned char by = in_library ? BY_PROGRAM | BY_LIBRARY : BY_PROGRAM;
  if (trial->end == TRIAL_ERROR && !s->error_covered && !(in_library && s->error_in_library)) return true;
  uint32_t n = suite_size_of_covered(s);
  for (uint32_t i = 0; i < n && !s->errors_only; i++)
    if (trial->covered[i] && !(s->covered[i] & by)) return true;
  return false;
}

bool suite_add(struct suite *s, const struct trial *trial, const struct vec_input_value *known, const char *origin,
               struct error *error) {
  uint32_t n = suite_size_of_covered(s);
  struct suite_test t = {.number = ++s->made,
                         .end = trial->end,
                         .covers_error = trial->end == TRIAL_ERROR,
                         .in_library = suite_first_of_library(trial) < trial->n_taken,
                         .error_line = trial->line,
                         .covered = mem_alloc(n + 1),
                         .origin = origin};
  memcpy(t.covered, trial->covered, n);
  take_inputs(s, trial, known, &t.inputs);
  for (uint32_t i = 0; i < n; i++)
    if (t.covered[i]) s->covered[i] |= t.in_library ? BY_LIBRARY : BY_PROGRAM;
  for (uint32_t i = 0; i < s->goals->list.size; i++) {
    if (!t.covered[i]) continue;
    if (s->state[i] == GOAL_INFEASIBLE) s->contradicted = true;
    if (s->state[i] != GOAL_COVERED) s->state[i] = t.in_library ? GOAL_LIBRARY : GOAL_COVERED;
  }
  s->error_covered |= t.covers_error && !t.in_library;
  s->error_in_library |= t.covers_error && t.in_library;
  vec_suite_test_push(&s->tests, t);
  return !s->listener.added || s->listener.added(s->listener.context, &t, known, error);
}

// By how many tests of a kind each goal and line is covered; what the program alone covers needs none with a library.
static uint32_t *count_covers(const struct suite *s, bool in_library, uint32_t *errors) {
  uint32_t n = suite_size_of_covered(s), *counts = mem_zalloc(n + 1, sizeof *counts);
  *errors = in_library && s->error_covered ? UINT32_MAX / 2 : 0;
  for (uint32_t i = 0; i < n; i++) counts[i] = in_library && s->covered[i] & BY_PROGRAM ? UINT32_MAX / 2 : 0;
  for (uint32_t t = 0; t < s->tests.size; t++) {
    const struct suite_test *test = &s->tests.data[t];
    if (test->in_library != in_library) continue;
    for (uint32_t i = 0; i < n; i++) counts[i] += test->covered[i] != 0;
    *errors += test->covers_error;
  }
  return counts;
}

// From the oldest on: those that were found later had to cover something new, and tend to cover more.
static uint32_t reduce(struct suite *s, bool in_library) {
  uint32_t n = suite_size_of_covered(s), kept = 0, errors, *counts = count_covers(s, in_library, &errors);
  uint32_t before = s->tests.size;
  for (uint32_t t = 0; t < before; t++) {
    struct suite_test *test = &s->tests.data[t];
    bool needed = test->in_library != in_library || (test->covers_error && errors == 1);
    for (uint32_t i = 0; i < n && !needed && !s->errors_only; i++) needed = test->covered[i] && counts[i] == 1;
    if (needed) {
      s->tests.data[kept++] = *test;
      continue;
    }
    for (uint32_t i = 0; i < n; i++) counts[i] -= test->covered[i] != 0;
    errors -= test->covers_error;
    if (s->listener.dropped) s->listener.dropped(s->listener.context, test);
    release_test(test);
  }
  s->tests.size = kept;
  mem_free(counts);
  return before - kept;
}

uint32_t suite_reduce(struct suite *s) { return reduce(s, false) + reduce(s, true); }

enum goal_state suite_state(const struct suite *s, uint32_t goal) {
  enum goal_state state = (enum goal_state)s->state[goal];
  return s->contradicted && state == GOAL_INFEASIBLE ? GOAL_OPEN : state;
}

uint32_t suite_count(const struct suite *s, enum goal_state state) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->goals->list.size; i++) count += suite_state(s, i) == state;
  return count;
}

uint32_t suite_lines(const struct suite *s) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->goals->lines.size; i++) count += (s->covered[s->goals->list.size + i] & BY_PROGRAM) != 0;
  return count;
}
