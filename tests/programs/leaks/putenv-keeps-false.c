// expect: false bits: both
// the second text takes the place of the first one, to which nothing points any more
// args: --check leaks
// violates: valid-memtrack
#include <stdlib.h>
#include <string.h>

int main(void) {
  putenv(strdup("CLEW_A=b"));
  putenv(strdup("CLEW_A=c"));
  return 0;
}
