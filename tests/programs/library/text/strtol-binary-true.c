// expect: true bits: 64
// In C23 a prefix 0b is read
// native: no
#include <assert.h>
long __isoc23_strtol(const char *s, char **end, int base);

int main(void) {
  char *end;
  assert(__isoc23_strtol("0b101", &end, 0) == 5 && !*end && __isoc23_strtol("0b2", &end, 0) == 0 && *end == 'b');
  assert(__isoc23_strtol("-0x1f", &end, 16) == -31);
}
