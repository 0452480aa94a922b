// See compiler.h.
#include "run/request/compiler.h"
#include "base/memory/alloc.h"
#include "base/file/input.h"
#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#define NESTED_MOST 10u // response files in response files

enum effect { EFFECT_HONOURED, EFFECT_IGNORED, EFFECT_REFUSED, EFFECT_BITS, EFFECT_LANGUAGE };
enum form { EXACT, JOINED, NEXT, EITHER, FAMILY };

struct entry {
  enum effect effect;
  const char *flag;
  enum form form;
  uint32_t bits;
  const char *reason;
};

static const struct entry entries[] = {
#define HONOURED(flag, form) {EFFECT_HONOURED, flag, form, 0, NULL},
#define IGNORED(flag, form) {EFFECT_IGNORED, flag, form, 0, NULL},
#define REFUSED(flag, form, reason) {EFFECT_REFUSED, flag, form, 0, reason},
#define OPTIMISATION(name) {EFFECT_IGNORED, name, FAMILY, 0, NULL},
#define BITS(flag, bits) {EFFECT_BITS, flag, EXACT, bits, NULL},
#define LANGUAGE(flag, form) {EFFECT_LANGUAGE, flag, form, 0, NULL},
#include "run/request/compiler.def"
#undef HONOURED
#undef IGNORED
#undef REFUSED
#undef OPTIMISATION
#undef BITS
#undef LANGUAGE
};

void compiler_release(struct compiler *c) {
  for (uint32_t i = 0; i < c->flags.size; i++) mem_free((char *)c->flags.data[i]);
  for (uint32_t i = 0; i < c->read.size; i++) mem_free((char *)c->read.data[i]);
  vec_word_release(&c->flags);
  vec_word_release(&c->read);
}

void compiler_add(struct compiler *c, const char *flag, const char *value) {
  struct text text = {0};
  text_printf(&text, "%s%s", flag, value);
  vec_word_push(&c->flags, mem_strdup(text_cstr(&text)));
  text_release(&text);
}

// --- the table -------------------------------------------------------------------------------------------------------

static bool begins(const char *word, const char *with) { return strncmp(word, with, strlen(with)) == 0; }

static bool matches(const struct entry *entry, const char *word) {
  switch (entry->form) {
  case EXACT:
  case NEXT: return strcmp(word, entry->flag) == 0;
  case JOINED:
  case EITHER: return begins(word, entry->flag);
  case FAMILY: return begins(word, "-f") && begins(word + (begins(word, "-fno-") ? 5 : 2), entry->flag);
  }
  return false;
}

static const struct entry *find(const char *word) {
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (matches(&entries[i], word)) return &entries[i];
  return NULL;
}

static bool takes_next(const struct entry *entry, const char *word) {
  return entry->form == NEXT || (entry->form == EITHER && strcmp(word, entry->flag) == 0);
}

uint32_t compiler_words(const char *word) {
  const struct entry *entry = find(word);
  return !entry ? 0 : takes_next(entry, word) ? 2 : 1;
}

// -x: what the files are is told by their names; the flag may only say the same.
static bool check_language(const char *language, struct error *error) {
  static const char *const known[] = {"c", "cpp-output", "none"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(language, known[i]) == 0) return true;
  error_set(error, EXIT_USAGE, "-x %s: clew reads C", language);
  return false;
}

bool compiler_flag(struct compiler *c, const char *word, const char *value, struct error *error) {
  const struct entry *entry = find(word);
  bool next = takes_next(entry, word);
  if (entry->effect == EFFECT_REFUSED) {
    error_set(error, EXIT_USAGE, "the compiler flag %s is refused: %s", word, entry->reason);
    return false;
  }
  if (next && !value) {
    error_set(error, EXIT_USAGE, "the compiler flag %s wants a value", word);
    return false;
  }
  if (entry->effect == EFFECT_BITS) c->bits = entry->bits;
  if (entry->effect == EFFECT_LANGUAGE) return check_language(next ? value : word + strlen(entry->flag), error);
  if (entry->effect != EFFECT_HONOURED) return true;
  compiler_add(c, word, "");
  if (next) compiler_add(c, value, "");
  return true;
}

// --- response files --------------------------------------------------------------------------------------------------

// The next word of the text, owned, as gcc reads them: separated by blanks, with quotes and backslashes; NULL: none.
static char *next_word(const char **at) {
  while (isspace((unsigned char)**at)) ++*at;
  if (!**at) return NULL;
  struct text word = {0};
  char quote = 0;
  for (; **at && (quote || !isspace((unsigned char)**at)); ++*at) {
    if (**at == '\\' && (*at)[1]) text_addc(&word, *++*at);
    else if (quote ? **at == quote : **at == '\'' || **at == '"') quote = quote ? 0 : **at;
    else text_addc(&word, **at);
  }
  char *copy = mem_strdup(text_cstr(&word));
  text_release(&word);
  return copy;
}

static bool expand_word(struct compiler *c, const char *word, uint32_t depth, struct vec_word *out,
                        struct error *error) {
  struct stat status;
  if (word[0] != '@' || stat(word + 1, &status) != 0 || !S_ISREG(status.st_mode)) {
    vec_word_push(out, word);
    return true;
  }
  if (depth == NESTED_MOST) {
    error_set(error, EXIT_USAGE, "%s: response files are nested too deeply", word);
    return false;
  }
  struct text content = {0};
  bool good = input_read(word + 1, &content, error);
  const char *at = text_cstr(&content);
  for (char *next; good && (next = next_word(&at));) {
    vec_word_push(&c->read, next);
    good = expand_word(c, next, depth + 1, out, error);
  }
  text_release(&content);
  return good;
}

bool compiler_expand(struct compiler *c, uint32_t argc, char **argv, struct vec_word *out, struct error *error) {
  bool good = true;
  for (uint32_t i = 0; i < argc && good; i++) good = expand_word(c, argv[i], 0, out, error);
  return good;
}
