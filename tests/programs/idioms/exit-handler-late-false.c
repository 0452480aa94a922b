// expect: false bits: 64
// what a destructor registers for the exit runs after it
#include <stdlib.h>
extern void reach_error(void);
static void late(void) { reach_error(); }
__attribute__((destructor)) static void destroy(void) { atexit(late); }
int main(void) { return 0; }
