// expect: true bits: both
// CBMC's assumptions, assertions and inputs, without declarations
int nondet_int(void);
unsigned char nondet_uchar();
_Bool nondet_bool();

int main(void) {
  int x = nondet_int();
  unsigned char c = nondet_uchar();
  __CPROVER_assume(x > 3 && x < 10);
  __CPROVER_precondition(c <= 255, "a byte");
  __CPROVER_cover(x == 4);
  if (nondet_bool()) __CPROVER_assert(x != 10, "never that");
  return 0;
}
