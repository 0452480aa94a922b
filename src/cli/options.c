// See options.h.
#include "cli/options.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct option_entry table[] = {
#define FLAG(field, name, letter, help) {OPTION_FLAG, name, letter, NULL, NULL, help, offsetof(struct options, field)},
#define VALUE(field, name, letter, metavar, otherwise, help)                                                           \
  {OPTION_VALUE, name, letter, metavar, otherwise, help, offsetof(struct options, field)},
#define NUMBER(field, name, letter, metavar, otherwise, help)                                                          \
  {OPTION_NUMBER, name, letter, metavar, #otherwise, help, offsetof(struct options, field)},
#define LIST(field, name, letter, metavar, help)                                                                       \
  {OPTION_LIST, name, letter, metavar, NULL, help, offsetof(struct options, field)},
#include "base/options.def"
#undef FLAG
#undef VALUE
#undef NUMBER
#undef LIST
};
enum { TABLE_SIZE = sizeof table / sizeof *table };

const struct option_entry *options_table(unsigned *count) {
  *count = TABLE_SIZE;
  return table;
}

static void options_init(struct options *options) {
  *options = (struct options){
#define FLAG(field, name, letter, help)
#define VALUE(field, name, letter, metavar, otherwise, help) .field = otherwise,
#define NUMBER(field, name, letter, metavar, otherwise, help) .field = otherwise,
#define LIST(field, name, letter, metavar, help)
#include "base/options.def"
#undef FLAG
#undef VALUE
#undef NUMBER
#undef LIST
  };
}

void options_release(struct options *options) {
#define FLAG(field, name, letter, help)
#define VALUE(field, name, letter, metavar, otherwise, help)
#define NUMBER(field, name, letter, metavar, otherwise, help)
#define LIST(field, name, letter, metavar, help) vec_word_release(&options->field);
#include "base/options.def"
#undef FLAG
#undef VALUE
#undef NUMBER
#undef LIST
  vec_word_release(&options->files);
}

// The option the word names, by its long or short form; *value is what is attached to it ("--x=v", "-Iv") or NULL.
static const struct option_entry *option_named(const char *word, const char **value) {
  *value = NULL;
  for (unsigned i = 0; i < TABLE_SIZE; i++) {
    size_t n = strlen(table[i].name);
    if (strncmp(word, table[i].name, n) == 0 && (word[n] == 0 || word[n] == '=')) {
      if (word[n] == '=') *value = word + n + 1;
      return &table[i];
    }
    const char *letter = table[i].letter;
    if (letter && strncmp(word, letter, 2) == 0 && (word[2] == 0 || table[i].kind != OPTION_FLAG)) {
      if (word[2]) *value = word + 2;
      return &table[i];
    }
  }
  return NULL;
}

static void unknown_option(const char *word, struct error *error) {
  const char *best = NULL;
  unsigned best_distance = 3;
  char name[64];
  size_t length = strcspn(word, "=");
  if (length < sizeof name) {
    memcpy(name, word, length);
    name[length] = 0;
    for (unsigned i = 0; i < TABLE_SIZE; i++) {
      unsigned d = words_distance(name, table[i].name);
      if (d < best_distance) {
        best_distance = d;
        best = table[i].name;
      }
    }
  }
  if (best) error_set(error, EXIT_USAGE, "unknown option %s; did you mean %s?", word, best);
  else error_set(error, EXIT_USAGE, "unknown option %s; `clew help verify` lists them", word);
}

static bool set_number(double *field, const struct option_entry *entry, const char *value, struct error *error) {
  char *end;
  errno = 0;
  double number = strtod(value, &end);
  if (end == value || *end || !isfinite(number) || number < 0 || value[0] == ' ') {
    error_set(error, EXIT_USAGE, "%s wants a number that is not negative, not '%s'", entry->name, value);
    return false;
  }
  *field = number;
  return true;
}

bool options_parse(struct options *options, int argc, char **argv, struct error *error) {
  options_init(options);
  bool only_files = false;
  for (int i = 0; i < argc; i++) {
    const char *word = argv[i];
    if (only_files || word[0] != '-' || word[1] == 0) {
      vec_word_push(&options->files, word);
      continue;
    }
    if (strcmp(word, "--") == 0) {
      only_files = true;
      continue;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
      options->help = true;
      continue;
    }
    const char *value;
    const struct option_entry *entry = option_named(word, &value);
    if (!entry) {
      unknown_option(word, error);
      return false;
    }
    void *field = (char *)options + entry->offset;
    if (entry->kind == OPTION_FLAG) {
      if (value) {
        error_set(error, EXIT_USAGE, "%s takes no value", entry->name);
        return false;
      }
      *(bool *)field = true;
      continue;
    }
    if (!value) {
      if (i + 1 >= argc) {
        error_set(error, EXIT_USAGE, "%s wants a value: %s %s", word, entry->name, entry->metavar);
        return false;
      }
      value = argv[++i];
    }
    if (entry->kind == OPTION_NUMBER) {
      if (!set_number(field, entry, value, error)) return false;
    } else if (entry->kind == OPTION_VALUE) {
      if (!*value) {
        error_set(error, EXIT_USAGE, "%s wants a value that is not empty", entry->name);
        return false;
      }
      *(const char **)field = value;
    } else {
      vec_word_push(field, value);
    }
  }
  return true;
}

bool options_whole(const char *option, double value, uint32_t most, uint32_t *out, struct error *error) {
  if (value == floor(value) && value <= most) {
    *out = (uint32_t)value;
    return true;
  }
  error_set(error, EXIT_USAGE, "%s wants a whole number of at most %u", option, most);
  return false;
}
