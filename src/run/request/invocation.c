// See invocation.h.
#include "run/request/invocation.h"
#include <string.h>

static bool begins(const char *word, const char *with) { return strncmp(word, with, strlen(with)) == 0; }

// -I, -D and -U are options of clew, not in the table; joined to their values or not. So is -o.
static bool take_letter(struct invocation *v, const char *word, const char *next, bool *takes_next) {
  if (!word[1] || !strchr("IDUo", word[1]) || begins(word, "-object")) return false;
  const char *value = word[2] ? word + 2 : next;
  char flag[3] = {'-', word[1], 0};
  *takes_next = !word[2];
  if (word[1] == 'o') v->output = value;
  else if (value) compiler_add(&v->compiler, flag, value);
  return true;
}

// Flags that say what the command is for.
static void note_mode(struct invocation *v, const char *word, const char *next) {
  static const char *const ends[] = {"-E",           "-S",         "-M",        "-MM",    "-fsyntax-only",
                                     "-###",         "-emit-llvm", "--version", "--help", "-dumpmachine",
                                     "-dumpversion", "-dumpspecs", "--analyze", "-V"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) v->stops |= strcmp(word, ends[i]) == 0;
  v->stops |= begins(word, "-print-") || begins(word, "--print-") || begins(word, "-dumpfull");
  v->only_compiles |= strcmp(word, "-c") == 0;
  if (begins(word, "-flto")) v->has_lto = true;
  const char *value = word[2] ? word + 2 : next;
  if (begins(word, "-L") && value) vec_word_push(&v->folders, value);
  if (begins(word, "-l") && value) vec_word_push(&v->libraries, value);
}

static void take_flag(struct invocation *v, const char *word, const char *next, bool *takes_next) {
  if (take_letter(v, word, next, takes_next)) return;
  note_mode(v, word, next);
  // Words that clew has another use for.
  if (strcmp(word, "-v") == 0 || strcmp(word, "-q") == 0 || strcmp(word, "-p") == 0 || strcmp(word, "--") == 0) return;
  uint32_t words = compiler_words(word);
  *takes_next = words == 2;
  if (v->refused.status) return;
  if (words) {
    compiler_flag(&v->compiler, word, words == 2 ? next : NULL, &v->refused);
  } else if (!v->stops) {
    v->unknown = true;
    error_set(&v->refused, EXIT_DATA, "unknown compiler flag %s: whether it changes what the program does is not known",
              word);
  }
}

void invocation_read(struct invocation *invocation, const struct vec_word *words) {
  for (uint32_t i = 0; i < words->size; i++) {
    const char *word = words->data[i];
    bool takes_next = false;
    if (word[0] != '-' || !word[1]) vec_word_push(&invocation->inputs, word);
    else take_flag(invocation, word, i + 1 < words->size ? words->data[i + 1] : NULL, &takes_next);
    i += takes_next;
  }
}

void invocation_release(struct invocation *invocation) {
  compiler_release(&invocation->compiler);
  vec_word_release(&invocation->inputs);
  vec_word_release(&invocation->folders);
  vec_word_release(&invocation->libraries);
  error_release(&invocation->refused);
}
