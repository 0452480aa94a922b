// The results of a benchmark campaign: as text, as a page (docs/bench.md), as CSV and LaTeX, compared with older ones.
#ifndef CLEW_REPORT_BENCH_BENCH_H
#define CLEW_REPORT_BENCH_BENCH_H
#include "campaign/bench/score.h"

struct bench_report_request {
  const char *folder;
  const char *csv, *latex, *old; // NULL: not wanted
  const char *campaign; // its tables are written, too; NULL: none
  bool benchexec; // results as BenchExec writes them, beside the page
  bool quiet;
};

// Writes folder/report.html and the files that are asked for. `out`: what is to be printed.
bool bench_report(const struct bench_report_request *request, struct text *out, struct error *error);

void bench_report_text(const struct bench_results *results, struct text *out); // the table of scores
void bench_report_csv(const struct bench_results *results, struct text *out);
void bench_report_latex(const struct bench_results *results, struct text *out);
// folder/NAME.DATE.results.CONFIGURATION.xml for each configuration and repetition, for BenchExec's table generator.
bool bench_report_benchexec(const struct bench_results *results, const char *folder, struct error *error);
// The tables that the campaign's file describes, as Markdown.
bool bench_report_tables(const struct bench_results *results, const char *campaign, const char *file,
                         struct error *error);
void bench_report_page(const struct bench_results *results, struct text *out);
void bench_report_compare(const struct bench_results *old, const struct bench_results *now, struct text *out);

#endif
