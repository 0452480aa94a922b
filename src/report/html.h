// The result as one page of HTML (docs/report.md).
#ifndef CLEW_REPORT_HTML_H
#define CLEW_REPORT_HTML_H
#include "report/json_value.h"
#include "report/report.h"

// Writes the file ("-": standard output). False with a message when it cannot be written. Takes a few seconds at most.
bool report_html(const struct report *report, const char *file, struct error *error);
void report_html_text(const struct report *report, struct text *out);

// --- one page of several runs (verify --all) ---

// Only the data of a run's page, for one page of several runs.
bool report_html_data(const struct report *report, const char *file, struct error *error);

// A run of which the page tells at length; its checks are numbers of the whole's list.
struct html_round {
  char *file; // what report_html_data wrote; owned, as are the checks; one that cannot be read is left out
  enum verdict verdict;
  struct vec_u32 checks; // what it decided: the one that it violates, those that it proves, or failed to decide
};
VEC_TYPE(vec_html_round, struct html_round)
void html_rounds_release(struct vec_html_round *rounds);

// The page has the checks of `whole` (json_value_report of all runs together), and shows one run at a time.
bool report_html_rounds(const struct report *report, const json_t *whole, const struct vec_html_round *rounds,
                        const char *file, struct error *error);

#endif
