// expect: unknown bits: both
// with --undefined havoc a pointer that was kept from an earlier call leads to what it points to
// args: --undefined havoc
// native: no
extern void keep(int *p);
extern void step(void);
extern void reach_error(void);

int main(void) {
  int x = 1;
  keep(&x);
  x = 2;
  step();
  if (x != 2) reach_error();
  return 0;
}
