// Values of JSON that several files of the report make.
#ifndef CLEW_REPORT_JSON_VALUE_H
#define CLEW_REPORT_JSON_VALUE_H
#include <jansson.h>

struct report_timeline;
// File names and source lines need not be UTF-8, JSON strings must be: what is not becomes U+FFFD. NULL: null.
json_t *json_value_text(const char *string);
json_t *json_value_attempts(const struct report_timeline *t);
json_t *json_value_events(const struct report_timeline *t);

#endif
