// expect: false bits: 32
// a square may be negative as an int: orders are no matter of the ring, in which square == i * i
// inputs: 20
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 46330, square = 46330u * 46330u;
  for (unsigned k = 0; k < n && k < 20; k++) {
    square += 2 * i + 1;
    i++;
  }
  if (square == i * i && (int)square < 0) reach_error();
  return 0;
}
