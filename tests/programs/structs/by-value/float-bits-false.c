// expect: false bits: both
// a structure that is passed as a float keeps bits that no computed float has
#include <string.h>
extern void reach_error(void);
struct holder { float f; };
static struct holder same(struct holder s) { return s; }
int main(void) {
  struct holder s;
  unsigned k = 0x7f800001;
  memcpy(&s, &k, 4);
  s = same(s);
  memcpy(&k, &s, 4);
  if (!(k & 0x400000)) reach_error();
  return 0;
}
