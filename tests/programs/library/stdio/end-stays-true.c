// expect: true bits: both
// The end of the input stays.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  if (getchar() == EOF && feof(stdin) && getchar() != EOF) reach_error();
  return 0;
}
