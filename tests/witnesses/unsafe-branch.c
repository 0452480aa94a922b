extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static void require(int condition) {
  if (!condition) {
    reach_error();
  }
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  unsigned char b = __VERIFIER_nondet_uchar();
  switch (b) {
  case 7: a = a / 3; break;
  case 9: a = -a; break;
  default: break;
  }
  require(a != 1234 || b != 7);
  return 0;
}
