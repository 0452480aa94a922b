// expect: false bits: both
// the streams and the environment are there
extern void abort(void);
void reach_error(void) { abort(); }
#include <stdio.h>
extern char **environ;
int main(void) {
  FILE *f = stdin;
  if (f && f != stdout && environ) reach_error();
  return 0;
}
