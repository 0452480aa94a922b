// Chu, Jaffar, Murali: Lazy Symbolic Execution for Enhanced Learning, figure 2. A branch makes the two contexts of the
// text; with SAME the second one is the first again.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (__VERIFIER_nondet_int()) {
    if (x <= 0) return 0;
    y = 4;
  } else {
#ifdef SAME
    if (y != 4 || x <= 0) return 0;
#else
    if (y > 3 || x > 1) return 0;
#endif
  }
  if (x == 1) x++;       // 1, 2
  else x += 2;           // 3
  if (x + y < 6) y++;    // 4, 5
  else y += 2;           // 6
  if (y > 100) reach_error();
  return 0;
}
