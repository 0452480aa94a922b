// expect: true bits: both
// conversions that few programs use
#include <assert.h>
#include <stdio.h>
int main(void) {
  int a, b = 3;
  char s[8], t[40];
  float f;
  assert(sscanf("12 abc 0x1p3", "%d %3s %f", &a, s, &f) == 3 && a == 12 && s[2] == 'c' && f == 8.0f);
  assert(sscanf("", "%*d") == -1 && sscanf("x", "a%d", &a) == 0 && sscanf("", "a") == -1);
  assert(sscanf("inf nan", "%f%n", &f, &b) == 1 && b == 3 && sscanf("abc", "%5c", s) == 1);
  assert(sprintf(t, "%.2f|%ls|%p|%5%", 3.14, L"wide", (void *)0) == 17);
  assert(t[3] == '4' && t[4] == '|');
  assert(snprintf(0, 0, "abc%") == -1 && snprintf(t, 4, "%d", 123456) == 6 && t[3] == 0);
  return 0;
}
