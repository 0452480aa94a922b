// expect: unknown bits: both
// two calls may give the address of the same local, which is gone: on a machine the read happens
// args: --check memory
// native: no
static int *give(void) {
  int x = 1;
  int *volatile p = &x;
  return p;
}
int main(void) {
  int *a = give(), *b = give();
  return a == b ? *a : 0;
}
