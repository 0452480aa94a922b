// expect: true bits: both
// the addresses of two locals that are gone may be the same or not: both ways are explored, and neither reads them
// args: --check assert,memory
#include <assert.h>
static int *give(void) {
  int x = 1;
  int *volatile p = &x;
  return p;
}
int main(void) {
  int *a = give(), *b = give(), same = 0;
  if (a == b) same = 1;
  assert(same == 0 || same == 1);
  return 0;
}
