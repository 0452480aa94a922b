// expect: true bits: both
// bit-fields that were set, in a word with others that were not
// args: --check ub
// native: memory
struct b {
  unsigned a : 3, b : 5, c : 9;
};
int main(void) {
  struct b x;
  x.a = 3;
  x.c = 100;
  if (x.a == 3 && x.c > 50) return 1;
  return 0;
}
