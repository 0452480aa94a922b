// expect: false bits: both
// a structure that is returned in memory, not all set
// args: --check ub
// violates: undefined-behaviour
// native: memory
struct big {
  int a[10];
};
static struct big mk(int n) {
  struct big b;
  for (int i = 0; i < 3; i++) b.a[i] = n;
  return b;
}
int main(void) {
  struct big x = mk(4);
  if (x.a[3] == 4) return 0;
  return 1;
}
