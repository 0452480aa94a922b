// expect: unknown bits: both
// with --undefined havoc what an argument points to may change; a run has no such function, so that nothing is confirmed
// args: --undefined havoc
// native: no
extern void calibrate(int *values, int n);
extern void reach_error(void);

int main(void) {
  int values[2] = {1, 2};
  calibrate(values, 2);
  if (values[0] != 1) reach_error();
  return 0;
}
