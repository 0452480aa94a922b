// expect: true bits: both
// a product line: features are chosen once, and guard what is done
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int base, locking, log, undo;
static int locked, entries, writes;
static int valid(void) {
  if (!base) return 0;
  if (log && !base) return 0;
  return 1;
}
static void write(void) {
  if (locking) locked = 1;
  if (log && locked) {
    if (!locked) reach_error();
    entries++;
  }
  writes++;
  if (undo && writes > 2) writes = 0;
  locked = 0;
}
int main(void) {
  base = __VERIFIER_nondet_int() != 0;
  locking = __VERIFIER_nondet_int() != 0;
  log = __VERIFIER_nondet_int() != 0;
  undo = __VERIFIER_nondet_int() != 0;
  if (!valid()) return 0;
  for (int i = 0; i < 4; i++)
    if (__VERIFIER_nondet_int()) write();
  return 0;
}
