// The harness and its replay: real programs are compiled, run and locked in.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "native/harness.h"
#include "native/runtime.h"
#include "timing.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct fixture {
  struct terms *tm;
  struct cfa *cfa;
  struct limits limits;
  struct claim claim;
  struct replay_options options;
  struct text message;
  char folder[64], bitcode[128];
  struct cfa_input inputs[16];
};

static void make(struct fixture *f, uint32_t bits) {
  memset(f, 0, sizeof *f);
  f->tm = terms_new();
  f->cfa = cfa_new(f->tm);
  f->cfa->pointer_bits = bits;
  f->cfa->heap_start = 0x110000;
  cfa_add_file(f->cfa, "program.c");
  uint32_t main = cfa_add_function(f->cfa, "main");
  f->claim.error_location = cfa_add_location(f->cfa, main, LOC_ERROR);
  cfa_location(f->cfa, f->claim.error_location)->text = "reach_error is called";
  f->claim.verdict = VERDICT_FALSE;
  limits_start(&f->limits, 0, 0);
  strcpy(f->folder, "/tmp/clew-test-XXXXXX");
  assert_non_null(mkdtemp(f->folder));
  snprintf(f->bitcode, sizeof f->bitcode, "%s/program.bc", f->folder);
  f->options = (struct replay_options){.clang = "clang-19",
                                       .temp_dir = f->folder,
                                       .bitcode = f->bitcode,
                                       .bits = bits,
                                       .seconds = 60,
                                       .entry = "main"};
}

static void unmake(struct fixture *f) {
  char command[128];
  snprintf(command, sizeof command, "rm -rf '%s'", f->folder);
  assert_int_equal(system(command), 0);
  limits_finish(&f->limits);
  vec_input_value_release(&f->claim.inputs);
  text_release(&f->message);
  cfa_free(f->cfa);
  terms_free(f->tm);
}

static void input(struct fixture *f, enum cfa_input_kind kind, const char *name, const char *ctype, bool is_unsigned,
                  struct term value, struct sort sort) {
  uint32_t n = f->claim.inputs.size;
  assert_true(n < 16);
  struct term variable = cfa_edge_term(f->cfa, sort, "in");
  f->inputs[n] = (struct cfa_input){.term = variable,
                                    .kind = kind,
                                    .name = name,
                                    .ctype = ctype,
                                    .is_unsigned = is_unsigned,
                                    .place = {0, n + 1, 3}};
  vec_input_value_push(&f->claim.inputs, (struct input_value){.input = &f->inputs[n], .value = value});
}

static void input_bv(struct fixture *f, const char *name, const char *ctype, bool is_unsigned, uint32_t width,
                     uint64_t value) {
  input(f, INPUT_NONDET, name, ctype, is_unsigned, term_bv(f->tm, width, value), sort_bv(f->tm, width));
}

static enum replay replay(struct fixture *f, const char *program) {
  char source[256], command[768];
  snprintf(source, sizeof source, "%s/program.c", f->folder);
  FILE *out = fopen(source, "w");
  assert_non_null(out);
  fputs(program, out);
  fclose(out);
  snprintf(command, sizeof command,
           "clang-19 -m%u -O0 -g -w -ffreestanding -emit-llvm -ftrivial-auto-var-init=zero -c '%s' -o '%s'",
           f->options.bits, source, f->bitcode);
  assert_int_equal(system(command), 0);
  snprintf(source, sizeof source, "%s.o", f->bitcode);
  unlink(source);
  text_clear(&f->message);
  return replay_run(f->cfa, &f->limits, &f->options, &f->claim, &f->message);
}

static void unlink_harness(const struct fixture *f) {
  char file[256];
  snprintf(file, sizeof file, "%s/replay-harness.c", f->folder);
  assert_int_equal(unlink(file), 0);
}

static bool exists(const struct fixture *f, const char *name) {
  char file[256];
  snprintf(file, sizeof file, "%s/%s", f->folder, name);
  return access(file, F_OK) == 0;
}

// Also with a harness that is compiled, which makes no difference.
static void expect(struct fixture *f, const char *program, enum replay expected) {
  enum replay got = replay(f, program);
  if (got != expected) print_error("bits %u: %s\n", f->options.bits, text_cstr(&f->message));
  assert_int_equal(got, expected);
  if (f->options.compile_harness) return;
  assert_int_equal(exists(f, "replay-harness.c"), strcmp(f->options.entry, "main") != 0);
  struct text other = {0};
  f->options.compile_harness = true;
  got = replay_run(f->cfa, &f->limits, &f->options, &f->claim, &other);
  f->options.compile_harness = false;
  assert_string_equal(text_cstr(&other), text_cstr(&f->message));
  assert_int_equal(got, expected);
  assert_true(exists(f, "replay-harness.c"));
  unlink_harness(f);
  text_release(&other);
}

static void confirms(uint32_t bits) {
  static const char program[] =
      "int __VERIFIER_nondet_int(void); void reach_error(void);\n"
      "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x == -42 && y == 7) "
      "reach_error(); return 0; }\n";
  struct fixture f;
  make(&f, bits);
  input_bv(&f, "__VERIFIER_nondet_int", "int", false, 32, (uint32_t)-42);
  input_bv(&f, "__VERIFIER_nondet_int", "int", false, 32, 7);
  expect(&f, program, REPLAY_CONFIRMED);
  assert_non_null(strstr(text_cstr(&f.message), "reach_error"));
  // The object file of the program is used again.
  assert_int_equal(replay_run(f.cfa, &f.limits, &f.options, &f.claim, NULL), REPLAY_CONFIRMED);
  // Wrong inputs.
  f.claim.inputs.data[1].value = term_bv(f.tm, 32, 8);
  expect(&f, program, REPLAY_REFUTED);
  assert_non_null(strstr(text_cstr(&f.message), "status 0"));
  unmake(&f);
}

static void confirms_64(void **state) {
  (void)state;
  confirms(64);
}

static void confirms_32(void **state) {
  (void)state;
  if (access("/lib/ld-linux.so.2", X_OK)) skip();
  confirms(32);
}

#define ASKING "int __VERIFIER_nondet_int(void); long __VERIFIER_nondet_long(void); void reach_error(void);\n"

static void types(uint32_t bits) {
  static const char program[] =
      "char __VERIFIER_nondet_char(void); unsigned char __VERIFIER_nondet_uchar(void); short "
      "__VERIFIER_nondet_short(void);\n"
      "_Bool __VERIFIER_nondet_bool(void); long long __VERIFIER_nondet_longlong(void); unsigned long long "
      "__VERIFIER_nondet_ulonglong(void);\n"
      "float __VERIFIER_nondet_float(void); double __VERIFIER_nondet_double(void); long double "
      "__VERIFIER_nondet_longdouble(void);\n"
      "void *__VERIFIER_nondet_pointer(void); double unknown(int, double); unsigned __VERIFIER_nondet_U32(); void "
      "__VERIFIER_error();\n"
      "int main(void) {\n"
      "  if (__VERIFIER_nondet_char() != -3) return 1;\n"
      "  if (__VERIFIER_nondet_uchar() != 253) return 2;\n"
      "  if (__VERIFIER_nondet_short() != -32768) return 3;\n"
      "  if (__VERIFIER_nondet_bool() != 1) return 4;\n"
      "  long long l = __VERIFIER_nondet_longlong(); if (l != -9223372036854775807LL - 1) return 5;\n"
      "  unsigned long long u = __VERIFIER_nondet_ulonglong(); if (u != 18446744073709551615ull) return 6;\n"
      "  if (__VERIFIER_nondet_float() != 0.1f) return 7;\n"
      "  double inf = __VERIFIER_nondet_double(); if (inf != -__builtin_inf()) return 8;\n"
      "  if (__VERIFIER_nondet_longdouble() != -0x1.8p-16440L) return 9;\n"
      "  char *p = __VERIFIER_nondet_pointer(); if (!p || *p || __VERIFIER_nondet_pointer() != p + 4 || "
      "*(char *)__VERIFIER_nondet_pointer() || __VERIFIER_nondet_pointer()) return 10;\n"
      "  float nan = __VERIFIER_nondet_float(); if (nan == nan) return 11;\n"
      "  if (unknown(1, 2) != 0x1.0000000000001p0) return 12;\n"
      "  if (__VERIFIER_nondet_U32() != 4000000000u) return 13;\n"
      "  if (u / 10 != 1844674407370955161ull || u % 10 != 5 || l / -3 != 3074457345618258602ll || l % 10 != -8) "
      "return 14;\n"
      "  if ((unsigned long long)0x1.8p63 != 0xc000000000000000ull) return 15;\n"
      "  __VERIFIER_error();\n"
      "}\n";
  struct fixture f;
  make(&f, bits);
  struct sort f32 = sort_float(f.tm, 8, 24), f64 = sort_float(f.tm, 11, 53), f80 = sort_float(f.tm, 15, 64);
  input_bv(&f, "__VERIFIER_nondet_char", "char", false, 8, 253);
  input_bv(&f, "__VERIFIER_nondet_uchar", "unsigned char", true, 8, 253);
  input_bv(&f, "__VERIFIER_nondet_short", "short", false, 16, 0x8000);
  input(&f, INPUT_NONDET, "__VERIFIER_nondet_bool", "_Bool", true, term_true(f.tm), sort_bool(f.tm));
  input_bv(&f, "__VERIFIER_nondet_longlong", "long long", false, 64, UINT64_C(1) << 63);
  input_bv(&f, "__VERIFIER_nondet_ulonglong", "unsigned long long", true, 64, UINT64_MAX);
  input(&f, INPUT_NONDET, "__VERIFIER_nondet_float", "float", false, term_float_bits64(f.tm, f32, 0x3dcccccd), f32);
  input(&f, INPUT_NONDET, "__VERIFIER_nondet_double", "double", false, term_float_bits64(f.tm, f64, 0xfff0000000000000),
        f64);
  mpz_t bits80; // -0x1.8p-16440 is below the smallest normal number 2^-16382: 0.1…·2^-16382 with 63 fraction bits
  mpz_init_set_ui(bits80, 3);
  mpz_mul_2exp(bits80, bits80, 63 - (16440 - 16382) - 1);
  mpz_setbit(bits80, 78);
  input(&f, INPUT_NONDET, "__VERIFIER_nondet_longdouble", "long double", false, term_float_bits(f.tm, f80, bits80),
        f80);
  mpz_clear(bits80);
  input_bv(&f, "__VERIFIER_nondet_pointer", "void *", true, bits, 4096);
  input_bv(&f, "__VERIFIER_nondet_pointer", "void *", true, bits, 4100);
  input_bv(&f, "__VERIFIER_nondet_pointer", "void *", true, bits, 0x60000001);
  input_bv(&f, "__VERIFIER_nondet_pointer", "void *", true, bits, 0);
  input(&f, INPUT_NONDET, "__VERIFIER_nondet_float", "float", false, term_bv(f.tm, 32, 0x7fc00001), sort_bv(f.tm, 32));
  input(&f, INPUT_UNDEFINED, "unknown", "double", false, term_float_bits64(f.tm, f64, 0x3ff0000000000001), f64);
  input_bv(&f, "__VERIFIER_nondet_U32", "unsigned int", true, 32, 4000000000u);
  expect(&f, program, REPLAY_CONFIRMED);
  unmake(&f);
}

static void types_64(void **state) {
  (void)state;
  types(64);
}

static void types_32(void **state) {
  (void)state;
  if (access("/lib/ld-linux.so.2", X_OK)) skip();
  types(32);
}

// What runs has to be what was claimed: the inputs in their order, no more and no fewer of them.
static void inputs_in_order(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  input_bv(&f, "__VERIFIER_nondet_int", "int", false, 32, 1);
  input_bv(&f, "__VERIFIER_nondet_long", "long", false, 64, 2);
  expect(&f,
         ASKING
         "int main(void) { if (__VERIFIER_nondet_int() == 1 && __VERIFIER_nondet_long() == 2) reach_error(); }\n",
         REPLAY_CONFIRMED);
  expect(&f, ASKING "int main(void) { if (__VERIFIER_nondet_long() == 2) reach_error(); }\n", REPLAY_REFUTED);
  assert_non_null(
      strstr(text_cstr(&f.message),
             "asks for a value of __VERIFIER_nondet_long where the counterexample has one of __VERIFIER_nondet_int"));
  expect(&f, ASKING "int main(void) { if (__VERIFIER_nondet_int() == 1) reach_error(); }\n", REPLAY_REFUTED);
  assert_non_null(strstr(text_cstr(&f.message), "before the program asks for a value of __VERIFIER_nondet_long"));
  expect(&f,
         ASKING "int main(void) { __VERIFIER_nondet_int(); __VERIFIER_nondet_long(); if (!__VERIFIER_nondet_int()) "
                "reach_error(); }\n",
         REPLAY_REFUTED);
  assert_non_null(strstr(text_cstr(&f.message), "more inputs"));
  unmake(&f);
}

// Many equal values are one line of the harness.
static void long_sequences(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  input_bv(&f, "__VERIFIER_nondet_int", "int", false, 32, 3);
  for (int i = 0; i < 200000; i++) vec_input_value_push(&f.claim.inputs, f.claim.inputs.data[0]);
  f.claim.inputs.data[0].value = term_bv(f.tm, 32, 2);
  f.claim.inputs.data[200000].value = term_bv(f.tm, 32, 4);
  expect(&f,
         "int __VERIFIER_nondet_int(void); void reach_error(void);\n"
         "int main(void) {\n"
         "  if (__VERIFIER_nondet_int() != 2) return 1;\n"
         "  for (int i = 1; i < 200000; i++) if (__VERIFIER_nondet_int() != 3) return 2;\n"
         "  if (__VERIFIER_nondet_int() == 4) reach_error();\n"
         "}\n",
         REPLAY_CONFIRMED);
  struct text text = {0};
  harness_write(f.cfa, &f.options, &f.claim, &text);
  assert_true(text.size < 20000);
  text_release(&text);
  unmake(&f);
}

static void assertions_and_own_errors(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  expect(&f,
         "void __assert_fail(const char *, const char *, unsigned, const char *);\n"
         "int main(void) { __assert_fail(\"x\", \"y\", 1, \"z\"); }\n",
         REPLAY_CONFIRMED);
  const char *const own[] = {"my_error"};
  f.options.error_functions = own;
  expect(&f, "void my_error(int); int main(void) { my_error(3); }\n", REPLAY_REFUTED);
  f.options.n_error_functions = 1;
  expect(&f, "void my_error(int); int main(void) { my_error(3); }\n", REPLAY_CONFIRMED);
  // An assumption that does not hold ends the run.
  expect(&f, "void __VERIFIER_assume(int); void my_error(int); int main(void) { __VERIFIER_assume(0); my_error(3); }\n",
         REPLAY_REFUTED);
  f.options.entry = "start";
  // The front end's copy of a program has a function that calls the entry function.
  expect(&f,
         "void my_error(int); void start(void) { my_error(3); } int main(void) { return 0; }\n"
         "void enter(void) __asm__(\"clew.entry\"); void enter(void) { start(); }\n",
         REPLAY_CONFIRMED);
  expect(&f,
         "void my_error(int); void start(void) { my_error(3); }\n"
         "void enter(void) __asm__(\"clew.entry\"); void enter(void) { start(); }\n",
         REPLAY_CONFIRMED);
  unmake(&f);
}

// What the harness does of its own accord must not be done by functions of the program.
static void own_functions(uint32_t bits) {
  static const char begin[] =
      "void *malloc(__SIZE_TYPE__), __VERIFIER_assume(int), reach_error(void); int __VERIFIER_nondet_int(void);\n"
      "__SIZE_TYPE__ __clew_object_size(void *);\n"
      "int sigaction(int n, const void *a, void *b) { reach_error(); return 0; }\n"
      "void *mmap(void *a, __SIZE_TYPE__ n, int p, int f, int d, long o) { reach_error(); return a; }\n"
      "void *memcpy(void *to, const void *from, __SIZE_TYPE__ n) { reach_error(); return to; }\n"
      "void *memset(void *to, int c, __SIZE_TYPE__ n) { reach_error(); return to; }\n"
      "int dprintf(int d, const char *format, ...) { reach_error(); return 0; }\n"
      "void _exit(int status) { reach_error(); }\n"
      "__SIZE_TYPE__ malloc_usable_size(void *object) { reach_error(); return 0; }\n"
      "char etext[1];\n";
  static const char *const ends[] = {
      ("int main(void) { int *p = malloc(4); *p = __VERIFIER_nondet_int(); if (__clew_object_size(p) < 4) return 1; "
       "__VERIFIER_assume(*p != 3); reach_error(); return 0; }\n"),
      "int main(void) { __VERIFIER_nondet_int(); *(volatile int *)8 = 1; return 0; }\n",
      "int main(void) { int *p = malloc(4); *p = __VERIFIER_nondet_int(); if (*p == 3) reach_error(); return 0; }\n"};
  struct fixture f;
  char program[2048];
  make(&f, bits);
  input_bv(&f, "__VERIFIER_nondet_int", "int", false, 32, 3);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    snprintf(program, sizeof program, "%s%s", begin, ends[i]);
    expect(&f, program, i == 2 ? REPLAY_CONFIRMED : REPLAY_REFUTED);
    if (i < 2) assert_non_null(strstr(text_cstr(&f.message), i == 0 ? "an assumption does not hold" : "signal 11"));
  }
  f.options.entry = "start";
  expect(&f,
         ASKING "void _exit(int n) { reach_error(); } void start(void) { __VERIFIER_nondet_int(); }\n"
                "void enter(void) __asm__(\"clew.entry\"); void enter(void) { start(); }\n",
         REPLAY_REFUTED);
  assert_non_null(strstr(text_cstr(&f.message), "without reaching the error"));
  unmake(&f);
}

static void own_functions_64(void **state) {
  (void)state;
  own_functions(64);
}

static void own_functions_32(void **state) {
  (void)state;
  if (access("/lib/ld-linux.so.2", X_OK)) skip();
  own_functions(32);
}

// All that the runtime needs are names that no program defines.
static void runtime_needs_reserved_names(const unsigned char *object, size_t size) {
  static const char *const known[] = {"main",
                                      "__executable_start",
                                      "__etext",
                                      "__sigaction",
                                      "__libc_calloc",
                                      "__libc_realloc",
                                      "__libc_start_main",
                                      "__cxa_atexit",
                                      "__cxa_at_quick_exit",
                                      "__progname",
                                      "__progname_full",
                                      "__libc_malloc",
                                      "__libc_memalign",
                                      "__libc_free"};
  char file[] = "/tmp/clew-test-XXXXXX", command[64], name[256];
  int fd = mkstemp(file);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, object, size), (ssize_t)size);
  close(fd);
  snprintf(command, sizeof command, "nm -u -j '%s'", file);
  FILE *names = popen(command, "r");
  assert_non_null(names);
  uint32_t count = 0;
  for (; fscanf(names, "%255s", name) == 1; count++) {
    bool good = strncmp(name, "clew.", 5) == 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) good |= strcmp(name, known[i]) == 0;
    if (!good) print_error("%s\n", name);
    assert_true(good);
  }
  assert_int_equal(pclose(names), 0);
  assert_true(count > 5);
  unlink(file);
}

static void runtime_is_independent(void **state) {
  (void)state;
  runtime_needs_reserved_names(harness_runtime_64, harness_runtime_64_size);
  runtime_needs_reserved_names(harness_runtime_32, harness_runtime_32_size);
  runtime_needs_reserved_names(trial_runtime_64, trial_runtime_64_size);
  runtime_needs_reserved_names(trial_runtime_32, trial_runtime_32_size);
  runtime_needs_reserved_names(served_runtime_64, served_runtime_64_size);
  runtime_needs_reserved_names(served_runtime_32, served_runtime_32_size);
}

// The sign and the payload of a value that is no number.
static void bits_of_nan(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  struct sort f64 = sort_bv(f.tm, 64), f80 = sort_bv(f.tm, 80);
  input(&f, INPUT_NONDET, "__VERIFIER_nondet_float", "float", false, term_bv(f.tm, 32, 0xffc00001), sort_bv(f.tm, 32));
  input(&f, INPUT_NONDET, "__VERIFIER_nondet_float", "float", false, term_bv(f.tm, 32, 0xff800000), sort_bv(f.tm, 32));
  input(&f, INPUT_NONDET, "__VERIFIER_nondet_double", "double", false, term_bv(f.tm, 64, 0x7ff0000000000001), f64);
  mpz_t bits; // a negative one, signalling
  mpz_init_set_ui(bits, 0xffff);
  mpz_mul_2exp(bits, bits, 64);
  mpz_setbit(bits, 63);
  mpz_setbit(bits, 2);
  input(&f, INPUT_NONDET, "__VERIFIER_nondet_longdouble", "long double", false, term_bv_big(f.tm, 80, bits), f80);
  mpz_clear(bits);
  expect(&f,
         "float __VERIFIER_nondet_float(void); double __VERIFIER_nondet_double(void); long double "
         "__VERIFIER_nondet_longdouble(void); void reach_error(void);\n"
         "int main(void) {\n"
         "  union { float f; unsigned u; } a = {__VERIFIER_nondet_float()}, b = {__VERIFIER_nondet_float()};\n"
         "  union { double d; unsigned long u; } c = {__VERIFIER_nondet_double()};\n"
         "  union { long double l; unsigned long u[2]; } d = {__VERIFIER_nondet_longdouble()};\n"
         "  if (a.u != 0xffc00001 || b.u != 0xff800000) return 1;\n"
         "  if (c.u != 0x7ff0000000000001) return 2;\n"
         "  if (d.u[0] != 0x8000000000000004 || (d.u[1] & 0xffff) != 0xffff) return 3;\n"
         "  reach_error();\n"
         "}\n",
         REPLAY_CONFIRMED);
  unmake(&f);
}

// What cannot be linked: functions and variables without definition.
static void missing_symbols(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  cfa_add_var(f.cfa, CFA_NONE, VAR_PROGRAM, "missing_variable", "int", sort_bv(f.tm, 32));
  vec_string_push(&f.cfa->undefined, "listed");
  vec_string_push(&f.cfa->undefined, "add"); // a number to those who think so
  expect(&f,
         "extern int missing_variable; int missing(void), listed(int), add(int);\n"
         "void reach_error(void);\n"
         "int main(void) { if (!missing() && !listed(1) && !add(1) && missing_variable == 0) reach_error(); }\n",
         REPLAY_CONFIRMED);
  unmake(&f);
}

static void memory_is_zero_and_grows(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  expect(&f,
         "void *malloc(unsigned long), *realloc(void *, unsigned long), *calloc(unsigned long, unsigned long), "
         "free(void *); void reach_error(void);\n"
         "unsigned long malloc_usable_size(void *);\n"
         "int main(void) {\n"
         "  char *a = malloc(100); for (int i = 0; i < 100; i++) { if (a[i]) return 1; a[i] = 1; } free(a);\n"
         "  char *b = malloc(100); for (int i = 0; i < 100; i++) if (b[i]) return 2;\n"
         "  if (b <= a) return 3; b[99] = 5;\n"
         "  char *c = realloc(b, 1000); if (c[99] != 5 || c[100] || c[999]) return 4;\n"
         "  char *d = malloc(1 << 29); d[12345] = 1; d = realloc(d, (1 << 29) + 5); if (d[12345] != 1) return 5;\n"
         "  if (calloc(1ul << 33, 1ul << 33)) return 6;\n"
         "  if (realloc(malloc(5), 0) || malloc_usable_size(malloc(50)) < 50) return 7;\n"
         "  reach_error();\n"
         "}\n",
         REPLAY_CONFIRMED);
  unmake(&f);
}

// Cells of uninitialised memory have the values of the claim, at the addresses of the automaton's heap.
static void uninitialised_memory(uint32_t bits) {
  struct fixture f;
  make(&f, bits);
  struct sort index = sort_bv(f.tm, bits - 2), sort = sort_array(f.tm, index, sort_bv(f.tm, 32));
  uint64_t second = (f.cfa->heap_start + 112 + 16 + 15) / 16 * 16; // after an object of 112 bytes
  uint64_t indices[] = {(f.cfa->heap_start + 8) / 4, second / 4};
  struct term values[] = {term_bv(f.tm, 32, 77), term_bv(f.tm, 32, 0x70000010)};
  struct term array = term_stores(f.tm, term_array_const(f.tm, sort, term_bv(f.tm, 32, 0)), 2, indices, values);
  input(&f, INPUT_UNINIT, "memory", "", true, array, sort);
  expect(&f,
         "void *malloc(__SIZE_TYPE__), *calloc(__SIZE_TYPE__, __SIZE_TYPE__); void reach_error(void);\n"
         "int main(void) {\n"
         "  int *a = malloc(112); unsigned *b = malloc(4);\n"
         "  if (a[0] || a[2] != 77 || *b != 0x70000010) return 1;\n"
         "  int *wild = (int *)(__SIZE_TYPE__)*b; if (*wild) return 2; *wild = 5; if (*wild != 5) return 3;\n"
         "  reach_error();\n"
         "}\n",
         REPLAY_CONFIRMED);
  expect(&f,
         "void *malloc(__SIZE_TYPE__), *calloc(__SIZE_TYPE__, __SIZE_TYPE__); void reach_error(void);\n"
         "int main(void) { int *a = calloc(1, 112); if (a[2] == 0) reach_error(); }\n",
         REPLAY_CONFIRMED);
  unmake(&f);
}

static void uninitialised_memory_64(void **state) {
  (void)state;
  uninitialised_memory(64);
}

static void uninitialised_memory_32(void **state) {
  (void)state;
  if (access("/lib/ld-linux.so.2", X_OK)) skip();
  uninitialised_memory(32);
}

// What the C library has is called, whatever the claim says that it returns; its values are skipped.
static void library_values_are_real(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  struct sort f64 = sort_float(f.tm, 11, 53);
  struct vec_string invented = {0};
  f.options.invented = &invented;
  input(&f, INPUT_LIBRARY, "sin", "double", false, term_float_bits64(f.tm, f64, 0x3ff0000000000000), f64);
  input(&f, INPUT_UNDEFINED, "ntohl", "", true, term_bv(f.tm, 32, 77), sort_bv(f.tm, 32));
  input(&f, INPUT_UNDEFINED, "sensor", "", false, term_bv(f.tm, 32, 5), sort_bv(f.tm, 32));
  input_bv(&f, "__VERIFIER_nondet_int", "int", false, 32, 6);
  vec_string_push(&f.cfa->undefined, "ntohl");
  vec_string_push(&f.cfa->undefined, "sensor");
  expect(&f, "double sin(double); void reach_error(void); int main(void) { if (sin(0.0) == 1.0) reach_error(); }\n",
         REPLAY_REFUTED);
  assert_non_null(strstr(text_cstr(&f.message), "; sin and ntohl are only approximated"));
  expect(&f,
         "double sin(double); unsigned ntohl(unsigned); int sensor(void), __VERIFIER_nondet_int(void); void "
         "reach_error(void);\n"
         "int main(void) {\n"
         "  if (sin(0.0) == 0.0 && ntohl(1) == 0x1000000 && sensor() == 5 && __VERIFIER_nondet_int() == 6) "
         "reach_error();\n"
         "}\n",
         REPLAY_CONFIRMED);
  assert_int_equal(invented.size, 1);
  assert_string_equal(invented.data[0], "sensor");
  // Where nothing is missing nothing was invented; the value of sensor is nobody's.
  expect(&f,
         "int sensor(void) { return 1; } int __VERIFIER_nondet_int(void); void reach_error(void);\n"
         "int main(void) { if (sensor() == 1 && __VERIFIER_nondet_int() == 6) reach_error(); }\n",
         REPLAY_CONFIRMED);
  assert_int_equal(invented.size, 0);
  vec_string_release(&invented);
  unmake(&f);
}

// What a model of the C library does not do ends the run.
static void models_say_what_they_leave_open(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  expect(
      &f,
      "int clew_not_computed(void); void reach_error(void); int main(void) { clew_not_computed(); reach_error(); }\n",
      REPLAY_REFUTED);
  assert_non_null(strstr(text_cstr(&f.message), "does not compute"));
  expect(&f,
         "void __clew_unsupported(const char *), reach_error(void); int main(void) { __clew_unsupported(\"%n\"); "
         "reach_error(); }\n",
         REPLAY_REFUTED);
  assert_non_null(strstr(text_cstr(&f.message), "does not cover %n"));
  unmake(&f);
}

// The error that is reached has to be the one that was claimed.
static void another_error(void **state) {
  (void)state;
  static const char program[] =
      "extern unsigned clew_line; void reach_error(void); int main(void) { clew_line = 7; reach_error(); }\n";
  struct fixture f;
  make(&f, 64);
  struct cfa_location *error = cfa_location(f.cfa, f.claim.error_location);
  error->text = "reach_error";
  error->place.line = 7;
  expect(&f, program, REPLAY_CONFIRMED);
  assert_non_null(strstr(text_cstr(&f.message), "inputs: reach_error"));
  error->place.line = 8;
  expect(&f, program, REPLAY_REFUTED);
  assert_non_null(strstr(text_cstr(&f.message), "another error: reach_error in line 7"));
  error->place.line = 0;
  error->text = "assert";
  expect(&f, program, REPLAY_REFUTED);
  expect(&f,
         "void __assert_fail(const char *, const char *, unsigned, const char *);\n"
         "int main(void) { __assert_fail(\"x\", \"y\", 1, \"z\"); }\n",
         REPLAY_CONFIRMED);
  unmake(&f);
}

// Memory is where a value from outside leads, and nowhere else.
static void wild_pointers(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  input_bv(&f, "__VERIFIER_nondet_pointer", "void *", true, 64, 0x70000000);
  expect(&f,
         "char *__VERIFIER_nondet_pointer(void); void reach_error(void);\n"
         "int main(void) { char *p = __VERIFIER_nondet_pointer(); p[100000] = 1; reach_error(); }\n",
         REPLAY_CONFIRMED);
  expect(&f,
         "char *__VERIFIER_nondet_pointer(void); void reach_error(void);\n"
         "int main(void) { char *p = __VERIFIER_nondet_pointer(); p[0x30000000] = 1; reach_error(); }\n",
         REPLAY_REFUTED);
  assert_non_null(strstr(text_cstr(&f.message), "signal 11"));
  // Far behind the last block of the heap there is nothing either.
  vec_input_value_clear(&f.claim.inputs);
  expect(
      &f,
      "char *malloc(unsigned long); void reach_error(void); int main(void) { malloc(10)[50000000] = 1; reach_error(); "
      "}\n",
      REPLAY_REFUTED);
  expect(&f,
         "char *malloc(unsigned long); void reach_error(void);\n"
         "int main(void) { for (int i = 1; i < 40; i++) malloc(i * 100000)[i * 100000 - 1] = 1; reach_error(); }\n",
         REPLAY_CONFIRMED);
  unmake(&f);
}

static void ends_endless_programs(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  f.options.seconds = 0.3;
  double before = clock_now();
  expect(&f, "int main(void) { for (volatile int i = 0;; i++) {} }\n", REPLAY_REFUTED);
  assert_non_null(strstr(text_cstr(&f.message), "within"));
  assert_true(clock_now() - before < SOON);
  unmake(&f);
}

static void crash_is_no_error(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  expect(&f, "int main(void) { *(volatile int *)8 = 1; }\n", REPLAY_REFUTED);
  assert_non_null(strstr(text_cstr(&f.message), "signal 11"));
  unmake(&f);
}

// A program that tries to do harm: each success would make it end before the error.
static void is_locked_in(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  char victim[128], program[4096];
  snprintf(victim, sizeof victim, "%s/victim", f.folder);
  int fd = open(victim, O_CREAT | O_WRONLY, 0600);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, "safe", 4), 4);
  close(fd);
  snprintf(
      program, sizeof program,
      "int open(const char *, int, ...), creat(const char *, int), unlink(const char *), "
      "rename(const char *, const char *);\n"
      "int mkdir(const char *, int), rmdir(const char *), truncate(const char *, long), chmod(const char *, int), "
      "link(const char *, const char *);\n"
      "int socket(int, int, int), fork(void), isatty(int), ioctl(int, unsigned long, ...), system(const char *), "
      "read(int, void *, long); char *getenv(const char *);\n"
      "void reach_error(void);\n"
      "int main(void) {\n"
      "  char text[4]; int fd = open(\"%s\", 0);\n"
      "  if (fd < 0 || read(fd, text, 4) != 4) return 1;\n"
      "  if (open(\"%s\", 1) >= 0 || open(\"%s\", 2) >= 0 || open(\"%s.new\", 0101, 0600) >= 0 || open(\"%s\", 01000) "
      ">= 0) return 2;\n"
      "  if (creat(\"%s.new\", 0600) >= 0) return 3;\n"
      "  if (!unlink(\"%s\") || !rename(\"%s\", \"other\") || !mkdir(\"folder\", 0700) || !truncate(\"%s\", 0) || "
      "!chmod(\"%s\", 0) || !link(\"%s\", \"l\")) return 4;\n"
      "  if (socket(2, 1, 0) >= 0 || socket(1, 1, 0) >= 0) return 5;\n"
      "  if (fork() >= 0) return 6;\n"
      "  if (!system(\"true\")) return 8;\n"
      "  if (getenv(\"PATH\")) return 9;\n"
      "  if (isatty(0) || !ioctl(open(\"/dev/tty\", 0), 0x5412, text)) return 10;\n"
      // Of a pipe the size of what is in it (FIONREAD), no signals from it (FIOASYNC).
      "  if (ioctl(%d, 0x541b, text) || !ioctl(%d, 0x5452, text) || !ioctl(%d, 0x100005452, text)) return 11;\n"
      "  reach_error();\n"
      "}\n",
      victim, victim, victim, victim, victim, victim, victim, victim, victim, victim, victim, REPLAY_DESCRIPTOR,
      REPLAY_DESCRIPTOR, REPLAY_DESCRIPTOR);
  expect(&f, program, REPLAY_CONFIRMED);
  // No signal leaves; what comes after one that did not would show nothing.
  static const char *const ways[] = {"kill(getppid(), 0)", "kill(0, 9)", "kill(getpid(), 0)",
                                     "syscall(234, getppid(), getppid(), 0)"};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    snprintf(program, sizeof program,
             "int kill(int, int), getppid(void), getpid(void); long syscall(long, ...); void reach_error(void);\n"
             "int main(void) { %s; reach_error(); }\n",
             ways[i]);
    expect(&f, program, REPLAY_REFUTED);
    assert_non_null(strstr(text_cstr(&f.message), "may not do"));
  }
  expect(&f,
         "int raise(int), signal(int, void (*)(int)); void reach_error(void);\n"
         "void handler(int n) { reach_error(); } int main(void) { signal(10, handler); raise(10); }\n",
         REPLAY_CONFIRMED);
  // Output without end goes nowhere.
  f.options.seconds = 0.5;
  expect(&f, "int puts(const char *); int main(void) { for (;;) puts(\"all work and no play\"); }\n", REPLAY_REFUTED);
  struct stat status;
  assert_int_equal(stat(victim, &status), 0);
  assert_int_equal(status.st_size, 4);
  unmake(&f);
}

// Processes outside that could be reached without kill, by their number; descriptors that clew was started with.
static void leaves_others_alone(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  int inherited = fcntl(1, F_DUPFD, 2000), victim = fork();
  if (inherited < 0) inherited = fcntl(1, F_DUPFD, 300); // no more are allowed here
  assert_true(victim >= 0);
  if (!victim) {
    alarm(20); // a test that fails leaves it behind
    for (;;) pause();
  }
  char program[2048];
  snprintf(program, sizeof program,
           "long syscall(long, ...); int pipe(int *), fcntl(int, int, ...), prctl(int, ...); void reach_error(void);\n"
           "int main(void) {\n"
           "  int ends[2]; unsigned long mask = 1;\n"
           "  if (pipe(ends)) return 1;\n"
           "  int owned = !fcntl(ends[0], 8, %d) | !fcntl(ends[0], 10, 9) | !syscall(72, ends[0], 0x100000008, %d);\n"
           "  fcntl(ends[0], 4, 020000);\n"
           "  syscall(1, ends[1], \"x\", 1);\n"
           "  if (owned) return 2;\n"
           "  if (!syscall(141, 0, %d, 19) || !syscall(203, %d, sizeof mask, &mask)) return 3;\n"
           "  if (!prctl(1, 0)) return 4;\n"
           "  if (fcntl(%d, 1) >= 0) return 5;\n"
           "  reach_error();\n"
           "}\n",
           victim, victim, victim, victim, inherited);
  assert_true(inherited >= 300);
  expect(&f, program, REPLAY_CONFIRMED);
  assert_int_equal(waitpid(victim, NULL, WNOHANG), 0);
  expect(&f,
         "long syscall(long, ...); void reach_error(void);\n"
         "int main(void) { syscall(31, 0x7fffffff, 0, 0); reach_error(); }\n",
         REPLAY_REFUTED);
  kill(victim, SIGKILL);
  waitpid(victim, NULL, 0);
  close(inherited);
  unmake(&f);
}

static void says_what_fails(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  assert_int_equal(replay_run(f.cfa, &f.limits, &f.options, &f.claim, &f.message), REPLAY_FAILED); // no such file
  assert_non_null(strstr(text_cstr(&f.message), "compiling the program"));
  f.options.clang = "no-such-compiler";
  text_clear(&f.message);
  assert_int_equal(replay_run(f.cfa, &f.limits, &f.options, &f.claim, &f.message), REPLAY_FAILED);
  f.options.bitcode = NULL;
  assert_int_equal(replay_run(f.cfa, &f.limits, &f.options, &f.claim, &f.message), REPLAY_FAILED);
  unmake(&f);
}

static void harness_is_readable(void **state) {
  (void)state;
  struct fixture f;
  make(&f, 64);
  input_bv(&f, "__VERIFIER_nondet_int", "int", false, 32, 42);
  input_bv(&f, "__VERIFIER_nondet_int", "int", false, 32, 0);
  f.claim.inputs.data[1].value = TERM_NONE;
  struct text text = {0};
  harness_write(f.cfa, &f.options, &f.claim, &text);
  assert_non_null(strstr(text_cstr(&text), "{\"__VERIFIER_nondet_int\", {.i = 42}, 1},  // 1: program.c:1:3"));
  assert_non_null(strstr(text_cstr(&text), "any value does"));
  assert_non_null(strstr(text_cstr(&text), "clang-19 -m64"));
  assert_non_null(strstr(text_cstr(&text), "reach_error is called"));
  assert_null(strstr(text_cstr(&text), "clew's own run"));
  text_release(&text);
  unmake(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(confirms_64),
      cmocka_unit_test(confirms_32),
      cmocka_unit_test(types_64),
      cmocka_unit_test(types_32),
      cmocka_unit_test(inputs_in_order),
      cmocka_unit_test(long_sequences),
      cmocka_unit_test(assertions_and_own_errors),
      cmocka_unit_test(own_functions_64),
      cmocka_unit_test(own_functions_32),
      cmocka_unit_test(runtime_is_independent),
      cmocka_unit_test(bits_of_nan),
      cmocka_unit_test(missing_symbols),
      cmocka_unit_test(memory_is_zero_and_grows),
      cmocka_unit_test(library_values_are_real),
      cmocka_unit_test(models_say_what_they_leave_open),
      cmocka_unit_test(another_error),
      cmocka_unit_test(wild_pointers),
      cmocka_unit_test(ends_endless_programs),
      cmocka_unit_test(crash_is_no_error),
      cmocka_unit_test(is_locked_in),
      cmocka_unit_test(leaves_others_alone),
      cmocka_unit_test(uninitialised_memory_64),
      cmocka_unit_test(uninitialised_memory_32),
      cmocka_unit_test(says_what_fails),
      cmocka_unit_test(harness_is_readable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
