// The part of the harness that only a replay has: how the error is seen, the
// entry point, and the little of a compiler's run-time library that 32-bit code needs.
//
// Nothing here, and nothing that runs before it (memory.c), depends on functions of the C library that the program may
// define itself: what the run does of its own accord would be taken for what the program does. A start-up file and
// libgcc for 32 bits are not installed everywhere the 32-bit C library is; hence our own _start and divisions.
#include "base/process/machine.h"
#include "native/harness.h"
#include "native/served/runtime.h"
#include <inttypes.h>

static void add_seen(int descriptor, struct text *out) {
  text_printf(
      out,
      "\n// --- clew's own run ---\n"
      "static long clew_syscall(long number, long a, long b, long c) {\n"
      "  long result;\n"
      "#ifdef __x86_64__\n"
      "  __asm__ volatile(\"syscall\" : \"=a\"(result) : \"a\"(number), \"D\"(a), \"S\"(b), \"d\"(c) : \"rcx\", "
      "\"r11\", \"memory\");\n"
      "#else\n"
      "  __asm__ volatile(\"int $0x80\" : \"=a\"(result) : \"a\"(number), \"b\"(a), \"c\"(b), \"d\"(c) : \"memory\");\n"
      "#endif\n"
      "  return result;\n"
      "}\n"
      "long clew_write(long descriptor, const char *text, long length) __asm__(\"clew.write\");\n"
      "static void clew_say(const char *text) {\n"
      "  long length = 0;\n"
      "  while (text[length]) length++;\n"
      "  clew_write(%d, text, length);\n"
      "}\n"
      "static void clew_end(void) {\n"
      "  clew_say(\"\\n\");\n"
      "  for (;;) clew_syscall(sizeof(long) == 8 ? 231 : 252, 0, 0, 0);\n"
      "}\n"
      "void clew_quit(const char *a, const char *b, const char *c, const char *d) {\n"
      "  clew_say(\"!\"), clew_say(a), clew_say(b), clew_say(c), clew_say(d);\n"
      "  clew_end();\n"
      "}\n"
      "unsigned clew_line;  // of the call of an error function; 0: not known\n"
      "void clew_seen(const char *what) {\n"
      "  char digits[12];\n"
      "  int at = sizeof digits - 1;\n"
      "  digits[at] = 0;\n"
      "  do digits[--at] = '0' + clew_line %% 10; while (clew_line /= 10);\n"
      "  clew_say(\" \"), clew_say(what), clew_say(\"@\"), clew_say(digits + at);\n"
      "  clew_end();\n"
      "}\n",
      descriptor);
}

// clew.write is the one system call that can report (origin.c): it stands in front of the entry point, whose address
// the program's file tells.
static void add_start64(struct text *out) {
  text_add(out,
           "__asm__(\".text\\nclew.write:\\n mov $1, %eax\\n syscall\\n nop\\n ret\\n\"\n"
           "  \".globl _start\\n.type _start,@function\\n_start:\\n\"\n"
           "  \"xor %ebp, %ebp\\n mov %rdx, %r9\\n pop %rsi\\n mov %rsp, %rdx\\n and $-16, %rsp\\n "
           "push %rax\\n push %rsp\\n\"\n"
           "  \"xor %r8d, %r8d\\n xor %ecx, %ecx\\n mov $clew.main, %rdi\\n call __libc_start_main\\n hlt\\n\");\n");
}

static void add_start32(struct text *out) {
  text_add(
      out,
      "__asm__(\".text\\nclew.write:\\n push %ebx\\n mov 8(%esp), %ebx\\n mov 12(%esp), %ecx\\n mov 16(%esp), %edx\\n"
      " mov $4, %eax\\n int $0x80\\n pop %ebx\\n ret\\n\"\n"
      "  \".globl _start\\n.type _start,@function\\n_start:\\n\"\n"
      "  \"xor %ebp, %ebp\\n pop %esi\\n mov %esp, %ecx\\n and $-16, %esp\\n push %eax\\n push %esp\\n push %edx\\n\"\n"
      "  \"push $0\\n push $0\\n push %ecx\\n push %esi\\n push $clew.main\\n call __libc_start_main\\n hlt\\n\");\n");
}

// 64-bit division and conversion of floats to unsigned 64-bit integers: what LLVM calls on i386.
static void add_runtime32(struct text *out) {
  text_add(out, "typedef unsigned long long clew_u64;\n"
                "static clew_u64 clew_divide(clew_u64 a, clew_u64 b, clew_u64 *rest) {\n"
                "  clew_u64 q = 0, r = 0;\n"
                "  if (!b) __builtin_trap();\n"
                "  for (int i = 63; i >= 0; i--) {\n"
                "    int carry = r >> 63;\n"
                "    r = r << 1 | (a >> i & 1);\n"
                "    if (carry || r >= b) r -= b, q |= 1ull << i;\n"
                "  }\n"
                "  *rest = r;\n"
                "  return q;\n"
                "}\n"
                "WEAK clew_u64 __udivdi3(clew_u64 a, clew_u64 b) { clew_u64 r; return clew_divide(a, b, &r); }\n"
                "WEAK clew_u64 __umoddi3(clew_u64 a, clew_u64 b) { clew_u64 r; clew_divide(a, b, &r); return r; }\n"
                "WEAK long long __divdi3(long long a, long long b) {\n"
                "  clew_u64 r, q = clew_divide(a < 0 ? -(clew_u64)a : a, b < 0 ? -(clew_u64)b : b, &r);\n"
                "  return (a < 0) != (b < 0) ? -q : q;\n"
                "}\n"
                "WEAK long long __moddi3(long long a, long long b) {\n"
                "  clew_u64 r;\n"
                "  clew_divide(a < 0 ? -(clew_u64)a : a, b < 0 ? -(clew_u64)b : b, &r);\n"
                "  return a < 0 ? -r : r;\n"
                "}\n"
                "WEAK clew_u64 __fixunsxfdi(long double a) {\n"
                "  if (a < 0x1p63L) return (long long)a;\n"
                "  return (clew_u64)(long long)(a - 0x1p63L) ^ 1ull << 63;\n"
                "}\n"
                "WEAK clew_u64 __fixunsdfdi(double a) { return __fixunsxfdi(a); }\n"
                "WEAK clew_u64 __fixunssfdi(float a) { return __fixunsxfdi(a); }\n");
}

void harness_hooks(uint32_t bits, int descriptor, enum harness_use use, struct text *out) {
  if (use == HARNESS_SERVED) served_runtime_seen(out);
  else add_seen(descriptor, out);
  if (bits == 32) {
    add_start32(out);
    add_runtime32(out);
  } else add_start64(out);
}

// Is it a variable of the program (or does one live in it: "name.f", "name[0]")?
static bool is_variable(const struct cfa *cfa, const char *symbol) {
  size_t length = strlen(symbol);
  for (uint32_t i = 0; i < cfa->globals.size; i++) {
    const char *name = cfa->vars.data[cfa->globals.data[i]].name;
    if (name && strncmp(name, symbol, length) == 0 && (!name[length] || name[length] == '.' || name[length] == '['))
      return true;
  }
  return false;
}

void harness_stubs(const struct cfa *cfa, const struct vec_string *symbols, struct text *out) {
  text_add(out, "void clew_quit(const char *, const char *, const char *, const char *);\n");
  for (uint32_t i = 0; i < symbols->size; i++) {
    const char *name = symbols->data[i];
    if (!harness_is_identifier(name)) continue;
    if (is_variable(cfa, name)) text_printf(out, "char %s[65536] __attribute__((weak, aligned(16)));\n", name);
    else if (machine_has(name))
      text_printf(out, "void %s() { clew_quit(\"%s\", \" is missing for this data model\", \"\", \"\"); }\n", name,
                  name);
    else text_printf(out, "__attribute__((weak)) long %s() { return 0; }\n", name);
  }
}
