// expect: true bits: both
// an unsigned char wraps in step with another one
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char a = 0, b = 10;
  while (__VERIFIER_nondet_int()) {
    a++;
    b++;
  }
  if ((unsigned char)(b - a) != 10) reach_error();
  return 0;
}
