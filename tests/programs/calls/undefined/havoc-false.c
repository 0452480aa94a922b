// expect: false bits: both
// with --undefined havoc, an error that needs the result only
// args: --undefined havoc
// native: no
extern int calibrate(int *values, int n);
extern void reach_error(void);

int main(void) {
  int values[2] = {1, 2};
  if (calibrate(values, 2) == 9) reach_error();
  return 0;
}
