// expect: unknown bits: 64
// a thread is started
// native: no
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
#include <pthread.h>
static void *h(void *s){ reach_error(); return 0; } int main(void){ pthread_t t; pthread_create(&t, 0, h, 0); pthread_join(t, 0); return 0; }
