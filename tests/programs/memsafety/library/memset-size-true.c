// expect: true bits: both
// the size is that of the object
// args: --check memory
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct record {
  int key;
  char text[8];
};
int main(void) {
  struct record r = {__VERIFIER_nondet_int(), "text"};
  if (r.key > 0) memset(&r, 0, sizeof r);
  return r.text[0];
}
