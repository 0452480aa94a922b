// expect: true bits: both
// memmem of whole blocks, the second one longer, or without bytes.
// args: --check memory
#define _GNU_SOURCE
#include <string.h>
int main(void) {
  char block[3] = {'a', 'b', 'c'};
  return !memmem(block, 3, block + 1, 2) || memmem(block, 2, block, 3) || !memmem(block, 3, block + 3, 0);
}
