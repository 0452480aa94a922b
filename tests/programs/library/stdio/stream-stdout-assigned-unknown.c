// expect: unknown bits: both
// printf goes to the stream that the program has put into stdout, where output may fail
#include <stdio.h>

extern void reach_error(void);

int main(void) {
  FILE *full = fopen("/dev/full", "w");
  if (!full) return 1;
  setvbuf(full, NULL, _IONBF, 0);
  stdout = full;
  if (printf("abc") < 0) reach_error();
  return 0;
}
