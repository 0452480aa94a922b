// Options as data: a table lists them, a block of memory holds their values.
//
// A table is made from a .def file by expanding it twice: to the fields of a struct, and to entries with their offsets.
#ifndef CLEW_BASE_TABLE_OPTION_H
#define CLEW_BASE_TABLE_OPTION_H
#include "base/error.h"
#include "base/text/text.h"
#include "base/memory/vec.h"
#include <stdbool.h>
#include <stddef.h>

VEC_TYPE(vec_word, const char *)

#define OPTION_WHOLE_MOST 1000000u

enum option_kind {
  OPTION_FLAG, // bool
  OPTION_VALUE, // const char *
  OPTION_NUMBER, // double, not negative
  OPTION_WHOLE, // uint32_t
  OPTION_CHOICE, // uint32_t: the number of the word among `metavar`, which lists them separated by |
  OPTION_LIST, // struct vec_word: may be repeated
  OPTION_SET, // uint32_t: bits of the words among `metavar`, given as a list with commas; `all` and `none` too
};

struct option_entry {
  enum option_kind kind;
  const char *name, *letter; // "--long", "-l" or NULL
  const char *metavar; // NULL for flags
  const char *otherwise; // the default as text, or NULL
  const char *help;
  size_t offset; // of the field
  uint32_t tags; // what else the table says of it: bits, OPTION_… below or those of whoever expands the table
};

// Tags of engines' options: naming the option chooses the engine that has it, where none is named; the option is
// ignored, not refused, where another engine was chosen in that way.
#define OPTION_CHOOSES_ENGINE 1u
#define OPTION_IGNORED_BY_CHOSEN 2u

struct option_table {
  const struct option_entry *entries;
  uint32_t n;
  size_t size; // of the block
};
#define OPTION_TABLE(entries, type) {entries, sizeof entries / sizeof *entries, sizeof(type)}

// The block with the defaults.
void option_defaults(const struct option_table *table, void *block);
void option_release(const struct option_table *table, void *block); // what it owns
// The entry that a word of the command line names, by its long or short form; *value is the text attached to it
// ("--x=v", "-Iv") or NULL. NULL: there is none.
const struct option_entry *option_find(const struct option_table *table, const char *word, const char **value);
// Sets the option; `value` NULL for a flag. False: the value is not one, `error` says why.
bool option_set(const struct option_entry *entry, void *block, const char *value, struct error *error);
const void *option_field(const struct option_entry *entry, const void *block);
// The words that a CHOICE or a SET takes, `all` and `none` too, with `between` between them. False: it is of another
// kind.
bool option_words(const struct option_entry *entry, const char *between, struct text *out);
// The value as it would be written on the command line: "dfs", "guards,runs", "3"; nothing for a flag that is not set
// and a value that is not there.
void option_print(const struct option_entry *entry, const void *block, struct text *out);

// Entries for a table `struct NAME` from FLAG(field, "--long", "-s" or NULL, "help"), VALUE(field, "--long", letter,
// "METAVAR", "default" or NULL, "help"), NUMBER and WHOLE(field, "--long", letter, "METAVAR", default, "help"),
// CHOICE and SET(field, "--long", letter, "a|b|c", "default", "help"), LIST(field, "--long", letter, "METAVAR",
// "help"), each perhaps with the tags as a last column: base/table/option_fields.h and base/table/option_entries.h
// define the macros for the two expansions, option_end.h undefines them.

#endif
