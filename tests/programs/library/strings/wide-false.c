// expect: false bits: both
// strings of wide characters
#define _GNU_SOURCE
#include <assert.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
  wchar_t a[10] = L"one";
  assert(wcslen(a) == 12);
  return 0;
}
