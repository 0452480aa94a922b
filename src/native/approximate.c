// Which functions make a counterexample doubtful: those whose results the automaton leaves open though the machine
// computes them.
//
// Functions without a body are named by their inputs, and so are functions of the math library. A model of the C
// library leaves a value open somewhere inside: what counts is the function that the program calls.
#include "base/process/machine.h"
#include "native/harness.h"

static bool contains(const struct vec_string *names, const char *name) {
  for (uint32_t i = 0; names && i < names->size; i++)
    if (strcmp(names->data[i], name) == 0) return true;
  return false;
}

static uint32_t function_at(const struct cfa *cfa, const struct cfa_edge *edge) {
  return cfa_location(cfa, edge->from)->function;
}

// The function that an input belongs to, CFA_NONE if there is none.
static uint32_t function_of(const struct cfa *cfa, const struct cfa_input *input) {
  for (uint32_t e = 0; e < cfa->edges.size; e++) {
    const struct cfa_edge *edge = &cfa->edges.data[e];
    for (uint32_t i = 0; i < edge->inputs.size; i++)
      if (term_same(edge->inputs.data[i].term, input->term)) return function_at(cfa, edge);
  }
  return CFA_NONE;
}

// The models that the program itself calls and that lead to this one.
static void add_called(const struct cfa *cfa, uint32_t model, struct vec_string *names) {
  struct vec_u32 work = {0}, seen = {0};
  vec_u32_resize(&seen, cfa->functions.size);
  vec_u32_push(&work, model);
  seen.data[model] = 1;
  while (work.size) {
    uint32_t function = vec_u32_pop(&work);
    for (uint32_t e = 0; e < cfa->edges.size; e++) {
      const struct cfa_edge *edge = &cfa->edges.data[e];
      if (edge->callee != function) continue;
      uint32_t caller = function_at(cfa, edge);
      if (!cfa->functions.data[caller].is_model) {
        harness_add_name(names, cfa->functions.data[function].name);
      } else if (!seen.data[caller]) {
        seen.data[caller] = 1;
        vec_u32_push(&work, caller);
      }
    }
  }
  vec_u32_release(&work);
  vec_u32_release(&seen);
}

static bool leaves_open(const struct cfa_input *input) {
  if (!input) return false;
  if (input->kind != INPUT_UNDEFINED && input->kind != INPUT_LIBRARY && input->kind != INPUT_ASSEMBLY) return false;
  return true;
}

// What no function computes and the C standard leaves open; NULL: it is none of these.
static const char *open_bits(const struct cfa_input *input) {
  if (strcmp(input->name, "nan") == 0 || strcmp(input->name, "signalling NaN") == 0) return "the bit pattern of a NaN";
  return strcmp(input->name, "which zero") == 0 ? "the sign of a zero from fmin or fmax" : NULL;
}

void claim_approximations(struct cfa *cfa, const struct claim *claim, const struct vec_string *invented,
                          struct vec_string *names) {
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < claim->inputs.size; i++) {
    const struct cfa_input *input = claim->inputs.data[i].input;
    if (!leaves_open(input) || map_u32_find(&seen, input->term.id)) continue;
    map_u32_put(&seen, input->term.id, 1);
    const char *bits = input->kind == INPUT_LIBRARY ? open_bits(input) : NULL;
    if (bits) {
      if (!term_none(claim->inputs.data[i].value)) harness_add_name(names, bits);
      continue;
    }
    uint32_t function = input->kind == INPUT_LIBRARY ? function_of(cfa, input) : CFA_NONE;
    if (function != CFA_NONE && cfa->functions.data[function].is_model) add_called(cfa, function, names);
    else if (input->kind == INPUT_ASSEMBLY) harness_add_name(names, "inline assembly");
    else if (machine_has(input->name) && !contains(invented, input->name)) harness_add_name(names, input->name);
  }
  map_u32_release(&seen);
}

static uint32_t model_called(const struct cfa *cfa, const char *name) {
  for (uint32_t f = 0; f < cfa->functions.size; f++)
    if (cfa->functions.data[f].is_model && strcmp(cfa->functions.data[f].name, name) == 0) return f;
  return CFA_NONE;
}

static bool is_reached(const struct cfa *cfa, const unsigned char *reached, uint32_t function) {
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (reached[i] && cfa->locations.data[i].function == function) return true;
  return false;
}

void replay_approximated(const struct cfa *cfa, const unsigned char *reached, struct vec_string *names) {
  for (uint32_t i = 0; i < cfa->approximated.size; i++) {
    uint32_t model = model_called(cfa, cfa->approximated.data[i]);
    if (model == CFA_NONE) harness_add_name(names, cfa->approximated.data[i]);
    else if (!reached || is_reached(cfa, reached, model)) add_called(cfa, model, names);
  }
}
