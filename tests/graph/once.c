// A loop whose body runs once, since `done` is set: nothing is to be abstracted at its head.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, done = 0;
  while (1) {
    if (x > 3) y = 1; else y = 2;
    done++;
    if (done == 1) break;
    x++;
  }
  if (y == 0) reach_error();
  return 0;
}
