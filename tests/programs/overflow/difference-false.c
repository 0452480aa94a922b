// expect: false bits: both
// a difference used for comparing
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
static int compare(int a, int b) { return a - b; }
int main(void) { return compare(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()) < 0; }
