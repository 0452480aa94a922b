// expect: true bits: both
// every conversion has its argument
// args: --check memory
#include <stdio.h>
int main(void) {
  printf("%d%% %s %m", 3, "text");
  printf("%*.*f %-5ld\n", 1, 2, 3.0, 4L);
  return 0;
}
