// The outside world: random numbers, time, users and processes.
//
// What is read from the environment is an input (__VERIFIER_nondet_*): the run that confirms an error has these functions
// instead of the real library's, and feeds them. The environment and the locale are in environment.c.
typedef __SIZE_TYPE__ size_t;
typedef long time_t;

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_nondet_memory(void *block, size_t n);
int *__errno_location(void);
void __clew_unsupported(const char *what);

enum { EINTR = 4, EIO = 5, EAGAIN = 11, EFAULT = 14, EINVAL = 22, ENOSYS = 38, EOVERFLOW = 75 };

static int fail(int error) {
  *__errno_location() = error;
  return -1;
}

static long below(unsigned limit) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n < limit);
  return n;
}

// Random numbers of rand and random: any sequence. Only equal seeds must give equal sequences, so the seeds of
// sequences that were drawn from are remembered; a second sequence with the same seed is not covered. A seed of 0 is
// one of 1, as in the GNU library, which also starts with 1.

static unsigned seeds[8], n_seeds, seed = 1;
static _Bool is_drawn, is_repeated;

static long number(void) {
  if (is_repeated) __clew_unsupported("random numbers of a seed that was used before");
  is_drawn = 1;
  return __VERIFIER_nondet_int() & 0x7fffffff;
}

void srandom(unsigned new_seed) {
  if (is_drawn) {
    if (n_seeds == sizeof seeds / sizeof *seeds) __clew_unsupported("many seeds");
    seeds[n_seeds++] = seed;
  }
  is_drawn = is_repeated = 0;
  seed = new_seed ? new_seed : 1;
  for (unsigned i = 0; i < n_seeds; i++)
    if (seeds[i] == seed) is_repeated = 1;
}

void srand(unsigned new_seed) { srandom(new_seed); }
int rand(void) { return (int)number(); }
long random(void) { return number(); }

unsigned arc4random(void) { return __VERIFIER_nondet_uint(); }

unsigned arc4random_uniform(unsigned limit) {
  if (limit < 2) return 0;
  return (unsigned)below(limit);
}

void arc4random_buf(void *block, size_t n) { __VERIFIER_nondet_memory(block, n); }

// Up to 256 bytes come whole; flags: 1 GRND_NONBLOCK, 2 GRND_RANDOM, 4 GRND_INSECURE.
long getrandom(void *block, size_t n, unsigned flags) {
  if ((flags & ~7u) || (flags & 6) == 6) return fail(EINVAL);
  if (__VERIFIER_nondet_bool()) {
    if ((flags & 1) && __VERIFIER_nondet_bool()) return fail(EAGAIN);
    return fail(__VERIFIER_nondet_bool() ? EINTR : ENOSYS);
  }
  size_t got = n;
  if (n > 256 || (flags & 2)) {
    got = (size_t)__VERIFIER_nondet_long();
    __VERIFIER_assume(got <= n && (got > 0 || n == 0));
  }
  __VERIFIER_nondet_memory(block, got);
  return (long)got;
}

int getentropy(void *block, size_t n) {
  if (n > 256) return fail(EIO);
  if (__VERIFIER_nondet_bool()) return fail(ENOSYS);
  __VERIFIER_nondet_memory(block, n);
  return 0;
}

// Time. Clocks may be set, so they may go back, but not before 1970: the kernel refuses that. No clock shows more than
// 2^40 seconds, which are 34,000 years, and with 32 bits none shows more than the type holds.

static time_t seconds(void) {
  time_t now = __VERIFIER_nondet_long();
  __VERIFIER_assume(now >= 0 && (sizeof now == 4 || now <= (time_t)(1LL << 40)));
  return now;
}

// -1 where the type is too small, or where the kernel has no clock.
time_t time(time_t *to) {
  time_t now = __VERIFIER_nondet_bool() ? -1 : seconds();
  if (now == -1) *__errno_location() = EOVERFLOW;
  if (to) *to = now;
  return now;
}

// The time that the process has used does not go back, unless the type is too small for it: then it wraps around. The
// GNU library's clock() multiplies seconds by 1,000,000 in 32 bits, so it is negative after 36 minutes of processor
// time, which a process may have used before main (it keeps them when it executes another program).
static long used_time(long *last) {
  long now = __VERIFIER_nondet_long();
  if (sizeof now == 4) return now;
  __VERIFIER_assume(now >= *last && now <= (long)(1LL << 60));
  return *last = now;
}

long clock(void) {
  static long last;
  return __VERIFIER_nondet_bool() ? -1 : used_time(&last);
}

struct tms { long user, system, children_user, children_system; };

// In ticks. The time that is returned began before the process did, at an unknown point.
long times(struct tms *to) {
  static long last[5];
  if (to) *to = (struct tms){used_time(last), used_time(last + 1), used_time(last + 2), used_time(last + 3)};
  return used_time(last + 4);
}

struct timeval { time_t seconds; long microseconds; };
struct timespec { time_t seconds; long nanoseconds; };

// A structure that holds 32 bits of seconds may be too small.
static _Bool too_late(void) { return sizeof(time_t) == 4 && __VERIFIER_nondet_bool(); }

int gettimeofday(struct timeval *to, void *zone) {
  if (zone) __builtin_memset(zone, 0, 8);
  if (!to) return 0;
  if (too_late()) return fail(EOVERFLOW);
  to->seconds = seconds();
  to->microseconds = below(1000000);
  return 0;
}

// Clocks of processes and devices, and those that the kernel may not have, need not be there.
static _Bool is_missing(int which) {
  return which > 11 || ((which < 0 || which > 7 || which == 2 || which == 3) && __VERIFIER_nondet_bool());
}

static int read_clock(int which, struct timespec *to) {
  if (is_missing(which)) return fail(EINVAL);
  // All but CLOCK_REALTIME and CLOCK_REALTIME_COARSE of the first ones never go back, and begin with the machine or later.
  _Bool is_steady = which > 0 && which < 8 && which != 5;
  if (!is_steady && too_late()) return fail(EOVERFLOW);
  // The clocks of processes and devices are read by the kernel, which looks for the place; others by the process.
  if (!to && (which < 0 || which == 2 || which == 3 || which == 8 || which == 9)) return fail(EFAULT);
  to->seconds = seconds();
  to->nanoseconds = below(1000000000);
  if (is_steady) {
    static struct timespec last[8];
    struct timespec before = last[which];
    __VERIFIER_assume(to->seconds > before.seconds ||
                      (to->seconds == before.seconds && to->nanoseconds >= before.nanoseconds));
    last[which] = *to;
  }
  return 0;
}

int clock_gettime(int which, struct timespec *to) { return read_clock(which, to); }

// From a nanosecond to a second. A fast path of the kernel may take clocks that are not there.
int clock_getres(int which, struct timespec *to) {
  if (which > 11 && __VERIFIER_nondet_bool()) which = 0;
  if (is_missing(which)) return fail(EINVAL);
  if (!to) return 0;
  long nanoseconds = 1 + below(1000000000);
  *to = (struct timespec){nanoseconds / 1000000000, nanoseconds % 1000000000};
  return 0;
}

int timespec_get(struct timespec *to, int base) { return base == 1 && read_clock(0, to) == 0 ? base : 0; }

// What the process, its children that it waited for (-1) or the thread (1) have used. Linux keeps no count of the fields
// that stay 0. Times do not go back, nor do counts, but that those of 32 bits wrap around.
struct rusage { struct timeval time[2]; long maxrss, shared[3], minor, major, swaps, in, out, messages[2], signals, switches[2]; };

static struct timeval later(struct timeval *last) {
  struct timeval now = {seconds(), below(1000000)};
  __VERIFIER_assume(now.seconds > last->seconds ||
                    (now.seconds == last->seconds && now.microseconds >= last->microseconds));
  return *last = now;
}

int getrusage(int who, struct rusage *to) {
  static struct timeval times[3][2];
  static long counts[3][6];
  if (who < -1 || who > 1) return fail(EINVAL);
  struct timeval *time = times[who + 1];
  long *last = counts[who + 1];
  static long peaks[3]; // in KiB, less than an address space
  long peak = __VERIFIER_nondet_long();
  __VERIFIER_assume(peak >= peaks[who + 1] && peak <= (long)(sizeof peak == 4 ? 1LL << 22 : 1LL << 50));
  *to = (struct rusage){{later(time), later(time + 1)}, peaks[who + 1] = peak,
                        .minor = used_time(last), .major = used_time(last + 1),
                        .in = used_time(last + 2), .out = used_time(last + 3),
                        .switches = {used_time(last + 4), used_time(last + 5)}};
  return 0;
}

// A sleep may be interrupted by a signal.
static int interrupted(const struct timespec *wanted, struct timespec *left) {
  if (!__VERIFIER_nondet_bool()) return 0;
  if (left) {
    left->seconds = __VERIFIER_nondet_long();
    left->nanoseconds = below(1000000000);
    __VERIFIER_assume(left->seconds >= 0 && left->seconds <= wanted->seconds);
    __VERIFIER_assume(left->seconds < wanted->seconds || left->nanoseconds <= wanted->nanoseconds);
  }
  return EINTR;
}

static _Bool is_time(const struct timespec *t) {
  return t->seconds >= 0 && t->nanoseconds >= 0 && t->nanoseconds < 1000000000;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
  if (!is_time(wanted)) return fail(EINVAL);
  struct timespec copy = *wanted;
  int error = interrupted(&copy, left);
  return error ? fail(error) : 0;
}

unsigned sleep(unsigned seconds) {
  if (!__VERIFIER_nondet_bool()) return 0;
  unsigned left = __VERIFIER_nondet_uint();
  __VERIFIER_assume(left <= seconds);
  return left;
}

int usleep(unsigned microseconds) { return __VERIFIER_nondet_bool() ? fail(EINTR) : 0; }

// The seconds that were left of an alarm set before, perhaps by the program that this one was started in the place of.
// That it goes off ends the process, if the signal is not ignored.
unsigned alarm(unsigned seconds) {
  static unsigned pending = -1u;
  unsigned left = 0;
  if (pending) {
    left = __VERIFIER_nondet_uint();
    __VERIFIER_assume(left <= pending);
  }
  pending = seconds;
  return left;
}

int sched_yield(void) { return 0; }
// Without a command: is there a shell? Otherwise a status as of waitpid: of an exit, or of a signal.
int system(const char *command) {
  if (!command) return __VERIFIER_nondet_bool();
  if (__VERIFIER_nondet_bool()) return fail(1 + (int)below(127));
  int status = __VERIFIER_nondet_int(), signal = status & 0x7f;
  __VERIFIER_assume(status >= 0 && status <= 0xffff && (status & 0xff ? status < 0x100 && signal > 0 && signal <= 64 : 1));
  return status;
}

// Users and processes: the same throughout a run.

static int process(int *known) {
  while (!*known) {
    *known = __VERIFIER_nondet_int();
    __VERIFIER_assume(*known > 0 && *known <= 1 << 22);
  }
  return *known;
}

int getpid(void) {
  static int known;
  return process(&known);
}

// There is one thread.
int gettid(void) { return getpid(); }

int getpgrp(void) {
  static int known;
  return process(&known);
}

// The parent may be outside of what the process can see: 0. Where it ends, another process becomes the parent.
int getppid(void) { return (int)below((1 << 22) + 1); }

struct user { unsigned id; _Bool is_known; };

static unsigned user_of(struct user *user) {
  if (!user->is_known) user->id = __VERIFIER_nondet_uint();
  __VERIFIER_assume(user->id != -1u);   // nobody's
  user->is_known = 1;
  return user->id;
}

unsigned getuid(void) {
  static struct user user;
  return user_of(&user);
}

unsigned geteuid(void) {
  static struct user user;
  return user_of(&user);
}

unsigned getgid(void) {
  static struct user user;
  return user_of(&user);
}

unsigned getegid(void) {
  static struct user user;
  return user_of(&user);
}

// The names of the machine and its system, each at most 64 bytes.
struct names { char of[6][65]; };

int uname(struct names *to) {
  __VERIFIER_nondet_memory(to, sizeof *to);
  for (int i = 0; i < 6; i++) to->of[i][64] = 0;
  return 0;
}

struct limits { unsigned long now, most; };

int getrlimit(int which, struct limits *to) {
  if (which < 0 || which > 15) return fail(EINVAL);
  __VERIFIER_nondet_memory(to, sizeof *to);
  __VERIFIER_assume(to->now <= to->most);
  return 0;
}

int getpagesize(void) { return 4096; }

// Limits of the system: the same each time that one is asked for, but for processors and memory that come and go.
enum { SC_CLK_TCK = 2, SC_PAGESIZE = 30, SC_NPROCESSORS_CONF = 83, SC_NPROCESSORS_ONLN = 84, SC_AVPHYS_PAGES = 86 };
enum { MOST_LIMITS = 256 };

long sysconf(int name) {
  static long known[MOST_LIMITS];
  static _Bool is_known[MOST_LIMITS], is_none[MOST_LIMITS];
  if (name < 0 || name >= MOST_LIMITS) return fail(EINVAL);
  if (name == SC_CLK_TCK) return 100;
  if (name == SC_PAGESIZE) return 4096;
  if (is_none[name]) return fail(EINVAL);
  if (is_known[name]) return known[name];
  _Bool counts_processors = name == SC_NPROCESSORS_CONF || name == SC_NPROCESSORS_ONLN;
  is_none[name] = !counts_processors && __VERIFIER_nondet_bool();
  if (is_none[name]) return fail(EINVAL);
  long limit = __VERIFIER_nondet_long();
  __VERIFIER_assume(limit >= (counts_processors ? 1 : -1));
  is_known[name] = name != SC_NPROCESSORS_ONLN && name != SC_AVPHYS_PAGES;
  known[name] = limit;
  return limit;
}

// Permissions that new files do not get.
unsigned umask(unsigned mask) {
  static int known = -1;
  int before = known < 0 ? (int)below(01000) : known;
  known = (int)(mask & 0777);
  return (unsigned)before;
}

int gethostname(char *name, size_t n) {
  if (__VERIFIER_nondet_bool()) return fail(n > 64 ? ENOSYS : 36);   // ENAMETOOLONG: the name and its zero do not fit
  __VERIFIER_nondet_memory(name, n);
  size_t end = (size_t)__VERIFIER_nondet_long();
  __VERIFIER_assume(end < n && end <= 64);
  name[end] = 0;
  return 0;
}
