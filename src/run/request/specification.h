// What the program is checked for: --check, or a property file of the field (--property).
#ifndef CLEW_RUN_REQUEST_SPECIFICATION_H
#define CLEW_RUN_REQUEST_SPECIFICATION_H
#include "base/error.h"
#include "base/text/text.h"
#include "property/property.h"
#include <stdbool.h>

enum covers { COVERS_NOTHING, COVERS_BRANCHES, COVERS_CALLS };

struct specification {
  properties checked; // 0: not known yet
  char *entry; // the function in init(…), owned; NULL: no property file was given
  char *error_function; // the function in call(…), owned; NULL: none was named
  struct text text; // the property file's lines; empty: none was given
  enum covers covers; // what tests are to cover, of a property of Test-Comp: COVER(…) instead of CHECK(…)
  char *goal; // that line, owned; NULL: there is none
  char *unsupported; // owned: a property that clew does not check; NULL: none
};
// Prints the specification as a property file: its own text, or a line for each property of `what`; execution starts at
// `entry`. Undefined behaviour has no such line. False: no property of `what` has one.
bool specification_print(const struct specification *specification, properties what, const char *entry,
                         struct text *out);
bool specification_read(struct specification *specification, const char *file, struct error *error);
// The same of a text; `file` is for messages.
bool specification_parse(struct specification *specification, const char *file, const struct text *content,
                         struct error *error);
void specification_release(struct specification *specification);

#endif
