// expect: false bits: both
// without a function
// args: --check memory
// violates: valid-deref
// native: no
const int limit = 5;
int main(void) {
  *(int *)&limit = 6;
  return 0;
}
