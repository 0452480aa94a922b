// expect: unknown bits: both
// the text for a number that is no error is lost where the next one is made
#include <string.h>

extern void reach_error(void);

int main(void) {
  char *first = strerror(9999), *second = strerror(9998);
  if (!strcmp(first, second)) reach_error();
  return 0;
}
