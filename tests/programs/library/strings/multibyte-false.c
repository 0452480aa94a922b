// expect: false bits: 64
// conversions to wide characters in the locale "C"
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t a[10];
  assert(mbstowcs(a, "a\x80", 10) == 2);
  return 0;
}
