// See limits.h.
//
// The registry below is the one piece of process-wide mutable state of clew:
// signal handlers and a failing malloc have no parameters to find it by.
// Its tables are arrays of atomics, so that the emergency report can be made from a
// signal handler while the interrupted thread holds any lock.
#include "base/process/limits.h"
#include "base/process/inherited.h"
#include "base/process/waiting.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { MAX_CHILDREN = LIMITS_CHILDREN, MAX_INTERRUPTERS = 64 };
static const double tick = 0.02;   // seconds between two looks
static const double grace = 0.3;   // seconds for the run to end by itself
// A main thread's stack may grow to this without meeting the mapped libraries: Linux keeps 128 MiB free for it.
static const rlim_t stack_bytes = (rlim_t)120 << 20;
enum { ALTERNATE_STACK_BYTES = 64 << 10 };

struct interrupter {
  void (*interrupt)(void *context);
  void *context;
};

static struct registry {
  struct limits *_Atomic current;
  pthread_mutex_t lock;            // guards interrupters and finished
  pthread_cond_t wake;
  bool finished;
  bool running;
  bool is_child;                   // a fork of the process that the rest is about
  pthread_t watchdog;
  struct interrupter interrupters[MAX_INTERRUPTERS];
  _Atomic int own_children[MAX_CHILDREN];
  _Atomic int *children;           // those, or where a worker notes them for its parent to see
  _Atomic int workers[MAX_CHILDREN];
  int (*say)(void *context, enum reason why);
  void *say_context;
  atomic_flag said;
  size_t address_space;            // bytes of RLIMIT_AS, 0: none
  size_t inherited;                // inherited.h
  bool leaves_out_waiting;         // forks inherit it
  struct waiting waiting;          // of the watchdog
  char *stack_top;
  void *alternate_stack;
} registry = {.lock = PTHREAD_MUTEX_INITIALIZER, .said = ATOMIC_FLAG_INIT, .children = registry.own_children};

const char *reason_name(enum reason reason) {
  static const char *const names[] = {
#define REASON(id, name, sentence) name,
#include "base/table/reason.def"
#undef REASON
  };
  return names[reason];
}

const char *reason_sentence(enum reason reason) {
  static const char *const sentences[] = {
#define REASON(id, name, sentence) sentence,
#include "base/table/reason.def"
#undef REASON
  };
  return sentences[reason];
}

double clock_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double clock_cpu(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double limits_elapsed(const struct limits *limits) { return clock_now() - limits->started; }

double limits_remaining(const struct limits *limits) {
  if (limits->deadline == 0) return 1e9;
  double rest = limits->deadline - clock_now();
  return rest > 0 ? rest : 0;
}

void limits_stop(struct limits *limits, enum reason why) {
  int none = REASON_NONE; // the first reason stays
  atomic_compare_exchange_strong(&limits->stop, &none, (int)why);
}

// --- memory ------------------------------------------------------------------

// Without exec a child runs our program, and has what we have inherited.
static bool has_inherited(int pid) {
  struct stat own, other;
  char link[64];
  if (!registry.inherited || !pid) return registry.inherited > 0;
  snprintf(link, sizeof link, "/proc/%d/exe", pid);
  return stat("/proc/self/exe", &own) == 0 && stat(link, &other) == 0 && own.st_dev == other.st_dev &&
         own.st_ino == other.st_ino;
}

// Reads /proc/PID/statm (0: this process) without the heap. False if it cannot be read.
static bool memory_used(int pid, size_t *virtual_bytes, size_t *resident_bytes) {
  char line[128];
  if (pid) snprintf(line, sizeof line, "/proc/%d/statm", pid);
  int file = open(pid ? line : "/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t n = read(file, line, sizeof line - 1);
  close(file);
  if (n <= 0) return false;
  line[n] = 0;
  size_t values[2] = {0, 0};
  const char *at = line;
  for (int i = 0; i < 2; i++) {
    while (*at == ' ') at++;
    while (*at >= '0' && *at <= '9') values[i] = values[i] * 10 + (size_t)(*at++ - '0');
  }
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  *virtual_bytes = values[0] * page;
  *resident_bytes = values[1] * page;
  if (has_inherited(pid))
    *resident_bytes -= *resident_bytes < registry.inherited ? *resident_bytes : registry.inherited;
  return true;
}

void inherited_leave_out(void) {
  size_t address_space, resident;
  registry.inherited = 0;
  if (memory_used(0, &address_space, &resident)) registry.inherited = resident;
}

size_t inherited_bytes(void) { return registry.inherited; }

size_t limits_memory_of(int pid) {
  size_t address_space, resident;
  return memory_used(pid, &address_space, &resident) ? resident : 0;
}

// Whether memory is so nearly gone that a failure is due to it. `part` is how near, in hundredths.
static bool memory_is_short(const struct limits *limits, size_t part) {
  size_t address_space, resident;
  if (!memory_used(0, &address_space, &resident)) return false;
  if (limits && limits->memory && resident / 100 >= limits->memory / 10000 * part) return true;
  return registry.address_space && address_space / 100 >= registry.address_space / 10000 * part;
}

// --- the emergency report ------------------------------------------------------

static void kill_all(_Atomic int *table) {
  for (int i = 0; i < MAX_CHILDREN; i++) {
    int pid = atomic_load(&table[i]);
    if (pid <= 0) continue;
    kill(-pid, SIGKILL); // its group, if it leads one
    kill(pid, SIGKILL);
  }
}

static void kill_children(void) {
  kill_all(registry.children);
  kill_all(registry.workers);
}

// Makes the emergency report, once for all threads, and ends the process.
static _Noreturn void end_now(enum reason why) {
  if (registry.is_child) _exit(2);
  if (atomic_flag_test_and_set(&registry.said)) {
    for (;;) pause(); // another thread is on its way out
  }
  kill_children();
  int status = why == REASON_INTERNAL ? 70 : 2;
  if (registry.say) {
    status = registry.say(registry.say_context, why);
  } else {
    const char *sentence = reason_sentence(why);
    struct iovec line[] = {{"clew: ", 6}, {(void *)sentence, strlen(sentence)}, {"\n", 1}};
    ssize_t ignored = writev(2, line, 3);
    (void)ignored;
  }
  _exit(status);
}

_Noreturn void limits_exhausted(void) {
  struct limits *limits = atomic_load(&registry.current);
  if (limits) limits_stop(limits, REASON_MEMORY);
  end_now(REASON_MEMORY);
}

// --- signals -------------------------------------------------------------------

// Sets the flag itself: a child in the same process group dies of the same Ctrl-C, and its parent must know why.
static void on_interrupt(int number) {
  (void)number;
  struct limits *limits = atomic_load(&registry.current);
  if (limits) limits_stop(limits, REASON_INTERRUPTED);
}

// What was ignored when the process began (nohup, background jobs of scripts) stays ignored.
static void catch_interrupts(void (*handler)(int)) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
  sigemptyset(&action.sa_mask);
  for (unsigned i = 0; i < 3; i++)
    if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(numbers[i], &action, NULL);
}

// Whether an access to `address` failed because the main thread's stack could not grow: it lies where only that stack
// can be.
static bool is_stack_overflow(const char *address, const void *machine) {
#ifdef __x86_64__
  // A frame larger than the page below the stack pointer is touched from its top.
  const char *top_of_stack = (const char *)((const ucontext_t *)machine)->uc_mcontext.gregs[REG_RSP];
  if (address < top_of_stack - (1 << 20) || address > top_of_stack + (1 << 20)) return false;
#else
  (void)machine;
#endif
  struct rlimit stack;
  size_t depth = stack_bytes;
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY) depth = stack.rlim_cur;
  return registry.stack_top && address <= registry.stack_top &&
         (size_t)(registry.stack_top - address) + (2 << 20) >= depth / 2;
}

// A crash. Running out of stack, or a library that aborts because it got no memory, is the end of memory; anything
// else is a bug.
static void on_crash(int number, siginfo_t *info, void *machine) {
  struct limits *limits = atomic_load(&registry.current);
  enum reason why = REASON_INTERNAL;
  if (number == SIGABRT && memory_is_short(limits, 80)) why = REASON_MEMORY;
  if ((number == SIGSEGV || number == SIGBUS) &&
      (is_stack_overflow(info->si_addr, machine) || memory_is_short(limits, 95)))
    why = REASON_MEMORY;
  end_now(why);
}

// operator new of the C++ libraries asks this before it throws: an exception must not run through C. Weak, because base
// alone does not need C++.
extern void (*_ZSt15set_new_handlerPFvvE(void (*handler)(void)))(void) __attribute__((weak));

static void install(int number, void (*handler)(int, siginfo_t *, void *), int flags) {
  struct sigaction action = {0};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | flags;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static void prepare_crashes(void) {
  if (_ZSt15set_new_handlerPFvvE) _ZSt15set_new_handlerPFvvE(limits_exhausted);
#if !defined(__SANITIZE_ADDRESS__) && !defined(CLEW_SANITIZED)
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < stack_bytes) {
    stack.rlim_cur = stack.rlim_max < stack_bytes ? stack.rlim_max : stack_bytes;
    setrlimit(RLIMIT_STACK, &stack);
  }
  if (!registry.alternate_stack) {
    void *block = mmap(NULL, ALTERNATE_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return;
    registry.alternate_stack = block;
    sigaltstack(&(stack_t){.ss_sp = block, .ss_size = ALTERNATE_STACK_BYTES}, NULL);
  }
  registry.stack_top = (char *)__builtin_frame_address(0) + (64 << 10);
  install(SIGSEGV, on_crash, SA_ONSTACK | SA_RESETHAND);
  install(SIGBUS, on_crash, SA_ONSTACK | SA_RESETHAND);
  install(SIGABRT, on_crash, SA_ONSTACK | SA_RESETHAND);
  install(SIGFPE, on_crash, SA_ONSTACK | SA_RESETHAND);
  install(SIGILL, on_crash, SA_ONSTACK | SA_RESETHAND);
#else
  (void)install;
  (void)on_crash; // the sanitizers report crashes themselves
#endif
}

// --- the watchdog ----------------------------------------------------------------

// Moves the deadline by the time in which this process, its children and its workers got no processor.
static void leave_out_waiting(struct limits *limits) {
  struct waiting *waiting = &registry.waiting;
  waiting_begin(waiting);
  waiting_ask(waiting, getpid());
  for (int i = 0; i < MAX_CHILDREN; i++) {
    int child = atomic_load(&registry.children[i]), worker = atomic_load(&registry.workers[i]);
    if (child > 0) waiting_ask(waiting, child);
    if (worker > 0) waiting_ask(waiting, worker);
  }
  limits->deadline = limits->deadline + waiting_end(waiting, clock_now()); // nobody else writes it
}

static void check_limits(struct limits *limits) {
  if (limits->deadline && registry.leaves_out_waiting) leave_out_waiting(limits);
  if (limits->deadline && clock_now() >= limits->deadline) limits_stop(limits, REASON_TIMEOUT);
  size_t address_space, resident;
  if (!memory_used(0, &address_space, &resident)) return;
  // Children count too: the compiler is the larger part of a short run.
  for (int i = 0; i < MAX_CHILDREN; i++) {
    int pid = atomic_load(&registry.children[i]);
    size_t childs_space, childs_resident;
    if (pid <= 0 || !memory_used(pid, &childs_space, &childs_resident)) continue;
    resident += childs_resident;
    if (registry.address_space && childs_space >= registry.address_space - registry.address_space / 8)
      limits_stop(limits, REASON_MEMORY);
  }
  if (limits->memory && resident >= limits->memory) limits_stop(limits, REASON_MEMORY);
  // With a limit on the address space the process ends earlier: leave room for the emergency report.
  if (registry.address_space && address_space >= registry.address_space - registry.address_space / 32)
    limits_stop(limits, REASON_MEMORY);
  // What grows so fast that there is no time for an orderly end.
  if (limits->memory && resident >= limits->memory + limits->memory / 16) end_now(REASON_MEMORY);
}

static void *watch(void *context) {
  struct limits *limits = context;
  double stopped_at = 0;
  pthread_mutex_lock(&registry.lock);
  while (!registry.finished) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)((memory_is_short(limits, 75) ? tick / 20 : tick) * 1e9);
    if (until.tv_nsec >= 1000000000) {
      until.tv_nsec -= 1000000000;
      until.tv_sec++;
    }
    pthread_cond_timedwait(&registry.wake, &registry.lock, &until);
    if (registry.finished) break;
    check_limits(limits);
    if (!limits_stopped(limits)) continue;
    // Asked again at every tick: an interrupt that came between two queries would be lost.
    if (stopped_at == 0) stopped_at = clock_now();
    kill_children();
    for (int i = 0; i < MAX_INTERRUPTERS; i++)
      if (registry.interrupters[i].interrupt) registry.interrupters[i].interrupt(registry.interrupters[i].context);
    if (clock_now() >= stopped_at + grace) end_now(limits_reason(limits));
  }
  pthread_mutex_unlock(&registry.lock);
  return NULL;
}

static void start_watchdog(struct limits *limits) {
  registry.finished = false;
  registry.waiting = (struct waiting){0};
  pthread_condattr_t clock;
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_init(&registry.wake, &clock);
  pthread_condattr_destroy(&clock);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  registry.running = pthread_create(&registry.watchdog, &attributes, watch, limits) == 0;
  pthread_attr_destroy(&attributes);
}

void limits_start(struct limits *limits, double seconds, size_t mebibytes) {
  *limits = (struct limits){.started = clock_now()};
  if (seconds > 0) limits->deadline = limits->started + seconds;
  limits->memory = mebibytes << 20;
  struct rlimit space;
  registry.address_space = 0;
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) {
    registry.address_space = space.rlim_cur;
    size_t lower = space.rlim_cur - space.rlim_cur / 32;
    if (limits->memory == 0 || limits->memory > lower) limits->memory = lower;
  }
  atomic_store(&registry.current, limits);
  prepare_crashes();
  catch_interrupts(on_interrupt);
  start_watchdog(limits);
}

void limits_leave_out_waiting(bool wanted) { registry.leaves_out_waiting = wanted; }

void limits_go_on(struct limits *limits) {
  atomic_store(&limits->stop, REASON_NONE);
  atomic_store(&registry.current, limits);
  start_watchdog(limits);
}

void limits_finish(struct limits *limits) {
  if (registry.running) {
    pthread_mutex_lock(&registry.lock);
    registry.finished = true;
    pthread_cond_signal(&registry.wake);
    pthread_mutex_unlock(&registry.lock);
    pthread_join(registry.watchdog, NULL);
    pthread_cond_destroy(&registry.wake);
    registry.running = false;
  }
  kill_children();
  (void)limits;
  // The flag is not read any more: a second Ctrl-C ends the process as usual.
  catch_interrupts(SIG_DFL);
}

// --- registration ------------------------------------------------------------------

void limits_on_emergency(struct limits *limits, int (*say)(void *context, enum reason why), void *context) {
  (void)limits;
  registry.say = say;
  registry.say_context = context;
}

void limits_add_interrupter(struct limits *limits, void (*interrupt)(void *context), void *context) {
  (void)limits;
  pthread_mutex_lock(&registry.lock);
  for (int i = 0; i < MAX_INTERRUPTERS; i++)
    if (!registry.interrupters[i].interrupt) {
      registry.interrupters[i] = (struct interrupter){interrupt, context};
      break;
    }
  pthread_mutex_unlock(&registry.lock);
}

void limits_remove_interrupter(struct limits *limits, void *context) {
  (void)limits;
  pthread_mutex_lock(&registry.lock);
  for (int i = 0; i < MAX_INTERRUPTERS; i++)
    if (registry.interrupters[i].interrupt && registry.interrupters[i].context == context)
      registry.interrupters[i] = (struct interrupter){0};
  pthread_mutex_unlock(&registry.lock);
}

static void add_to(_Atomic int *table, struct limits *limits, int pid) {
  for (int i = 0; i < MAX_CHILDREN; i++) {
    int none = 0;
    if (atomic_compare_exchange_strong(&table[i], &none, pid)) break;
  }
  // The limit may have passed between the fork and now.
  if (limits && limits_stopped(limits)) kill_children();
}

static void remove_from(_Atomic int *table, int pid) {
  for (int i = 0; i < MAX_CHILDREN; i++) {
    int expected = pid;
    if (atomic_compare_exchange_strong(&table[i], &expected, 0)) break;
  }
}

void limits_add_child(struct limits *limits, int pid) { add_to(registry.children, limits, pid); }

void limits_remove_child(struct limits *limits, int pid) {
  (void)limits;
  remove_from(registry.children, pid);
}

void limits_add_worker(struct limits *limits, int pid) { add_to(registry.workers, limits, pid); }

void limits_remove_worker(struct limits *limits, int pid) {
  (void)limits;
  remove_from(registry.workers, pid);
}

static void forget_children(void) {
  registry.children = registry.own_children;
  for (int i = 0; i < MAX_CHILDREN; i++) { // our siblings
    atomic_store(&registry.own_children[i], 0);
    atomic_store(&registry.workers[i], 0);
  }
}

void limits_become_child(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
  registry.is_child = true;
  atomic_store(&registry.current, NULL);
  forget_children();
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], SIG_DFL);
}

void limits_become_worker(_Atomic int *children) {
  static const pthread_mutex_t unlocked = PTHREAD_MUTEX_INITIALIZER;
  atomic_store(&registry.current, NULL);
  forget_children();
  registry.children = children;
  registry.lock = unlocked; // the parent's watchdog may have held it
  registry.running = false; // threads are not forked
  for (int i = 0; i < MAX_INTERRUPTERS; i++) registry.interrupters[i] = (struct interrupter){0};
  atomic_flag_clear(&registry.said);
  registry.say = NULL;
}

bool limits_want_release(const struct limits *limits) {
#ifdef CLEW_SANITIZED
  (void)limits;
  return true;
#else
  return !limits_stopped(limits);
#endif
}
