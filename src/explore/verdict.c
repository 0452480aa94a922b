// The verdict of a run: errors that a search reaches, whose inputs become a claim that is confirmed by running it; and
// why TRUE cannot be claimed any more.
#include "explore/kernel.h"

#define CONFIRM_ALWAYS 8

void run_incomplete(struct run *r, enum reason why, const char *what, struct location location) {
  // An error that was not reproduced says more than anything else, a bound that the user has set less.
  if (r->incomplete != REASON_NONE && r->incomplete != REASON_BOUND && why != REASON_UNCONFIRMED) return;
  if (r->incomplete == why) return;
  if (r->incomplete == REASON_UNCONFIRMED) return;
  struct text t = {0};
  const struct cfa_location *loc = cfa_location(r->cfa, location);
  text_add(&t, what ? what : "");
  if (loc->place.line) {
    if (t.size) text_add(&t, " at ");
    cfa_place_print(r->cfa, loc->place, &t);
  }
  r->incomplete = why;
  r->detail = t.size ? cfa_string(r->cfa, text_cstr(&t)) : NULL;
  text_release(&t);
}

struct collect {
  struct run *run;
  struct model *model;
  struct vec_term *nonzero;  // uninitialised variables that the model gives another value
};

static bool model_satisfies(struct state *s, struct model *model) {
  struct vec_term conjuncts = {0};
  bool holds = true;
  path_conjuncts(state_path(s), &conjuncts);
  for (uint32_t i = 0; i < conjuncts.size && holds; i++) holds = model_holds(model, conjuncts.data[i]);
  vec_term_release(&conjuncts);
  return holds;
}

static void collect_nonzero(void *context, const struct state_input *input) {
  struct collect *c = context;
  struct terms *tm = c->run->tm;
  if (input->input->kind != INPUT_UNINIT || term_none(input->variable)) return;
  if (!term_same(model_get(c->model, input->variable), term_zero(tm, term_sort(tm, input->variable))))
    vec_term_push(c->nonzero, input->variable);
}

// The model with zeroes, if the path allows that as it is.
static bool try_zeroes(struct run *r, struct state *s, const struct vec_term *variables) {
  struct terms *tm = r->tm;
  struct model *zeroed = model_merge(tm, state_model(s), NULL);
  for (uint32_t i = 0; i < variables->size; i++)
    model_set(zeroed, variables->data[i], term_zero(tm, term_sort(tm, variables->data[i])));
  bool good = model_satisfies(s, zeroed);
  if (good) state_set_model(s, zeroed);
  model_unref(zeroed);
  return good;
}

void run_prefer_zeroes(struct run *r, struct state *s) {
  struct terms *tm = r->tm;
  struct vec_term nonzero = {0}, equations = {0};
  struct collect c = {.run = r, .model = state_model(s), .nonzero = &nonzero};
  state_inputs(s, collect_nonzero, &c);
  if (nonzero.size && !try_zeroes(r, s, &nonzero)) {
    // Whole arrays are too much to ask for.
    for (uint32_t i = 0; i < nonzero.size; i++) {
      struct sort sort = term_sort(tm, nonzero.data[i]);
      if (sort_kind(tm, sort) != SORT_ARRAY)
        vec_term_push(&equations, term_eq(tm, nonzero.data[i], term_zero(tm, sort)));
    }
    struct model *better = NULL;
    if (equations.size && path_check(r->solver, state_path(s), term_and_n(tm, equations.size, equations.data),
                                     state_model(s), &better) == ANSWER_SAT) {
      state_set_model(s, better);
      model_unref(better);
    }
  }
  vec_term_release(&nonzero);
  vec_term_release(&equations);
}

// --- addresses -------------------------------------------------------------------------------------

#define NULL_END 0x1000u // below it no object lies
#define USER_START 0x10000u // a machine may refuse to have memory below it,
// and has none for programs, or has its stack and libraries, from here on
static uint64_t user_end(uint32_t pointer_bits) { return pointer_bits == 64 ? (uint64_t)1 << 47 : 0x80000000u; }

// What a pointer with an offset is to.
static struct term pointer_base(struct terms *tm, struct term address) {
  while (term_kind(tm, address) == TERM_BV_ADD && term_arity(tm, address) == 2) {
    bool first = term_is_const(tm, term_child(tm, address, 0));
    if (!first && !term_is_const(tm, term_child(tm, address, 1))) break;
    address = term_child(tm, address, first);
  }
  return address;
}

// The pointer that the condition says does not lead to the first page, or none: something that is accessed.
static struct term accessed_address(struct terms *tm, uint32_t bits, struct term condition) {
  bool negated = term_kind(tm, condition) == TERM_NOT;
  if (negated) condition = term_child(tm, condition, 0);
  enum term_kind kind = term_kind(tm, condition);
  uint64_t bound;
  if (kind != TERM_BV_ULT && kind != TERM_BV_ULE) return TERM_NONE;
  // bound <= address, or not address < bound; and so with < and <=.
  struct term address = term_child(tm, condition, !negated);
  if (sort_width(tm, term_sort(tm, address)) != bits || !term_value64(tm, term_child(tm, condition, negated), &bound))
    return TERM_NONE;
  return bound + ((kind == TERM_BV_ULT) != negated) == NULL_END ? pointer_base(tm, address) : TERM_NONE;
}

// The path with every pointer that it follows from `start` on, if its model does not have that already.
static bool try_addresses(struct run *r, struct state *s, const struct vec_term *addresses, uint64_t start) {
  struct terms *tm = r->tm;
  uint32_t bits = r->cfa->pointer_bits;
  struct term first = term_bv(tm, bits, start), size = term_bv(tm, bits, user_end(bits) - start), wish = term_true(tm);
  struct model *better = NULL;
  for (uint32_t i = 0; i < addresses->size; i++) {
    struct term offset = term_sub(tm, addresses->data[i], first);
    wish = term_and(tm, wish, term_ult(tm, offset, size));
  }
  if (model_holds(state_model(s), wish)) return true;
  if (path_check(r->solver, state_path(s), wish, state_model(s), &better) != ANSWER_SAT) return false;
  state_set_model(s, better);
  model_unref(better);
  return true;
}

// Addresses that come from nowhere are arbitrary, but a run can only have memory where the machine allows it.
static void prefer_addresses(struct run *r, struct state *s) {
  struct vec_term conjuncts = {0}, addresses = {0};
  path_conjuncts(state_path(s), &conjuncts);
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    struct term address = accessed_address(r->tm, r->cfa->pointer_bits, conjuncts.data[i]);
    if (!term_none(address) && !term_is_const(r->tm, address)) vec_term_push(&addresses, address);
  }
  if (!try_addresses(r, s, &addresses, USER_START)) try_addresses(r, s, &addresses, NULL_END);
  vec_term_release(&conjuncts);
  vec_term_release(&addresses);
}

// --- arguments of main -----------------------------------------------------------------------------

// What the path says of a string may have zeroes before other characters, where it does not look: a real argument ends
// at the first zero.
static struct term without_gaps(struct run *r, struct term memory, uint32_t nth) {
  struct terms *tm = r->tm;
  const struct cfa_arguments *a = &r->cfa->arguments;
  uint64_t start = a->text + nth * a->stride, last = 0, index, value;
  struct sort sort = sort_index(tm, term_sort(tm, memory)), byte = sort_element(tm, term_sort(tm, memory));
  if (sort_width(tm, byte) != 8) return memory;
  for (struct term at = memory; term_kind(tm, at) == TERM_STORES; at = term_child(tm, at, 0))
    for (uint32_t i = 1; i + 1 < term_arity(tm, at); i += 2)
      if (term_value64(tm, term_child(tm, at, i), &index) && term_value64(tm, term_child(tm, at, i + 1), &value) &&
          value && index - start < a->stride - 1 && index - start > last)
        last = index - start;
  for (uint64_t i = 0; i < last && last < 4096; i++) {
    struct term at = term_bv(tm, sort_width(tm, sort), start + i);
    if (term_value64(tm, term_select(tm, memory, at), &value) && !value)
      memory = term_store(tm, memory, at, term_bv(tm, 8, 'x'));
  }
  return memory;
}

static void collect_text(void *context, const struct state_input *input) {
  struct collect *c = context;
  const struct cfa *cfa = c->run->cfa;
  for (uint32_t i = 0; i < cfa->memory.size; i++)
    if (term_same(cfa->memory.data[i].region, cfa->arguments.text_region) && !term_none(input->variable) &&
        term_same(cfa->memory.data[i].initial, input->input->term))
      vec_term_push(c->nonzero, input->variable);
}

static void prefer_strings(struct run *r, struct state *s) {
  struct vec_term text = {0};
  struct collect c = {.run = r, .model = state_model(s), .nonzero = &text};
  if (!term_none(r->cfa->arguments.text_region)) state_inputs(s, collect_text, &c);
  for (uint32_t k = 0; text.size && k < r->cfa->arguments.count; k++) {
    struct term memory = model_get(state_model(s), text.data[0]), better = without_gaps(r, memory, k);
    if (term_same(memory, better)) continue;
    struct model *changed = model_merge(r->tm, state_model(s), NULL);
    model_set(changed, text.data[0], better);
    if (model_satisfies(s, changed)) state_set_model(s, changed);
    model_unref(changed);
  }
  vec_term_release(&text);
}

// Claims the error with the inputs that are in the claim, and has it confirmed.
static void claim_error(struct run *r, struct location location, bool sound) {
  struct claim *claim = r->claim;
  const struct run_listener *listener = &r->setting.listener;
  claim->verdict = VERDICT_FALSE;
  claim->error_location = location;
  // A check compiles and runs the program: after some that were not reproduced only the 2nd, 4th,
  // 8th, … error from there is worth one.
  r->errors++;
  bool worth = r->errors <= CONFIRM_ALWAYS || ((r->errors - CONFIRM_ALWAYS) & (r->errors - CONFIRM_ALWAYS - 1)) == 0;
  if (sound && worth && (!listener->confirm || listener->confirm(listener->context, claim))) {
    r->found = true;
    return;
  }
  claim->verdict = VERDICT_UNKNOWN;
  run_incomplete(r, REASON_UNCONFIRMED, cfa_location(r->cfa, location)->text, location);
}

void run_error(struct run *r, struct state *s) {
  run_prefer_zeroes(r, s);
  prefer_addresses(r, s);
  prefer_strings(r, s);
  vec_input_value_clear(&r->claim->inputs);
  state_input_values(s, &r->claim->inputs);
  claim_error(r, state_location(s), model_satisfies(s, state_model(s)));
}

void run_error_of_inputs(struct run *r, struct location location, const struct vec_input_value *inputs) {
  vec_input_value_clear(&r->claim->inputs);
  for (uint32_t i = 0; i < inputs->size; i++) vec_input_value_push(&r->claim->inputs, inputs->data[i]);
  claim_error(r, location, true);
}

enum conclusion run_conclude(struct run *r, bool exhausted) {
  const unsigned char *reached = program_reached(r->program, NULL);
  for (uint32_t i = 0; r->setting.reached && i < r->cfa->locations.size; i++) r->setting.reached[i] |= reached[i];
  struct facts_counts facts = facts_count(r->facts);
  r->stats->candidates = facts.candidates;
  r->stats->candidates_refuted = facts.refuted;
  r->stats->reached_states = facts.reached;
  run_end_slice(r);
  r->claim->reason = r->found ? REASON_NONE : REASON_TIMEOUT;
  if (r->found) return CONCLUSION_DONE;
  if (limits_stopped(r->limits)) r->claim->reason = limits_reason(r->limits);
  else if (!exhausted) return CONCLUSION_NONE;
  else if (r->incomplete != REASON_NONE) r->claim->reason = r->incomplete;
  else {
    r->claim->verdict = VERDICT_TRUE;
    r->claim->reason = REASON_NONE;
    return CONCLUSION_TRUE;
  }
  r->claim->detail = limits_stopped(r->limits) ? NULL : r->detail;
  return CONCLUSION_DONE;
}
