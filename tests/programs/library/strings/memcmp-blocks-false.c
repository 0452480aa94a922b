// expect: false bits: both
// the first difference decides
extern void reach_error(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memchr(const void *, int, size_t);
int main(void) {
  unsigned char a[] = {1, 2, 200, 4}, b[] = {1, 2, 3, 5};
  if (!(memcmp(a, b, 2) == 0 && memcmp(a, b, 4) < 0 && memcmp(a, b, 0) == 0)) reach_error();
  if (!(memchr(a, 200, 4) == a + 2 && !memchr(a, 9, 4))) reach_error();
  return 0;
}
