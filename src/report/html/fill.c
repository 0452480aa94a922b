// See page.h.
#include "report/html/page.h"
#include "base/text/json.h"
#include <stdlib.h>
#include <string.h>

static void add_data(const json_t *root, struct text *out) {
  char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(9));
  for (const char *at = text ? text : "{}"; *at;) {
    size_t n = strcspn(at, "<");
    text_add_n(out, at, n);
    at += n;
    if (*at) {
      text_add(out, "\\u003c");
      at++;
    }
  }
  free(text);
}

static void add_title(const char *title, struct text *out) {
  json_t *valid = json_value_text(title); // as UTF-8
  for (const char *at = json_string_value(valid); at && *at; at++) {
    if (*at == '<') text_add(out, "&lt;");
    else if (*at == '&') text_add(out, "&amp;");
    else text_addc(out, *at);
  }
  json_decref(valid);
}

void html_fill(const struct html_parts *parts, struct text *out) {
  for (const char *at = parts->page; *at;) {
    const char *mark = strstr(at, "@@");
    text_add_n(out, at, mark ? (size_t)(mark - at) : strlen(at));
    if (!mark) return;
    mark += 2;
    size_t n = strcspn(mark, "@");
    if (strncmp(mark, "TITLE", n) == 0) add_title(parts->title, out);
    else if (strncmp(mark, "STYLE", n) == 0) text_add(out, parts->style);
    else if (strncmp(mark, "DATA", n) == 0) add_data(parts->data, out);
    else text_add(out, parts->script);
    at = mark + n + 2;
  }
}
