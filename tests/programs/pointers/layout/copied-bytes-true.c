// expect: true bits: both
// a structure with a pointer, copied byte by byte: bytes of addresses, which a native run has others of
// says: nothing
// native: no
#include <stdint.h>
extern void reach_error(void);
struct s {
  int n, *p;
};
static void copy(void *to, const void *from, unsigned n) {
  char *a = to;
  const char *b = from;
  while (n--) *a++ = *b++;
}
int main(void) {
  struct s a, b;
  int x;
  a.n = 3;
  a.p = &x;
  copy(&b, &a, sizeof a);
  if (b.n != 3 || b.p != &x) reach_error();
  return 0;
}
