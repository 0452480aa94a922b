// expect: unknown bits: both
// a function of the C library that has no model is not taken to change nothing
#include <sys/statfs.h>

extern void reach_error(void);

int main(void) {
  static struct statfs state;
  unsigned char before = (unsigned char)state.f_type;
  statfs(".", &state);
  if ((unsigned char)state.f_type != before) reach_error();
  return 0;
}
