// Engines that were tried (run/timeline.h): as text and back, and what people are told.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/memory/alloc.h"
#include "report/report.h"
#include <string.h>

// Many enough for the vectors to grow.
static struct report_timeline example(void) {
  struct report_timeline t = {.schedule = mem_strdup("loops"), .jobs = 2};
  static const char *const engines[] = {"symexpa --threshold 1", "cpa", "bself", "kind", "lazy", "symex"};
  for (uint32_t i = 0; i < 6; i++) report_timeline_engine(&t, engines[i]);
  struct engine_record *a = t.engines.data;
  a[0].outcome = OUTCOME_STOPPED;
  a[0].seconds = 1.5;
  a[0].effort = 123456789012;
  a[0].turns = 7;
  a[0].doing = mem_strdup("refining the loop at a.c:12, 14 predicates");
  a[0].advice = mem_strdup("give an invariant of the loop at a.c:12\nsay \"more\"");
  engine_record_ended(&a[1], REASON_RECURSION, "f at a.c:3");
  a[2].outcome = OUTCOME_DIED;
  a[2].status = 9;
  a[3].outcome = OUTCOME_STOPPED;
  a[3].proved = mem_strdup("no error on paths that visit loop heads at most 6 times");
  a[0].reached = mem_strdup("the loop at a.c:12: up to 2 iterations on a path\n"
                            "the loop at a.c:20: up to 7 iterations on a path");
  a[3].reached = mem_strdup("the loop at a.c:12: up to 10,414 iterations on a path\n"
                            "the loop at a.c:20: up to 7 iterations on a path\n"
                            "the loop at a.c:2: up to 1 iteration on a path");
  a[3].facts_sent = 3;
  a[3].facts_received = 4;
  report_timeline_event(&t, 0.25, 10, 0, "begins");
  report_timeline_event(&t, 0.5, 20, -1, "%u jobs", 2u);
  return t;
}

static void expect(const struct text *text, const char *part) {
  if (!strstr(text_cstr(text), part)) fail_msg("there is no \"%s\" in\n%s", part, text_cstr(text));
}

static void test_round_trip(void **state) {
  (void)state;
  struct report_timeline t = example(), back;
  struct text first = {0}, second = {0};
  report_timeline_write(&t, &first);
  assert_null(strchr(text_cstr(&first), '\n'));
  assert_true(report_timeline_read(&back, text_cstr(&first)));
  report_timeline_write(&back, &second);
  assert_string_equal(text_cstr(&first), text_cstr(&second));
  assert_int_equal(back.engines.size, 6);
  assert_int_equal(back.jobs, 2);
  assert_string_equal(back.schedule, "loops");
  assert_string_equal(back.engines.data[0].advice, t.engines.data[0].advice);
  assert_true(back.engines.data[0].effort == 123456789012);
  assert_int_equal(back.engines.data[1].reason, REASON_RECURSION);
  assert_int_equal(back.engines.data[2].status, 9);
  assert_int_equal(back.engines.data[4].outcome, OUTCOME_WAITED);
  assert_int_equal(back.events.data[1].engine, -1);
  assert_string_equal(back.events.data[1].what, "2 jobs");
  report_timeline_release(&t);
  report_timeline_release(&back);
  assert_false(report_timeline_read(&back, "no timeline"));
  assert_int_equal(back.engines.size, 0);
  text_release(&first);
  text_release(&second);
}

static void test_view(void **state) {
  (void)state;
  struct engine_view view = {.progress = UINT64_C(1) << 40, .at = {3}}, back;
  struct text text = {0};
  text_add(&view.doing, "at the loop at \"b\".c:1");
  text_add(&view.proved, "one\ntwo");
  report_view_write(&view, &text);
  assert_true(report_view_read(&back, text_cstr(&text)));
  assert_true(back.progress == view.progress && location_none(back.at));
  assert_string_equal(text_cstr(&back.doing), text_cstr(&view.doing));
  assert_string_equal(text_cstr(&back.proved), text_cstr(&view.proved));
  assert_int_equal(back.advice.size, 0);
  engine_view_release(&view);
  engine_view_release(&back);
  assert_false(report_view_read(&back, ""));
  text_release(&text);
}

static void test_explanation(void **state) {
  (void)state;
  struct report_timeline t = example();
  struct report report = {.reason = REASON_TIMEOUT, .timeline = &t};
  struct text text = {0};
  report_explanation(&report, &text);
  expect(&text, "symexpa --threshold 1 was still at work after 1.5 s in 7 turns; refining the loop at a.c:12");
  expect(&text, "cpa gave up after 0.0 s: functions call themselves deeper than the bound: f at a.c:3");
  expect(&text, "bself died of signal 9 (Killed)");
  expect(&text, "; 3 facts sent, 4 received");
  expect(&text, "without a turn: lazy, symex\n");
  expect(&text, "What is certain nevertheless:\n  no error on paths that visit loop heads at most 6 times\n");
  // Of each loop who went round it most often.
  expect(&text, "How far it got:\n  the loop at a.c:20: up to 7 iterations on a path\n"
                "  the loop at a.c:12: up to 10,414 iterations on a path\n"
                "  the loop at a.c:2: up to 1 iteration on a path\nWhat is certain");
  expect(&text, "What may help:\n  give an invariant of the loop at a.c:12\n  say \"more\"\n");
  expect(&text, "with --engine cpa --recursion N"); // which auto does not have
  expect(&text, "--timeout SECONDS");
  text_release(&text);
  // Time that others used up is not what was lacking.
  struct report_timeline two = {.jobs = 1};
  report_timeline_engine(&two, "symexpa");
  report_timeline_engine(&two, "random");
  engine_record_ended(&two.engines.data[0], REASON_UNCONFIRMED, "");
  two.engines.data[1].outcome = OUTCOME_STOPPED;
  two.engines.data[1].reason = REASON_TIMEOUT;
  report = (struct report){.reason = REASON_UNCONFIRMED, .timeline = &two};
  report_explanation(&report, &text);
  expect(&text, "random was still at work");
  assert_null(strstr(text_cstr(&text), "--timeout"));
  text_release(&text);
  report_timeline_release(&two);
  // Of an engine alone the reason has been said.
  struct report_timeline one = {0};
  report_timeline_engine(&one, "kind");
  engine_record_ended(&one.engines.data[0], REASON_SOLVER, "");
  report = (struct report){.reason = REASON_SOLVER, .timeline = &one};
  report_explanation(&report, &text);
  assert_null(strstr(text_cstr(&text), reason_sentence(REASON_SOLVER)));
  expect(&text, "--query-timeout");
  text_release(&text);
  report_timeline_release(&t);
  report_timeline_release(&one);
}

static void test_progress_line(void **state) {
  (void)state;
  struct report_timeline t = example();
  struct text line = {0};
  report_progress_line(&t, 4.2, 0, &line);
  assert_string_equal(text_cstr(&line),
                      "4.2 s  symexpa --threshold 1: refining the loop at a.c:12, 14 predicates | cpa gave up "
                      "(recursion) | bself died | kind: begins | lazy waits | symex waits");
  text_clear(&line);
  report_progress_line(&t, 4.2, 20, &line);
  assert_string_equal(text_cstr(&line), "4.2 s  symexpa --thr");
  text_clear(&line);
  mem_free(t.engines.data[0].engine);
  t.engines.data[0].engine = mem_strdup("ä");
  report_progress_line(&t, 4.2, 8, &line); // in the middle of the letter
  assert_string_equal(text_cstr(&line), "4.2 s  ");
  text_release(&line);
  report_timeline_release(&t);
}

static void test_winner(void **state) {
  (void)state;
  struct report_timeline t = example();
  assert_null(report_timeline_winner(&t));
  t.engines.data[3].outcome = OUTCOME_DECIDED;
  assert_string_equal(report_timeline_winner(&t)->engine, "kind");
  report_timeline_release(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_view),   cmocka_unit_test(test_explanation),
      cmocka_unit_test(test_progress_line), cmocka_unit_test(test_winner),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
