// expect: true bits: both
// the character is made unsigned first
// args: --check memory
// native: no
extern char __VERIFIER_nondet_char(void);
static unsigned char is_digit[256] = {['0'] = 1, ['1'] = 1, ['2'] = 1};
int main(void) {
  char c = __VERIFIER_nondet_char();
  return is_digit[(unsigned char)c];
}
