// expect: true bits: both
// letters and digits by the tables of the C library, and a table of one's own
#include <assert.h>
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int hex(int c) { return isdigit(c) ? c - '0' : isxdigit(c) ? tolower(c) - 'a' + 10 : -1; }

int main(void) {
  int c = __VERIFIER_nondet_uchar();
  int h = hex(c);
  assert(h >= -1 && h < 16);
  if (h >= 10) assert(isalpha(c) && "0123456789abcdef"[h] == tolower(c));
  if (isspace(c)) assert(!isgraph(c) && (c == ' ' || iscntrl(c)));
  if (isupper(c)) assert(islower(tolower(c)) && toupper(tolower(c)) == c);
  if (ispunct(c)) assert(!isalnum(c) && c != ' ');
}
