// expect: true bits: both
// bits that are masked do not count
// args: --check ub
// native: memory
int main(void) {
  int k;
  int a[4] = {1, 2, 3, 4};
  a[1] = a[k & 0];
  return a[1] == 9;
}
