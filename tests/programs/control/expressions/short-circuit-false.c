// expect: false bits: both
// the right operand is skipped
extern void reach_error(void);
static int calls;
static int yes(void) { return ++calls; }
int main(void) {
  int a = 0 && yes(), b = 1 || yes(), c = yes() && !yes(), d = (0 || yes()) == 1;
  if (!(!a && b && !c && d && calls == 5)) reach_error();
  return 0;
}
