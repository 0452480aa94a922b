// expect: false bits: both
// its last element was set to another value
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
struct packet { int n; short data[]; };
int main(void) {
  struct packet *p = malloc(sizeof *p + 6 * sizeof(short));
  p->n = 6;
  for (int i = 0; i < p->n; i++) p->data[i] = (short)(i - 3);
  assert(p->data[0] == -3 && p->data[5] == 3 && p->n == 6 && sizeof *p == 4);
  return 0;
}
