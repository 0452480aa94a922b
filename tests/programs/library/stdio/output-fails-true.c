// expect: true bits: both
// output may fail, and says so; formatted output and what is not looked at succeeds on the standard streams
#include <assert.h>
#include <stdio.h>
int main(void) {
  puts("a");
  printf("%d\n", 3);
  assert(!ferror(stdout));
  int c = putchar('a'), d = fputc(300, stdout), n = puts("b"), m = fputs("c", stderr);
  assert((c == 'a' || c == EOF) && (d == 44 || d == EOF) && (n > 0 || n == EOF) && (m >= 0 || m == EOF));
  size_t k = fwrite("abc", 1, 3, stdout);
  assert(k <= 3 && fwrite("abc", 0, 3, stdout) == 0);
  int p = fprintf(stderr, "%s", "abc");
  assert(p == 3);
  return 0;
}
