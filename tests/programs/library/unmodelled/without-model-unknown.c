// expect: unknown bits: both
// a function of the C library that has no model is not taken to change nothing
#include <signal.h>

extern void reach_error(void);

int main(void) {
  sigset_t set = {0};
  unsigned char before = *(unsigned char *)&set;
  sigaddset(&set, 3);
  if (*(unsigned char *)&set != before) reach_error();
  return 0;
}
