// Errors that a search meets: their inputs become a claim that is confirmed by running it; and why TRUE cannot be
// claimed any more.
#include "explore/internal.h"

#define CONFIRM_ALWAYS 8

void errors_give_up(struct errors *e, enum reason why, const char *what, struct location location) {
  // An error that could not be confirmed says more than anything else.
  if (e->impossible != REASON_NONE && why != REASON_UNCONFIRMED) return;
  if (e->impossible == REASON_UNCONFIRMED) return;
  struct cfa *cfa = e->context->cfa;
  struct text t = {0};
  const struct cfa_location *loc = cfa_location(cfa, location);
  text_add(&t, what ? what : "");
  if (loc->place.line) {
    if (t.size) text_add(&t, " at ");
    cfa_place_print(cfa, loc->place, &t);
  }
  e->impossible = why;
  e->detail = t.size ? cfa_string(cfa, text_cstr(&t)) : NULL;
  text_release(&t);
}

struct collect {
  struct errors *e;
  struct model *model;
  struct vec_term *nonzero;  // uninitialised variables that the model gives another value
};

static struct terms *terms_of(const struct errors *e) { return e->context->cfa->tm; }

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
  struct terms *tm = terms_of(c->e);
  if (input->input->kind != INPUT_UNINIT || term_none(input->variable)) return;
  if (!term_same(model_get(c->model, input->variable), term_zero(tm, term_sort(tm, input->variable))))
    vec_term_push(c->nonzero, input->variable);
}

// The model with zeroes, if the path allows that as it is.
static bool try_zeroes(struct errors *e, struct state *s, const struct vec_term *variables) {
  struct terms *tm = terms_of(e);
  struct model *zeroed = model_merge(tm, state_model(s), NULL);
  for (uint32_t i = 0; i < variables->size; i++)
    model_set(zeroed, variables->data[i], term_zero(tm, term_sort(tm, variables->data[i])));
  bool good = model_satisfies(s, zeroed);
  if (good) state_set_model(s, zeroed);
  model_unref(zeroed);
  return good;
}

// A model that gives zero to what is not initialised, if there is one: what memory really holds cannot be chosen when
// the program runs, and zero is most likely.
static void prefer_zeroes(struct errors *e, struct state *s) {
  struct terms *tm = terms_of(e);
  struct vec_term nonzero = {0}, equations = {0};
  struct collect c = {.e = e, .model = state_model(s), .nonzero = &nonzero};
  state_inputs(s, collect_nonzero, &c);
  if (nonzero.size && !try_zeroes(e, s, &nonzero)) {
    // Whole arrays are too much to ask for.
    for (uint32_t i = 0; i < nonzero.size; i++) {
      struct sort sort = term_sort(tm, nonzero.data[i]);
      if (sort_kind(tm, sort) != SORT_ARRAY)
        vec_term_push(&equations, term_eq(tm, nonzero.data[i], term_zero(tm, sort)));
    }
    struct model *better = NULL;
    if (equations.size && path_check(e->solver, state_path(s), term_and_n(tm, equations.size, equations.data),
                                     state_model(s), &better) == ANSWER_SAT) {
      state_set_model(s, better);
      model_unref(better);
    }
  }
  vec_term_release(&nonzero);
  vec_term_release(&equations);
}

void errors_report(struct errors *e, struct state *s) {
  struct claim *claim = e->claim;
  prefer_zeroes(e, s);
  claim->verdict = VERDICT_FALSE;
  claim->error_location = state_location(s);
  vec_input_value_clear(&claim->inputs);
  state_input_values(s, &claim->inputs);
  // A check compiles and runs the program: after some refusals only the 2nd, 4th, 8th, … error from there is worth one.
  e->met++;
  bool worth = e->met <= CONFIRM_ALWAYS || ((e->met - CONFIRM_ALWAYS) & (e->met - CONFIRM_ALWAYS - 1)) == 0;
  bool sound = model_satisfies(s, state_model(s));
  if (sound && worth && (!e->context->confirm || e->context->confirm(e->context->confirm_context, claim))) {
    e->found = true;
    return;
  }
  claim->verdict = VERDICT_UNKNOWN;
  errors_give_up(e, REASON_UNCONFIRMED, cfa_location(e->context->cfa, state_location(s))->text, state_location(s));
}
