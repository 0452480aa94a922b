// See bench.h.
#include "report/bench/bench.h"
#include "base/file/output.h"
#include <string.h>

static bool write_report(const char *file, void (*make)(const struct bench_results *results, struct text *out),
                         const struct bench_results *results, struct error *error) {
  struct text text = {0};
  make(results, &text);
  bool good = output_write(file, &text, error);
  text_release(&text);
  return good;
}

static bool compare(const struct bench_report_request *request, const struct bench_results *results, struct text *out,
                    struct error *error) {
  struct bench_results old;
  bool good = bench_results_read(&old, request->old, false, error);
  if (good) bench_report_compare(&old, results, out);
  bench_results_release(&old);
  return good;
}

// FOLDER/NAME.md of the campaign NAME.yml.
static void tables_file(const struct bench_report_request *request, struct text *out) {
  const char *slash = strrchr(request->campaign, '/'), *base = slash ? slash + 1 : request->campaign;
  const char *dot = strrchr(base, '.');
  text_printf(out, "%s/%.*s.md", request->folder, (int)(dot ? dot - base : (long)strlen(base)), base);
}

bool bench_report(const struct bench_report_request *request, struct text *out, struct error *error) {
  struct bench_results results;
  struct text page = {0}, tables = {0};
  bool good = bench_results_read(&results, request->folder, true, error);
  text_printf(&page, "%s/report.html", request->folder);
  if (request->campaign) tables_file(request, &tables);
  good = good && (!request->campaign || bench_report_tables(&results, request->campaign, text_cstr(&tables), error));
  good = good && write_report(text_cstr(&page), bench_report_page, &results, error) &&
         (!request->csv || write_report(request->csv, bench_report_csv, &results, error)) &&
         (!request->latex || write_report(request->latex, bench_report_latex, &results, error)) &&
         (!request->benchexec || bench_report_benchexec(&results, request->folder, error));
  if (good && !request->quiet) {
    bench_report_text(&results, out);
    text_printf(out, "The page: %s\n", text_cstr(&page));
    if (request->campaign) text_printf(out, "The tables: %s\n", text_cstr(&tables));
  }
  if (good && request->old) good = compare(request, &results, out, error);
  text_release(&page);
  text_release(&tables);
  bench_results_release(&results);
  return good;
}
