// expect: false bits: both
// the entry function is called through a pointer: the globals are initialised once
// entry: step
extern void reach_error(void);

static int count = 1, (*again)(int);
int step(int n) {
  again = step;
  count += n != n + 1;
  if (count < 4) return again(n);
  if (count == 4) reach_error();
  return 0;
}
int main(void) { return step(0); }
