// Tests that are read and run: of Test-Comp's format, or C files of suites and harnesses.
#ifndef CLEW_CAMPAIGN_TESTCASE_H
#define CLEW_CAMPAIGN_TESTCASE_H
#include "campaign/tests/trials.h"

// An XML file of a suite; or a C file with an array clew_inputs, of a suite or a harness. False: it is neither, `error`
// says where.
bool testcase_read(const char *file, struct trial_inputs *out, struct error *error);
// Runs the test of this file, for so long as the limits allow. False: it has a value that its function cannot return,
// so that its meaning is unclear; `error`.
bool testcase_run(struct trials *t, const char *file, const struct trial_inputs *inputs, struct trial *trial,
                  struct error *error);

#endif
