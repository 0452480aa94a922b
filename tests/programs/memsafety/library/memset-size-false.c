// expect: false bits: both
// the size of the structure is taken for that of the array in it
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct record {
  int key;
  char text[8];
};
int main(void) {
  struct record r = {__VERIFIER_nondet_int(), "text"};
  if (r.key > 0) memset(r.text, 0, sizeof r);
  return r.text[0];
}
