// Programs that never reach the error and try to say that they did.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "native/replay.h"
#include "native/sandbox.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fixture {
  struct terms *tm;
  struct cfa *cfa;
  struct limits limits;
  struct claim claim;
  struct replay_options options;
  struct text message;
  char folder[64], bitcode[128];
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

// What all of them have. REPORT is what the harness would say, ENTRY the address of its entry point. An attack whose
// first step must fail calls the error function where it did not.
static const char beginning[] =
    "typedef unsigned long word;\n"
    "long syscall(long, ...), write(int, const void *, word);\n"
    "int dup(int), dup2(int, int), fcntl(int, int, ...), open(const char *, int, ...), pipe(int *);\n"
    "int mprotect(void *, word, int), munmap(void *, word), atexit(void (*)(void)), raise(int), execve();\n"
    "void *mmap(void *, word, int, int, int, long), *mremap(void *, word, word, int, ...);\n"
    "word getauxval(word); void reach_error(void), _exit(int); void *signal(int, void (*)(int));\n"
    "char *strcpy(char *, const char *), *strchr(const char *, int); word strlen(const char *);\n"
    "#define REPORT \" reach_error@0\\n\"\n#define TO 198\n#define N (sizeof REPORT - 1)\n"
    "#define ENTRY getauxval(9)\n#define PAGE ((char *)(ENTRY & -4096ul))\n"
    "#define OFTEN for (int i = 0; i < 100; i++)\n"
    "#ifdef __x86_64__\n"
    "enum { WRITEV = 20, PWRITEV = 296, PWRITEV2 = 328, PWRITE = 18, SENDFILE = 40, SPLICE = 275, TEE = 276,\n"
    "       VMSPLICE = 278, DUP3 = 292, IO_SETUP = 206, EXECVEAT = 322, PKEY_MPROTECT = 329, COPY_RANGE = 326,\n"
    "       REMAP_FILE = 216, WRITE = 1, EXECVE = 59 };\n"
    "#else\n"
    "enum { WRITEV = 146, PWRITEV = 334, PWRITEV2 = 379, PWRITE = 181, SENDFILE = 187, SPLICE = 313, TEE = 315,\n"
    "       VMSPLICE = 316, DUP3 = 330, IO_SETUP = 245, EXECVEAT = 358, PKEY_MPROTECT = 380, COPY_RANGE = 377,\n"
    "       REMAP_FILE = 257, WRITE = 4, EXECVE = 11 };\n"
    "#endif\n"
    "char *words[] = {\"sh\", \"-c\", \"exit 42\", 0};\n"
    "struct vector { const void *at; word size; } vector = {REPORT, N};\n";

static const char *const attacks[] = {
    // the descriptor, by whatever call
    "int main(void) { write(TO, REPORT, N); }",
    "int main(void) { syscall(WRITE, TO, REPORT, N); }",
    "int main(void) { __asm__ volatile(\"int $0x80\" : : \"a\"(4), \"b\"(TO), \"c\"(REPORT), \"d\"(N) : \"memory\"); }",
    "int main(void) { syscall(WRITEV, TO, &vector, 1); }",
    "int main(void) { syscall(PWRITEV, TO, &vector, 1, 0, 0); syscall(PWRITEV2, TO, &vector, 1, -1l, -1l, 0); }",
    "int main(void) { syscall(PWRITE, TO, REPORT, N, 0); syscall(VMSPLICE, TO, &vector, 1, 0); }",
    "int main(void) { int p[2]; pipe(p); write(p[1], REPORT, N); syscall(SPLICE, p[0], 0, TO, 0, N, 0); }",
    "int main(void) { int p[2]; pipe(p); write(p[1], REPORT, N); syscall(TEE, p[0], TO, N, 0); }",
    "int main(void) { int p[2]; pipe(p); write(p[1], REPORT, N); syscall(SENDFILE, TO, p[0], 0, N); }",
    "char report[] = REPORT; int main(void) { int f = open(\"/proc/self/exe\", 0); word at = 0;\n"
    "  for (at = 0; at < 1 << 16; at++) { long a = at, b = at; syscall(SENDFILE, TO, f, &a, N);\n"
    "    if (at % 4096 == 0) syscall(COPY_RANGE, f, &b, TO, 0, N, 0); } }",
    "int main(void) { write(dup(TO), REPORT, N); }",
    "int main(void) { dup2(TO, 7), write(7, REPORT, N); syscall(DUP3, TO, 8, 0), write(8, REPORT, N); }",
    "int main(void) { write(fcntl(TO, 0, 20), REPORT, N); write(fcntl(TO, 1030, 20), REPORT, N); }",
    "int main(void) { write(open(\"/proc/self/fd/198\", 1), REPORT, N); write(open(\"/dev/fd/198\", 2), REPORT, N);\n"
    "  write(open(\"/proc/thread-self/fd/198\", 3), REPORT, N); }",
    "int main(void) { word context = 0; if (!syscall(IO_SETUP, 8, &context)) reach_error(); }",
    // whatever lies in memory that looks like a secret
    "extern char __executable_start[], __etext[], end[];\n"
    "int main(void) {\n"
    "  for (char *p = __executable_start; p < end; p++) {\n"
    "    int n = 0; char said[64];\n"
    "    while (p + n < end && n < 33 && ((p[n] >= '0' && p[n] <= '9') || (p[n] >= 'a' && p[n] <= 'f'))) n++;\n"
    "    if (n != 32) continue;\n"
    "    for (int i = 0; i < 32; i++) said[i] = p[i];\n"
    "    strcpy(said + 32, REPORT);\n"
    "    write(TO, said, strlen(said));\n"
    "  }\n"
    "}",
    // by others: what runs before and after main, signals, how it ends
    "__attribute__((constructor(101))) void first(void) { write(TO, REPORT, N); } int main(void) {}",
    "void first(void) { write(TO, REPORT, N); } int main(void) {}\n"
    "__attribute__((section(\".preinit_array\"), used)) void (*very_first)(void) = first;",
    "void last(void) { write(TO, REPORT, N); } int main(void) { atexit(last); }",
    "__attribute__((destructor)) void last(void) { write(TO, REPORT, N); } int main(void) {}",
    "void handler(int n) { write(TO, REPORT, N); _exit(1); }\n"
    "int main(void) { signal(11, handler); *(volatile int *)8; }",
    "int main(void) { raise(6); }",
    "int main(void) { _exit(1); }",
    // functions of the names that the harness might call
    "long write(int to, const void *at, word n) { reach_error(); return n; } void _exit(int n) { reach_error(); }\n"
    "void *mmap(void *a, word b, int c, int d, int e, long f) { reach_error(); return 0; }\n"
    "long syscall(long n, ...) { reach_error(); return 0; } int main(void) { *(volatile int *)8; }",
    "int sigaction(int n, void *a, void *b) { reach_error(); return 0; }\n"
    "int __sigaction(int n, void *a, void *b) { reach_error(); return 0; } int main(void) {}",
    "int rt_sigaction(int n, void *a, void *b) { reach_error(); return 0; } int main(void) { raise(11); }",
    // the harness's code
    "int main(void) { if (!mprotect(PAGE, 4096, 7)) reach_error(); if (!mprotect(PAGE, 4096, 3)) reach_error(); }",
    "int main(void) { OFTEN if (!mprotect((char *)0x40000000 - 4096l * i, 4096 * (i + 1l) + 1, 7)) reach_error(); }",
    "int main(void) { if (!syscall(PKEY_MPROTECT, PAGE, 4096, 3, -1)) reach_error(); }",
    "int main(void) { if (!munmap(PAGE, 4096)) for (;;); if (!munmap((void *)0x20000000, 0x30000000)) for (;;); }",
    "int main(void) { if (mmap(PAGE, 4096, 7, 0x32, -1, 0) == PAGE) for (;;); }",
    "int main(void) { int f = open(\"/proc/self/exe\", 0); if (mmap(PAGE, 4096, 5, 0x12, f, 0) == PAGE) for (;;); }",
    "int main(void) { char *own = mmap(0, 4096, 3, 0x22, -1, 0), *two = mmap(0, 8192, 3, 0x22, -1, 0);\n"
    "  if (mremap(own, 4096, 4096, 3, PAGE) == PAGE) for (;;);\n"
    "  if (mremap(two, 8192, 8192, 3, PAGE - 4096) == PAGE - 4096) for (;;); }",
    "int main(void) { char *copy = mremap(PAGE, 4096, 4096, 3, 0x70000000); if (copy == (char *)0x70000000) for (;;);\n"
    "  if (mremap(PAGE, 0, 4096, 1) != (void *)-1) for (;;); }",
    "int main(void) { if (!syscall(REMAP_FILE, PAGE, 4096, 0, 0, 0)) for (;;); }",
    "int main(void) { int f = open(\"/proc/self/mem\", 2); if (f >= 0) reach_error(); }",
    "int main(void) { int f = open(\"/proc/self/exe\", 1); if (f >= 0) reach_error(); }",
    // another program
    "int main(void) { execve(\"/bin/sh\", words, 0); return 3; }",
    "int main(void) { syscall(EXECVEAT, -100, \"/bin/sh\", words, 0, 0); return 3; }",
    "int main(void) { for (long i = -100; i < 100; i++) syscall(EXECVE, \"/bin/sh\", words, 0, i, i, i); return 3; }",
};

static void expect_refuted(struct fixture *f, const char *attack) {
  char source[256], command[768];
  snprintf(source, sizeof source, "%s/program.c", f->folder);
  FILE *out = fopen(source, "w");
  assert_non_null(out);
  // The harness's pages are not those of the attack.
  fprintf(out, "%s%s\nvoid padding(void) { __asm__ volatile(\".space 16384\"); }\n", beginning, attack);
  fclose(out);
  snprintf(command, sizeof command, "clang-19 -m%u -O0 -w -ffreestanding -emit-llvm -c '%s' -o '%s'", f->options.bits,
           source, f->bitcode);
  assert_int_equal(system(command), 0);
  snprintf(source, sizeof source, "%s.o", f->bitcode);
  unlink(source);
  text_clear(&f->message);
  f->options.seconds = 20;
  enum replay result = replay_run(f->cfa, &f->limits, &f->options, &f->claim, &f->message);
  const char *message = text_cstr(&f->message);
  // What hangs, or ends with this status, did what it should not.
  bool ended = strstr(message, "program ended") && !strstr(message, "status 42");
  if (result != REPLAY_REFUTED || !ended) print_error("%d: %s\n%s\n", result, message, attack);
  assert_int_equal(result, REPLAY_REFUTED);
  assert_true(ended);
}

static void forge(uint32_t bits) {
  struct fixture f;
  make(&f, bits);
  for (size_t i = 0; i < sizeof attacks / sizeof *attacks; i++) expect_refuted(&f, attacks[i]);
  // The same where the harness is compiled, and the program starts in another function.
  f.options.compile_harness = true;
  expect_refuted(&f, attacks[0]);
  unmake(&f);
}

static void forge_64(void **state) {
  (void)state;
  forge(64);
}

static void forge_32(void **state) {
  (void)state;
  if (access("/lib/ld-linux.so.2", X_OK)) skip();
  forge(32);
}

// A program that uses its memory and its descriptors as any other does still shows its error.
static void ordinary_use(uint32_t bits) {
  static const char program[] =
      "char data[8192] __attribute__((aligned(4096))) = {1};\n"
      "int main(void) {\n"
      "  if (mprotect(data + 4096, 4096, 1)) return 1;\n"
      "  char *own = mmap(0, 16384, 3, 0x22, -1, 0);\n"
      "  if (own == (char *)-1 || mprotect(own, 4096, 5) || munmap(own + 8192, 8192)) return 2;\n"
      "  if (mmap(own, 8192, 3, 0x32, -1, 0) != own || mremap(own, 8192, 1 << 20, 1) == (void *)-1) return 3;\n"
      "  int p[2]; char got;\n"
      "  if (pipe(p) || write(p[1], \"x\", 1) != 1 || dup(p[0]) < 0 || fcntl(p[0], 0, 50) < 0) return 4;\n"
      "  if (syscall(WRITEV, p[1], &vector, 1) != N) return 5;\n"
      "  write(TO, REPORT, N);\n"
      "  reach_error();\n"
      "}\n";
  char source[256], command[768];
  struct fixture f;
  make(&f, bits);
  snprintf(source, sizeof source, "%s/program.c", f.folder);
  FILE *out = fopen(source, "w");
  assert_non_null(out);
  fprintf(out, "%s%s", beginning, program);
  fclose(out);
  snprintf(command, sizeof command, "clang-19 -m%u -O0 -w -ffreestanding -emit-llvm -c '%s' -o '%s'", bits, source,
           f.bitcode);
  assert_int_equal(system(command), 0);
  enum replay result = replay_run(f.cfa, &f.limits, &f.options, &f.claim, &f.message);
  if (result != REPLAY_CONFIRMED) print_error("%s\n", text_cstr(&f.message));
  assert_int_equal(result, REPLAY_CONFIRMED);
  unmake(&f);
}

static void ordinary_use_64(void **state) {
  (void)state;
  ordinary_use(64);
}

static void ordinary_use_32(void **state) {
  (void)state;
  if (access("/lib/ld-linux.so.2", X_OK)) skip();
  ordinary_use(32);
}

// What is no program with the harness's entry point is not run.
static void other_files(void **state) {
  (void)state;
  struct sandbox_image image;
  assert_false(sandbox_image_read("/bin/sh", &image));
  assert_false(sandbox_image_read("/dev/null", &image));
  assert_false(sandbox_image_read("/nonexistent", &image));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forge_64),        cmocka_unit_test(forge_32),    cmocka_unit_test(ordinary_use_64),
      cmocka_unit_test(ordinary_use_32), cmocka_unit_test(other_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
