// expect: true bits: 64
// an address becomes a misaligned one by a subtraction
extern void reach_error(void);
void *memcpy(void *, const void *, unsigned long);
int a[4];
int main(void) {
  unsigned long n = (unsigned long)(a + 1) - 1;
  int *p;
  memcpy(&p, &n, sizeof n);
  a[0] = 0x01020304;
  a[1] = 0x05060708;
  if (*p != 0x06070801) reach_error();
  return 0;
}
