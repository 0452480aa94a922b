// What the program is checked for: --check, or a property file of the field (--property).
#ifndef CLEW_CLI_SPECIFICATION_H
#define CLEW_CLI_SPECIFICATION_H
#include "base/error.h"
#include "cfa/property.h"
#include <stdbool.h>

struct specification {
  properties checked; // 0 until something says what is checked
  char *entry; // the function in init(…), owned; NULL: no property file was given
  char *error_function; // the function in call(…), owned; NULL: none was named
  char *unsupported; // owned: a property that clew does not check; NULL: none
};
bool specification_read(struct specification *specification, const char *file, struct error *error);
void specification_release(struct specification *specification);

#endif
