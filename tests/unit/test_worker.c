// Workers: messages of any size in both directions, their ends, pauses, limits of their own, and that nothing is left.
#include "base/process/child.h"
#include "base/process/worker.h"
#include "timing.h"
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static void no_child_is_left(void) { assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); }

// The next message, waited for.
static char await(struct limits *limits, struct worker *w, struct text *text) {
  double end = clock_now() + AMPLE;
  char kind;
  while (!(kind = worker_receive(w, text)) && clock_now() < end) worker_wait(limits, 1, &w, end);
  return kind;
}

static int await_end(struct limits *limits, struct worker *w) {
  double end = clock_now() + AMPLE;
  int status = 12345;
  while (!worker_has_ended(w, &status) && clock_now() < end) worker_wait(limits, 1, &w, clock_now() + 0.01);
  return status;
}

static void echo(void *context, struct channel *channel) {
  (void)context;
  struct text text = {0};
  char kind;
  while (channel_receive(channel, &kind, &text)) {
    if (kind == 'q') _exit(7);
    if (kind == 'k') raise(SIGKILL);
    channel_send(channel, (char)(kind + 1), text_cstr(&text), text.size);
  }
  _exit(1);
}

// More than the buffers of the system hold, and the worker answers while we still send.
static void test_messages(void **state) {
  (void)state;
  struct limits limits = {0};
  struct worker *w = worker_start(&limits, echo, NULL);
  assert_non_null(w);
  struct text text = {0}, big = {0};
  worker_send(w, 'a', "one\0two", 7);
  worker_send(w, 'c', "", 0);
  assert_int_equal(await(&limits, w, &text), 'b');
  assert_int_equal(text.size, 7);
  assert_memory_equal(text.data, "one\0two", 7);
  assert_int_equal(await(&limits, w, &text), 'd');
  assert_int_equal(text.size, 0);
  for (uint32_t i = 0; i < 400000; i++) text_printf(&big, "%u ", i);
  for (int i = 0; i < 3; i++) worker_send(w, 'e', big.data, big.size);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(await(&limits, w, &text), 'f');
    assert_int_equal(text.size, big.size);
    assert_memory_equal(text.data, big.data, big.size);
  }
  worker_send(w, 'q', "", 0);
  assert_int_equal(await_end(&limits, w), 7);
  worker_free(w);
  text_release(&text);
  text_release(&big);
  no_child_is_left();
}

// What it said before it died is heard.
static void talk_and_die(void *context, struct channel *channel) {
  (void)context;
  channel_send(channel, 'x', "last", 4);
  raise(SIGKILL);
}

static void test_death(void **state) {
  (void)state;
  struct limits limits = {0};
  struct text text = {0};
  struct worker *w = worker_start(&limits, talk_and_die, NULL);
  assert_int_equal(await_end(&limits, w), -SIGKILL);
  worker_send(w, 'a', "nobody reads this", 17); // and nothing happens
  assert_int_equal(worker_receive(w, &text), 'x');
  assert_string_equal(text_cstr(&text), "last");
  assert_int_equal(worker_receive(w, &text), 0);
  worker_free(w);
  text_release(&text);
  no_child_is_left();
}

struct family {
  int hold; // both hold the end of a pipe
  struct limits limits;
};

// Says its process id again and again, has a child that does nothing.
static void count(void *context, struct channel *channel) {
  struct family *family = context;
  fcntl(family->hold, F_DUPFD, 100); // without the flag that closes it, and in nobody's way
  char *argv[] = {(char *)"sleep", (char *)"1000", NULL};
  limits_go_on(&family->limits);
  if (!child_start_tool(&family->limits, argv, "/dev/null")) _exit(3);
  for (;;) {
    char pid[20];
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    if (!channel_send(channel, 'n', pid, strlen(pid))) _exit(1);
    usleep(2000);
  }
}

static struct worker *start_family(struct family *family, int *from) {
  int ends[2];
  assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
  family->hold = ends[1];
  struct worker *w = worker_start(&family->limits, count, family);
  assert_non_null(w);
  close(ends[1]);
  *from = ends[0];
  return w;
}

// Nobody holds the other end of the pipe any more.
static void assert_gone(int from) {
  struct limits limits = {0};
  struct text said = {0};
  double begin = clock_now();
  assert_false(child_hear(&limits, from, begin + AMPLE, '\n', 10, &said));
  assert_true(clock_now() - begin < SOON);
  text_release(&said);
  close(from);
}

static void test_killed_with_its_children(void **state) {
  (void)state;
  for (int way = 0; way < 3; way++) {
    struct family family = {0};
    struct text text = {0};
    int from;
    struct worker *w = start_family(&family, &from);
    assert_int_equal(await(&family.limits, w, &text), 'n');
    if (way == 1) worker_suspend(w);
    if (way == 2) kill(atoi(text_cstr(&text)), SIGKILL); // by somebody else
    if (way == 2) assert_int_equal(await_end(&family.limits, w), -SIGKILL);
    worker_free(w);
    assert_gone(from);
    text_release(&text);
    no_child_is_left();
  }
}

static uint32_t messages_within(struct limits *limits, struct worker *w, double seconds) {
  struct text text = {0};
  uint32_t n = 0;
  for (double end = clock_now() + seconds; clock_now() < end;) {
    worker_wait(limits, 1, &w, end);
    while (worker_receive(w, &text)) n++;
  }
  text_release(&text);
  return n;
}

static void test_suspended(void **state) {
  (void)state;
  struct family family = {0};
  struct text text = {0};
  int from;
  struct worker *w = start_family(&family, &from);
  assert_int_equal(await(&family.limits, w, &text), 'n');
  assert_true(worker_memory(w, false) > 0);
  assert_true(worker_memory(w, true) > 0);
  worker_suspend(w);
  messages_within(&family.limits, w, 0.1); // those that were under way
  assert_int_equal(messages_within(&family.limits, w, 0.1), 0);
  worker_resume(w);
  assert_int_equal(await(&family.limits, w, &text), 'n');
  worker_free(w);
  assert_gone(from);
  text_release(&text);
  no_child_is_left();
}

static int say_status(void *context, enum reason why) {
  (void)context;
  return 100 + (int)why;
}

// A worker keeps the run's limits by a watchdog of its own: here it does nothing else.
static void hang(void *context, struct channel *channel) {
  (void)channel;
  struct limits *limits = context;
  limits_on_emergency(limits, say_status, NULL);
  limits_go_on(limits);
  for (;;) pause();
}

static void test_limits_of_its_own(void **state) {
  (void)state;
  struct limits limits;
  limits_start(&limits, AMPLE, 0);
  limits.deadline = clock_now() + 0.05; // for the worker's copy
  struct worker *w = worker_start(&limits, hang, &limits);
  limits.deadline = 0;
  assert_int_equal(await_end(&limits, w), 100 + REASON_TIMEOUT);
  worker_free(w);
  limits_finish(&limits);
  no_child_is_left();
}

// The limits of the parent end it, though it waits for messages.
static bool stop_run(double seconds) {
  (void)seconds; // the watchdog has its own
  struct limits limits;
  limits_start(&limits, 0, 0);
  struct worker *w = worker_start(&limits, echo, NULL);
  if (!w) return false;
  limits_stop(&limits, REASON_INTERRUPTED);
  int status = 12345;
  while (!worker_has_ended(w, &status)) usleep(1000);
  worker_free(w);
  limits_finish(&limits);
  return status == -SIGKILL && waitpid(-1, NULL, WNOHANG) == -1;
}

static void test_dies_when_the_run_stops(void **state) {
  (void)state;
  assert_true(succeeds_in_child(stop_run));
}

// A parent that is killed takes its worker with it, suspended or not, and the worker's children.
struct lineage {
  int hold;
  bool suspends;
};

static void parent(void *context, int to) {
  struct lineage *lineage = context;
  struct family family = {.hold = lineage->hold};
  struct text text = {0};
  struct worker *w = worker_start(&family.limits, count, &family);
  int status;
  while (w && !worker_receive(w, &text)) {
    if (worker_has_ended(w, &status)) _exit(2);
    worker_wait(&family.limits, 1, &w, clock_now() + 1);
  }
  if (w && lineage->suspends) worker_suspend(w);
  if (write(to, "\n", 1) != 1) _exit(1);
  pause();
}

static void test_parent_is_killed(void **state) {
  (void)state;
  for (int suspended = 0; suspended < 2; suspended++) {
    struct limits limits = {0};
    struct text said = {0};
    int ends[2], from;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    struct lineage lineage = {.hold = ends[1], .suspends = suspended};
    int pid = child_start_fork(&limits, parent, &lineage, &from);
    assert_true(pid > 0);
    close(ends[1]);
    assert_true(child_hear(&limits, from, clock_now() + AMPLE, '\n', 10, &said));
    kill(pid, SIGKILL);
    assert_gone(ends[0]);
    child_kill(&limits, pid);
    close(from);
    text_release(&said);
  }
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_messages),
      cmocka_unit_test(test_death),
      cmocka_unit_test(test_killed_with_its_children),
      cmocka_unit_test(test_suspended),
      cmocka_unit_test(test_limits_of_its_own),
      cmocka_unit_test(test_dies_when_the_run_stops),
      cmocka_unit_test(test_parent_is_killed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
