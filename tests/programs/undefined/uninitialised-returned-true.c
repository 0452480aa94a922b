// expect: true bits: both
// a structure that is returned in memory, all set
// args: --check ub
// native: memory
struct big {
  int a[10];
};
static struct big mk(int n) {
  struct big b;
  for (int i = 0; i < 10; i++) b.a[i] = n;
  return b;
}
static int use(struct big b) {
  if (b.a[3] == 4) return 1;
  return 0;
}
int main(void) {
  struct big x = mk(4);
  if (use(x)) return 0;
  return 1;
}
