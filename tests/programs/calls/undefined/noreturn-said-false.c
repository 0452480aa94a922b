// expect: false bits: both
// a function without a body that is not declared so may return to where the program says that nothing is reached
// args: --check ub
// violates: undefined-behaviour
// native: no
extern void die(void);
extern int failed(void);

int main(void) {
  if (failed()) {
    die();
    __builtin_unreachable();
  }
  return 0;
}
