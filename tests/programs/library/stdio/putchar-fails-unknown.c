// expect: unknown bits: both
// putchar may fail, and a run does not show it
// native: no
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  if (putchar('a') == EOF) reach_error();
  return 0;
}
