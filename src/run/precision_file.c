// See precision_file.h.
#include "run/precision_file.h"
#include "facts/precision.h"

bool precision_check(const struct options *options, struct cfa *cfa, struct program *program, struct limits *limits,
                     struct error *error) {
  const char *file = options_of_engine(options, "--precision");
  if (!file) return true;
  struct facts *facts = facts_new(cfa, program, limits, 1);
  bool good = facts_load(facts, file, error);
  facts_free(facts);
  return good;
}

static void add_conjuncts(struct terms *tm, struct term formula, struct vec_term *out) {
  struct vec_term waiting = {0};
  vec_term_push(&waiting, formula);
  while (waiting.size) {
    struct term t = vec_term_pop(&waiting);
    if (term_kind(tm, t) != TERM_AND) vec_term_push(out, t);
    else
      for (uint32_t i = term_arity(tm, t); i > 0; i--) vec_term_push(&waiting, term_child(tm, t, i - 1));
  }
  vec_term_release(&waiting);
}

// What an engine without a precision found useful at loop heads.
static void add_candidates(struct cfa *cfa, struct facts *facts, struct precision *precision) {
  struct vec_term found = {0};
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct location head = {i};
    if (!cfa->locations.data[i].loop_head || precision_at(precision, head)->predicates.size) continue;
    vec_term_clear(&found);
    facts_candidates(facts, head, SOURCE_INTERPOLANTS, &found);
    for (uint32_t k = 0; k < found.size; k++) precision_add(precision, cfa->tm, head, found.data[k]);
  }
  vec_term_release(&found);
}

void precision_write(struct cfa *cfa, struct facts *facts, const struct vec_invariant *invariants, struct text *out) {
  struct precision *precision = facts_precision(facts);
  struct vec_term conjuncts = {0};
  add_candidates(cfa, facts, precision);
  for (uint32_t i = 0; i < invariants->size; i++) {
    const struct invariant *invariant = &invariants->data[i];
    if (!cfa_location(cfa, invariant->location)->loop_head) continue;
    vec_term_clear(&conjuncts);
    add_conjuncts(cfa->tm, invariant->formula, &conjuncts);
    for (uint32_t k = 0; k < conjuncts.size; k++)
      precision_add(precision, cfa->tm, invariant->location, conjuncts.data[k]);
  }
  vec_term_release(&conjuncts);
  text_printf(out, "# What is known of the loops of %s, for clew verify --precision.\n",
              cfa->name ? cfa->name : "a program");
  precision_print(precision, cfa, out);
}
