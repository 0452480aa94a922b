// expect: false bits: 64
// an address that travels through unions as an integer still points to its object
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
union U { int *p; unsigned long i; };
int a[2]; int main(void){ union U u, v; u.p = a; v.i = u.i + sizeof(int); *v.p = 5; if (a[1] == 5) reach_error(); return 0; }
