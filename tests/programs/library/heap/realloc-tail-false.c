// expect: false bits: both
// what realloc adds to a block is arbitrary, not what lies behind the old block
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
int main(void) {
  int *a = malloc(2 * sizeof(int));
  int *b = malloc(2 * sizeof(int));
  a[0] = 1, a[1] = 2;
  b[0] = 7, b[1] = 7;
  a = realloc(a, 16 * sizeof(int));
  if (a[0] != 1 || a[1] != 2) return 0;
  for (int i = 2; i < 16; i++)
    if (a[i] != 0) return 0;
  reach_error();
  return 0;
}
