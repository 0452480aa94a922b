// expect: true bits: both
// pairs of bytes are exchanged, an odd one is left
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>
#include <string.h>

int main(void) {
  char to[6] = "######";
  swab("abcde", to, 5);
  assert(!memcmp(to, "badc##", 6));
  return 0;
}
