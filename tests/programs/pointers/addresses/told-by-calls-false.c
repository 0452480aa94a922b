// expect: false bits: both
// the bits of an address that is read as an integer choose functions, which make a number of them
// native: no
extern void reach_error(void);
int x;
static unsigned long sum, power = 1;
static void zero(void) {}
static void one(void) { sum += power; }
static void (*const digits[2])(void) = {zero, one};
int main(void) {
  union { int *p; unsigned long n; } address;
  address.p = &x;
  unsigned long n = address.n;
  for (unsigned i = 0; i < 8 * sizeof n; i++) {
    digits[n % 2]();
    n /= 2;
    power += power;
  }
  *(int *)sum = 5;
  if (x == 5) reach_error();
  return 0;
}
