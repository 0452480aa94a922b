// expect: false bits: both
// a static error function in the second file keeps its meaning though linking renames it
// files: parts/static_error.c
// native: no
extern int other(int);
extern int __VERIFIER_nondet_int(void);

static inline void reach_error(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int();
  other(x);
  if (x > 100 && x < 50) reach_error();
  return 0;
}
