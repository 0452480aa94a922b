// The lock program of Aissat, Voisin, Wolff, figure 1a: the lock is held when the loop is left.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int lock = 0, old = __VERIFIER_nondet_int(), new = old + 1;
  while (new != old) {
    lock = 1;
    old = new;
    if (__VERIFIER_nondet_int()) {
      lock = 0;
      new++;
    }
  }
  if (lock == 0)
    reach_error();
  return 0;
}
