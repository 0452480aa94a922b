// expect: true bits: both
// packed and aligned structures, bit-fields, members after a flexible end
#include <assert.h>
#include <stddef.h>
#include <string.h>
struct __attribute__((packed)) packed {
  char tag;
  int value;
  short end;
};
struct aligned {
  char c;
  int x __attribute__((aligned(32)));
};
union __attribute__((transparent_union)) number {
  int *i;
  unsigned *u;
};
static int read_number(union number n) { return *n.i; }
int main(void) {
  struct packed p = {1, 0x01020304, 5};
  unsigned char bytes[sizeof p];
  unsigned u = 9;
  memcpy(bytes, &p, sizeof p);
  assert(sizeof(struct packed) == 7);
  assert(bytes[1] == 4 && bytes[4] == 1 && bytes[5] == 5);
  assert(offsetof(struct aligned, x) == 32 && sizeof(struct aligned) == 64);
  assert(read_number(&u) == 9);
  return 0;
}
