// The checks of the program as comma-separated values: file, line, kind, status.
#include "base/file/output.h"
#include "report/presentation.h"

// Quotes are doubled.
static void add_field(const char *field, char end, struct text *out) {
  text_addc(out, '"');
  for (; *field; field++) {
    if (*field == '"') text_addc(out, '"');
    text_addc(out, *field);
  }
  text_addc(out, '"');
  text_addc(out, end);
}

static void add_check(const struct report *report, const struct assertion *a, struct text *out) {
  struct text kind = {0};
  report_assertion_kind(a, &kind);
  add_field(a->place.line ? report->cfa->files.data[a->place.file] : "", ',', out);
  text_printf(out, "%u,", a->place.line);
  add_field(text_cstr(&kind), ',', out);
  add_field(report_assertion_status(a), '\n', out);
  text_release(&kind);
}

static bool write_checks(const struct report *report, const char *file, struct error *error) {
  struct text text = {0};
  text_add(&text, "file,line,check,status\n");
  for (uint32_t i = 0; report->assertions && i < report->assertions->size; i++)
    add_check(report, &report->assertions->data[i], &text);
  bool good = output_write(file, &text, error);
  text_release(&text);
  return good;
}

int present_csv(struct presentation *p, const char *file) { return present_document(p, file, write_checks); }
