// expect: true bits: 64
// an address becomes a misaligned one in a union
extern void reach_error(void);

int a[4];
int main(void) {
  union { unsigned long n; int *p; } u;
  u.p = a;
  u.n += 1;
  a[0] = 0x01020304;
  a[1] = 0x05060708;
  if (*u.p != 0x08010203) reach_error();
  return 0;
}
