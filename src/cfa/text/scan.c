// The small pieces of the text format. See scan.h.
#include "cfa/text/scan.h"
#include "cfa/text/names.h"
#include <stdarg.h>

bool scan_fail(struct scanner *s, const char *at, const char *format, ...) {
  uint32_t line = 1, column = 1;
  for (const char *p = s->content; p < at; p++) {
    if (*p == '\n') line++, column = 1;
    else if (((unsigned char)*p & 0xc0) != 0x80) column++;   // characters, not bytes
  }
  struct text t = {0};
  va_list args;
  va_start(args, format);
  text_vprintf(&t, format, args);
  va_end(args);
  error_set(s->error, EXIT_DATA, "%s:%u:%u: %s", s->file, line, column, text_cstr(&t));
  text_release(&t);
  return false;
}

void scan_space(struct scanner *s) {
  for (;; s->at++) {
    while (*s->at == ';')
      while (*s->at && *s->at != '\n') s->at++;
    if (!*s->at || !strchr(" \t\r\n", *s->at)) return;
  }
}

void scan_blanks(struct scanner *s) {
  while (*s->at == ' ' || *s->at == '\t' || *s->at == '\r') s->at++;
  if (*s->at == ';')
    while (*s->at && *s->at != '\n') s->at++;
}

bool scan_at_line_end(struct scanner *s) {
  scan_blanks(s);
  return !*s->at || *s->at == '\n';
}

// Is the next piece on this line this word? Takes it if so. A name between bars is no word.
bool scan_word(struct scanner *s, const char *word) {
  scan_blanks(s);
  size_t n = strlen(word);
  if (strncmp(s->at, word, n) || cfa_is_symbol_char(s->at[n])) return false;
  s->at += n;
  return true;
}

bool scan_mark(struct scanner *s, const char *mark) {
  scan_blanks(s);
  if (strncmp(s->at, mark, strlen(mark))) return false;
  s->at += strlen(mark);
  return true;
}

int scan_one_of(struct scanner *s, const char *const *words) {
  for (int i = 0; words[i]; i++)
    if (scan_word(s, words[i])) return i;
  return -1;
}

// Text up to the closing quote, with \", \|, \\ and \n.
static bool scan_quoted(struct scanner *s, char quote, const char **out) {
  const char *start = s->at++;
  text_clear(&s->scratch);
  for (; *s->at != quote; s->at++) {
    if (!*s->at)
      return scan_fail(s, start, quote == '"' ? "this string does not end" : "this quoted name does not end");
    if (*s->at == '\\' && s->at[1]) {
      s->at++;
      text_addc(&s->scratch, *s->at == 'n' ? '\n' : *s->at);
    } else {
      text_addc(&s->scratch, *s->at);
    }
  }
  s->at++;
  *out = cfa_string(s->cfa, text_cstr(&s->scratch));
  return true;
}

bool scan_name(struct scanner *s, const char *what, const char **out) {
  scan_blanks(s);
  if (*s->at == '|') return scan_quoted(s, '|', out);
  const char *end = s->at;
  while (cfa_is_symbol_char(*end)) end++;
  size_t n = (size_t)(end - s->at);
  if (!n || (*s->at >= '0' && *s->at <= '9')) return scan_fail(s, s->at, "expected %s", what);
  if (cfa_is_mark(s->at, n)) return scan_fail(s, s->at, "expected %s", what);
  text_clear(&s->scratch);
  text_add_n(&s->scratch, s->at, n);
  *out = cfa_string(s->cfa, text_cstr(&s->scratch));
  s->at = end;
  return true;
}

bool scan_at_string(struct scanner *s) {
  scan_blanks(s);
  return *s->at == '"';
}

bool scan_string(struct scanner *s, const char **out) {
  if (!scan_at_string(s)) return scan_fail(s, s->at, "expected a string in double quotes");
  return scan_quoted(s, '"', out);
}

bool scan_number(struct scanner *s, uint64_t most, uint64_t *out) {
  scan_blanks(s);
  const char *start = s->at;
  unsigned base = s->at[0] == '0' && s->at[1] == 'x' ? 16 : 10;
  if (base == 16) s->at += 2;
  uint64_t value = 0;
  const char *digits = s->at;
  for (;; s->at++) {
    char c = *s->at;
    unsigned d = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                 : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                 : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                        : 99;
    if (d >= base) break;
    if (value > (UINT64_MAX - d) / base) return scan_fail(s, start, "this number is too large");
    value = value * base + d;
  }
  if (s->at == digits) return scan_fail(s, start, "expected a number");
  if (value > most) return scan_fail(s, start, "this number is too large");
  *out = value;
  return true;
}

// [FILE:]LINE:COLUMN, or ? for an unknown place.
bool scan_place(struct scanner *s, struct source_place *out) {
  *out = (struct source_place){0};
  if (scan_word(s, "?")) return true;
  scan_blanks(s);
  const char *start = s->at;
  uint64_t a, b, c;
  if (*s->at < '0' || *s->at > '9') return scan_fail(s, start, "expected a place, line:column or file:line:column");
  if (!scan_number(s, UINT32_MAX, &a)) return false;
  if (!scan_mark(s, ":")) return scan_fail(s, s->at, "expected ':' and a column");
  if (!scan_number(s, UINT32_MAX, &b)) return false;
  *out = (struct source_place){0, (uint32_t)a, (uint32_t)b};
  if (*s->at == ':' && s->at[1] >= '0' && s->at[1] <= '9') {
    s->at++;
    if (!scan_number(s, UINT32_MAX, &c)) return false;
    *out = (struct source_place){(uint32_t)a, (uint32_t)b, (uint32_t)c};
  }
  if (out->line && out->file >= s->cfa->files.size)
    return scan_fail(s, start, "this place is in file number %u, but %u are listed with 'file'", out->file,
                     s->cfa->files.size);
  if (!out->line) *out = (struct source_place){0};
  return true;
}

bool scan_sort(struct scanner *s, struct sort *out) {
  scan_blanks(s);
  const char *message = "expected a sort";
  *out = sort_parse(s->cfa->tm, &s->at, &message);
  return out->id || scan_fail(s, s->at, "in a sort: %s", message);
}
