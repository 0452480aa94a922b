// expect: false bits: both
// a local that was there before it has another address
// args: --check memory
// violates: valid-deref
// native: no
static int *kept;
static void keep(void) {
  int x = 3;
  kept = &x;
}
int main(void) {
  int y = 0;
  keep();
  return kept != &y ? *kept : y;
}
