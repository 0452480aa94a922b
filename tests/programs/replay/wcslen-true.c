// expect: true|unknown bits: both
// the length of a wide string is the library's in a run
#include <assert.h>
#include <wchar.h>

int main(void) {
  assert(wcslen(L"wide") == 4);
  return 0;
}
