// expect: true bits: both
// a pointer is filled with a byte that is an input, and compared with an object
// args: --check assert
// says: objects lie where clew puts them
// native: no
#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static void *pointer;
static int object;
int main(void) {
  memset(&pointer, __VERIFIER_nondet_uchar() | 8, sizeof pointer);
  assert(pointer != &object);
  return 0;
}
