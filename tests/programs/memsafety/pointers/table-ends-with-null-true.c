// expect: true bits: both
// the loop ends at the null pointer
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
static const char *names[] = {"a", "bc", "def", 0};
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n && names[i]) i++;
  return names[i] ? names[i][0] : 0;
}
