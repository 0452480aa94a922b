// expect: true|unknown bits: 64
// after a loop over all characters the stream is at its end or has failed
// decided: symexpa
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c;
  while ((c = getchar()) != EOF) assert(c >= 0 && c < 256);
  assert(feof(stdin) || ferror(stdin));
  return 0;
}
