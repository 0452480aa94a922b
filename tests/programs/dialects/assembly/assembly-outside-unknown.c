// expect: unknown bits: 64
// assembly outside of functions defines what is called: the native run reaches the error
// native: no
extern void reach_error(void);

__asm__(".text\n.globl five\nfive: movl $5, %eax\n ret\n");
extern int five(void);
int calls;
int main(void) {
  if (five() == 5) calls++;
  if (calls && five() == 5) reach_error();
  return 0;
}
