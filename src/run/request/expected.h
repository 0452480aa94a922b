// What somebody expects of a verdict: a task definition has it beside each property. It is compared, and changes
// neither the verdict nor the exit status.
#ifndef CLEW_RUN_REQUEST_EXPECTED_H
#define CLEW_RUN_REQUEST_EXPECTED_H
#include "base/text/text.h"
#include <stdbool.h>
#include <stdint.h>

enum expected_verdict { EXPECTED_NOTHING, EXPECTED_TRUE, EXPECTED_FALSE };

struct report_expected {
  const char *file; // the task definition; NULL: there is none
  uint32_t line; // of the property in it
  const char *property_file; // NULL: the task has no such property
  enum expected_verdict verdict;
  const char *subproperty; // of FALSE: "valid-deref"; NULL: any
};

// "true", "false", "false(valid-deref)"
void expected_print(const struct report_expected *expected, struct text *out);

#endif
