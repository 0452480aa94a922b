// expect: true bits: both
// a buffer of bytes is read as a pointer, which is compared with an object
// args: --check assert
// says: objects lie where clew puts them
// native: no
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static int object;
int main(void) {
  _Alignas(void *) unsigned char buffer[sizeof(void *)];
  for (unsigned i = 0; i < sizeof buffer; i++) buffer[i] = __VERIFIER_nondet_uchar() | 8;
  assert(*(void **)buffer != &object);
  return 0;
}
