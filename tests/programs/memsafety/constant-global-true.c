// expect: true bits: both
// it is only read
// args: --check memory
static const struct {
  int a;
  int b[3];
} table = {1, {2, 3, 4}};
static void set(int *p, int n) { *p = n; }
int main(void) {
  int x;
  set(&x, table.b[1]);
  return x != 3;
}
