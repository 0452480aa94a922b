// expect: true bits: both
// no stream is another one or null, nor is the environment
extern void abort(void);
void reach_error(void) { abort(); }
#include <stdio.h>
extern char **environ;
int main(void) {
  FILE *f = stdin;
  if (f == stdout || stdout == stderr || !f || !environ) reach_error();
  return 0;
}
