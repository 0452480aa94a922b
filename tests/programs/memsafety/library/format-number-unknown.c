// expect: unknown bits: both
// %s with an argument that is no pointer: what the library reads is not known
// args: --check all
#include <stdio.h>
int main(void) {
  printf("%s", 4.5);
  return 0;
}
