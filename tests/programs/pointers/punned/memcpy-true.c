// expect: true bits: 64
// an address becomes a misaligned one by memcpy
extern void reach_error(void);
void *memcpy(void *, const void *, unsigned long);
int a[4];
int main(void) {
  int *p = a;
  unsigned long n;
  memcpy(&n, &p, sizeof n);
  n += 2;
  memcpy(&p, &n, sizeof n);
  a[0] = 0x01020304;
  a[1] = 0x05060708;
  if (*p != 0x07080102) reach_error();
  return 0;
}
