// expect: true bits: 64
// conversions to wide characters in the locale "C"
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t a[10];
  char b[10];
  assert(mbstowcs(a, "abc", 10) == 3 && a[2] == L'c' && wcstombs(b, a, 10) == 3 && b[1] == 'b');
  assert(mbtowc(a, "\xff", 1) == -1 && errno == EILSEQ && btowc(200) == WEOF && MB_CUR_MAX == 1);
  return 0;
}
