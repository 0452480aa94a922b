// expect: false bits: both
// lines of the standard input into a buffer: the newline is kept if it fits
// native: no
#include <assert.h>
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char line[4];
  for (int n = 0; n < 2 && fgets(line, sizeof line, stdin); n++) {
    assert(strlen(line) < sizeof line);
    char *newline = strchr(line, '\n');
    if (newline) assert(newline[1] == '\0' && newline > line);
  }
}
