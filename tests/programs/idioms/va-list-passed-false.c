// expect: false bits: both
// each reading goes on where the last one stopped
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
struct reader {
  int left;
  va_list args;
};
static int vsum(int n, va_list ap) {
  int s = 0;
  va_list again;
  va_copy(again, ap);
  for (int i = 0; i < n; i++) s += va_arg(again, int);
  va_end(again);
  return s;
}
static int next(va_list *ap) { return va_arg(*ap, int); }
static long long take(struct reader *r) {
  r->left--;
  return va_arg(r->args, long long);
}
static int sums(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int s = vsum(n, ap) * 10;
  for (int i = 0; i < n; i++) s += next(&ap);
  va_end(ap);
  return s;
}
static long long read_all(int n, ...) {
  struct reader r = {.left = n};
  long long total = 0;
  va_start(r.args, n);
  while (r.left) total += take(&r);
  va_end(r.args);
  return total;
}
static void format(char *to, size_t n, const char *text, ...) {
  va_list ap;
  va_start(ap, text);
  vsnprintf(to, n, text, ap);
  va_end(ap);
}
int main(void) {
  char b[16];
  long long total = read_all(8, 1ll, 2ll, 3ll, 4ll, 5ll, 6ll, 7ll, 32ll);
  assert(sums(3, 1, 2, 3) == 66);
  assert(total == 61);
  format(b, sizeof b, "%d-%s%c", 12, "x", '!');
  assert(!strcmp(b, "12-x!"));
  return 0;
}
