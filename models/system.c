// The outside world: random numbers, the environment, time and processes. All of it is arbitrary, or does nothing.
//
// Like stdio.c this reads inputs (__VERIFIER_nondet_*): a replay has to use these functions instead of the real library's.
typedef __SIZE_TYPE__ size_t;
typedef long time_t;

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_nondet_memory(void *block, size_t n);

static long below(unsigned limit) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n < limit);
  return n;
}

static int number(void) { return __VERIFIER_nondet_int() & 0x7fffffff; }

// An arbitrary string: arbitrary bytes with a zero at the end hold every one that is no longer, and none is, in practice.
static char *some_string(void) {
  static char string[4096];
  __VERIFIER_nondet_memory(string, sizeof string - 1);
  string[sizeof string - 1] = 0;
  return string;
}

int rand(void) { return number(); }
int rand_r(unsigned *seed) { return number(); }
void srand(unsigned seed) {}
long random(void) { return number(); }
void srandom(unsigned seed) {}
long lrand48(void) { return number(); }
long mrand48(void) { return __VERIFIER_nondet_int(); }
void srand48(long seed) {}

// Every multiple of 2^-31 from 0 to 1, without 1: as exact as programs need, though the real one has 48 bits.
double drand48(void) { return number() * 0x1p-31; }

char *getenv(const char *name) { return __VERIFIER_nondet_bool() ? some_string() : 0; }
int setenv(const char *name, const char *value, int overwrite) { return 0; }
int unsetenv(const char *name) { return 0; }
int putenv(char *assignment) { return 0; }
char *setlocale(int category, const char *locale) { return __VERIFIER_nondet_bool() ? "C" : 0; }
char *strerror(int error) { return some_string(); }
int system(const char *command) { return __VERIFIER_nondet_int(); }

time_t time(time_t *to) {
  time_t now = __VERIFIER_nondet_long();
  if (to) *to = now;
  return now;
}

long clock(void) { return __VERIFIER_nondet_long(); }
double difftime(time_t end, time_t start) { return (double)end - (double)start; }

struct timeval { time_t seconds; long microseconds; };
struct timespec { time_t seconds; long nanoseconds; };

int gettimeofday(struct timeval *to, void *zone) {
  to->seconds = __VERIFIER_nondet_long();
  to->microseconds = below(1000000);
  return 0;
}

int clock_gettime(int which, struct timespec *to) {
  to->seconds = __VERIFIER_nondet_long();
  to->nanoseconds = below(1000000000);
  return 0;
}

unsigned sleep(unsigned seconds) { return 0; }
int usleep(unsigned microseconds) { return 0; }
int nanosleep(const struct timespec *wanted, struct timespec *left) { return 0; }
unsigned alarm(unsigned seconds) { return 0; }
int sched_yield(void) { return 0; }

int getpid(void) { return number(); }
int getppid(void) { return number(); }
unsigned getuid(void) { return __VERIFIER_nondet_uint(); }
unsigned geteuid(void) { return __VERIFIER_nondet_uint(); }
