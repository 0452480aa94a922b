// Schedules as text (portfolio/schedule_table.h): what is taken, and what is said where the text is wrong.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "portfolio/schedule_table.h"
#include "engine/kind/kind.h"
#include "engine/symexpa/symexpa.h"

static const char sample[] = "# comments\n"
                             "\n"
                             "schedule machines when loops >= 1 and branches > 100 # more comments\n"
                             "  4 cpa\n"
                             "  2 symexpa --threshold 1 --search=bfs\r\n"
                             "schedule few when loops = 0 and errors < 2 and edges <= 9\n"
                             "\t1 symex\n"
                             "schedule other\n"
                             "  3 kind --step loops\n"
                             "  1 bself";

static void take(struct schedule_table *table, const char *text, struct features features) {
  struct error error = {0};
  if (!schedule_table_read(table, "my.schedule", text, &features, &error)) fail_msg("%s", error.message);
}

static void the_first_that_fits_is_taken(void **unused) {
  (void)unused;
  struct schedule_table t;
  take(&t, sample, (struct features){.loops = 1, .branches = 101});
  assert_string_equal(t.name, "machines");
  assert_string_equal(t.condition, "when loops >= 1 and branches > 100");
  assert_int_equal(t.entries.size, 2);
  assert_int_equal(t.entries.data[0].share, 4);
  assert_string_equal(t.entries.data[0].engine->name, "cpa");
  assert_string_equal(t.entries.data[1].words, "symexpa --threshold 1 --search=bfs");
  const struct symexpa_options *symexpa = t.entries.data[1].options;
  assert_int_equal(symexpa->threshold, 1);
  assert_int_not_equal(symexpa->search, ((const struct symexpa_options *)t.entries.data[1].options)->abstraction);
  schedule_table_release(&t);
  take(&t, sample, (struct features){.loops = 1, .branches = 100});
  assert_string_equal(t.name, "other");
  assert_null(t.condition);
  assert_int_equal(t.entries.data[0].share, 3);
  assert_string_equal(t.entries.data[1].words, "bself");
  schedule_table_release(&t);
  take(&t, sample, (struct features){.errors = 1, .edges = 9});
  assert_string_equal(t.name, "few");
  schedule_table_release(&t);
  static const char dense[] = "schedule a when loops>=2 and edges<9\n1 symex\nschedule b\n1 kind\n";
  take(&t, dense, (struct features){.loops = 2, .edges = 8});
  assert_string_equal(t.name, "a");
  assert_string_equal(t.condition, "when loops>=2 and edges<9");
  schedule_table_release(&t);
  take(&t, dense, (struct features){.loops = 2, .edges = 9});
  assert_string_equal(t.name, "b");
  schedule_table_release(&t);
  take(&t, sample, (struct features){.errors = 2, .edges = 9});
  assert_string_equal(t.name, "other");
  schedule_table_release(&t);
  take(&t, sample, (struct features){.errors = 1, .edges = 10});
  assert_string_equal(t.name, "other");
  schedule_table_release(&t);
}

// Whatever a program looks like, the built-in text has a schedule for it.
static void the_built_in_one_fits_all(void **unused) {
  (void)unused;
  for (uint64_t loops = 0; loops < 3; loops++)
    for (uint64_t branches = 0; branches < 2000; branches = 3 * branches + 1)
      for (uint64_t arrays = 0; arrays < 3; arrays++) {
        struct schedule_table t;
        take(&t, schedule_default_text,
             (struct features){.loops = loops, .branches = loops ? branches : 0, .arrays = arrays, .edges = branches});
        assert_true(t.entries.size >= 2);
        schedule_table_release(&t);
      }
}

// What is said of a text that is wrong.
static void says(const char *text, const char *message) {
  struct error error = {0};
  struct schedule_table table;
  bool good = schedule_table_read(&table, "my.schedule", text, &(struct features){.loops = 1}, &error);
  assert_false(good);
  assert_int_equal(error.status, EXIT_DATA);
  assert_string_equal(error.message, message);
  error_release(&error);
}

static void wrong_schedules_are_named(void **unused) {
  (void)unused;
  says("", "my.schedule: expected a schedule, there is none");
  says("# nothing\n", "my.schedule: expected a schedule, there is none");
  says("schedul a\n 1 symex\n", "my.schedule:1: expected 'schedule' and a name, not 'schedul'; did you mean schedule?");
  says("1 symex\n", "my.schedule:1: expected 'schedule' and a name before the first worker");
  says("schedule\n", "my.schedule:1: expected the name of the schedule, not 'the end of the line'");
  says("\nschedule a if loops > 1\n 1 symex\n", "my.schedule:2: expected 'when' and a condition, not 'if'");
  says("schedule a\nschedule b\n 1 symex\n",
       "my.schedule:1: schedule a has no workers: expected lines with a share and an engine");
  says("schedule a when loops > 0\n1 symex\nschedule a\n1 symex\n", "my.schedule:3: there is a schedule a already");
  says("schedule a\n1 symex\nschedule b\n1 symex\n",
       "my.schedule:3: this schedule is never taken: a, before it, has no condition");
  says("schedule a when loops = 0\n1 symex\n",
       "my.schedule: no schedule fits this program; one without a condition would");
}

static void wrong_conditions_are_named(void **unused) {
  (void)unused;
  says("schedule a when loop > 1\n", "my.schedule:1: unknown feature 'loop'; did you mean loops?");
  says("schedule a when loops => 1\n", "my.schedule:1: expected >=, >, <=, < or = after loops, not '=>'");
  says("schedule a when loops=>1\n", "my.schedule:1: expected >=, >, <=, < or = after loops, not '=>'");
  says("schedule a when loops>1and\n", "my.schedule:1: expected a whole number after 'loops >', not '1and'");
  says("schedule a when loops > many\n", "my.schedule:1: expected a whole number after 'loops >', not 'many'");
  says("schedule a when loops > -1\n", "my.schedule:1: expected a whole number after 'loops >', not '-1'");
  says("schedule a when loops > 1 or edges > 1\n", "my.schedule:1: expected 'and' or the end of the line, not 'or'");
}

static void wrong_workers_are_named(void **unused) {
  (void)unused;
  says("schedule a\n 0 symex\n", "my.schedule:2: expected a share of 1 to 1000, not 0");
  says("schedule a\n symex\n", "my.schedule:2: expected a share and an engine, or 'schedule' and a name, not 'symex'");
  says("schedule a\n 1 symexpb\n", "my.schedule:2: unknown engine 'symexpb'; did you mean symexpa?");
  says("schedule a\n 1 symexpa --treshold 3\n",
       "my.schedule:2: symexpa has no option --treshold; did you mean --threshold?");
  says("schedule a\n 1 symex now\n",
       "my.schedule:2: expected an option of symex, not 'now'; `clew help symex` lists them");
  says("schedule a\n 1 symexpa --threshold\n", "my.schedule:2: --threshold wants a value: --threshold N");
  says("schedule a\n 1 symexpa --threshold x\n",
       "my.schedule:2: --threshold wants a number that is not negative, not 'x'");
  says("schedule a\n 1 symexpa --restart=1\n", "my.schedule:2: --restart takes no value");
  // Also in a schedule that is not taken.
  says("schedule a when loops = 1\n1 symex\nschedule b\n1 symexpa --search up\n",
       "my.schedule:4: --search: there is no 'up'; there are dfs, bfs, random and coverage");
}

// Neither an engine that runs others nor one of another command can be a worker.
static void only_engines_that_verify(void **unused) {
  (void)unused;
  struct error error = {0};
  struct schedule_table t;
  assert_false(schedule_table_read(&t, "f", "schedule a\n 1 auto\n", &(struct features){0}, &error));
  assert_non_null(strstr(error.message, "f:2: expected engine, not 'auto'; there is: "));
  assert_non_null(strstr(error.message, "symexpa, symex"));
  assert_null(strstr(error.message, "prune"));
  error_release(&error);
  assert_false(schedule_table_read(&t, "f", "schedule a\n 1 prune\n", &(struct features){0}, &error));
  error_release(&error);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_first_that_fits_is_taken), cmocka_unit_test(the_built_in_one_fits_all),
      cmocka_unit_test(wrong_schedules_are_named),    cmocka_unit_test(wrong_conditions_are_named),
      cmocka_unit_test(wrong_workers_are_named),      cmocka_unit_test(only_engines_that_verify),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
