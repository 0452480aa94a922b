// expect: unknown bits: both
// A naked function returns by its assembly: what clang puts behind it is never reached, and says nothing.
// native: no
extern void reach_error(void);
__attribute__((naked)) int five(void) {
  __asm__("movl $5, %eax\n ret");
}
int main(void) {
  if (five() == 5) reach_error();
}
