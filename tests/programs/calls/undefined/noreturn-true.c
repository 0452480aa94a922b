// expect: true bits: both
// a function without a body that is declared not to return does not return
// args: --check all
// native: no
extern void die(void) __attribute__((noreturn));
extern int failed(void);

int main(void) {
  if (failed()) die();
  return 0;
}
