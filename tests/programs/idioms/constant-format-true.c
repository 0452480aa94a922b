// expect: true bits: both
// text by formats that are constants, with everything that stays in the text
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char text[24], few[5];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9) return 0;
  int length = snprintf(text, sizeof text, "%s|%-4s|%03d|%c%%%x", "ab", "c", n, 'd', 0xbeu);
  if (length != 16 || text[10] != '0' + n || strcmp(text + 11, "|d%be") || strncmp(text, "ab|c   |00", 10)) reach_error();
  if (snprintf(few, sizeof few, "%hhd %+ld %lu", 257, -3l, 4ul) != 6 || strcmp(few, "1 -3")) reach_error();
  if (snprintf(0, 0, "%.2s%5u", "xyz", 7u) != 7) reach_error();
  if (sprintf(text, "%#o %08.3d %X", 8, 5, 255) != 15 || strcmp(text, "010      005 FF")) reach_error();
  return 0;
}
