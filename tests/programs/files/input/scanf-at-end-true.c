// expect: true bits: both
// The end of a stream stays the end: no number follows it.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  FILE *f = fopen("data", "r");
  int n;
  float x;
  if (!f || getc(f) != EOF || !feof(f)) return 0;
  if (fscanf(f, "%d", &n) == 1 || fscanf(f, "%f", &x) == 1) reach_error();
}
