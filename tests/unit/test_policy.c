// Who runs next (portfolio/policy.h), with engines that are numbers: how much effort each needs, and how it tells of
// progress.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "portfolio/policy.h"
#include <string.h>

struct simulated {
  uint64_t needs; // effort to the end; 0: it never ends
  uint64_t stuck; // no progress after this effort; 0: always some
  uint64_t had;
};

static uint64_t progress_of(const struct simulated *e) { return e->stuck && e->had > e->stuck ? e->stuck : e->had; }

struct simulation {
  struct policy *policy;
  struct simulated *engines;
  uint64_t effort; // of all
  int winner;      // -1: none yet
  char order[4096]; // who had turns, as letters
};

static void simulation_init(struct simulation *s, uint32_t n, const uint32_t *shares, struct simulated *engines) {
  *s = (struct simulation){.policy = policy_new(n, shares), .engines = engines, .winner = -1};
}

// One turn of one job.
static void turn(struct simulation *s) {
  uint64_t effort;
  int next = policy_next(s->policy, &effort);
  assert_true(next >= 0 && effort > 0);
  struct simulated *e = &s->engines[next];
  size_t n = strlen(s->order);
  if (n + 1 < sizeof s->order) s->order[n] = (char)('a' + next);
  if (e->needs && e->had + effort >= e->needs) {
    effort = e->needs - e->had;
    s->winner = next;
  }
  e->had += effort;
  s->effort += effort;
  policy_used(s->policy, (uint32_t)next, effort, progress_of(e));
}

static void run(struct simulation *s, uint64_t most) {
  while (s->winner < 0 && s->effort < most) turn(s);
}

enum { MILLION = 1000 * 1000 };

// An engine that is fast, whatever its place and its share, ends the run early.
static void the_fast_one_wins_early(void **unused) {
  (void)unused;
  for (uint32_t fast = 0; fast < 5; fast++) {
    struct simulated engines[5] = {{0}};
    engines[fast].needs = 3 * MILLION;
    struct simulation s;
    simulation_init(&s, 5, (const uint32_t[]){4, 2, 2, 1, 1}, engines);
    run(&s, UINT64_C(1000) * MILLION);
    assert_int_equal(s.winner, fast);
    // The slices of all until then: short at first, so that nobody waits long for the first turns.
    assert_true(s.effort < 60 * MILLION);
    policy_free(s.policy);
  }
}

// What engines get is in the proportion of their shares, as long as all make progress.
static void effort_follows_shares(void **unused) {
  (void)unused;
  struct simulated engines[3] = {{0}};
  struct simulation s;
  simulation_init(&s, 3, (const uint32_t[]){6, 3, 1}, engines);
  run(&s, UINT64_C(20000) * MILLION);
  assert_true(engines[0].had > s.effort * 58 / 100 && engines[0].had < s.effort * 62 / 100);
  assert_true(engines[1].had > s.effort * 28 / 100 && engines[1].had < s.effort * 32 / 100);
  policy_free(s.policy);
}

// One that makes no progress loses its share, but not all of it; the others get it.
static void the_diverging_one_loses_its_share(void **unused) {
  (void)unused;
  struct simulated engines[2] = {{.stuck = 10 * MILLION}, {0}};
  struct simulation s;
  simulation_init(&s, 2, (const uint32_t[]){3, 1}, engines);
  run(&s, UINT64_C(20000) * MILLION);
  assert_true(engines[0].had < engines[1].had);
  assert_true(engines[0].had > s.effort / 10);
  // It makes progress again and has its share again.
  engines[0].stuck = 0;
  for (uint64_t had = engines[0].had; engines[0].had == had;) turn(&s);
  uint64_t before = engines[0].had, others = engines[1].had;
  run(&s, s.effort + UINT64_C(20000) * MILLION);
  before = engines[0].had - before;
  others = engines[1].had - others;
  assert_true(before > 2 * others && before < 4 * others);
  policy_free(s.policy);
}

// If none makes progress, all are as they were to each other.
static void all_stuck_is_as_none_stuck(void **unused) {
  (void)unused;
  struct simulated engines[2] = {{.stuck = 1}, {.stuck = 1}};
  struct simulation s;
  simulation_init(&s, 2, (const uint32_t[]){3, 1}, engines);
  run(&s, UINT64_C(20000) * MILLION);
  assert_true(engines[0].had > s.effort * 70 / 100 && engines[0].had < s.effort * 80 / 100);
  policy_free(s.policy);
}

static void the_same_effort_gives_the_same_order(void **unused) {
  (void)unused;
  char first[sizeof((struct simulation *)0)->order];
  for (uint32_t i = 0; i < 2; i++) {
    struct simulated engines[4] = {{.stuck = 50 * MILLION}, {.stuck = 7 * MILLION}, {0}, {0}};
    struct simulation s;
    simulation_init(&s, 4, (const uint32_t[]){5, 3, 2, 1}, engines);
    run(&s, UINT64_C(3000) * MILLION);
    if (i == 0) memcpy(first, s.order, sizeof first);
    else assert_string_equal(first, s.order);
    assert_memory_equal(s.order, "abcd", 4); // the order of the table at first
    policy_free(s.policy);
  }
}

// With several jobs nobody runs twice at a time, and who is done does not run again.
static void several_run_at_a_time(void **unused) {
  (void)unused;
  struct policy *p = policy_new(3, (const uint32_t[]){1, 1, 1});
  uint64_t effort;
  assert_int_equal(policy_next(p, &effort), 0);
  assert_int_equal(policy_next(p, &effort), 1);
  assert_int_equal(policy_next(p, &effort), 2);
  assert_int_equal(policy_next(p, &effort), -1);
  policy_used(p, 1, effort, 1);
  assert_int_equal(policy_next(p, &effort), 1);
  policy_done(p, 0);
  policy_used(p, 1, effort, 2);
  policy_used(p, 2, effort, 2);
  assert_false(policy_is_over(p));
  assert_int_equal(policy_next(p, &effort), 2); // it had one slice, the other two
  policy_done(p, 2);
  assert_int_equal(policy_next(p, &effort), 1);
  assert_int_equal(policy_next(p, &effort), -1);
  policy_done(p, 1);
  assert_true(policy_is_over(p));
  policy_free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_fast_one_wins_early),
      cmocka_unit_test(effort_follows_shares),
      cmocka_unit_test(the_diverging_one_loses_its_share),
      cmocka_unit_test(all_stuck_is_as_none_stuck),
      cmocka_unit_test(the_same_effort_gives_the_same_order),
      cmocka_unit_test(several_run_at_a_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
