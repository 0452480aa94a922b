// expect: false bits: both
// sscanf reads numbers, sets and widths, and says how many
#include <assert.h>
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char text[] = "10:2x ab";
  int digit = __VERIFIER_nondet_int();
  if (digit < 0 || digit > 9) return 0;
  text[1] = '0' + digit;
  int hours, minutes, n = 0;
  char word[8];
  assert(sscanf(text, "%d:%dx %7[a-z]%n", &hours, &minutes, word, &n) == 3);
  assert(hours == 10 + digit && minutes == 2 && strcmp(word, "ab") == 0 && n == 8);
  assert(sscanf(text, "%1d%d", &hours, &minutes) == 2 && hours == 1 && minutes == digit);
  assert(sscanf("12", "%d,%d", &hours, &minutes) == 2);
}
