// expect: unknown bits: 64
// a constructor runs before main
// native: no
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
int x; __attribute__((constructor)) static void init(void){ x = 1; } int main(void){ if (x) reach_error(); return 0; }
