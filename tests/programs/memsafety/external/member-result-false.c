// expect: false bits: both
// the pointer may lead to the function of the program, whose result leads to what is gone
// args: --check memory
// violates: valid-deref
// native: no
extern int *(*callback)(void);
static int *gone(void) {
  static int *kept;
  int local = 1;
  kept = &local;
  return kept;
}
int *(*const known)(void) = gone;
int main(void) {
  if (!callback) return 0;
  int *place = callback();
  return place ? *place : 0;
}
