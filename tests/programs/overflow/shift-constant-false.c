// expect: false bits: both
// a shift that the compiler has computed
// args: --check overflow
// violates: no-overflow
// native: no
int main(void) {
  long long x = 3LL << 62;
  return x < 0;
}
