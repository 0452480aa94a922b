// expect: false bits: both
// they do not overlap
extern void reach_error(void);
typedef __SIZE_TYPE__ size_t;
int main(void) {
  int *a = __builtin_alloca(4 * sizeof(int)), *b = __builtin_alloca(4 * sizeof(int));
  for (int i = 0; i < 4; i++) a[i] = i, b[i] = -i;
  if (!(a[3] == 3 && b[3] == 3 && a != b)) reach_error();
  return 0;
}
