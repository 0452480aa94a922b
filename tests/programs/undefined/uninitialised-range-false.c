// expect: false bits: both
// of a large block only some bytes were set, again and again
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <stdlib.h>
#include <string.h>
static int last(int set) {
  char block[100000];
  if (set) memset(block, 0, sizeof block);
  block[7] = 0;
  if (block[7]) return 1;
  return block[99999];
}
int main(void) {
  for (int i = 0; i < 300; i++)
    if (last(1)) return 1;
  if (last(0)) return 1;
  return 0;
}
