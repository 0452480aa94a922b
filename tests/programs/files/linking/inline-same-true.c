// expect: true bits: both
// The inline definition and the external one are the same text: nothing has to be said.
// files: parts/inline-same.c
// says:
#include "parts/inline-same.h"
extern void reach_error(void);
int main(void) {
  if (same() != 1) reach_error();
}
