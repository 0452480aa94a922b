// expect: true bits: both
// with --undefined havoc what the function cannot reach stays: locals and private globals whose address is taken nowhere
// args: --undefined havoc
// native: no
extern int calibrate(int *values, int n);
extern void reach_error(void);
static int hidden = 4;

int main(void) {
  int values[2] = {1, 2}, local = 5;
  int n = calibrate(values, 2);
  values[1] = 3;
  if (hidden != 4 || local != 5 || values[1] != 3 || (n > 3 && n < 2)) reach_error();
  return 0;
}
