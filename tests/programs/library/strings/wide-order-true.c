// expect: true bits: both
// The sign of a comparison of wide strings.
#include <assert.h>
#include <wchar.h>

int main(void) {
  assert(wcscmp(L"b", L"a") > 0 && wcscmp(L"a", L"b") < 0 && wcscmp(L"a", L"a") == 0);
  assert(wcsncmp(L"xb", L"xa", 2) > 0 && wcsncmp(L"xa", L"xb", 2) < 0 && wcsncmp(L"xb", L"xa", 1) == 0);
}
