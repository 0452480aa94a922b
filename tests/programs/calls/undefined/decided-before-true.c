// expect: true bits: both
// nothing is checked behind the call: what the function without a body does is no condition
// args: --check memory
// says: No invalid memory access and no invalid free can be reached; the proof was checked.
// native: no
extern void fill(int *n);
int a[4];
static int first(int n) { return a[n]; }

int main(void) {
  int n = 0, x = first(n);
  fill(&n);
  return x;
}
