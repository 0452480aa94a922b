// The base module: arenas, vectors, maps, texts, errors, statistics, limits, processors.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/memory/alloc.h"
#include "base/memory/arena.h"
#include "base/error.h"
#include "base/process/limits.h"
#include "base/process/machine.h"
#include "base/memory/map.h"
#include "base/table/stats.h"
#include "base/text/text.h"
#include "base/memory/vec.h"
#include "random.h"
#include "timing.h"
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static void arena_gives_aligned_disjoint_memory(void **unused) {
  (void)unused;
  struct arena arena;
  arena_init(&arena);
  enum { N = 2000 };
  unsigned char *blocks[N];
  size_t sizes[N];
  for (int i = 0; i < N; i++) {
    sizes[i] = i % 97 == 0 ? 400000 : (size_t)(i * 7 % 300);
    blocks[i] = arena_alloc(&arena, sizes[i]);
    assert_int_equal((uintptr_t)blocks[i] % 16, 0);
    memset(blocks[i], i & 255, sizes[i]);
  }
  for (int i = 0; i < N; i++)
    for (size_t j = 0; j < sizes[i]; j++) assert_int_equal(blocks[i][j], i & 255);
  assert_true(arena.bytes >= 20 * 400000);
  assert_string_equal(arena_strdup(&arena, "clew"), "clew");
  assert_string_equal(arena_printf(&arena, "%s-%d", "x", 7), "x-7");
  arena_release(&arena);
  assert_int_equal(arena.bytes, 0);
}

static void arena_takes_a_large_block_first(void **unused) {
  (void)unused;
  struct arena arena;
  arena_init(&arena);
  char *large = arena_alloc(&arena, 1 << 22), *small = arena_alloc(&arena, 8);
  memset(large, 1, 1 << 22);
  memset(small, 2, 8);
  assert_int_equal(large[(1 << 22) - 1], 1);
  arena_release(&arena);
}

static void text_grows(void **unused) {
  (void)unused;
  struct text text = {0};
  assert_string_equal(text_cstr(&text), "");
  text_printf(&text, "%s", "");
  assert_string_equal(text_cstr(&text), "");
  char *long_word = mem_alloc(5001);
  memset(long_word, 'x', 5000);
  long_word[5000] = 0;
  text_printf(&text, "<%s>", long_word);
  assert_int_equal(text.size, 5002);
  assert_int_equal(strlen(text.data), 5002);
  text_clear(&text);
  text_add(&text, "a");
  text_addc(&text, 'b');
  text_add_n(&text, "cdef", 2);
  assert_string_equal(text_cstr(&text), "abcd");
  mem_free(long_word);
  text_release(&text);
}

static void vector_keeps_its_elements(void **unused) {
  (void)unused;
  struct vec_u32 v = {0};
  for (uint32_t i = 0; i < 1000; i++) vec_u32_push(&v, i * i);
  for (uint32_t i = 0; i < 1000; i++) assert_int_equal(v.data[i], i * i);
  vec_u32_resize(&v, 2000);
  assert_int_equal(v.data[1999], 0);
  vec_u32_resize(&v, 3);
  assert_int_equal(vec_u32_pop(&v), 4);
  vec_u32_release(&v);
}

// Distinct keys that differ in high bits, in low bits or in few.
static uint64_t spread_key(uint32_t key) {
  return key % 3 == 0 ? (uint64_t)key << 50 : key % 3 == 1 ? key : (uint64_t)key << 20;
}

// Random insertions and removals against a plain array.
static void map_agrees_with_an_array(void **unused) {
  (void)unused;
  enum { KEYS = 257 };
  uint64_t truth[KEYS];
  bool there[KEYS] = {0};
  struct map_u64 map = {0};
  struct rng rng = rng_new(0);
  for (int step = 0; step < 200000; step++) {
    uint64_t random = rng_next(&rng);
    uint32_t key = (uint32_t)(random >> 20) % KEYS;
    if (random % 3 == 0) {
      assert_int_equal(map_u64_remove(&map, spread_key(key)), there[key]);
      there[key] = false;
    } else {
      map_u64_put(&map, spread_key(key), random);
      truth[key] = random;
      there[key] = true;
    }
    if (step % 1000 == 0)
      for (uint32_t k = 0; k < KEYS; k++) {
        uint64_t *found = map_u64_find(&map, spread_key(k));
        assert_int_equal(found != NULL, there[k]);
        if (found) assert_int_equal(*found, truth[k]);
      }
  }
  map_u64_clear(&map);
  assert_null(map_u64_find(&map, 1));
  map_u64_release(&map);
}

static void the_first_error_stays(void **unused) {
  (void)unused;
  struct error error = {0};
  error_set(&error, EXIT_DATA, "%s:%d: first", "x.c", 3);
  error_set(&error, EXIT_USAGE, "second");
  assert_int_equal(error.status, EXIT_DATA);
  assert_string_equal(error.message, "x.c:3: first");
  error_release(&error);
  assert_int_equal(error.status, 0);
}

static void count_entry(void *context, const struct stats_entry *entry, double value) {
  int *count = context;
  ++*count;
  assert_true(*entry->name && *entry->text);
  if (strcmp(entry->name, "paths") == 0) assert_true(!entry->is_timer && value == 5);
  if (strcmp(entry->name, "time_total") == 0) assert_true(entry->is_timer && value == 0.25);
}

static void statistics_are_all_listed(void **unused) {
  (void)unused;
  struct stats stats = {.paths = 5, .time_total = 0.25};
  int count = 0;
  stats_each(&stats_of_run, &stats, count_entry, &count);
  assert_int_equal(count, sizeof stats / 8);
}

static void reasons_have_names(void **unused) {
  (void)unused;
  assert_string_equal(reason_name(REASON_TIMEOUT), "timeout");
  for (int r = 0; r < REASON_COUNT; r++) assert_true(*reason_name(r) && *reason_sentence(r));
}

// --- limits: what must end the process happens in a child ----------------------------

static int say_in_child(void *context, enum reason why) {
  (void)context;
  return 100 + (int)why;
}

// Runs `body` in a child process under the limits and returns its exit status; -1 for a death by signal.
static int in_child(void (*body)(struct limits *), double seconds, size_t mebibytes, size_t address_space) {
  fflush(NULL);
  int pid = fork();
  assert_true(pid >= 0);
  if (pid == 0) {
    if (address_space) setrlimit(RLIMIT_AS, &(struct rlimit){address_space, address_space});
    static struct limits limits;
    limits_on_emergency(&limits, say_in_child, NULL);
    limits_start(&limits, seconds, mebibytes);
    body(&limits);
    limits_finish(&limits);
    _exit(limits_reason(&limits));
  }
  int status;
  while (waitpid(pid, &status, 0) < 0) assert_int_equal(errno, EINTR);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Whether the child ends by itself for this reason. On a busy machine the watchdog is quicker now and then: one success
// of ten is enough.
static bool ends_by_itself(void (*body)(struct limits *), double seconds, size_t mebibytes, enum reason why) {
  int status = -1;
  for (int attempt = 0; attempt < 10 && status != (int)why; attempt++) status = in_child(body, seconds, mebibytes, 0);
  return status == (int)why;
}

static void poll_until_stopped(struct limits *limits) {
  while (!limits_stopped(limits)) usleep(1000);
}

static void never_look(struct limits *limits) {
  (void)limits;
  for (;;) usleep(1000);
}

static void interrupt_oneself(struct limits *limits) {
  raise(SIGTERM);
  poll_until_stopped(limits);
}

static void eat_memory(struct limits *limits) {
  while (!limits_stopped(limits)) {
    memset(mem_alloc(1 << 20), 1, 1 << 20);
    usleep(500);
  }
}

static void ask_for_too_much(struct limits *limits) {
  (void)limits;
  mem_alloc((size_t)1 << 46);
}

static void time_is_kept(void **unused) {
  (void)unused;
  double before = clock_now();
  assert_true(ends_by_itself(poll_until_stopped, 0.2, 0, REASON_TIMEOUT));
  double took = clock_now() - before;
  assert_true(took >= 0.2 && took < SOON);
}

static void time_is_kept_by_force(void **unused) {
  (void)unused;
  double before = clock_now();
  assert_int_equal(in_child(never_look, 0.2, 0, 0), 100 + REASON_TIMEOUT);
  assert_true(clock_now() - before < SOON);
}

static void interruption_is_seen(void **unused) {
  (void)unused;
  assert_true(ends_by_itself(interrupt_oneself, 0, 0, REASON_INTERRUPTED));
}

static void memory_is_kept(void **unused) {
  (void)unused;
  assert_true(ends_by_itself(eat_memory, AMPLE, 100, REASON_MEMORY));
}

static void failing_allocation_ends_in_words(void **unused) {
  (void)unused;
#ifdef CLEW_SANITIZED
  (void)ask_for_too_much;
  skip(); // their shadow memory does not fit under a limit on the address space
#else
  assert_int_equal(in_child(ask_for_too_much, AMPLE, 0, (size_t)4 << 30), 100 + REASON_MEMORY);
#endif
}

static volatile int depth_reached;
__attribute__((noinline)) static int recurse(int n) {
  volatile char frame[4096];
  frame[n % 4096] = (char)n;
  depth_reached = n;
  return n < 1 << 30 ? recurse(n + 1) + frame[(n + 1) % 4096] : 0;
}

static void exhaust_stack(struct limits *limits) {
  (void)limits;
  depth_reached = recurse(0);
}

static void crash(struct limits *limits) {
  (void)limits;
  raise(SIGSEGV); // as a wild pointer would
}

static void crashes_are_told_apart(void **unused) {
  (void)unused;
#ifdef CLEW_SANITIZED
  (void)exhaust_stack, (void)crash;
  skip(); // the sanitizers have their own handlers
#else
  assert_int_equal(in_child(exhaust_stack, AMPLE, 0, 0), 100 + REASON_MEMORY);
  assert_int_equal(in_child(crash, AMPLE, 0, 0), 100 + REASON_INTERNAL);
#endif
}

static void child_of_child(struct limits *limits) {
  int pid = fork();
  if (pid == 0)
    for (;;) pause();
  limits_add_child(limits, pid);
  int status;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  limits_remove_child(limits, pid);
  if (!WIFSIGNALED(status)) _exit(99);
}

static void children_die_with_the_limit(void **unused) {
  (void)unused;
  double before = clock_now();
  assert_true(ends_by_itself(child_of_child, 0.2, 0, REASON_TIMEOUT));
  assert_true(clock_now() - before < SOON);
}

static atomic_int interrupts;
static void count_interrupt(void *context) {
  (void)context;
  atomic_fetch_add(&interrupts, 1);
}

static bool call_interrupters(double seconds) {
  static struct limits limits;
  limits_start(&limits, seconds, 0);
  int dummy = 0;
  limits_add_interrupter(&limits, count_interrupt, &dummy);
  poll_until_stopped(&limits);
  while (!atomic_load(&interrupts)) usleep(1000); // at the watchdog's next look, or else it ends the process
  limits_remove_interrupter(&limits, &dummy);
  limits_finish(&limits);
  return limits_remaining(&limits) == 0 && limits_elapsed(&limits) >= seconds;
}

static void interrupters_are_called(void **unused) {
  (void)unused;
  assert_true(succeeds_in_child(call_interrupters));
}

// A process that may run on one processor of several has one.
static bool use_one_core(double seconds) {
  (void)seconds;
  cpu_set_t all, one;
  if (sched_getaffinity(0, sizeof all, &all)) return false;
  uint32_t before = machine_cores();
  if (before < 1 || before > (uint32_t)CPU_COUNT(&all)) return false;
  int first = 0;
  while (!CPU_ISSET(first, &all)) first++;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  return !sched_setaffinity(0, sizeof one, &one) && machine_cores() == 1;
}

static void cores_are_those_of_the_process(void **unused) {
  (void)unused;
  assert_true(succeeds_in_child(use_one_core));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arena_gives_aligned_disjoint_memory),
      cmocka_unit_test(arena_takes_a_large_block_first),
      cmocka_unit_test(text_grows),
      cmocka_unit_test(vector_keeps_its_elements),
      cmocka_unit_test(map_agrees_with_an_array),
      cmocka_unit_test(the_first_error_stays),
      cmocka_unit_test(statistics_are_all_listed),
      cmocka_unit_test(reasons_have_names),
      cmocka_unit_test(time_is_kept),
      cmocka_unit_test(time_is_kept_by_force),
      cmocka_unit_test(interruption_is_seen),
      cmocka_unit_test(memory_is_kept),
      cmocka_unit_test(failing_allocation_ends_in_words),
      cmocka_unit_test(crashes_are_told_apart),
      cmocka_unit_test(children_die_with_the_limit),
      cmocka_unit_test(interrupters_are_called),
      cmocka_unit_test(cores_are_those_of_the_process),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
