// expect: true bits: both
// output to the standard streams succeeds
#include <assert.h>
#include <stdio.h>
int main(void) {
  assert(putchar('a') == 'a' && fputc(300, stdout) == 44 && puts("b") > 0 && fputs("c", stderr) >= 0);
  assert(fwrite("abc", 1, 3, stdout) == 3 && fwrite("abc", 0, 3, stdout) == 0 && fflush(stdout) == 0);
  assert(fprintf(stderr, "%s", "abc") == 3 && !ferror(stdout));
  return 0;
}
