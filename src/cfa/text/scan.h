// The small pieces of the text format: words, names, strings, numbers, places.
//
// A scanner is a pointer into the text. scan_… functions that read something
// skip blanks on the line first (scan_space also skips lines and comments), and return
// false with the error set if it is not there; scan_word, scan_mark and
// scan_one_of only look, and take what they find.
#ifndef CLEW_CFA_TEXT_SCAN_H
#define CLEW_CFA_TEXT_SCAN_H
#include "cfa/cfa.h"

struct scanner {
  struct cfa *cfa;               // strings live in it
  const char *file, *content;    // name and text
  const char *at;                // the next character
  struct error *error;
  struct text scratch;
};

// Sets the error "file:line:column: what" for the place `at` and returns false.
bool scan_fail(struct scanner *s, const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
void scan_space(struct scanner *s);
void scan_blanks(struct scanner *s);
bool scan_at_line_end(struct scanner *s);
bool scan_word(struct scanner *s, const char *word);
bool scan_mark(struct scanner *s, const char *mark);
int scan_one_of(struct scanner *s, const char *const *words);   // index, or -1
bool scan_name(struct scanner *s, const char *what, const char **out);
bool scan_at_string(struct scanner *s);
bool scan_string(struct scanner *s, const char **out);
bool scan_number(struct scanner *s, uint64_t most, uint64_t *out);
bool scan_place(struct scanner *s, struct source_place *out);
bool scan_sort(struct scanner *s, struct sort *out);

#endif
