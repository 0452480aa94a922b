// A verdict and what a task definition expects of it.
#include "report/report.h"
#include <string.h>

enum expected_match expected_match(const struct report *report) {
  const struct report_expected *e = &report->expected;
  if (report->verdict == VERDICT_UNKNOWN) return EXPECTED_UNDECIDED;
  bool is_true = report->verdict == VERDICT_TRUE, want_true = e->verdict == EXPECTED_TRUE;
  if (is_true != want_true) return EXPECTED_NOT_MET;
  if (is_true || !e->subproperty) return EXPECTED_MET;
  return strcmp(property_table[report_violated(report)].name, e->subproperty) ? EXPECTED_NOT_MET : EXPECTED_MET;
}

void expected_print(const struct report_expected *expected, struct text *out) {
  text_add(out, expected->verdict == EXPECTED_TRUE ? "true" : "false");
  if (expected->verdict == EXPECTED_FALSE && expected->subproperty) text_printf(out, "(%s)", expected->subproperty);
}
