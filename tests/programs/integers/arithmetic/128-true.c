// expect: true bits: 64
// arithmetic with 128 bits
extern void __VERIFIER_error(void);
int main(void) {
  unsigned __int128 n = (unsigned __int128)0xffffffffffffffffULL * 0xffffffffffffffffULL;
  __int128 m = -1;
  if (!((unsigned long long)(n >> 64) == 0xfffffffffffffffeULL && (unsigned long long)n == 1)) __VERIFIER_error();
  if (!(m < 0 && (m >> 100) == -1 && (unsigned __int128)m / 3 == ((unsigned __int128)0x5555555555555555ULL << 64 | 0x5555555555555555ULL))) __VERIFIER_error();
  return 0;
}
