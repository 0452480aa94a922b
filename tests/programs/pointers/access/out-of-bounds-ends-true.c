// expect: true bits: both
// what follows a write far outside of every object is not reached, or changes no other variable
// native: no
extern void reach_error(void);
int main(void) {
  int guard = 1, a[2] = {0, 0};
  a[0] = 2;
  if (!(guard == 1 && a[1] == 0)) reach_error();
  return 0;
}
