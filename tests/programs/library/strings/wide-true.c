// expect: true bits: both
// strings of wide characters
#define _GNU_SOURCE
#include <assert.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
  wchar_t a[10], *end;
  assert(wcslen(wcscpy(a, L"one")) == 3 && wcscmp(wcscat(a, L"two"), L"onetwo") == 0 && wcschr(a, L't') == a + 3);
  assert(wcstol(L"42x", &end, 10) == 42 && *end == L'x' && wmemcmp(a, L"ona", 2) == 0 && wcsstr(a, L"et") == a + 2);
  assert(iswalpha(L'a') && !iswalpha(0x100) && towupper(L'b') == L'B');
  return 0;
}
