// The part of the harness of trials that differs from that of a replay (harness.c, hooks.c): where inputs come from,
// and how what happens is reported. The layout of the shared memory is that of struct exchange (exchange.h), in both
// data models.
#include "native/exchange.h"

static const char exchange[] =
    "// Memory that is shared with who runs this.\n"
    "struct clew_given {\n  unsigned long long i[2];\n  char l[16];\n  double d;\n  float f;\n"
    "  unsigned in_library, unused[4];\n};\n"
    "struct clew_taken {\n  char function[47], in_library;\n  unsigned long long i[2];\n};\n"
    "struct clew_byte_given {\n  unsigned call, offset, value;\n};\n"
    "struct clew_exchange {\n  unsigned given, most, has_blocks, bytes, taken, end, separate, unused[1017];\n"
    "  struct clew_given inputs[1 << 18];\n  struct clew_taken log[1 << 18];\n"
    "  struct clew_byte_given block[1 << 18];\n"
    "  char covered[1 << 24];\n};\n"
    "_Static_assert(sizeof(struct clew_given) == 64 && sizeof(struct clew_taken) == 64, \"\");\n"
    "_Static_assert(__builtin_offsetof(struct clew_exchange, covered) == 4096 + (1 << 18) * 140, \"\");\n"
    "static struct clew_exchange *clew_shared;\n"
    "char *clew_covered __asm__(\"clew.covered\");\n"
    "char clew_library __asm__(\"clew.library\");\n"
    "void clew_quit(const char *, const char *, const char *, const char *), clew_seen(const char *);\n"
    "static long clew_syscall(long number, long a, long b, long c);\n"
    "static void clew_stop(unsigned how) {\n"
    "  clew_shared->end = how;\n"
    "  for (;;) clew_syscall(sizeof(long) == 8 ? 231 : 252, 0, 0, 0);\n"
    "}\n";

// Before everything else in the program, as clew_first is (fills.c).
static const char attach[] =
    "static void clew_attach(void) {\n"
    "  long result, size = sizeof(struct clew_exchange);\n"
    "#ifdef __x86_64__\n"
    "  register long flags __asm__(\"r10\") = 1, file __asm__(\"r8\") = %d, offset __asm__(\"r9\") = 0;\n"
    "  __asm__ volatile(\"syscall\" : \"=a\"(result) : \"a\"(9l), \"D\"(0l), \"S\"(size), \"d\"(3l), \"r\"(flags),\n"
    "                   \"r\"(file), \"r\"(offset) : \"rcx\", \"r11\", \"memory\");\n"
    "#else\n"
    "  __asm__ volatile(\"push %%%%ebp\\n xor %%%%ebp, %%%%ebp\\n int $0x80\\n pop %%%%ebp\" : \"=a\"(result)\n"
    "                   : \"a\"(192), \"b\"(0), \"c\"(size), \"d\"(3), \"S\"(1), \"D\"(%d) : \"memory\");\n"
    "#endif\n"
    "  clew_shared = (struct clew_exchange *)result;\n"
    "  clew_covered = clew_shared->covered;\n"
    "}\n"
    "__attribute__((section(\".preinit_array\"), used)) static void (*clew_very_first)(void) = clew_attach;\n";

static const char take[] =
    "static const struct clew_given *clew_take(const char *function) {\n"
    "  static const struct clew_given zero;\n"
    "  static unsigned next;\n"
    "  unsigned n = clew_shared->taken, given = clew_shared->given, separate = clew_shared->separate;\n"
    "  while (separate && !clew_library && next < given && clew_shared->inputs[next].in_library) next++;\n"
    "  if (n >= clew_shared->most || (separate && !clew_library && next >= given)) clew_stop(1);\n"
    "  char *to = clew_shared->log[n].function;\n"
    "  for (unsigned i = 0; i < 46 && function[i]; i++) to[i] = function[i], to[i + 1] = 0;\n"
    "  clew_shared->log[n].in_library = clew_library;\n"
    "  clew_shared->taken = n + 1;\n"
    "  if (separate && clew_library && next < given && !clew_shared->inputs[next].in_library) return &zero;\n"
    "  return next < clew_shared->given ? &clew_shared->inputs[next++] : &zero;\n"
    "}\n"
    "static unsigned long long *clew_noted(void) { return clew_shared->log[clew_shared->taken - 1].i; }\n\n"
    "WEAK __attribute__((noinline)) void clew_error(const char *what) {\n"
    "  clew_seen(what);\n"
    "}\n\n"
    "WEAK void __VERIFIER_assume(int condition) {\n  if (!condition) clew_stop(2);\n}\n\n"
    "// What models of the C library say that they do not do.\n"
    "void clew_not_computed(void) { clew_stop(3); }\n"
    "void __clew_unsupported(const char *what) { clew_stop(3); }\n\n";

void trial_runtime_take(int descriptor, struct text *out) {
  text_add(out, exchange);
  text_printf(out, attach, descriptor + 1, descriptor + 1);
  text_add(out, take);
}

// The function of one type: what it returns is noted as bits.
void trial_runtime_giver(const char *type, const char *member, const char *name, struct text *out) {
  text_printf(out, "%s %s(const char *function) {\n  const struct clew_given *g = clew_take(function);\n", type, name);
  switch (member[0]) {
  case 'f':
    text_add(out, "  union { float f; unsigned u; } bits = {g->f};\n  clew_noted()[0] = bits.u;\n  return g->f;\n}\n");
    break;
  case 'd':
    text_add(out, "  union { double d; unsigned long long u; } bits = {g->d};\n  clew_noted()[0] = bits.u;\n"
                  "  return g->d;\n}\n");
    break;
  case 'l':
    text_add(out, "  for (int i = 0; i < 10; i++) ((char *)clew_noted())[i] = g->l[i];\n"
                  "  return *(long double *)g->l;\n}\n");
    break;
  case 'w':
    text_printf(out,
                "  clew_noted()[0] = g->i[0], clew_noted()[1] = g->i[1];\n"
                "  return (%s)((unsigned __int128)g->i[1] << 64 | g->i[0]);\n}\n",
                type);
    break;
  default: text_printf(out, "  clew_noted()[0] = (%s)g->i[0];\n  return (%s)g->i[0];\n}\n", type, type);
  }
}

void trial_runtime_pointer(struct text *out) {
  text_add(out, "void *clew_give_pointer(const char *function) __asm__(\"clew.give_pointer\");\n"
                "void *clew_give_pointer(const char *function) {\n"
                "  const struct clew_given *g = clew_take(function);\n"
                "  clew_noted()[0] = g->i[0];\n"
                "  return clew_pointer(g->i[0]);\n"
                "}\n");
}

// Memory that is an input: each byte is noted.
void trial_runtime_blocks(struct text *out) {
  text_add(out, "static void clew_block(unsigned char *block, __SIZE_TYPE__ size, const char *function) {\n"
                "  static unsigned call;\n"
                "  call++;\n"
                "  for (__SIZE_TYPE__ i = 0; i < size; i++) {\n"
                "    unsigned char value = 0;\n"
                "    for (unsigned k = 0; clew_shared->has_blocks && k < clew_shared->bytes; k++)\n"
                "      if (clew_shared->block[k].call == call && clew_shared->block[k].offset == i)\n"
                "        value = clew_shared->block[k].value;\n"
                "    if (clew_shared->has_blocks) {\n"
                "      if (clew_shared->taken >= clew_shared->most) clew_stop(1);\n"
                "      clew_shared->log[clew_shared->taken].in_library = clew_library;\n"
                "      char *to = clew_shared->log[clew_shared->taken++].function;\n"
                "      for (unsigned j = 0; function[j]; j++) to[j] = function[j], to[j + 1] = 0;\n"
                "    } else {\n"
                "      value = clew_take(function)->i[0];\n"
                "    }\n"
                "    clew_noted()[0] = block[i] = value;\n"
                "  }\n"
                "}\n"
                "WEAK void __VERIFIER_nondet_memory(unsigned char *block, __SIZE_TYPE__ size) {\n"
                "  clew_block(block, size, \"__VERIFIER_nondet_memory\");\n"
                "}\n"
                "WEAK void klee_make_symbolic(unsigned char *block, __SIZE_TYPE__ size) {\n"
                "  clew_block(block, size, \"klee_make_symbolic\");\n"
                "}\n");
}
