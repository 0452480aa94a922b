// expect: true bits: both
// %s with the address of a text as a number
// args: --check memory
#include <stdint.h>
#include <stdio.h>
char text[3] = "ab";
int main(void) {
  printf("%s", (uintptr_t)text);
  return 0;
}
