// expect: true bits: both
// a pointer whose bytes are inputs is compared with an object: whether they may be equal is decided by where it lies
// args: --check assert
// says: objects lie where clew puts them
// native: no
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static void *pointer;
static int object;
int main(void) {
  unsigned char *bytes = (unsigned char *)&pointer;
  for (unsigned i = 1; i < sizeof pointer; i++) bytes[i] = __VERIFIER_nondet_uchar();
  assert(pointer != &object);
  return 0;
}
