// expect: false bits: both
// they are not the same block
extern void reach_error(void);
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
int main(void) {
  char *a = malloc(3), *b = malloc(3);
  if (!(a && b && a == b)) reach_error();
  a[2] = 1;
  b[0] = 2;
  if (!(a[2] == 1)) reach_error();
  return 0;
}
