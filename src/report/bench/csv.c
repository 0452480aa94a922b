// A line for each run, as comma-separated values (RFC 4180).
#include "report/bench/bench.h"
#include <string.h>

static void add_field(struct text *out, const char *text) {
  if (!strpbrk(text, ",\"\r\n")) {
    text_add(out, text);
    return;
  }
  text_addc(out, '"');
  for (; *text; text++) {
    if (*text == '"') text_addc(out, '"');
    text_addc(out, *text);
  }
  text_addc(out, '"');
}

static void add_row(const struct bench_results *results, const struct bench_row *row, struct text *out) {
  static const char *const expected[] = {"", "true", "false"}; // enum expected_verdict
  static const char *const correct[] = {"", "wrong", "right"}; // enum bench_correct
  const struct bench_result_task *task = &results->tasks.data[row->task];
  add_field(out, task->family);
  text_addc(out, ',');
  add_field(out, task->name);
  text_printf(out, ",%s,%u,%s,", task->property, task->bits, expected[task->expected]);
  add_field(out, task->violation);
  text_addc(out, ',');
  add_field(out, results->configurations.data[row->configuration].name);
  text_printf(out, ",%u,%s,", row->repetition + 1, bench_verdict_names[row->verdict]);
  add_field(out, row->detail);
  text_printf(out, ",%s,%.3f,%.3f,%llu,", correct[row->correct], row->cpu, row->wall, (unsigned long long)row->memory);
  bench_output_name(row->run, out);
  text_add(out, "\r\n");
}

void bench_report_csv(const struct bench_results *results, struct text *out) {
  text_add(out, "family,task,property,bits,expected,violation,configuration,repetition,verdict,detail,correct,cpu,wall,"
                "memory,output\r\n");
  for (uint32_t i = 0; i < results->rows.size; i++) add_row(results, &results->rows.data[i], out);
}
