// expect: false bits: both
// a union is read as a whole, after two of its bytes were set
// args: --check ub
// violates: undefined-behaviour
// native: memory
union u {
  int i;
  char c[4];
};
int main(void) {
  union u x;
  x.c[0] = 0;
  x.c[1] = 1;
  if (x.i == 256) return 1;
  return 0;
}
