// Test suites (campaign/tests/suite.h) as files of the format of Test-Comp and as C files with a Makefile, and what
// they cover, for people and as JSON.
#ifndef CLEW_REPORT_SUITE_FILES_H
#define CLEW_REPORT_SUITE_FILES_H
#include "base/file/folder.h"
#include "campaign/tests/generation.h"

// The files of a suite. Those of a test are written when it is added, and removed when it is dropped.
struct suite_files {
  const struct trials *trials;
  const char *folder; // NULL: nothing is written
  struct folder files; // that were written there
  // The program as one file of bitcode, in the folder of C tests, where it is compiled in more than one way, or linked;
  // its models of the C library are in it, and ask for inputs. Otherwise its files are compiled with the flags.
  bool has_program;
};

// The folder and the files that are there from the beginning: metadata.xml; for C the harness and the Makefile. From
// now on it is the listener of the suite. `folder` NULL: nothing is written.
bool suite_files_open(struct suite_files *f, struct trials *trials, const char *folder, struct error *error);
void suite_files_release(struct suite_files *f);

// --- coverage.c ---------------------------------------------------------------------------------
void coverage_text(const struct generation_result *r, bool quiet, struct text *out);
void coverage_json(const struct generation_result *r, struct text *out);
// What one run covers, of all: for `clew replay`.
void coverage_of_trial(const struct suite *s, const struct trial *trial, struct text *out);
void coverage_of_trial_json(const struct suite *s, const struct trial *trial, struct text *out);

#endif
