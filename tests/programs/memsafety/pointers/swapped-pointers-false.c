// expect: false bits: both
// the pointers are swapped and the lengths are not
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static void swap(char **a, char **b) {
  char *t = *a;
  *a = *b;
  *b = t;
}
int main(void) {
  char large[8] = {0}, small[2] = {0}, *p = large, *q = small;
  int p_length = 8, q_length = 2;
  if (__VERIFIER_nondet_int() < 0) {
    swap(&p, &q);
  }
  p[p_length - 1] = q[q_length - 1] = 1;
  return 0;
}
