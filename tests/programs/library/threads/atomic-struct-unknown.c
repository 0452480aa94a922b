// expect: unknown bits: 64
// atomic structures are read and written by library functions
// native: no
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
struct S {int a,b,c;}; _Atomic struct S g; int main(void){ struct S s = {1,2,3}; g = s; if (((struct S*)&g)->b == 2) reach_error(); return 0; }
