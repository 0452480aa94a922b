// expect: true bits: 64
// assembly changes the memory that its operands name, and nothing else
// decided: symex auto
#include <assert.h>

struct s {
  int a[3];
  char c;
};
int g = 9;

int main(void) {
  struct s s = {{1, 2, 3}, 'c'}, other = s;
  int x = 3, y = 5;
  int *p = &y;
  __asm__ volatile("incl %0" : "+m"(x) : "r"(p));
  __asm__ volatile("movl $7, %0" : "=m"(s) : "r"(x));
  assert(g == 9 && y == 5 && *p == 5 && other.a[2] == 3 && other.c == 'c');
  return 0;
}
