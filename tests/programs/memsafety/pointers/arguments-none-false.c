// expect: false bits: both
// a range from 0 on allows a program without arguments, as Linux did before 5.18
// args: --check memory --argc 0..3 --arg-length 3
// violates: valid-deref
// native: no
#include <stdio.h>

int main(int argc, char **argv) {
  (void)argc;
  argv++;
  while (*argv) puts(*argv++);
  return 0;
}
