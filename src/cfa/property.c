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
