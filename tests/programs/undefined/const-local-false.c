// expect: false bits: both
// a const local is written through a pointer without const
// args: --check memory,ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
static void set(int *p) { *p = 7; }
int main(void) {
  const int limit = __VERIFIER_nondet_int();
  if (limit < 0 || limit > 3) return 0;
  if (limit == 3) set((int *)&limit);
  return limit;
}
