// expect: true bits: both
// the environment keeps the text
// args: --check leaks
// native: address
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(20);
  strcpy(p, "CLEWX=1");
  if (putenv(p)) free(p);
  return 0;
}
