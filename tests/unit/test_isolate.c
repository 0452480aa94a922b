// Work in a process of its own: results come back, and nothing else does.
#include "base/memory/alloc.h"
#include "base/process/isolate.h"
#include "timing.h"
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <cmocka.h>

static bool run(isolated_function *work, void *context, double seconds, struct text *said) {
  struct limits limits = {0};
  bool done = isolate_run(&limits, seconds, work, context, said);
  assert_true(done || !said->size);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); // no child is left
  return done;
}

// --- results ------------------------------------------------------------------------------------------

static bool say_lines(void *context, struct text *said) {
  for (unsigned i = 0; i < *(unsigned *)context; i++) text_printf(said, "line %u\n", i);
  *(unsigned *)context = 0; // in the copy only
  return true;
}

static void test_result(void **state) {
  (void)state;
  static const unsigned sizes[] = {0, 1, 1000, 200000};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    unsigned n = sizes[k];
    struct text said = {0}, expected = {0};
    text_add(&said, "left over");
    assert_true(run(say_lines, &n, AMPLE, &said));
    assert_int_equal(n, sizes[k]);
    say_lines(&n, &expected);
    assert_string_equal(text_cstr(&said), text_cstr(&expected));
    text_release(&said);
    text_release(&expected);
  }
}

// --- no results ---------------------------------------------------------------------------------------

static bool refuse(void *context, struct text *said) {
  (void)context;
  text_add(said, "not meant");
  return false;
}

static bool leave(void *context, struct text *said) {
  (void)context;
  (void)said;
  _exit(0);
}

static bool die(void *context, struct text *said) {
  text_add(said, "emergency report");
  raise(*(int *)context);
  return true;
}

static bool crash(void *context, struct text *said) {
  (void)said;
  *(volatile int *)context = 1;
  return true;
}

static bool say_zero(void *context, struct text *said) {
  (void)context;
  text_add_n(said, "a\0b", 3);
  return true;
}

static bool say_too_much(void *context, struct text *said) {
  unsigned n = 1000000;
  (void)context;
  return say_lines(&n, said);
}

static void test_no_result(void **state) {
  (void)state;
  static isolated_function *const works[] = {refuse, leave, say_zero, say_too_much};
  static const int numbers[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGKILL, SIGTERM, SIGINT};
  struct text said = {0};
  for (size_t i = 0; i < sizeof works / sizeof *works; i++) assert_false(run(works[i], NULL, AMPLE, &said));
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    assert_false(run(die, (void *)&numbers[i], AMPLE, &said));
  assert_false(run(crash, (void *)(uintptr_t)16, AMPLE, &said));
  text_release(&said);
}

static bool sleep_long(void *context, struct text *said) {
  (void)context;
  text_add(said, "late");
  sleep(20);
  return true;
}

static bool spin(void *context, struct text *said) {
  (void)said;
  for (volatile uint64_t i = 0; i != *(uint64_t *)context; i++) continue;
  return true;
}

static void test_time(void **state) {
  (void)state;
  struct text said = {0};
  uint64_t forever = UINT64_MAX;
  for (int k = 0; k < 2; k++) {
    double begin = clock_now();
    assert_false(run(k ? spin : sleep_long, &forever, 0.2, &said));
    assert_true(clock_now() - begin < SOON);
    assert_true(clock_now() - begin >= 0.2);
  }
  unsigned n = 1;
  assert_false(run(say_lines, &n, 0, &said));
  assert_false(run(say_lines, &n, -1, &said));
  text_release(&said);
}

static bool take_memory(void *context, struct text *said) {
  size_t bytes = *(size_t *)context;
  for (size_t taken = 0; taken < bytes; taken += 16 << 20) memset(mem_alloc(16 << 20), 1, 4096);
  text_add(said, "had it");
  return true;
}

// Where memory cannot be had the process makes its emergency report; the child must not make it.
static int emergency_report(void *context, enum reason why) {
  (void)why;
  ssize_t ignored = write(*(int *)context, "x", 1);
  (void)ignored;
  return 2;
}

static void test_memory(void **state) {
  (void)state;
  struct text said = {0};
  size_t little = (size_t)128 << 20, much = (size_t)3 << 30;
  int ends[2];
  char byte;
  assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
  limits_on_emergency(NULL, emergency_report, &ends[1]);
  assert_true(run(take_memory, &little, AMPLE, &said));
#ifndef CLEW_SANITIZED
  assert_false(run(take_memory, &much, AMPLE, &said));
  assert_int_equal(read(ends[0], &byte, 1), -1);
#else
  (void)much, (void)byte;
#endif
  limits_on_emergency(NULL, NULL, NULL);
  close(ends[0]);
  close(ends[1]);
  // A run whose limit leaves no room for a second process has none.
  struct limits tight = {.memory = (size_t)32 << 20};
  assert_false(isolate_run(&tight, AMPLE, take_memory, &little, &said));
  text_release(&said);
}

// --- nothing else -------------------------------------------------------------------------------------

static bool shout(void *context, struct text *said) {
  (void)context;
  printf("on stdout\n");
  fprintf(stderr, "on stderr\n");
  fflush(stdout);
  abort();
  text_add(said, "");
  return true;
}

static void test_silence(void **state) {
  (void)state;
  struct text said = {0};
  char name[] = "/tmp/clew-isolate-XXXXXX";
  int file = mkstemp(name), out = dup(1), err = dup(2);
  assert_true(file >= 0 && out >= 0 && err >= 0);
  unlink(name);
  fflush(stdout);
  fflush(stderr);
  dup2(file, 1);
  dup2(file, 2);
  bool done = run(shout, NULL, AMPLE, &said);
  fflush(stdout);
  dup2(out, 1);
  dup2(err, 2);
  close(out);
  close(err);
  struct stat info;
  assert_int_equal(fstat(file, &info), 0);
  assert_int_equal(info.st_size, 0);
  assert_false(done);
  close(file);
  text_release(&said);
}

// The run's own limit ends the child, with the watchdog there and without.
static bool limit_ends_child(double seconds) {
  struct text said = {0};
  struct limits limits;
  uint64_t forever = UINT64_MAX;
  limits_start(&limits, seconds, 0);
  bool right = !isolate_run(&limits, AMPLE, spin, &forever, &said) && limits_stopped(&limits);
  limits_finish(&limits);
  unsigned n = 1;
  right = right && !isolate_run(&limits, AMPLE, say_lines, &n, &said);
  text_release(&said);
  return right;
}

static void test_limits(void **state) {
  (void)state;
  assert_true(succeeds_in_child(limit_ends_child));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_result), cmocka_unit_test(test_no_result), cmocka_unit_test(test_time),
      cmocka_unit_test(test_memory), cmocka_unit_test(test_silence),   cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
