// expect: true bits: both
// the types of <stdint.h> and <stdbool.h>
#include <stdbool.h>
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  uint8_t a = 255;
  int64_t b = INT64_MIN;
  bool c = true;
  uint16_t d = UINT16_MAX;
  a++;
  if (!(a == 0 && b < 0 && c && d + 1 == 65536 && sizeof(uintptr_t) == sizeof(void *))) reach_error();
  return 0;
}
