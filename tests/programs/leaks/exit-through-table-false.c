// expect: false|unknown bits: both
// nothing points to the block any more where the program ends in one of a table of functions
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <err.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void (*const ends[])(int) = {exit, _Exit, quick_exit};
static void (*volatile complain)(int, const char *, ...) = errx;
static void lose(void) {
  char *p = malloc(3);
  if (p) p[0] = 1;
}
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int();
  lose();
  if (n < 3) ends[n](0);
  complain(1, "%s", "no end");
}
