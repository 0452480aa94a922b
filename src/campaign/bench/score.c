// See score.h.
#include "campaign/bench/score.h"
#include <stdlib.h>

enum { RIGHT_TRUE = 2, RIGHT_FALSE = 1, WRONG_TRUE = -32, WRONG_FALSE = -16 };

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double median(double *values, uint32_t n) {
  qsort(values, n, sizeof *values, ascending);
  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

// The row that speaks for all: a wrong one, else one that is not decided, else any.
static const struct bench_row *speaker(const struct bench_row *rows, uint32_t n) {
  const struct bench_row *chosen = &rows[0];
  for (uint32_t i = 1; i < n; i++) {
    bool wrong = rows[i].correct == BENCH_WRONG, open = rows[i].verdict > BENCH_FALSE;
    if (chosen->correct == BENCH_WRONG) break;
    if (wrong || (open && chosen->verdict <= BENCH_FALSE)) chosen = &rows[i];
  }
  return chosen;
}

static struct bench_median median_of(const struct bench_row *rows, uint32_t first, uint32_t n) {
  const struct bench_row *own = rows + first, *said = speaker(own, n);
  struct bench_median m = {.task = own->task, .configuration = own->configuration, .first = first, .n = n};
  double *values = mem_alloc(n * sizeof *values);
  m.verdict = said->verdict;
  m.correct = said->correct;
  m.detail = said->detail;
  for (uint32_t i = 0; i < n; i++) values[i] = own[i].cpu;
  m.cpu = median(values, n);
  for (uint32_t i = 0; i < n; i++) values[i] = own[i].wall;
  m.wall = median(values, n);
  for (uint32_t i = 0; i < n; i++) values[i] = (double)own[i].memory;
  m.memory = (uint64_t)median(values, n);
  mem_free(values);
  return m;
}

void bench_medians(const struct bench_results *results, struct vec_bench_median *out) {
  const struct bench_row *rows = results->rows.data;
  for (uint32_t i = 0, n; i < results->rows.size; i += n) {
    for (n = 1; i + n < results->rows.size && rows[i + n].task == rows[i].task &&
                rows[i + n].configuration == rows[i].configuration;)
      n++;
    vec_bench_median_push(out, median_of(rows, i, n));
  }
}

double bench_time_limit(const struct bench_result_configuration *configuration) {
  return configuration->cpu_limit > 0 ? configuration->cpu_limit : configuration->wall_limit;
}

double bench_time(const struct bench_results *results, const struct bench_median *median) {
  return results->configurations.data[median->configuration].cpu_limit > 0 ? median->cpu : median->wall;
}

static void count(struct bench_score *s, const struct bench_median *m) {
  bool is_true = m->verdict == BENCH_TRUE;
  s->tasks++;
  if (m->verdict == BENCH_ERROR) s->errors++;
  else if (m->verdict == BENCH_UNKNOWN) s->unknown++;
  else if (m->correct == BENCH_NEITHER) s->unjudged++;
  else if (m->correct == BENCH_RIGHT) ++*(is_true ? &s->right_true : &s->right_false);
  else ++*(is_true ? &s->wrong_true : &s->wrong_false);
}

struct bench_score bench_score_of(const struct bench_results *results, const struct vec_bench_median *medians,
                                  uint32_t configuration, const char *family) {
  struct bench_score s = {0};
  double limit = bench_time_limit(&results->configurations.data[configuration]);
  for (uint32_t i = 0; i < medians->size; i++) {
    const struct bench_median *m = &medians->data[i];
    if (m->configuration != configuration || (family && results->tasks.data[m->task].family != family)) continue;
    count(&s, m);
    double time = bench_time(results, m);
    if (m->correct == BENCH_RIGHT) s.time += time;
    s.par2 += m->correct == BENCH_RIGHT ? time : 2 * limit;
  }
  s.points = (int64_t)RIGHT_TRUE * s.right_true + RIGHT_FALSE * (int64_t)s.right_false +
             (int64_t)WRONG_TRUE * s.wrong_true + WRONG_FALSE * (int64_t)s.wrong_false;
  if (s.tasks) s.par2 /= s.tasks;
  return s;
}
