// expect: true bits: both
// memset fills a range of bytes
extern void __VERIFIER_error(void);
typedef __SIZE_TYPE__ size_t;
extern void *memset(void *, int, size_t);
static unsigned big[250000];
int main(void) {
  memset(big, 0xab, sizeof big);
  memset(big + 10, 0, 4 * 10);
  if (!(big[0] == 0xababababu && big[9] == big[249999] && big[10] == 0 && big[19] == 0 && big[20] == big[0])) __VERIFIER_error();
  return 0;
}
