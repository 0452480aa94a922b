// expect: false|unknown bits: both
// what wcscmp gives besides the sign depends on the processor and on where the strings lie
// native: no
#include <assert.h>
#include <wchar.h>

int main(void) {
  assert(wcscmp(L"b", L"a") == 1);
}
