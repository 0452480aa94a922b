// expect: false bits: 64
// what an atomic exchange with a constant returns still points to its object
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
int x; int *p; int main(void){ p = &x; int *q = __sync_lock_test_and_set(&p, (int*)0); *q = 5; if (x == 5) reach_error(); return 0; }
