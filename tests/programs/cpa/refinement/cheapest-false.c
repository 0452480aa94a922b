// expect: false bits: both
// the mode changes in the loop: the counter must be followed to its end, not the cheapest contradiction alone
// decided: cpa value
extern void reach_error(void);
int main(void) {
  int mode = 1, i;
  for (i = 0; i < 10; i++)
    if (mode == 1) mode = 3;
  if (mode != 1) reach_error();
  return 0;
}
