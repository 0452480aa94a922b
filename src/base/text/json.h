// Values of JSON (libjansson).
#ifndef CLEW_BASE_TEXT_JSON_H
#define CLEW_BASE_TEXT_JSON_H
#include <jansson.h>

// File names and source lines need not be UTF-8, JSON strings must be: what is not becomes U+FFFD. NULL: null.
json_t *json_value_text(const char *string);

#endif
