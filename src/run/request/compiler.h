// Flags of C compilers on clew's command line (compiler.def), so that what a Makefile gives to the compiler can be
// given to clew: those that change what the program means are passed to clang, the others are ignored, some are
// refused.
#ifndef CLEW_RUN_REQUEST_COMPILER_H
#define CLEW_RUN_REQUEST_COMPILER_H
#include "base/table/option.h"

struct compiler {
  struct vec_word flags; // for clang, in their order; owned
  uint32_t bits;         // 32 or 64, by the last of -m32 and -m64; 0: neither was given
  struct vec_word read;  // words from response files, owned
};

void compiler_release(struct compiler *c);
// A flag for clang that was an option of clew: "-D" and its value.
void compiler_add(struct compiler *c, const char *flag, const char *value);

// The words of the command line, where @FILE stands for the words in FILE, if there is such a file.
bool compiler_expand(struct compiler *c, uint32_t argc, char **argv, struct vec_word *out, struct error *error);

// A flag of the table, with the number of words that it takes: 1, or 2 with its value. 0: there is no such flag.
uint32_t compiler_words(const char *word);
// Does what the flag is for; `value` is the next word where it takes two, NULL: it is missing. False: it is refused.
bool compiler_flag(struct compiler *c, const char *word, const char *value, struct error *error);

#endif
