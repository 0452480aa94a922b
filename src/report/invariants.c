// The loop invariants, for people and for programs.
#include "cfa/expression.h"
#include "report/report.h"

void report_invariants(const struct report *report, struct text *out) {
  struct cfa *cfa = report->cfa;
  for (uint32_t i = 0; i < report->invariants->size; i++) {
    const struct invariant *invariant = &report->invariants->data[i];
    const struct cfa_location *head = cfa_location(cfa, invariant->location);
    cfa_place_print(cfa, head->place, out);
    text_printf(out, " (%s): ", cfa->functions.data[head->function].name);
    expression_print(cfa, head->function, invariant->formula, out);
    if (invariant->states) text_printf(out, " (hull of %u states)", invariant->states);
    text_addc(out, '\n');
  }
}
