// expect: true bits: both
// a text that putenv got is part of the environment until the program ends
// args: --check leaks
#include <stdlib.h>
#include <string.h>

int main(void) {
  putenv(strdup("CLEW_A=b"));
  return 0;
}
