// expect: false bits: both
// a stream is opened, read and closed, and something is printed: all that is consistent in the run that shows the error
// native: no
#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE *in = fopen("numbers", "r");
  if (!in) return 0;
  setvbuf(in, 0, _IONBF, 0);
  int c = getc(in);
  printf("%f %d\n", 2.5, c);
  puts("");
  fflush(in);
  fclose(in);
  assert(c != 'x');
  return 0;
}
