// expect: true bits: both
// what the C library writes is initialised
// args: --check ub
// native: memory
#include <setjmp.h>
#include <stdlib.h>
#include <ctype.h>
#include <time.h>
#include <errno.h>
static int cmp(const void *a, const void *b) { return *(int *)a - *(int *)b; }
int main(void) {
  int a[4] = {3, 1, 2, 0};
  qsort(a, 4, 4, cmp);
  if (a[0]) return 1;
  char *e;
  long v = strtol("12x", &e, 10);
  if (*e == 'x' && v == 12) return 0;
  struct tm t;
  time_t n = time(0);
  gmtime_r(&n, &t);
  if (t.tm_sec > 70) return 3;
  return 2;
}
