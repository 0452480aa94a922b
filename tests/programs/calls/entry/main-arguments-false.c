// expect: false bits: both
// it need not be two
// native: no
extern void __VERIFIER_error(void);
int main(int argc, char **argv) {
  int n = argc;
  if (!(argc != 2)) __VERIFIER_error();
  return 0;
}
