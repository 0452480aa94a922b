// expect: true bits: both
// compared without a difference
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
static int compare(int a, int b) { return (a > b) - (a < b); }
int main(void) { return compare(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()) < 0; }
