// expect: false bits: both
// abs of the least integer, in a program that uses functions that have models
// args: --check overflow
// violates: no-overflow
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[4];
  strcpy(text, "ab");
  return abs(__VERIFIER_nondet_int()) > 3;
}
