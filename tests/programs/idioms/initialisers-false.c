// expect: false bits: both
// what is not named is zero
#include <assert.h>
#include <stdlib.h>
struct row {
  int n;
  int cells[4];
};
struct table {
  struct row rows[2];
  const char *name;
};
struct packet {
  int length;
  unsigned char data[];
};
struct old {
  int n;
  char bytes[0];
};
static int sum(const int *a, int n) { return n ? a[n - 1] + sum(a, n - 1) : 0; }
int main(void) {
  struct table t = {.rows[1].cells[1] = 9, .rows[0] = {.n = 2, .cells = {[1 ... 2] = 3}}, .name = "t"};
  assert(t.rows[1].cells[2] == 9);
  assert(t.rows[1].cells[1] == 9 && t.rows[0].cells[2] == 3 && t.rows[0].cells[3] == 0);
  assert(sum((int[]){1, 2, 3}, 3) == 6);
  struct packet *p = malloc(sizeof *p + 3);
  p->length = 3;
  for (int i = 0; i < p->length; i++) p->data[i] = (unsigned char)(i + 1);
  assert(p->data[2] == 3 && sizeof *p == sizeof(int) && sizeof(struct old) == sizeof(int));
  free(p);
  return 0;
}
