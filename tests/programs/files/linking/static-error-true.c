// expect: true bits: both
// a static error function in the second file, which is not called
// files: parts/static_error.c
// native: no
extern int other(int);
static inline void reach_error(void) {}
int main(void) {
  int x = 41;
  other(x);
  if (x > 100 && x < 50) reach_error();
  return 0;
}
