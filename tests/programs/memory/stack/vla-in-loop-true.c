// expect: true bits: both
// each round of a loop has its own variable-length array
extern void __VERIFIER_error(void);
int main(void) {
  unsigned long total = 0, last = 0;
  for (int i = 1; i <= 4; i++) {
    char buffer[i * 3];
    buffer[0] = (char)i;
    buffer[i * 3 - 1] = (char)(buffer[0] + (i == 1 ? 0 : 0));
    total += sizeof buffer;
    last = sizeof buffer;
  }
  if (!(total == 30 && last == 12)) __VERIFIER_error();
  return 0;
}
