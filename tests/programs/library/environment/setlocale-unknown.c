// expect: unknown bits: 64
// another locale than "C" is not covered
// native: no
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <ctype.h>

int main(void) {
  setlocale(LC_ALL, "");
  assert(!isalpha(200));
  return 0;
}
