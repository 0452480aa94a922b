// expect: false|unknown bits: 64
// bytes that are inputs are copied into a pointer
// native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
void *memcpy(void *, const void *, unsigned long);
int x = 1;
int main(void) {
  unsigned char bytes[8];
  for (int i = 0; i < 8; i++) bytes[i] = __VERIFIER_nondet_uchar();
  int *p;
  memcpy(&p, bytes, sizeof p);
  if (p != &x) return 0;
  *p = 2;
  if (x == 2) reach_error();
  return 0;
}
