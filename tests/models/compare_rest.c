// What is left: the environment, the locale "C", blocks of memory, more of strings and characters, mutexes of a single
// thread, and the errors of functions that otherwise read inputs.
#include "compare.h"
#include <arpa/inet.h>
#include <ctype.h>
#include <locale.h>
#include <pthread.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Inputs: nothing is in the environment but what is put there, nothing fails.
_Bool model___VERIFIER_nondet_bool(void) { return 0; }
void model___VERIFIER_nondet_memory(void *block, size_t n) { memset(block, 'i', n); }
void model___VERIFIER_assume(int condition) {
  if (!condition) longjmp(uncovered, 1);
}
int model___VERIFIER_nondet_int(void) { return 4711; }
unsigned model___VERIFIER_nondet_uint(void) { return 0; }
long model___VERIFIER_nondet_long(void) { return 4711; }

static void begin(void) { errno = *model___errno_location() = 0; }
static int same_errno(void) { return errno == *model___errno_location(); }

MODEL(getenv);
MODEL(secure_getenv);
MODEL(setenv);
MODEL(unsetenv);
MODEL(putenv);
MODEL(clearenv);
MODEL(setlocale);

static int same_text(const char *a, const char *b) { return !a == !b && (!a || strcmp(a, b) == 0); }

static void environment(void) {
  static const char *const names[] = {"A", "B", "AB", "", "A=B", "LONG_NAME"};
  static char texts[8][16] = {"A=put", "B=", "AB=x=y", "A", "LONG_NAME=1", "B=2", "AB", "A=="};
  for (int round = 0; round < 4000; round++) {
    const char *name = names[below(6)], *value = below(2) ? "one" : "";
    int overwrite = (int)below(2), kind = (int)below(6);
    if (round % 40 == 0) SAME("clearenv", model_clearenv() == clearenv(), "");
    begin();
    if (kind == 0)
      SAME("setenv", model_setenv(name, value, overwrite) == setenv(name, value, overwrite) && same_errno(),
           "'%s' '%s' %d", name, value, overwrite);
    if (kind == 1) SAME("unsetenv", model_unsetenv(name) == unsetenv(name) && same_errno(), "'%s'", name);
    if (kind == 2) {
      char *text = texts[below(8)];
      SAME("putenv", model_putenv(text) == putenv(text) && same_errno(), "'%s'", text);
    }
    for (int i = 0; i < 6; i++)
      SAME("getenv", same_text(model_getenv(names[i]), getenv(names[i])), "'%s' after %d", names[i], kind);
    SAME("secure_getenv", same_text(model_secure_getenv(name), secure_getenv(name)), "'%s'", name);
  }
  static const char *const locales[] = {0, "C", "POSIX", "no_SUCH", "C_", "POSIXX"};
  for (int category = -2; category < 16; category++)
    for (int i = 0; i < 6; i++) {
      begin();
      char *a = model_setlocale(category, locales[i]), *b = setlocale(category, locales[i]);
      SAME("setlocale", same_text(a, b) && (same_errno() || errno == 2), "%d '%s': %s %s, errno %d %d", category,
           locales[i] ? locales[i] : "(null)", a ? a : "-", b ? b : "-", *model___errno_location(), errno);
    }
}

extern void *memalign(size_t, size_t);
MODEL(realloc);
MODEL(reallocarray);
MODEL(aligned_alloc);
MODEL(memalign);
MODEL(posix_memalign);
MODEL(valloc);

static void memory(void) {
  for (int round = 0; round < 3000; round++) {
    size_t n = below(30), m = below(30), huge = below(4) ? m : (size_t)-1 / (1 + below(3));
    unsigned char *a = malloc(n ? n : 1), *b = malloc(n ? n : 1);
    for (size_t i = 0; i < n; i++) a[i] = b[i] = (unsigned char)random64();
    unsigned char *p = below(5) ? a : 0, *q = p ? b : 0, *r = model_realloc(p, m), *s = realloc(q, m);
    SAME("realloc", !r == !s && (!r || !p || memcmp(r, s, n < m ? n : m) == 0), "%p %zu %zu", p, n, m);
    free(r), free(s);
    begin();
    p = model_reallocarray(0, huge, n), q = reallocarray(0, huge, n);
    if (huge == m || (n && huge > (size_t)-1 / n)) SAME("reallocarray", !p == !q && same_errno(), "%zu %zu", huge, n);
    free(q);
    size_t alignment = below(3) ? (size_t)1 << below(9) : below(40);
    void *x = &n, *y = &n;
    begin();
    int r1 = model_posix_memalign(&x, alignment, n), r2 = posix_memalign(&y, alignment, n);
    SAME("posix_memalign", r1 == r2 && (x == &n) == (y == &n) && same_errno() && (r1 || (size_t)x % alignment == 0),
         "%zu %zu", alignment, n);
    WHERE_COVERED(x = model_memalign(alignment, n);
                  SAME("memalign", x && (size_t)x % alignment == 0, "%zu", alignment););
    WHERE_COVERED(x = model_aligned_alloc(alignment, n);
                  SAME("aligned_alloc", x && (size_t)x % alignment == 0, "%zu", alignment););
    SAME("valloc", (size_t)model_valloc(n) % 4096 == 0, "%zu", n);
  }
}

MODEL(isascii);
MODEL(toascii);
MODEL(_toupper);
MODEL(_tolower);
MODEL(bcmp);
MODEL(bcopy);
MODEL(bzero);
MODEL(explicit_bzero);
MODEL(index);
MODEL(rindex);
MODEL(mempcpy);
MODEL(rawmemchr);
MODEL(strcoll);
MODEL(strtok_r);
MODEL(strverscmp);
extern __typeof__(strtok_r) model___strtok_r;
extern __typeof__(strdup) model___strdup;
extern __typeof__(strndup) model___strndup;

static void strings(void) {
  char a[40], b[40], x[60], y[60];
  for (int c = -300; c < 300; c++) {
    SAME("isascii", !model_isascii(c) == !isascii(c), "%d", c),
        SAME("toascii", model_toascii(c) == toascii(c), "%d", c);
    if (c >= 'a' && c <= 'z') SAME("_toupper", model__toupper(c) == toupper(c), "%d", c);
    if (c >= 'A' && c <= 'Z') SAME("_tolower", model__tolower(c) == tolower(c), "%d", c);
  }
  for (int round = 0; round < 20000; round++) {
    random_text(a, 12, "abAB\xff"), random_text(b, 4, "abAB\xff");
    size_t n = below(10), m = strlen(a) + 1, k = strlen(b) + 1, least = m < k ? m : k;
    int c = below(5) ? "abAB\xff"[below(5)] : 0;
    SAME("bcmp", !model_bcmp(a, b, least) == !bcmp(a, b, least), "'%s' '%s'", a, b);
    SAME("index", model_index(a, c) == index(a, c), "'%s' %d", a, c),
        SAME("rindex", model_rindex(a, c) == rindex(a, c), "'%s' %d", a, c);
    SAME("rawmemchr", model_rawmemchr(a, 0) == rawmemchr(a, 0), "'%s'", a);
    SAME("strcoll", sign(model_strcoll(a, b)) == sign(strcoll(a, b)), "'%s' '%s'", a, b);
#define BLOCK(f, ...)                                                                                                  \
  do {                                                                                                                 \
    memset(x, '#', sizeof x), strcpy(x, a), memcpy(y, x, sizeof x);                                                    \
    char *to = x;                                                                                                      \
    model_##f(__VA_ARGS__);                                                                                            \
    to = y;                                                                                                            \
    f(__VA_ARGS__);                                                                                                    \
    SAME(#f, memcmp(x, y, sizeof x) == 0, "'%s' %zu", a, n);                                                           \
  } while (0)
    BLOCK(bcopy, to, to + 2, n);
    BLOCK(bcopy, to + 2, to, n);
    BLOCK(bzero, to, n);
    BLOCK(explicit_bzero, to, n);
    BLOCK(mempcpy, to + 20, to, n);
    SAME("mempcpy", (char *)model_mempcpy(x, b, k) - x == (long)k, "%zu", k);
    char *d = model___strdup(a), *e = model___strndup(a, n);
    SAME("__strdup", strcmp(d, a) == 0, "'%s'", a),
        SAME("__strndup", strlen(e) == strnlen(a, n) && !memcmp(e, a, strlen(e)), "'%s'", a);
    free(d), free(e);
    char *rx = 0, *ry = 0, *p, *q;
    strcpy(x, a), strcpy(y, a);
    __typeof__(strtok_r) *f = below(2) ? model_strtok_r : model___strtok_r;
    for (p = f(x, b, &rx), q = strtok_r(y, b, &ry);; p = f(0, b, &rx), q = strtok_r(0, b, &ry)) {
      SAME("strtok_r", (p ? p - x : -1) == (q ? q - y : -1) && rx - x == ry - y && !memcmp(x, y, m), "'%s' '%s'", a, b);
      if (!p || !q) break;
    }
    random_text(a, 8, "0019ab."), random_text(b, 8, "0019ab.");
    if (below(2)) strcpy(b, a), b[below(8)] = "019a"[below(4)];
    SAME("strverscmp", sign(model_strverscmp(a, b)) == sign(strverscmp(a, b)), "'%s' '%s': %d instead of %d", a, b,
         model_strverscmp(a, b), strverscmp(a, b));
  }
}

MODEL(pthread_once);
MODEL(pthread_self);
MODEL(pthread_equal);
MODEL(pthread_mutex_init);
MODEL(pthread_mutex_destroy);
MODEL(pthread_mutex_lock);
MODEL(pthread_mutex_trylock);
MODEL(pthread_mutex_unlock);
MODEL(pthread_mutexattr_init);
MODEL(pthread_mutexattr_destroy);
MODEL(pthread_mutexattr_settype);
MODEL(pthread_mutexattr_gettype);
static int n_runs;
static void routine(void) { n_runs++; }

static void threads(void) {
  pthread_once_t x = PTHREAD_ONCE_INIT, y = PTHREAD_ONCE_INIT;
  for (int i = 0; i < 3; i++)
    SAME("pthread_once", model_pthread_once(&x, routine) == pthread_once(&y, routine) && n_runs == 2 && x == y, "%d",
         i);
  SAME("pthread_self", model_pthread_equal(model_pthread_self(), model_pthread_self()), ""),
      SAME("pthread_equal", !model_pthread_equal(1, 2), "");
  for (int round = 0; round < 20000; round++) {
    pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutexattr_t s, t;
    int kind = (int)below(6) - 1, got = 9, other = 9, locks = 0;
    model_pthread_mutexattr_init(&s), pthread_mutexattr_init(&t);
    SAME("pthread_mutexattr_settype", model_pthread_mutexattr_settype(&s, kind) == pthread_mutexattr_settype(&t, kind),
         "%d", kind);
    SAME("pthread_mutexattr_gettype",
         model_pthread_mutexattr_gettype(&s, &got) == pthread_mutexattr_gettype(&t, &other) && got == other, "%d",
         kind);
    if (below(2))
      SAME("pthread_mutex_init", model_pthread_mutex_init(&a, &s) == pthread_mutex_init(&b, &t), "%d", kind);
    else got = 0;
    SAME("pthread_mutexattr_destroy", model_pthread_mutexattr_destroy(&s) == pthread_mutexattr_destroy(&t), "");
    for (int step = 0; step < 8; step++) {
      int what = (int)below(3), r1 = 0, r2 = 0;
      if (what == 0 && (locks == 0 || got == PTHREAD_MUTEX_RECURSIVE || got == PTHREAD_MUTEX_ERRORCHECK)) {
        r1 = model_pthread_mutex_lock(&a), r2 = pthread_mutex_lock(&b), locks += r2 == 0;
        SAME("pthread_mutex_lock", r1 == r2, "kind %d: %d instead of %d", got, r1, r2);
      } else if (what == 1) {
        r1 = model_pthread_mutex_trylock(&a), r2 = pthread_mutex_trylock(&b), locks += r2 == 0;
        SAME("pthread_mutex_trylock", r1 == r2, "kind %d: %d instead of %d", got, r1, r2);
      } else if (what == 2 && (locks || got == PTHREAD_MUTEX_RECURSIVE || got == PTHREAD_MUTEX_ERRORCHECK)) {
        r1 = model_pthread_mutex_unlock(&a), r2 = pthread_mutex_unlock(&b), locks -= r2 == 0;
        SAME("pthread_mutex_unlock", r1 == r2, "kind %d: %d instead of %d", got, r1, r2);
      }
    }
    int r1 = model_pthread_mutex_destroy(&a), r2 = pthread_mutex_destroy(&b);
    SAME("pthread_mutex_destroy", r1 == r2, "kind %d, locked %d: %d instead of %d", got, locks, r1, r2);
  }
}

MODEL(clock_gettime);
MODEL(clock_getres);
MODEL(nanosleep);
MODEL(getrandom);
MODEL(getentropy);
MODEL(alarm);
MODEL(gettimeofday);
MODEL(timespec_get);
MODEL(sched_yield);
MODEL(srandom);
MODEL(random);

static void errors(void) {
  struct timespec s = {-1, -1}, t = {-1, -1};
  unsigned char x[300], y[300];
  for (int which = 12; which < 40; which++) {
    begin();
    SAME("clock_gettime", model_clock_gettime(which, &s) == clock_gettime(which, &t) && same_errno() && s.tv_sec == -1,
         "%d", which);
    if (which < 16)
      SAME("clock_getres", model_clock_getres(which, &s) == clock_getres(which, &t) && same_errno(), "%d", which);
  }
  for (int i = 0; i < 8; i++) {
    s = (struct timespec){i % 2 ? -1 : 0, i < 2 ? -1 : i < 4 ? 1000000000 : 5}, t = s;
    begin();
    SAME("nanosleep", model_nanosleep(&s, 0) == nanosleep(&t, 0) && same_errno(), "%ld %ld", (long)s.tv_sec, s.tv_nsec);
    SAME("timespec_get", model_timespec_get(&s, i) == timespec_get(&t, i), "%d", i);
  }
  for (unsigned flags = 0; flags < 20; flags++) {
    begin();
    if (flags != 2 && flags != 3)
      SAME("getrandom", model_getrandom(x, 3, flags) == getrandom(y, 3, flags) && same_errno(), "%u", flags);
    size_t n = 250 + flags;
    begin();
    SAME("getentropy", model_getentropy(x, n) == getentropy(y, n) && same_errno(), "%zu", n);
  }
  SAME("alarm", model_alarm(0) == alarm(0), "");
  struct timeval v;
  int zone[2] = {7, 7}, other[2] = {7, 7};
  SAME("gettimeofday",
       model_gettimeofday(&v, (void *)zone) == gettimeofday(&v, (void *)other) && !memcmp(zone, other, sizeof zone),
       "");
  SAME("sched_yield", model_sched_yield() == 0, "");
}

MODEL(inet_ntoa);
MODEL(inet_ntop);
MODEL(inet_pton);

static void addresses(void) {
  for (int round = 0; round < 20000; round++) {
    struct in_addr from = {(unsigned)random64() & (below(2) ? -1u : 0x630a00ffu)}, x = {1}, y = {1};
    char a[20], b[20];
    SAME("inet_ntoa", !strcmp(model_inet_ntoa(from), inet_ntoa(from)), "%x", from.s_addr);
    unsigned room = 6 + below(12);
    begin();
    const char *p = model_inet_ntop(AF_INET, &from, a, room), *q = inet_ntop(AF_INET, &from, b, room);
    SAME("inet_ntop", !p == !q && (!p || !strcmp(a, b)) && same_errno(), "%x into %u", from.s_addr, room);
    strcpy(a, inet_ntoa(from));
    if (below(2)) a[below((unsigned)strlen(a))] = "0159.x "[below(7)];
    SAME("inet_pton", model_inet_pton(AF_INET, a, &x) == inet_pton(AF_INET, a, &y) && x.s_addr == y.s_addr, "%s", a);
  }
}

int main(void) {
  addresses();
  environment();
  memory();
  strings();
  threads();
  errors();
  return report();
}
