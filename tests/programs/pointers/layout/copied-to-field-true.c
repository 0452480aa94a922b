// expect: true bits: both
// an address that is copied byte by byte to where a number is declared
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
struct {
  int a;
  uintptr_t n;
} s;
static void copy(void *to, const void *from, unsigned n) {
  char *a = to;
  const char *b = from;
  while (n--) *a++ = *b++;
}
int main(void) {
  int x, *p = &x;
  copy(&s.n, &p, sizeof p);
  if (s.n > (uintptr_t)-1 >> 8) reach_error();
  return 0;
}
