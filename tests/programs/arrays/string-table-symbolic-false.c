// expect: false bits: both
// the names begin differently
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static const char *const names[] = {"ant", "ape", "ass"};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 3;
  if (!(names[i][0] == 'a' && names[i][3] == 0 && names[i][1] != 'p')) __VERIFIER_error();
  return 0;
}
