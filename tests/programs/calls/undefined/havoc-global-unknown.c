// expect: unknown bits: both
// with --undefined havoc a global that other files can name may change, though its address is never taken
// args: --undefined havoc
// native: no
extern void step(void);
extern void reach_error(void);
int state = 3;

int main(void) {
  step();
  if (state != 3) reach_error();
  return 0;
}
