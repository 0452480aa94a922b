#include "json.h"
#include <assert.h>

char json_peek(const struct json *json) {
  assert(json->at <= json->length);
  return json->at < json->length ? json->text[json->at] : '\0';
}

static void skip_spaces(struct json *json) {
  while (json_peek(json) == ' ' || json_peek(json) == '\n') json->at++;
}

static int number(struct json *json) {
  if (json_peek(json) == '-') json->at++;
  size_t start = json->at;
  while (json_peek(json) >= '0' && json_peek(json) <= '9') json->at++;
  return json->at > start;
}

static int string(struct json *json) {
  json->at++;
  while (json->at < json->length) {
    char c = json_peek(json);
    json->at++;
    if (c == '"') return 1;
#ifdef BROKEN
    if (c == '\\') json->at++;
#else
    if (c == '\\' && json->at < json->length) json->at++;
#endif
  }
  return json_peek(json) != '\0';
}

static int value(struct json *json);

static int array(struct json *json) {
  if (++json->depth > JSON_DEPTH) return 0;
  json->at++;
  skip_spaces(json);
  if (json_peek(json) != ']') {
    for (;;) {
      if (!value(json)) return 0;
      if (json_peek(json) != ',') break;
      json->at++;
    }
    if (json_peek(json) != ']') return 0;
  }
  json->at++;
  json->depth--;
  return 1;
}

static int value(struct json *json) {
  skip_spaces(json);
  char c = json_peek(json);
  int good = c == '[' ? array(json) : c == '"' ? string(json) : number(json);
  if (good) skip_spaces(json);
  return good;
}

int json_valid(const char *text, size_t length) {
  struct json json = {.text = text, .length = length};
  return value(&json) && json.at == length && json.depth == 0;
}
