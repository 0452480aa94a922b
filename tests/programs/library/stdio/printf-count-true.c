// expect: true bits: both
// printf says how many characters it wrote
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = printf("runoob");
  assert(x == 6);
  assert(printf("%d|%5s|%-3c|%x\n", -12, "ab", 'z', 255u) == 17);
  assert(printf("%%") == 1 && printf("") == 0);
  return 0;
}
