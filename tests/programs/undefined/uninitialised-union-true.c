// expect: true bits: both
// a union is read through another member
// args: --check ub
// native: memory
union u {
  int i;
  char c[4];
  float f;
};
int main(void) {
  union u x;
  x.i = 0;
  if (x.c[2] == 0) return 1;
  x.f = 1.5f;
  return x.i == 3;
}
