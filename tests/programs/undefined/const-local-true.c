// expect: true bits: both
// a const local is written through a pointer without const: never
// args: --check memory,ub
extern int __VERIFIER_nondet_int(void);
static void set(int *p) { *p = 7; }
int main(void) {
  const int limit = __VERIFIER_nondet_int();
  if (limit < 0 || limit > 2) return 0;
  if (limit == 3) set((int *)&limit);
  return limit;
}
