// expect: false bits: both
// Where the parent ends, another process becomes the parent.
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  int parent = getppid();
  if (getppid() != parent) reach_error();
}
