// Child processes: how they end, what they say, and that nothing is left of them.
#include "base/process/child.h"
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

static char output[] = "/tmp/clew-test-child-XXXXXX";

static int make_output(void **state) {
  (void)state;
  int fd = mkstemp(output);
  return fd < 0 || close(fd) ? -1 : 0;
}

static int remove_output(void **state) {
  (void)state;
  return unlink(output);
}

static int start(struct limits *limits, const char *script) {
  char *argv[] = {(char *)"sh", (char *)"-c", (char *)script, NULL};
  int pid = child_start_tool(limits, argv, output);
  assert_true(pid > 0);
  return pid;
}

static void no_child_is_left(void) { assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); }

static void assert_output(const char *expected) {
  char said[256] = "";
  FILE *file = fopen(output, "r");
  assert_non_null(file);
  said[fread(said, 1, sizeof said - 1, file)] = 0;
  fclose(file);
  assert_string_equal(said, expected);
}

static void test_tool(void **state) {
  (void)state;
  struct limits limits = {0};
  int status;
  assert_int_equal(child_wait(&limits, start(&limits, "cat; echo out; echo err >&2; exit 3"), AMPLE, &status),
                   CHILD_EXITED);
  assert_int_equal(status, 3);
  assert_output("out\nerr\n");
  assert_int_equal(child_wait(&limits, start(&limits, "kill -TERM $$"), AMPLE, &status), CHILD_SIGNALLED);
  assert_int_equal(status, SIGTERM);
  assert_output(""); // it begins anew
  no_child_is_left();
}

static void test_missing_tool(void **state) {
  (void)state;
  struct limits limits = {0};
  char *argv[] = {(char *)"clew-no-such-tool", NULL};
  errno = 0;
  assert_int_equal(child_start_tool(&limits, argv, output), 0);
  assert_int_equal(errno, ENOENT);
  no_child_is_left();
}

// A tool that is killed takes with it what it has started: the other end of a pipe that all of them hold is closed.
static void test_group(void **state) {
  (void)state;
  for (int way = 0; way < 4; way++) {
    struct limits limits = {0};
    int ends[2], status;
    char byte;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFD, FD_CLOEXEC), 0);
    int pid = start(&limits, way == 2 ? "sleep 1000 & exit 0" : "sleep 1000 & sleep 1000");
    close(ends[1]);
    double begin = clock_now();
    if (way == 0) {
      assert_int_equal(child_wait(&limits, pid, 0.1, &status), CHILD_TIMED_OUT);
    } else if (way == 1) {
      limits_stop(&limits, REASON_TIMEOUT);
      assert_int_equal(child_wait(&limits, pid, AMPLE, &status), CHILD_STOPPED);
    } else if (way == 2) {
      assert_int_equal(child_wait(&limits, pid, AMPLE, &status), CHILD_EXITED);
    } else {
      child_kill(&limits, pid);
    }
    assert_int_equal(read(ends[0], &byte, 1), 0);
    assert_true(clock_now() - begin < SOON);
    close(ends[0]);
    no_child_is_left();
  }
}

static void test_limits_kill(void **state) {
  (void)state;
  struct limits limits;
  int status;
  limits_start(&limits, 0.2, 0);
  double begin = clock_now();
  enum child_end how = child_wait(&limits, start(&limits, "sleep 1000"), 1e9, &status);
  assert_true(how == CHILD_STOPPED || how == CHILD_SIGNALLED);
  assert_true(clock_now() - begin < SOON);
  limits_finish(&limits);
  no_child_is_left();
}

static void say(void *context, int to) {
  const char *text = context;
  if (write(to, text, strlen(text)) < 0) _exit(1);
  if (strchr(text, '.')) pause();
  _exit(0);
}

static bool hear(const char *text, double seconds, size_t most, struct text *said) {
  struct limits limits = {0};
  int from, pid = child_start_fork(&limits, say, (void *)text, &from);
  assert_true(pid > 0);
  text_clear(said);
  bool heard = child_hear(&limits, from, clock_now() + seconds, '\n', most, said);
  child_kill(&limits, pid);
  close(from);
  no_child_is_left();
  return heard;
}

static void test_hear(void **state) {
  (void)state;
  struct text said = {0};
  assert_true(hear("one\ntwo\n", AMPLE, 3, &said));
  assert_string_equal(text_cstr(&said), "one");
  assert_true(hear("it goes on.\n", AMPLE, 100, &said));
  assert_string_equal(text_cstr(&said), "it goes on.");
  assert_false(hear("an end without a last byte", AMPLE, 100, &said));
  assert_false(hear("four\n", AMPLE, 3, &said));
  double begin = clock_now();
  assert_false(hear("nothing more comes.", 0.1, 100, &said));
  assert_true(clock_now() - begin >= 0.1 && clock_now() - begin < SOON);
  text_release(&said);
}

// Whoever starts a child and is killed leaves none: the pipe that the grandchild holds is closed.
static void start_and_wait(void *context, int to) {
  struct limits limits = {0};
  (void)context;
  dup2(to, 9); // without the flag that closes it
  char *argv[] = {(char *)"sh", (char *)"-c", (char *)"echo >&9; exec sleep 1000", NULL};
  child_start_tool(&limits, argv, output);
  pause();
}

static void test_dies_with_us(void **state) {
  (void)state;
  struct limits limits = {0};
  struct text said = {0};
  int from, pid = child_start_fork(&limits, start_and_wait, NULL, &from);
  assert_true(pid > 0);
  assert_true(child_hear(&limits, from, clock_now() + AMPLE, '\n', 10, &said));
  kill(pid, SIGKILL); // it alone: its group is not that of its child
  double begin = clock_now();
  assert_false(child_hear(&limits, from, begin + AMPLE, '\n', 10, &said)); // the end
  assert_true(clock_now() - begin < SOON);
  child_kill(&limits, pid);
  close(from);
  text_release(&said);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tool),        cmocka_unit_test(test_missing_tool), cmocka_unit_test(test_group),
      cmocka_unit_test(test_limits_kill), cmocka_unit_test(test_hear),         cmocka_unit_test(test_dies_with_us),
  };
  return cmocka_run_group_tests(tests, make_output, remove_output);
}
