// expect: true bits: both
// abs of what was tested, in a program that uses functions that have models
// args: --check overflow
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[4];
  strcpy(text, "ab");
  int x = __VERIFIER_nondet_int();
  return x > -100 ? abs(x) > 3 : 0;
}
