// Properties: each is a kind of error location (DESIGN: a property is error edges; engines know none).
#ifndef CLEW_CFA_PROPERTY_H
#define CLEW_CFA_PROPERTY_H
#include <stdint.h>

enum property {
#define PROPERTY(identifier, name, word, error, excluded) PROPERTY_##identifier,
#include "cfa/properties.def"
#undef PROPERTY
  N_PROPERTIES
};
typedef uint32_t properties; // a set: 1u << property
// In a native run: the function that is called where a check in the program fails.
#define PROPERTY_VIOLATED "clew_violation"
// Texts of errors where the program itself says that no path goes on: without a check, too, a path ends there.
#define PROPERTY_TEXT_UNREACHABLE "a place that the program says cannot be reached"
#define PROPERTY_TEXT_ASSUMED "an assumption for the compiler (__builtin_assume) that does not hold"
#define PROPERTY_SET(identifier) (1u << PROPERTY_##identifier)

struct property_entry {
  const char *name; // in the result line: "no-overflow"
  const char *word; // of --check
  const char *error; // "A signed integer overflow" (can be reached)
  const char *excluded; // "signed integer overflow"
};
extern const struct property_entry property_table[N_PROPERTIES];
// Flags of clang that make a program ask about what is checked, or give overflow its usual meaning; NULL at the end.
const char *const *property_flags(properties checked);
extern const char *const property_names[N_PROPERTIES + 1]; // with NULL at the end

#endif
