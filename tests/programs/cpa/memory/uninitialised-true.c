// expect: true bits: both
// an uninitialised variable has any value, but keeps it
// decided: cpa
extern void reach_error(void);
int main(void) {
  int x;
  int y = x;
  for (int i = 0; i < 3; i++) y += i - 1;
  if (x != y) reach_error();
  return 0;
}
