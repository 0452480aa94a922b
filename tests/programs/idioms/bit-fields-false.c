// expect: false bits: both
// a header of a packet as bit-fields: values wrap to their widths, signed ones have a sign
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct header {
  unsigned version : 4, length : 4;
  signed int delta : 3;
  unsigned : 0;
  unsigned flags : 9;
};

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  struct header h = {.version = 4, .length = x & 15, .flags = x & 511};
  h.delta = (int)(x & 7) - 4;
  assert(h.delta >= -4 && h.delta <= 3 && h.flags <= 511);
  h.length++;
  assert(h.length == ((x + 1) & 15));
  assert(h.version == 4);
  assert(sizeof h == 8);
  assert(h.length > 0);
}
