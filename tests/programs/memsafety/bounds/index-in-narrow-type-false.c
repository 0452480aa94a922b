// expect: false bits: both
// an index of 8 bits may be 255
// args: --check memory
// violates: valid-deref
// native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
static char table[255];
int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar();
  return table[i];
}
