// expect: true bits: 64
// a stream that is only read cannot be written, nor the other way round
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
  assert(getc(stdout) == EOF && errno == EBADF && ferror(stdout));
  assert(fputc('a', stdin) == EOF && ferror(stdin) && !feof(stdin));
  return 0;
}
