// expect: true bits: both
// a constant index inside of the array
// args: --check memory
// native: no
int main(void) {
  int a[3] = {1, 2, 3};
  return a[2];
}
