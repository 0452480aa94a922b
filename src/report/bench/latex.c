// The table of scores for LaTeX, by family where there are several.
#include "report/bench/bench.h"
#include <string.h>

static void add_escaped(struct text *out, const char *text) {
  for (; *text; text++) {
    if (strchr("&%$#_{}", *text)) text_printf(out, "\\%c", *text);
    else if (*text == '\\') text_add(out, "\\textbackslash{}");
    else if (*text == '~') text_add(out, "\\textasciitilde{}");
    else if (*text == '^') text_add(out, "\\textasciicircum{}");
    else text_addc(out, *text);
  }
}

static void add_score(const char *family, const char *configuration, const struct bench_score *s, struct text *out) {
  add_escaped(out, family);
  text_add(out, " & ");
  add_escaped(out, configuration);
  text_printf(out, " & %u & %u & %u & %u & %u & %u & %lld & %.1f & %.2f \\\\\n", s->tasks, s->right_true,
              s->right_false, s->wrong_true + s->wrong_false, s->unknown, s->errors, (long long)s->points, s->time,
              s->par2);
}

static void add_family(const struct bench_results *results, const struct vec_bench_median *medians, const char *family,
                       struct text *out) {
  for (uint32_t i = 0; i < results->configurations.size; i++) {
    struct bench_score s = bench_score_of(results, medians, i, family);
    const char *name = i ? "" : !family ? "all" : *family ? family : "(none)";
    add_score(name, results->configurations.data[i].name, &s, out);
  }
}

void bench_report_latex(const struct bench_results *results, struct text *out) {
  struct vec_bench_median medians = {0};
  bench_medians(results, &medians);
  text_add(out, "% "
                "made by clew bench; needs the package booktabs\n\\begin{tabular}{llrrrrrrrrr}\n\\toprule\n"
                "family & configuration & tasks & true & false & wrong & unknown & error & score & time (s) & PAR2 (s) "
                "\\\\\n\\midrule\n");
  for (uint32_t i = 0; results->families.size > 1 && i < results->families.size; i++) {
    add_family(results, &medians, results->families.data[i], out);
    text_add(out, "\\midrule\n");
  }
  add_family(results, &medians, NULL, out);
  text_add(out, "\\bottomrule\n\\end{tabular}\n");
  vec_bench_median_release(&medians);
}
