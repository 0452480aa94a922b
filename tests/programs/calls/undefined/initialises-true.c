// expect: true bits: both
// the branch depends on an initialised value only if the function without a body wrote it
// args: --check ub
// says: what fill gets is initialised (
// native: no
extern void fill(int *n);

int main(void) {
  int n;
  fill(&n);
  return n ? 1 : 2;
}
