// expect: false bits: both
// it may be any
// native: no
extern void reach_error(void);
extern int rand(void);
extern void srand(unsigned);
int main(void) {
  srand(1);
  int a = rand(), b = rand();
  if (!(a == b || a % 2 == 0)) reach_error();
  return 0;
}
