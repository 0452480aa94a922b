// expect: false bits: both
// the program computes another number
extern void __VERIFIER_error(void);
int main(void) {
  static void *const table[] = {&&increment, &&twice, &&stop};
  const char code[] = {0, 1, 0, 1, 2};
  int pc = 0, n = 0;
  goto *table[(int)code[pc++]];
increment:
  n++;
  goto *table[(int)code[pc++]];
twice:
  n *= 2;
  goto *table[(int)code[pc++]];
stop:
  if (!(n == 5)) __VERIFIER_error();
  return 0;
}
