// expect: false bits: both
// each call of a recursive function has an array of its own, and each iteration one that begins anew
// native: no
// decided: symex auto
#include <assert.h>

int total;

static void f(int n) {
  for (int i = 0; i < 2; i++) {
    char b[4];
    char *p = b + (i & 1);
    if (p[1] == 'a' + n + i) total++;
    if (n) f(n - 1);
  }
}

static int last(int n) {
  int a[5];
  int *p = a;
  if (n == 0) return p[3] == 4711 && p[1] == -3;
  return p[2] == n && last(n - 1);
}

int main(void) {
  f(1);
  if (total == 6 && last(3)) assert(0);
  return 0;
}
