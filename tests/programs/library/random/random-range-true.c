// expect: true bits: both
// rand is an arbitrary number that is not negative
// native: no
extern void reach_error(void);
extern int rand(void);
extern void srand(unsigned);
int main(void) {
  srand(1);
  int a = rand(), b = rand();
  if (!(a >= 0 && b >= 0)) reach_error();
  return 0;
}
