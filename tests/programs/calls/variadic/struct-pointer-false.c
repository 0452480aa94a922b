// expect: false bits: 64
// a pointer inside a large structure passed to a variadic function
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
#include <stdarg.h>
struct S { int *p; long a, b; };
static void f(int n, ...) { va_list l; va_start(l, n); struct S s = va_arg(l, struct S); *s.p = 5; va_end(l); }
int main(void){ int x = 0; struct S s = {&x, 1, 2}; f(1, s); if (x == 5) reach_error(); return 0; }
