// expect: true bits: both
// output to the standard streams succeeds, but for putchar and puts, which may fail where that is looked at
#include <assert.h>
#include <stdio.h>
int main(void) {
  puts("a");
  putchar('a');
  assert(!ferror(stdout) && fputc(300, stdout) == 44 && fputs("c", stderr) >= 0);
  assert(fwrite("abc", 1, 3, stdout) == 3 && fwrite("abc", 0, 3, stdout) == 0 && fflush(stdout) == 0);
  assert(fprintf(stderr, "%s", "abc") == 3);
  int c = putchar('a'), n = puts("b");
  assert((c == 'a' || c == EOF) && (n > 0 || n == EOF));
  return 0;
}
