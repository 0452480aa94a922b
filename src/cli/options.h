// The options of `clew verify` and `clew cfa`, read from the command line by
// the table base/options.def. Strings are borrowed from the arguments.
#ifndef CLEW_CLI_OPTIONS_H
#define CLEW_CLI_OPTIONS_H
#include "base/error.h"
#include "base/vec.h"
#include "base/words.h"
#include <stdbool.h>
#include <stddef.h>

VEC_TYPE(vec_word, const char *)

struct options {
#define FLAG(field, name, letter, help) bool field;
#define VALUE(field, name, letter, metavar, otherwise, help) const char *field;
#define NUMBER(field, name, letter, metavar, otherwise, help) double field;
#define LIST(field, name, letter, metavar, help) struct vec_word field;
#include "base/options.def"
#undef FLAG
#undef VALUE
#undef NUMBER
#undef LIST
  struct vec_word files;
  bool help;                       // --help was given
};

enum option_kind { OPTION_FLAG, OPTION_VALUE, OPTION_NUMBER, OPTION_LIST };

struct option_entry {
  enum option_kind kind;
  const char *name, *letter;       // "--long", "-l" or NULL
  const char *metavar;             // NULL for flags
  const char *otherwise;           // the default as text, or NULL
  const char *help;
  size_t offset;                   // of the field
};

const struct option_entry *options_table(unsigned *count);
// False on a wrong command line.
bool options_parse(struct options *options, int argc, char **argv, struct error *error);
void options_release(struct options *options);
// A number that must be whole and at most `most`.
bool options_whole(const char *option, double value, uint32_t most, uint32_t *out, struct error *error);

#endif
