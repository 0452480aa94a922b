// The loop invariants, for people and for programs.
#include "cfa/text/words.h"
#include "cfa/layout.h"
#include "report/report.h"

static void add_conjuncts(const struct terms *tm, struct term formula, struct vec_term *out) {
  if (term_kind(tm, formula) != TERM_AND) {
    vec_term_push(out, formula);
    return;
  }
  for (uint32_t i = 0; i < term_arity(tm, formula); i++) add_conjuncts(tm, term_child(tm, formula, i), out);
}

// What of it is in the words of the program: each conjunct is an invariant of its own.
static struct term source_part(struct cfa *cfa, const struct map_u32 *assigned, struct term formula) {
  struct vec_term conjuncts = {0};
  add_conjuncts(cfa->tm, formula, &conjuncts);
  struct term part = term_true(cfa->tm);
  bool all = true;
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    bool is_source = layout_is_source(cfa, assigned, conjuncts.data[i]);
    if (is_source) part = term_and(cfa->tm, part, conjuncts.data[i]);
    all &= is_source;
  }
  vec_term_release(&conjuncts);
  return all ? formula : part;
}

void report_invariants(const struct report *report, struct text *out) {
  struct cfa *cfa = report->cfa;
  struct map_u32 assigned = {0};
  layout_find_assigned(cfa, &assigned);
  for (uint32_t i = 0; i < report->invariants->size; i++) {
    const struct invariant *invariant = &report->invariants->data[i];
    const struct cfa_location *head = cfa_location(cfa, invariant->location);
    struct term formula = source_part(cfa, &assigned, invariant->formula);
    bool is_model = cfa->layout && cfa->functions.data[head->function].is_model;
    if (is_model || (term_is_true(cfa->tm, formula) && !term_is_true(cfa->tm, invariant->formula))) continue;
    struct text words = {0};
    words_formula(cfa, head->function, formula, &words);
    if (!words.size) continue; // it is but about the tables of the checks
    cfa_place_print(cfa, head->place, out);
    text_printf(out, " (%s): %s", cfa->functions.data[head->function].shown, text_cstr(&words));
    text_release(&words);
    if (invariant->states) text_printf(out, " (hull of %u states)", invariant->states);
    text_addc(out, '\n');
  }
  map_u32_release(&assigned);
}
