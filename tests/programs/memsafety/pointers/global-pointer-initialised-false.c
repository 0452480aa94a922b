// expect: false bits: both
// behind the element to which the cursor points are two more, not three
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static int values[4] = {1, 2, 3, 4};
static struct {
  int *cursor;
  int left;
} state = {values + 1, 4};
int main(void) {
  int sum = 0;
  while (state.left-- > 0 && __VERIFIER_nondet_int()) sum += *state.cursor++;
  return sum;
}
