// expect: false bits: both
// and not at main
// entry: start
extern void __VERIFIER_error(void);
int ran_main;
int start(void) {
  if (!(ran_main == 1)) __VERIFIER_error();
  return 0;
}
int main(void) {
  ran_main = 1;
  return start();
}
