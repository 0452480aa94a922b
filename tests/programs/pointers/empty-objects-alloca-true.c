// expect: true bits: both
// alloca of no bytes gives the same address twice.
// says: if objects lie where clew puts them
// native: no
extern void reach_error(void);
int main(void) {
  volatile int n = 0;
  char *p = __builtin_alloca(n), *q = __builtin_alloca(n);
  if (p == q) reach_error();
}
