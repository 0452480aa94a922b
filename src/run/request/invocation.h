// A command of a C compiler, taken apart: what it reads, what it writes, and the flags that change what the program
// means (compiler.def). For commands that were meant for the compiler: those of a compilation database and of
// `clew cc`.
#ifndef CLEW_RUN_REQUEST_INVOCATION_H
#define CLEW_RUN_REQUEST_INVOCATION_H
#include "run/request/compiler.h"

struct invocation {
  struct compiler compiler; // flags for clang, and -m32 or -m64
  const char *output; // of -o; NULL: none is named
  struct vec_word inputs; // words that are neither flags nor their values
  struct vec_word folders, libraries; // of -L and -l
  bool only_compiles; // -c
  bool stops; // before there is an object file, or does something else: -E, -S, -M, --version …
  bool has_lto; // -flto
  struct error refused; // the first flag that clew does not follow
  bool unknown; // which is one that it does not know
};

// The words behind the compiler's name; they are borrowed.
void invocation_read(struct invocation *invocation, const struct vec_word *words);
void invocation_release(struct invocation *invocation);

#endif
