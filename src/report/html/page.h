// The files of pages as text, embedded at build time (cmake/page.c.in). A page says where the others go: @@TITLE@@,
// @@STYLE@@, @@DATA@@, @@SCRIPT@@. The scripts are one after the other, elements.js first.
#ifndef CLEW_REPORT_HTML_PAGE_H
#define CLEW_REPORT_HTML_PAGE_H
#include "base/text/text.h"
#include <jansson.h>

extern const char html_page[], html_style[], html_script[];    // clew verify --report
extern const char bench_page[], bench_style[], bench_script[]; // clew bench --report

struct html_parts {
  const char *page, *style, *script;
  const char *title; // need not be UTF-8
  const json_t *data;
};
// The data stands in a script element of a type that is not run; "<" is written as \u003c in it, so that nothing in it
// can end the element.
void html_fill(const struct html_parts *parts, struct text *out);

#endif
