// expect: false|unknown bits: both
// an uninitialised variable has any value, but keeps it; a run cannot choose it
// native: no
extern void reach_error(void);
int main(void) {
  int x;
  int y = x;
  for (int i = 0; i < 3; i++) y += i - 1;
  if (x == y && x == 3) reach_error();
  return 0;
}
