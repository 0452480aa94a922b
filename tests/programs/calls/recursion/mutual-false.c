// expect: false bits: both
// seven is odd
extern void reach_error(void);
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
int main(void) {
  if (!(is_even(10) && !is_odd(4) && is_even(7))) reach_error();
  return 0;
}
