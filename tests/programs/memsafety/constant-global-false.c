// expect: false bits: both
// a constant of the program is written by a function
// args: --check memory
// violates: valid-deref
// native: no
static const struct {
  int a;
  int b[3];
} table = {1, {2, 3, 4}};
static void set(int *p) { *p = 3; }
int main(void) {
  int x;
  set(&x);
  set((int *)&table.b[1]);
  return 0;
}
