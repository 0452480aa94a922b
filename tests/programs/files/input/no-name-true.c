// expect: true bits: both
// No file has an empty name.
#include <fcntl.h>
#include <stdio.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "";
  if (!name[0] && (fopen(name, "r") || open(name, O_RDONLY) >= 0)) reach_error();
}
