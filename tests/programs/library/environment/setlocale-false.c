// expect: false bits: both
// the locale is "C" unless another one is there
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <string.h>

int main(void) {
  assert(setlocale(LC_ALL, "no_SUCH.locale"));
  return 0;
}
