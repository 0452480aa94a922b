// The verifier's functions for a native run of a test program: inputs come from NATIVE_INPUTS (numbers with blanks
// between them), then from a generator seeded by NATIVE_SEED that prefers small and extreme values; only small ones with
// NATIVE_SMALL. Status 42: the error was reached.
typedef __SIZE_TYPE__ size_t;
extern char *getenv(const char *);
extern double strtod(const char *, char **);
extern long long strtoll(const char *, char **, int);
extern void _exit(int) __attribute__((noreturn));

void reach_error(void) { _exit(42); }
void __VERIFIER_error(void) { _exit(42); }
void panic(void) { _exit(42); }
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { _exit(42); }
int assert(int condition) { // as a function: its header was forgotten
  if (!condition) _exit(42);
  return 0;
}
void __VERIFIER_assume(int condition) {
  if (!condition) _exit(0);
}

#ifdef ENTRY
extern int ENTRY(void);
int main(void) { return ENTRY(); }
#endif

static unsigned long long generate(void) {
  static unsigned long long state;
  if (!state) {
    char *seed = getenv("NATIVE_SEED");
    state = (seed ? strtoll(seed, 0, 10) : 1) * 0x9e3779b97f4a7c15ULL + 1;
  }
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545f4914f6cdd1dULL;
}

static const char *next_given(void) {
  static const char *at;
  if (!at) {
    at = getenv("NATIVE_INPUTS");
    if (!at) at = "";
  }
  while (*at == ' ') at++;
  if (!*at) return 0;
  const char *here = at;
  while (*at && *at != ' ') at++;
  return here;
}

static unsigned long long integer(void) {
  const char *given = next_given();
  if (given) return (unsigned long long)strtoll(given, 0, 0);
  unsigned long long r = generate(), kind = r >> 60;
  r &= 0xfffffffffffffffULL;
  if (getenv("NATIVE_SMALL")) return r % 16;
  if (kind < 7) return r % 16 - (kind == 0 ? 8 : 0);
  if (kind < 9) return r % 256;
  if (kind == 9) return 0x7fffffff - r % 8;
  if (kind == 10) return 0x80000000u + r % 4;
  if (kind == 11) return 1ULL << (r % 64);
  if (kind == 12) return -(1ULL << (r % 64));
  return generate();
}

static double real(void) {
  const char *given = next_given();
  if (given) return strtod(given, 0);
  unsigned long long r = generate();
  switch (r >> 60) {
    case 0: return 0.0;
    case 1: return -0.0;
    case 2: return __builtin_inf();
    case 3: return -__builtin_inf();
    case 4: return __builtin_nan("");
    case 5: case 6: case 7: return (double)(long long)(r % 2048) / 1024;
    case 8: return (double)(r % 100);
  }
  union { unsigned long long n; double d; } bits = {generate()};
  return bits.d;
}

#define INTEGER(name, type) type __VERIFIER_nondet_##name(void) { return (type)integer(); }
INTEGER(bool, _Bool)
INTEGER(char, char)
INTEGER(uchar, unsigned char)
INTEGER(short, short)
INTEGER(ushort, unsigned short)
INTEGER(int, int)
INTEGER(uint, unsigned)
INTEGER(long, long)
INTEGER(ulong, unsigned long)
INTEGER(longlong, long long)
INTEGER(ulonglong, unsigned long long)
INTEGER(S8, signed char)
INTEGER(U8, unsigned char)
INTEGER(S16, short)
INTEGER(U16, unsigned short)
INTEGER(S32, int)
INTEGER(U32, unsigned)
float __VERIFIER_nondet_float(void) { return (float)real(); }
double __VERIFIER_nondet_double(void) { return real(); }
void __VERIFIER_nondet_memory(void *block, size_t n) {
  for (size_t i = 0; i < n; i++) ((unsigned char *)block)[i] = (unsigned char)integer();
}

// Functions of other verifiers, where the program does not define them.
#define WEAK __attribute__((weak))
#define ASSUME(name, type) WEAK void name(type condition) { __VERIFIER_assume(condition != 0); }
#define ASSERT(name) WEAK void name(int condition) { assert(condition); }
#define NOTHING(name) WEAK void name() {}
ASSUME(assume_abort_if_not, int)
ASSUME(__CPROVER_assume, int)
ASSUME(__ESBMC_assume, int)
ASSUME(klee_assume, unsigned long)
ASSERT(__VERIFIER_assert)
ASSERT(__CPROVER_assert)
ASSERT(__CPROVER_precondition)
ASSERT(__ESBMC_assert)
ASSERT(klee_assert)
NOTHING(__CPROVER_cover)
NOTHING(__ESBMC_atomic_begin)
NOTHING(__ESBMC_atomic_end)
NOTHING(klee_prefer_cex)
WEAK void klee_report_error() { _exit(42); }
WEAK void klee_silent_exit(int status) { _exit(status); }
WEAK void klee_make_symbolic(void *block, size_t n, const char *name) { __VERIFIER_nondet_memory(block, n); }
WEAK int klee_int(const char *name) { return (int)integer(); }
WEAK int klee_range(int first, int behind, const char *name) {
  int value = klee_int(name);
  __VERIFIER_assume(first <= value && value < behind);
  return value;
}
WEAK int nondet_int(void) { return (int)integer(); }
WEAK long nondet_long(void) { return (long)integer(); }
WEAK unsigned char nondet_uchar(void) { return (unsigned char)integer(); }
WEAK _Bool nondet_bool(void) { return integer() & 1; }
WEAK double nondet_double(void) { return real(); }
