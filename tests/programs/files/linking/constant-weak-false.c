// expect: false bits: both
// a weak symbol that nobody defines is null
extern void reach_error(void);

__attribute__((weak)) extern void hook(void);
int main(void) {
  if (!hook) reach_error();
  return 0;
}
