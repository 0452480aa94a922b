// expect: false bits: 64
// remainders of one-bit numbers are zero
extern void reach_error(void);
typedef unsigned _BitInt(1) bit;
static bit rest(bit x, bit y) { return x % y; }
int main(void) {
  if (rest(1, 1) == 0) reach_error();
  return 0;
}
