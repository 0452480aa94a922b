// expect: false bits: both
// a destructor runs when main returns, and on exit
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int n, order[6];
__attribute__((constructor(300))) static void third(void) { order[n++] = 3; }
__attribute__((constructor)) static void last(void) { order[n++] = 9; }
__attribute__((constructor(200))) static void second(void) { order[n++] = 2; }
__attribute__((destructor(200))) static void late(void) { n++; if (n != 6) reach_error(); }
__attribute__((destructor)) static void early(void) { n++; if (n == 5) reach_error(); }
int main(void) {
  if (n != 3 || order[0] != 2 || order[1] != 3 || order[2] != 9) reach_error();
  int x = __VERIFIER_nondet_int();
  n++;
  if (x == 1) exit(0);
  if (x == 2) {
    n = 77;
    abort();
  }
  return 0;
}
