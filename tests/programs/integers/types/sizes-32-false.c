// expect: false bits: 32
// long has four bytes
extern void __VERIFIER_error(void);
int main(void) {
  if (!(sizeof(int) == 4 && sizeof(long) == 8 && sizeof(void *) == 4 && sizeof(long long) == 8 && sizeof(__SIZE_TYPE__) == 4)) __VERIFIER_error();
  if (!(sizeof(long double) == 12 && sizeof(struct { char c; long long l; }) == 12)) __VERIFIER_error();
  return 0;
}
