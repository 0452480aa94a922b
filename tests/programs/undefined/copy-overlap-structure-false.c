// expect: false bits: both
// the assignment of a structure to a place that overlaps it
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
struct triple {
  int a[3];
};
static int words[8];
static void assign(struct triple *to, const struct triple *from) { *to = *from; }
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 4) return 0;
  assign((struct triple *)words, (struct triple *)(words + k));
  return 0;
}
