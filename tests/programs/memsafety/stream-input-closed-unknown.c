// expect: unknown bits: both
// what the standard input gives behind fclose is not known
// args: --check memory
// native: no
#include <stdio.h>
int main(void) {
  fclose(stdin);
  return getchar() == 65;
}
