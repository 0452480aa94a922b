// expect: false bits: both
// every byte of an int is set
extern void __VERIFIER_error(void);
typedef __SIZE_TYPE__ size_t;
extern void *memset(void *, int, size_t);
static unsigned big[250000];
int main(void) {
  memset(big, 0xab, sizeof big);
  memset(big + 10, 0, 4 * 10);
  if (!(big[0] == 0xabu && big[9] == big[249999] && big[10] == 0 && big[19] == 0 && big[20] == big[0])) __VERIFIER_error();
  return 0;
}
