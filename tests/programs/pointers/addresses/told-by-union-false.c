// expect: false bits: both
// the same with addresses that are read and written through unions, with no cast
#include <stdint.h>
extern void reach_error(void);

union word {
  int *pointer;
  uintptr_t bits;
};

static int x = 1, y = 2;

int main(void) {
  union word from = {.pointer = &x}, to = {.pointer = &y};
  uintptr_t copy = 0;
  for (int i = (int)sizeof from * 8 - 1; i >= 0; i--) {
    copy = copy * 2;
    switch ((from.bits >> i) % 2) {
    case 1: copy = copy + 1;
    }
  }
  if (y == 2) to.bits = copy;
  *to.pointer = 9;
  if (x == 9) reach_error();
  return 0;
}
