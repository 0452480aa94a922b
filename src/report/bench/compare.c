// Two campaigns compared, task by task: tasks gained and lost, slower and faster.
#include "base/memory/map.h"
#include "report/bench/bench.h"
#include "report/bench/significance.h"
#include <math.h>
#include <string.h>

// Without repetitions a time is another one if both hold; with them its difference must be significant besides.
#define RATIO 1.2
#define DIFFERENCE 0.1 // seconds
#define SIGNIFICANT 0.05
enum { REPETITIONS_LEAST = 4 }; // of fewer no difference is significant
enum { GAINED, LOST, NOW_WRONG, SLOWER, FASTER, KINDS };
static const char *const kind_names[KINDS] = {"Gained", "Lost", "Now wrong", "Slower", "Faster"};

struct pair {
  const struct bench_median *old, *now;
};
VEC_TYPE(vec_pair, struct pair)

struct comparison {
  const struct bench_results *old, *now;
  struct vec_bench_median old_medians, now_medians;
  struct vec_pair kinds[KINDS];
  double *logarithms; // of the ratios of times, of what both decided right
  uint32_t ratios, pairs;
  bool repeated; // some task has enough repetitions for a test
};

// --- pairs -----------------------------------------------------------------------------------------------------------

static uint64_t key_of(const struct bench_result_task *task) {
  return hash_mix(hash_mix(hash_string(task->name), hash_string(task->property)), task->bits) >> 1;
}

static bool same_task(const struct bench_result_task *a, const struct bench_result_task *b) {
  return a->bits == b->bits && strcmp(a->name, b->name) == 0 && strcmp(a->property, b->property) == 0;
}

static const struct bench_result_configuration *find(const struct bench_results *results, const char *name,
                                                     uint32_t *number) {
  for (*number = 0; *number < results->configurations.size; ++*number)
    if (strcmp(results->configurations.data[*number].name, name) == 0) return &results->configurations.data[*number];
  return NULL;
}

// --- one pair --------------------------------------------------------------------------------------------------------

static void times_of(const struct bench_results *results, const struct bench_median *m, double *out) {
  bool cpu = results->configurations.data[m->configuration].cpu_limit > 0;
  for (uint32_t i = 0; i < m->n && i < RANK_SUM_MOST; i++) {
    const struct bench_row *row = &results->rows.data[m->first + i];
    out[i] = cpu ? row->cpu : row->wall;
  }
}

static double chance(const struct comparison *c, struct pair pair) {
  double old[RANK_SUM_MOST], now[RANK_SUM_MOST];
  times_of(c->old, pair.old, old);
  times_of(c->now, pair.now, now);
  return rank_sum_test(old, pair.old->n, now, pair.now->n);
}

static bool has_test(struct pair pair) { return pair.old->n >= REPETITIONS_LEAST && pair.now->n >= REPETITIONS_LEAST; }

static void compare_times(struct comparison *c, struct pair pair) {
  double old = bench_time(c->old, pair.old), now = bench_time(c->now, pair.now);
  double ratio = fmax(now, 0.001) / fmax(old, 0.001);
  c->logarithms[c->ratios++] = log(ratio);
  c->repeated = c->repeated || has_test(pair);
  if (fabs(now - old) < DIFFERENCE || (ratio < RATIO && ratio > 1 / RATIO)) return;
  if (has_test(pair) && chance(c, pair) >= SIGNIFICANT) return;
  vec_pair_push(&c->kinds[ratio > 1 ? SLOWER : FASTER], pair);
}

// Where nothing is expected, what was decided counts as right.
static bool is_solved(const struct bench_median *m) { return m->verdict <= BENCH_FALSE && m->correct != BENCH_WRONG; }

static void compare_pair(struct comparison *c, struct pair pair) {
  bool before = is_solved(pair.old), after = is_solved(pair.now);
  c->pairs++;
  if (pair.now->correct == BENCH_WRONG && pair.old->correct != BENCH_WRONG) vec_pair_push(&c->kinds[NOW_WRONG], pair);
  else if (before && !after) vec_pair_push(&c->kinds[LOST], pair);
  else if (!before && after) vec_pair_push(&c->kinds[GAINED], pair);
  else if (before && after) compare_times(c, pair);
}

// --- text ------------------------------------------------------------------------------------------------------------

static void add_result(const struct bench_results *results, const struct bench_median *m, struct text *out) {
  text_printf(out, "%s%s%s%s %.2f s", bench_verdict_names[m->verdict], *m->detail ? "(" : "", m->detail,
              *m->detail ? ")" : "", bench_time(results, m));
}

static void add_pair(const struct comparison *c, int kind, struct pair pair, struct text *out) {
  const struct bench_result_task *task = &c->now->tasks.data[pair.now->task];
  text_printf(out, "    %s (%s): ", task->name, task->property);
  add_result(c->old, pair.old, out);
  text_add(out, " -> ");
  add_result(c->now, pair.now, out);
  if ((kind == SLOWER || kind == FASTER) && has_test(pair)) text_printf(out, ", p = %.3g", chance(c, pair));
  text_addc(out, '\n');
}

static void add_overall(const struct comparison *c, struct text *out) {
  double sum = 0, p;
  if (!c->ratios) return;
  for (uint32_t i = 0; i < c->ratios; i++) sum += c->logarithms[i];
  text_printf(out, "  Time of the %u tasks that both solve: %.3f of the old one (geometric mean)", c->ratios,
              exp(sum / c->ratios));
  if (signed_rank_test(c->logarithms, c->ratios, &p))
    text_printf(out, ", %s (Wilcoxon's signed-rank test over the tasks, p = %.3g)\n",
                p < SIGNIFICANT ? "significant" : "not significant", p);
  else text_add(out, "; too few tasks for a test\n");
}

static void add_comparison(const struct comparison *c, const char *name, struct text *out) {
  text_printf(out, "\n%s: %u tasks in both\n", name, c->pairs);
  for (int kind = 0; kind < KINDS; kind++) {
    if (!c->kinds[kind].size) continue;
    text_printf(out, "  %s: %u\n", kind_names[kind], c->kinds[kind].size);
    for (uint32_t i = 0; i < c->kinds[kind].size; i++) add_pair(c, kind, c->kinds[kind].data[i], out);
  }
  add_overall(c, out);
  if (!c->ratios) return;
  if (c->repeated)
    text_printf(out,
                "  Slower and faster: by more than a factor of %g and %g s, and p < %g of each task by itself "
                "(rank-sum test of Mann and Whitney)\n",
                RATIO, DIFFERENCE, SIGNIFICANT);
  else
    text_printf(out,
                "  Slower and faster: by more than a factor of %g and %g s; with %d repetitions on both sides there "
                "is a test of significance\n",
                RATIO, DIFFERENCE, REPETITIONS_LEAST);
}

// --- configurations --------------------------------------------------------------------------------------------------

// The medians of a configuration by task.
static void number_medians(const struct bench_results *results, const struct vec_bench_median *medians,
                           uint32_t configuration, struct map_u32 *out) {
  for (uint32_t i = 0; i < medians->size; i++)
    if (medians->data[i].configuration == configuration)
      map_u32_put(out, key_of(&results->tasks.data[medians->data[i].task]), i);
}

static void compare_configuration(struct comparison *c, uint32_t old, uint32_t now, struct text *out) {
  struct map_u32 known = {0};
  number_medians(c->old, &c->old_medians, old, &known);
  c->ratios = c->pairs = 0;
  c->repeated = false;
  for (int kind = 0; kind < KINDS; kind++) vec_pair_clear(&c->kinds[kind]);
  for (uint32_t i = 0; i < c->now_medians.size; i++) {
    const struct bench_median *m = &c->now_medians.data[i];
    const struct bench_result_task *task = &c->now->tasks.data[m->task];
    const uint32_t *number = m->configuration == now ? map_u32_find(&known, key_of(task)) : NULL;
    if (!number) continue;
    const struct bench_median *before = &c->old_medians.data[*number];
    if (same_task(&c->old->tasks.data[before->task], task)) compare_pair(c, (struct pair){before, m});
  }
  map_u32_release(&known);
  add_comparison(c, c->now->configurations.data[now].name, out);
}

void bench_report_compare(const struct bench_results *old, const struct bench_results *now, struct text *out) {
  struct comparison c = {.old = old, .now = now};
  bench_medians(old, &c.old_medians);
  bench_medians(now, &c.now_medians);
  c.logarithms = mem_alloc((c.now_medians.size + 1) * sizeof *c.logarithms);
  for (uint32_t i = 0; i < now->configurations.size; i++) {
    uint32_t number;
    const char *name = now->configurations.data[i].name;
    if (find(old, name, &number)) compare_configuration(&c, number, i, out);
    else text_printf(out, "\n%s: not among the old results\n", name);
  }
  for (int kind = 0; kind < KINDS; kind++) vec_pair_release(&c.kinds[kind]);
  mem_free(c.logarithms);
  vec_bench_median_release(&c.old_medians);
  vec_bench_median_release(&c.now_medians);
}
