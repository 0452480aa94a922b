// expect: true bits: both
// what realloc keeps of a block is kept, whether the block grows or shrinks
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
int main(void) {
  int *a = malloc(2 * sizeof(int));
  a[0] = 1, a[1] = 2;
  a = realloc(a, 16 * sizeof(int));
  a[15] = 3;
  a = realloc(a, 1 * sizeof(int));
  if (a[0] != 1) reach_error();
  a = realloc(0, sizeof(int));
  *a = 5;
  if (*a != 5) reach_error();
  return 0;
}
