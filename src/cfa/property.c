// See property.h.
#include "cfa/property.h"
#include <stddef.h>

const struct property_entry property_table[N_PROPERTIES] = {
#define PROPERTY(identifier, name, word, error, excluded) [PROPERTY_##identifier] = {name, word, error, excluded},
#include "cfa/properties.def"
#undef PROPERTY
};

const char *const property_names[N_PROPERTIES + 1] = {
#define PROPERTY(identifier, name, word, error, excluded) [PROPERTY_##identifier] = name,
#include "cfa/properties.def"
#undef PROPERTY
    NULL,
};

// object-size and function need what only the later parts of the compiler know. Arithmetic on null is checked only
// where null is no address like others.
static const char *const flags_wrap[] = {"-fwrapv", NULL};
static const char *const flags_overflow[] = {"-fsanitize=signed-integer-overflow,shift-base",
                                             "-fno-sanitize-recover=all", "-fsanitize-recover=shift-base", NULL};
static const char *const flags_undefined[] = {"-fsanitize=undefined",         "-fno-sanitize=function,object-size,vptr",
                                              "-fdelete-null-pointer-checks", "-fno-sanitize-recover=all",
                                              "-fstrict-flex-arrays=1",       NULL};

const char *const *property_flags(properties checked) {
  if (checked & PROPERTY_SET(UNDEFINED)) return flags_undefined;
  return checked & PROPERTY_SET(OVERFLOW) ? flags_overflow : flags_wrap;
}
