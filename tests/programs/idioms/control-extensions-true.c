// expect: true bits: both
// computed goto, labels as values, case ranges
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int run(const unsigned char *code) {
  static void *const table[] = {&&stop, &&add, &&twice};
  int acc = 0;
  goto *table[*code];
add:
  acc += *++code;
  goto *table[*++code];
twice:
  acc *= 2;
  goto *table[*++code];
stop:
  return acc;
}
static int class(int c) {
  switch (c) {
  case '0' ... '9': return 1;
  case 'a' ... 'z':
  case 'A' ... 'Z': return 2;
  default: return 0;
  }
}
int main(void) {
  static const unsigned char code[] = {1, 3, 2, 1, 1, 0};
  int acc = run(code), c = __VERIFIER_nondet_int();
  assert(acc == 7);
  if (class(c) == 1) assert(c >= 48 && c <= 57);
  return 0;
}
