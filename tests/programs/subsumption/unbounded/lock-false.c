// expect: false|unknown bits: 64
// one way around the loop does not unlock
// args: --timeout 5
// inputs: 1 6 1 0
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int locked;
static void lock(void) {
  if (locked) reach_error();
  locked = 1;
}
static void unlock(void) {
  if (!locked) reach_error();
  locked = 0;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    int c = __VERIFIER_nondet_int();
    lock();
    if (c == 5) {
      unlock();
      lock();
    }
    if (c != 6) unlock();
  }
  return 0;
}
