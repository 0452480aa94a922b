// expect: false bits: both
// a constant index before the array, whose object would be a variable otherwise
// args: --check memory
// violates: valid-deref
// native: no
int main(void) {
  int a[3] = {1, 2, 3};
  return a[-1];
}
