// expect: unknown bits: both
// a function of the C library that has no model is not taken to change nothing
#include <sys/utsname.h>

extern void reach_error(void);

int main(void) {
  static struct utsname names;
  unsigned char before = (unsigned char)names.sysname[0];
  uname(&names);
  if ((unsigned char)names.sysname[0] != before) reach_error();
  return 0;
}
