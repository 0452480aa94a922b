// expect: true bits: both
// the sum fits only if the function without a body leaves the number as it is
// args: --check overflow
// says: if fill (
// native: no
extern void fill(int *n);

int main(void) {
  int n = 1;
  fill(&n);
  return n + 1;
}
