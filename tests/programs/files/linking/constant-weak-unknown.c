// expect: unknown bits: both
// a weak symbol that nobody defines is null: the native run reaches the error
// native: no
extern void reach_error(void);

__attribute__((weak)) extern void hook(void);
int main(void) {
  if (!hook) reach_error();
  return 0;
}
