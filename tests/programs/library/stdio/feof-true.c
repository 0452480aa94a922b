// expect: true bits: both
// feof and ferror say why there was nothing more, and the end stays
#include <assert.h>
#include <stdio.h>
int main(void) {
  assert(!feof(stdin) && !ferror(stdin));
  int c = getchar();
  if (c == EOF) assert(feof(stdin) || ferror(stdin));
  else assert(!feof(stdin) && !ferror(stdin) && c >= 0 && c <= 255);
  if (feof(stdin)) assert(getchar() == EOF);
  clearerr(stdin);
  assert(!feof(stdin) && !ferror(stdin));
  return 0;
}
