// expect: true bits: both
// an index of 8 bits is below 256
// args: --check memory
// native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
static char table[256];
int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar();
  return table[i];
}
