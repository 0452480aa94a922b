// expect: true bits: both
// the least and the largest values of the types
#include <limits.h>
extern void reach_error(void);
int main(void) {
  if (!(CHAR_MIN == -128 && INT_MAX == 2147483647 && INT_MIN == -INT_MAX - 1 && UINT_MAX == 4294967295u)) reach_error();
  if (!(SHRT_MAX == 32767 && LLONG_MAX == 9223372036854775807LL && ULLONG_MAX == 18446744073709551615ULL)) reach_error();
  if (!(LONG_MAX == (sizeof(long) == 4 ? INT_MAX : LLONG_MAX))) reach_error();
  return 0;
}
