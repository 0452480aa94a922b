// expect: true bits: both
// the bits of an address that is read as an integer choose where to go
// native: no
extern void reach_error(void);
void *memcpy(void *, const void *, __SIZE_TYPE__);
int x;
int main(void) {
  static void *const digits[2] = {&&zero, &&one};
  int *p = &x;
  unsigned long n, sum = 0, power = 1;
  memcpy(&n, &p, sizeof n);
  for (unsigned i = 0; i < 8 * sizeof n; i++) {
    goto *digits[n % 2];
  one:
    sum += power;
  zero:
    power += power;
    n /= 2;
  }
  *(int *)sum = 5;
  if (x != 5) reach_error();
  return 0;
}
