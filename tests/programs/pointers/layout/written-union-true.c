// expect: true bits: both
// a pointer whose bytes are inputs, written through a union, is compared with an object
// args: --check assert
// says: objects lie where clew puts them
// native: no
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static union {
  void *pointer;
  unsigned char bytes[sizeof(void *)];
} u;
static int object;
int main(void) {
  u.bytes[1] = __VERIFIER_nondet_uchar();
  u.bytes[2] = __VERIFIER_nondet_uchar();
  assert(u.pointer != &object);
  return 0;
}
