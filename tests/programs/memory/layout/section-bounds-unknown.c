// expect: unknown bits: 64
// symbols that the linker makes for a section: the native run reaches the error
// native: no
extern void reach_error(void);

extern int __start_numbers[], __stop_numbers[];
__attribute__((section("numbers"), used)) int one = 1;
__attribute__((section("numbers"), used)) int two = 2;
int main(void) {
  int sum = 0;
  for (int *p = __start_numbers; p < __stop_numbers; p++) sum += *p;
  if (sum == 3) reach_error();
  return 0;
}
