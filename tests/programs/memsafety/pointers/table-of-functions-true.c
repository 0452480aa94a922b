// expect: true bits: both
// an operation gets as many operands as it reads
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
static int negate(const int *operands) { return operands[0] == 0; }
static int equal(const int *operands) { return operands[0] == operands[1]; }
static const struct {
  int (*run)(const int *);
  int count;
} operations[2] = {{negate, 1}, {equal, 2}};
int main(void) {
  int one[1] = {4}, two[2] = {4, 5}, i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1) return 0;
  return operations[i].run(operations[i].count == 1 ? one : two);
}
