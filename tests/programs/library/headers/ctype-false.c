// expect: false bits: 64
// toupper changes letters only
#include <assert.h>
#include <ctype.h>
int main(void) {
  int c = 'q';
  assert(isalpha(c) && !isdigit(c) && isspace(' ') && toupper(c) == 'q' && tolower('#') == '#');
  return 0;
}
