// expect: true bits: both
// %n of every size stores what was written so far, whether or not the result is used
#include <assert.h>
#include <stdio.h>
int main(void) {
  int n = -1;
  signed char c = -1;
  short s = -1;
  long long l = -1;
  printf("ab%n", &n);
  assert(n == 2);
  printf("abc%hhn%hn", &c, &s);
  assert(c == 3 && s == 3);
  const char *format = n == 2 ? "%*d%lln" : "";
  printf(format, 7, 1, &l);
  assert(l == 7);
  fprintf(stderr, "x%n", &n);
  assert(n == 1);
  return 0;
}
