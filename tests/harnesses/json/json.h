#ifndef JSON_H
#define JSON_H
// A validating reader of JSON values: no objects, no exponents.
#include <stddef.h>

enum { JSON_DEPTH = 3 };

struct json {
  const char *text;
  size_t at, length;
  int depth;
};

int json_valid(const char *text, size_t length);
char json_peek(const struct json *json);

#endif
