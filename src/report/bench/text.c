// The table of scores as text.
#include "report/bench/bench.h"
#include <string.h>

void bench_report_text(const struct bench_results *results, struct text *out) {
  struct vec_bench_median medians = {0};
  size_t width = strlen("configuration");
  bench_medians(results, &medians);
  for (uint32_t i = 0; i < results->configurations.size; i++) {
    size_t n = strlen(results->configurations.data[i].name);
    if (n > width) width = n;
  }
  text_printf(out, "%-*s %6s %6s %6s %6s %7s %6s %8s %10s %8s\n", (int)width, "configuration", "tasks", "true", "false",
              "wrong", "unknown", "error", "score", "time", "PAR2");
  for (uint32_t i = 0; i < results->configurations.size; i++) {
    struct bench_score s = bench_score_of(results, &medians, i, NULL);
    text_printf(out, "%-*s %6u %6u %6u %6u %7u %6u %8lld %8.1f s %6.2f s\n", (int)width,
                results->configurations.data[i].name, s.tasks, s.right_true, s.right_false,
                s.wrong_true + s.wrong_false, s.unknown, s.errors, (long long)s.points, s.time, s.par2);
    if (s.unjudged) text_printf(out, "%-*s %u decided, nothing is expected of them\n", (int)width, "", s.unjudged);
  }
  vec_bench_median_release(&medians);
}
