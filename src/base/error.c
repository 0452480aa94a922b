// See error.h. The first error is the one that counts: later ones follow from it.
#include "base/error.h"
#include "base/memory/alloc.h"
#include "base/text/text.h"
#include <stdarg.h>
#include <stddef.h>

void error_set(struct error *error, int status, const char *format, ...) {
  if (error->status) return;
  struct text text = {0};
  va_list args;
  va_start(args, format);
  text_vprintf(&text, format, args);
  va_end(args);
  error->status = status;
  error->message = mem_strdup(text_cstr(&text));
  text_release(&text);
}

void error_release(struct error *error) {
  mem_free(error->message);
  *error = (struct error){0};
}
