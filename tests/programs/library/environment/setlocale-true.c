// expect: true bits: both
// the locale is "C" unless another one is there
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <string.h>

int main(void) {
  assert(!strcmp(setlocale(LC_ALL, 0), "C") && setlocale(LC_CTYPE, "POSIX")[0] == 'C' && !setlocale(99, "C"));
  return 0;
}
