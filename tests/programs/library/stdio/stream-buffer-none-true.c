// expect: true bits: both
// streams without a buffer, or with one of their own
#include <stdio.h>

extern void reach_error(void);

int main(void) {
  char buffer[4] = "ab";
  setbuf(stdout, NULL);
  if (setvbuf(stdin, buffer, _IONBF, sizeof buffer)) reach_error();
  getchar();
  if (buffer[0] != 'a' || printf("x") != 1) reach_error();
  return 0;
}
