// expect: true bits: both
// a variable of a block is the same object for each round that initialises it
extern void reach_error(void);
int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    int n = 0;
    int *p = &n;
    *p += i;
    total += n;
  }
  if (!(total == 3)) reach_error();
  return 0;
}
