// expect: true bits: both
// wide strings and their functions in the locale that a program starts with
#include <assert.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  wchar_t text[8] = L"na\u00efve";
  assert(wcslen(text) == 5 && text[2] == 0xef);
  wchar_t c = __VERIFIER_nondet_int() & 0x7f;
  if (iswupper(c)) assert(towlower(c) == c + 32);
  wcscat(text, L"!");
  assert(wcscmp(text, L"na\u00efve!") == 0 && wcschr(text, L'!') == text + 5);
  char bytes[8];
  assert(wcstombs(bytes, L"abc", sizeof bytes) == 3 && bytes[3] == '\0');
}
