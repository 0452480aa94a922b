// expect: false bits: both
// an index that was not initialised
// args: --check ub
// violates: undefined-behaviour
// native: memory
int main(void) {
  int k;
  int a[4] = {1, 2, 3, 4};
  a[1] = a[k & 3];
  return a[1] == 9;
}
