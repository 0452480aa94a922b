// expect: false bits: 64
// abort raises its signal by itself: a function of the program that is called raise is another one
#include <stdlib.h>
extern void reach_error(void);
typedef void (*function)(int);
extern function signal(int number, function handler);
static int raised;
int raise(int number) { return raised = number + 1; }
static void handler(int number) {
  if (!raised) reach_error();
}
int main(void) {
  signal(6, handler);
  abort();
}
