// expect: true bits: both
// realloc keeps the content of the block
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t), *realloc(void *, size_t);
int main(void) {
  int *a = 0, n = 0, room = 0;
  while (n < 9) {
    if (n == room) {
      room = room ? room * 2 : 1;
      a = realloc(a, room * sizeof *a);
    }
    a[n] = n * 3;
    n++;
  }
  assert(a[0] == 0 && a[4] == 12 && a[8] == 24 && room == 16);
  return 0;
}
