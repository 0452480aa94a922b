// expect: true bits: 64
// the macros of <ctype.h> read the library's tables
#include <assert.h>
#include <ctype.h>
int main(void) {
  int c = 'q';
  assert(isalpha(c) && !isdigit(c) && isspace(' ') && toupper(c) == 'Q' && tolower('#') == '#');
  return 0;
}
