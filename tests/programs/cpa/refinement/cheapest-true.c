// expect: true bits: both
// the loop's counter and the mode both refute the error path: only the mode is worth tracking
// decided: cpa value
extern void reach_error(void);
int main(void) {
  int mode = 1, i;
  for (i = 0; i < 1000000; i++)
    if (mode == 2) mode = 3;
  if (mode != 1) reach_error();
  return 0;
}
