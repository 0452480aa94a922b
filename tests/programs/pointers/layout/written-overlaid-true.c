// expect: true bits: 64
// two numbers lie where a union has a pointer, which is compared with an object
// args: --check assert
// says: objects lie where clew puts them
// native: no
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int object;
int main(void) {
  union {
    struct {
      unsigned low, high;
    } number;
    void *pointer;
  } u;
  u.number.low = __VERIFIER_nondet_uint() << 4 | 8;
  u.number.high = 0;
  assert(u.pointer != &object);
  return 0;
}
