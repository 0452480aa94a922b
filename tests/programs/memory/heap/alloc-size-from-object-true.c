// expect: true bits: both
// the size of an object may be read from an object made just before: the two must not overlap
extern void reach_error(void);
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
struct v { size_t n; char *buf; };
int main(void) {
  struct v *prev = malloc(sizeof *prev);
  prev->n = 1000;
  prev->buf = 0;
  for (int i = 0; i < 2; i++) {
    struct v *node = malloc(sizeof *node);
    node->n = 1000 - 999 * i;
    node->buf = malloc(prev->n);
    prev = node;
  }
  char *other = malloc(100), *x = prev->buf;
  for (int i = 0; i < 100; i++) other[i] = 0;
  for (int i = 0; i < 1000; i++) x[i] = 7;
  char *both[2] = {x, other};
  if (both[1][50] != 0) reach_error();
  return 0;
}
