// expect: false bits: both
// the null pointer that ends the table is taken for a name
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static const char *names[] = {"a", "bc", "def", 0};
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n && i < 3) i++;
  return names[i][0];
}
