// expect: false bits: both
// a long double whose bytes are inputs
// inputs: 0 0 0 0 0 0 0 160 0 64
// decided: symex
extern void reach_error(void);
void __VERIFIER_nondet_memory(void *address, unsigned long bytes);
int main(void) {
  long double x = 0;
  __VERIFIER_nondet_memory(&x, 10);
  if (x == 2.5L) reach_error();
  return 0;
}
