// expect: true bits: 64
// ftell counts what was read
// native: no
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("/dev/zero", "r");
  if (!f) return 0;
  long a = ftell(f);
  assert(a == 0 || a == -1);
  if (a == 0 && getc(f) != EOF) {
    a = ftell(f);
    assert(a == 1 || a == -1);
  }
  if (fseek(f, 5, SEEK_SET) == 0) a = ftell(f), assert(a == 5 || a == -1);
  assert(fseek(f, 0, 77) == -1 && errno == EINVAL);
  rewind(f);
  assert(!feof(f) && !ferror(f));
  return 0;
}
