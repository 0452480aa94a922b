// expect: true bits: both
// the index is within its array only if the function without a body leaves it as it is; the check is decided in one block
// args: --check memory
// says: if fill (
// native: no
extern void fill(int *n);
int a[4];

int main(void) {
  int n = 0;
  fill(&n);
  return a[n];
}
