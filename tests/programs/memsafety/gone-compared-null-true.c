// expect: true bits: both
// null is no object's address, and what lives is compared as before
// args: --check memory
static int *kept;
static void keep(int *p) {
  int x = 3;
  if (p != &x) kept = p;
}
int main(void) {
  int y = 0;
  keep(&y);
  return kept ? *kept : kept == &y;
}
