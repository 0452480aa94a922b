// expect: unknown bits: 64
// assembly outside of functions lays a function where the C library runs it before main, and replaces one of the library: native runs reach the error
// native: no
extern void reach_error(void);
int n;
__attribute__((used)) static void first(void) { n = 1; }
__asm__(".section .init_array,\"aw\"\n.quad first\n.text\n.globl toupper\ntoupper: movl $42, %eax\n ret\n");
extern int toupper(int);
int main(void) {
  if (n == 1 && toupper('a') == 42) reach_error();
  return 0;
}
