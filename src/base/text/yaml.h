// YAML files as trees, for task definitions and witnesses: what libyaml reads, with the place of every node. An alias
// shares the items of what it stands for, so that the tree is as small as the file.
#ifndef CLEW_BASE_TEXT_YAML_H
#define CLEW_BASE_TEXT_YAML_H
#include "base/memory/arena.h"
#include "base/error.h"
#include "base/text/text.h"
#include <stdbool.h>
#include <stdint.h>

enum yaml_kind { YAML_SCALAR, YAML_LIST, YAML_MAP };

struct yaml {
  enum yaml_kind kind;
  bool quoted; // of a scalar: "1" is a text
  const char *text; // of a scalar
  uint32_t line, column; // from 1
  struct yaml *first, *next; // the items, or the values of a map; and the next one beside this
  const char *key; // within a map
  uint32_t key_line, key_column;
};

// The first document of the file, which must be the only one; in the arena. NULL with a message that has its place.
const struct yaml *yaml_read(const char *file, const struct text *content, struct arena *arena, struct error *error);
// The value of a key of a map; NULL: there is none, or this is no map (which may be NULL).
const struct yaml *yaml_get(const struct yaml *map, const char *key);
// The text of a scalar; NULL: it is none.
const char *yaml_text(const struct yaml *node);
const char *yaml_get_text(const struct yaml *map, const char *key);
uint32_t yaml_size(const struct yaml *node); // how many items
// Bad input at a node: "file:line:column: …", EXIT_DATA. Returns false.
bool yaml_complain(struct error *error, const char *file, const struct yaml *node, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
