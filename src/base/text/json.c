// See json.h.
#include "base/text/json.h"
#include "base/text/text.h"

json_t *json_value_text(const char *string) {
  if (!string) return json_null();
  json_t *valid = json_string(string);
  if (valid) return valid;
  struct text text = {0};
  for (const unsigned char *p = (const unsigned char *)string; *p;) {
    size_t n = *p < 0x80                 ? 1
               : *p >= 0xc2 && *p < 0xe0 ? 2
               : *p >= 0xe0 && *p < 0xf0 ? 3
               : *p >= 0xf0 && *p < 0xf5 ? 4
                                         : 0;
    size_t have = 1;
    while (have < n && (p[have] & 0xc0) == 0x80) have++;
    json_t *piece = n && have == n ? json_stringn((const char *)p, n) : NULL;
    if (piece) text_add_n(&text, (const char *)p, n);
    else text_add(&text, "\xef\xbf\xbd");
    p += piece ? n : 1;
    json_decref(piece);
  }
  valid = json_string(text_cstr(&text));
  text_release(&text);
  return valid ? valid : json_null();
}
