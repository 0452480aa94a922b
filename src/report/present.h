// Renders a result: what stands beside the verdict is computed (vacuity, undefined-behaviour exits, the trace), files
// are written (run/request/outputs.def), then the text is printed, last the result line.
#ifndef CLEW_REPORT_PRESENT_H
#define CLEW_REPORT_PRESENT_H
#include "base/text/json.h"
#include "run/verifier.h"

// The verifier's result, or the message of `error`, which is released. The job is finished. The exit status.
int present_result(struct verifier *v, struct error *error);
// One of several runs whose results are rendered as one (round_reports.h): its outputs are written, as far as `options`
// has them, its text is appended, and *json is its document (json_value_report). The job goes on. An exit status, or 0.
int present_part(struct verifier *v, const struct options *options, struct text *text, json_t **json);
// For struct job_listener.
void present_explanation(const struct report_timeline *timeline, struct text *out);

#endif
