// expect: false bits: 64
// assembly that says it changes memory: the machine shows what it changes
// native: no
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
int x; int main(void){ __asm__ volatile("movl $1, x(%%rip)" ::: "memory"); if (x == 1) reach_error(); return 0; }
