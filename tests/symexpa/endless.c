// Loops that never end, and an error that no abstract path reaches: `never` is 0, which an input is known to be, and no
// loop changes it. -DKIND=1 to 4 chooses the loops.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x, y;
static void add(int to) {
  while (x < to) {
    x += __VERIFIER_nondet_int();
    y ^= x;
  }
}
int main(void) {
  int never = __VERIFIER_nondet_int();
  if (never) return 0;
#if KIND == 1
  for (;;) {
    x += __VERIFIER_nondet_int();
    y -= x;
    if (never) reach_error();
  }
#elif KIND == 2
  for (;;) {
    while (__VERIFIER_nondet_int() != 3) y += x;
    x++;
    do {
      if (y > 5) x--;
      if (never) reach_error();
    } while (__VERIFIER_nondet_int());
  }
#elif KIND == 3
  for (;;) {
    add(__VERIFIER_nondet_int());
    if (y < 7) add(y);
    if (never) reach_error();
  }
#else
  if (__VERIFIER_nondet_int()) goto second;
first:
  x++;
second:
  y += x;
  if (never) reach_error();
  if (y > 100) goto first;
  goto second;
#endif
}
