// expect: unknown bits: both
// getenv looks at environ, which the program has changed
#include <stdlib.h>

extern void reach_error(void);
extern char **environ;

int main(void) {
  environ = 0;
  if (getenv("HOME")) reach_error();
  return 0;
}
