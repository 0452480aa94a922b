// A result while it is rendered: what the writers of outputs (run/request/outputs.def) are given.
#ifndef CLEW_REPORT_PRESENTATION_H
#define CLEW_REPORT_PRESENTATION_H
#include "campaign/undefined_exits.h"
#include "campaign/vacuity.h"
#include "report/report.h"
#include "run/verifier.h"
#include "witness/execution_log.h"
#include <stdio.h>

struct presentation {
  struct verifier *v;
  const struct options *options; // of the request, or with other files for its outputs
  bool is_part; // of several runs, whose results are rendered as one (round_reports.h)
  struct report report;
  struct trace *trace; // of FALSE
  struct execution_log *log; // of FALSE with a witness; may be NULL
  char *copy; // the file of the program's copy that the harness needs; NULL: there is none
  struct undefined_exits exits; // of TRUE
  struct vec_place vacuous;
};

// A writer of each output: it reports its errors itself. An exit status, or 0.
#define OUTPUT(field, name, help, commands, writer, ...) int writer(struct presentation *p, const char *file);
#include "run/request/outputs.def"
#undef OUTPUT

// For writers of documents that are made of the report alone.
typedef bool report_writer(const struct report *report, const char *file, struct error *error);
int present_document(struct presentation *p, const char *file, report_writer *write);
FILE *present_stream(const struct job *job); // where the text goes

#endif
