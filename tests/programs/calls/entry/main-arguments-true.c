// expect: true bits: both
// the number of arguments is an arbitrary number that stays the same
// native: no
extern void __VERIFIER_error(void);
int main(int argc, char **argv) {
  int n = argc;
  if (!(n == argc)) __VERIFIER_error();
  return 0;
}
