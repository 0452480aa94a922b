// expect: false|unknown bits: both native: no
// What wcscmp gives besides the sign depends on the processor and on where the strings lie.
#include <assert.h>
#include <wchar.h>

int main(void) {
  assert(wcscmp(L"b", L"a") == 1);
}
