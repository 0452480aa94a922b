// expect: unknown bits: both
// a local may have the address of one of an earlier call
// args: --check memory
// native: no
static int *kept;
static int look(int *p) {
  int x = 3;
  if (p == &x) return *p;
  kept = &x;
  return 0;
}
int main(void) {
  look(0);
  return look(kept);
}
