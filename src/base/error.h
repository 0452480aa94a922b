// Bad input: one clear message and the exit status it deserves. Functions that
// can meet bad input return false and fill a `struct error`.
#ifndef CLEW_BASE_ERROR_H
#define CLEW_BASE_ERROR_H

enum exit_status {
  EXIT_TRUE = 0,
  EXIT_FALSE = 1,
  EXIT_UNKNOWN = 2,
  EXIT_USAGE = 64,    // the command line is wrong
  EXIT_DATA = 65,     // the input is not what it should be
  EXIT_INTERNAL = 70, // a bug or a broken installation
};

struct error {
  int status;      // 0: none
  char *message;   // owned; "file:line:column: what" where a place is known
};

void error_set(struct error *error, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
void error_release(struct error *error);

#endif
