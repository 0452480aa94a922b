// expect: true bits: both
// execution begins at the function named by --entry
// entry: start
extern void __VERIFIER_error(void);
int ran_main;
int start(void) {
  if (!(ran_main == 0)) __VERIFIER_error();
  return 0;
}
int main(void) {
  ran_main = 1;
  return start();
}
