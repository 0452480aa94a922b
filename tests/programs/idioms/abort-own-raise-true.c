// expect: true bits: 64
// a function of the program that is called raise is called where the program calls it, and not by abort
#include <stdlib.h>
extern void reach_error(void);
typedef void (*function)(int);
extern function signal(int number, function handler);
static int raised;
static int raise(int number) { return raised = number + 1; }
static void handler(int number) {
  if (number != 6 || raised != 2) reach_error();
}
int main(void) {
  signal(6, handler);
  if (raise(1) == 2) abort();
  reach_error();
}
