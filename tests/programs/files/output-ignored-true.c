// expect: true bits: both
// Nothing is said about output whose result nobody looks at, nor about other streams.
// says: nothing
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  printf("x");
  FILE *f = fopen("x", "w");
  int left = 2;
  if (f && fputs("x", f) >= 0) left = 1;
  if (left == 0) reach_error();
}
