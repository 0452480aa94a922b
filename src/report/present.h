// A result is rendered: what a person is told beside the verdict is found, files are written (outputs.def), then comes
// the text, and last the result line.
#ifndef CLEW_REPORT_PRESENT_H
#define CLEW_REPORT_PRESENT_H
#include "run/verifier.h"

// For struct verifier: the job is finished, whatever happens. The exit status.
int present_result(struct verifier *v, struct error *error);
// Settles the job without telling anything.
void present_finish(struct verifier *v);
// Why a verdict about this program has no witness; NULL: it has one.
const char *present_no_witness(const struct verifier *v, enum verdict verdict);
// For struct job_listener.
void present_explanation(const struct report_timeline *timeline, struct text *out);

#endif
